/** The times at which a stream sends, with a fake clock: frames at most every 250 ms, heartbeats every 2 s while nothing else is sent. */
import { EventEmitter } from 'node:events';
import { createMetrics } from '@fairline/chassis/process/metrics';
import type { Change } from '@fairline/proto/live/stream';
import type { Response } from 'express';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Revocations } from '../access/revocations.ts';
import type { Session, Sessions } from '../access/sessions.ts';
import { heartbeat, readyFrame } from './frames.ts';
import { Hints } from './hints.ts';
import { Streams } from './stream.ts';
import { Viewers } from './viewers.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const playerId = '0197f000-0000-7000-8000-000000000001';

let sent: string[];
let hint: (subject: string, data: unknown) => void;
let streams: Streams;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], now });
  sent = [];
  const receivers = new Map<string, (data: unknown, subject: string) => void>();
  hint = (subject, data) => receivers.get(subject)?.(data, subject);
  const onHint = (subject: string, receive: (data: unknown, subject: string) => void) => {
    receivers.set(subject, receive);
    return () => void receivers.delete(subject);
  };
  streams = new Streams({
    hints: new Hints({ onHint }),
    viewers: new Viewers(async (own) => [own]),
    sessions: {} as Sessions,
    revocations: new Revocations(),
    metrics: createMetrics('gateway'),
    hintsArrive: () => true,
    factor: 1,
  });
  streams.serve({}, session(), response());
});

afterEach(() => {
  streams.stop();
  vi.useRealTimers();
});

function session(): Session {
  const caller = {
    kind: 'player',
    id: playerId,
    sessionId: playerId,
    level: 'verified',
    jurisdiction: 'open',
    book: 'real',
  } as const;
  return { caller, subjectId: playerId, sessionId: playerId, startedAtMs: now, expiresAtMs: now + 900_000 };
}

/** A fake response that records what is written. */
function response(): Response {
  const parts = { writeHead: () => undefined, write: (text: string) => sent.push(text) > 0, end: () => undefined };
  return Object.assign(new EventEmitter(), parts) as unknown as Response;
}

const change = (version: number): Change => ({ type: 'evt.wallet.BalanceChanged.v1', id: playerId, version });
const balanceChanged = (version: number) => hint(`live.player.${playerId}`, change(version));
const frameOf = (version: number) => `event: changes\ndata: ${JSON.stringify([change(version)])}\n\n`;

it('sends a first change at once, and all that follow within 250 ms in one frame', () => {
  balanceChanged(1);
  vi.advanceTimersByTime(0);
  expect(sent).toEqual([readyFrame, frameOf(1)]);
  balanceChanged(2);
  vi.advanceTimersByTime(100);
  balanceChanged(3);
  vi.advanceTimersByTime(149);
  expect(sent).toEqual([readyFrame, frameOf(1)]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([readyFrame, frameOf(1), frameOf(3)]);
});

it('sends a heartbeat every 2 s while nothing changes', () => {
  vi.advanceTimersByTime(1_999);
  expect(sent).toEqual([readyFrame]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([readyFrame, heartbeat]);
  vi.advanceTimersByTime(4_000);
  expect(sent).toEqual([readyFrame, heartbeat, heartbeat, heartbeat]);
});

it('sends no heartbeat within a second of a frame', () => {
  vi.advanceTimersByTime(1_500);
  balanceChanged(1);
  vi.advanceTimersByTime(500);
  expect(sent).toEqual([readyFrame, frameOf(1)]);
});
