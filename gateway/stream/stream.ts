/**
 * The live stream: server-sent events of one session, without history. It begins with `ready`, sends the newest data every 250 ms, and ends with its session.
 * A reader that cannot keep up gets `ready` again in place of outdated data. Changes of a chat are sent at once.
 */
import type { Metrics } from '@fairline/chassis/process/metrics';
import { common, Id, Refusal } from '@fairline/proto/contract';
import { gatewayRoutes } from '@fairline/proto/gateway';
import { type Change, type FixtureViewers, type Prices, streamRules } from '@fairline/proto/live/stream';
import { chatEvents, queueHint, typingHint } from '@fairline/proto/support/chats';
import type { Response } from 'express';
import { Counter, Gauge } from 'prom-client';
import type { Revocations } from '../access/revocations.ts';
import type { Session, Sessions } from '../access/sessions.ts';
import { changeFrame, farewell, heartbeat, readyFrame, Waiting } from './frames.ts';
import type { Hints } from './hints.ts';
import type { Viewers } from './viewers.ts';

/** The most streams per gateway; an open one takes about 30 kB of memory. */
const mostStreams = 10_000;
/** The most streams per subject. Tabs share a stream, so a subject with many has many devices, or a program that leaks. */
const mostPerSubject = 20;
/** A reader that has accepted no data for this long is disconnected. */
const stuckAfterMs = 30_000;
/** Changes of a chat, which are sent at once because people wait for them. */
const immediate: ReadonlySet<string> = new Set([
  ...Object.values(chatEvents).map(({ subject }) => subject),
  typingHint,
  queueHint,
]);
/** The most immediate changes that wait for a reader with a full buffer; above that they are replaced by `ready`. */
const mostImmediateWaiting = 100;
/** All readers reconnect after a stop; this spreads them over time. */
const farewellMs = { least: 500, spread: 4_000 };

interface Parts {
  hints: Hints;
  viewers: Viewers;
  sessions: Sessions;
  revocations: Revocations;
  metrics: Metrics;
  /** Whether hints arrive at present. */
  hintsArrive: () => boolean;
  /** Multiplies `mostPerSubject`. */
  factor: number;
}

export class Streams {
  private readonly open = new Map<string, Set<Stream>>();
  private readonly parts: Parts;
  private readonly counted: { open: Gauge; dropped: Counter };
  private readonly sendHeartbeat: NodeJS.Timeout;
  private readonly stopListening: () => void;
  private count = 0;

  constructor(parts: Parts) {
    this.parts = parts;
    const registers = [parts.metrics.registry];
    this.counted = {
      open: new Gauge({ name: 'fairline_streams_open', help: 'Live streams open at this gateway', registers }),
      dropped: new Counter({
        name: 'fairline_streams_dropped_total',
        help: 'Times a slow reader had to refetch',
        registers,
      }),
    };
    this.sendHeartbeat = setInterval(() => {
      // No heartbeat while no hint could arrive.
      const arriving = parts.hintsArrive();
      this.each((stream) => stream.sendHeartbeat(arriving));
    }, streamRules.heartbeatMs);
    this.stopListening = parts.revocations.onEnd((subjectId) => {
      for (const stream of this.open.get(subjectId) ?? []) if (!parts.sessions.stillHolds(stream.session)) stream.end();
    });
  }

  get size(): number {
    return this.count;
  }

  serve(query: unknown, session: Session, response: Response): void {
    const fixtures = fixturesOf(query);
    // If the reader disconnected during the access check, `close` is not emitted again, and the stream would stay open for ever.
    if (response.destroyed) return;
    if (!this.parts.hintsArrive()) throw new Refusal(common.unavailable);
    const own = this.open.get(session.subjectId) ?? new Set();
    if (own.size >= mostPerSubject * this.parts.factor) throw new Refusal(common.rateLimited, { retryAfterSeconds: 5 });
    if (this.count >= mostStreams) throw new Refusal(common.busy, { retryAfterSeconds: 5 });
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    const stream = new Stream(session, response, () => this.counted.dropped.inc());
    own.add(stream);
    this.open.set(session.subjectId, own);
    this.counted.open.set(++this.count);
    const stops = this.subscribe(stream, fixtures);
    response.once('close', () => {
      for (const stop of stops) stop();
      stream.end();
      own.delete(stream);
      if (own.size === 0 && this.open.get(session.subjectId) === own) this.open.delete(session.subjectId);
      this.counted.open.set(--this.count);
    });
    stream.ready();
  }

  /** Makes every reader refetch, because hints may have been lost. */
  refresh(): void {
    this.each((stream) => stream.ready());
  }

  /** Ends all streams. The readers reconnect, to this gateway or another, spread over some seconds. */
  dismiss(): void {
    this.each((stream) => stream.dismiss());
  }

  stop(): void {
    clearInterval(this.sendHeartbeat);
    this.parts.viewers.stop();
    this.stopListening();
    this.dismiss();
  }

  private subscribe(stream: Stream, fixtures: readonly string[]): (() => void)[] {
    const { hints, viewers } = this.parts;
    const { caller } = stream.session;
    const stops = fixtures.map((id) => hints.ofFixture(id, (prices) => stream.price(prices)));
    if (caller.kind === 'player') {
      const change = (one: Change) => stream.change(one);
      const view = viewers.watch(fixtures, (counted) => stream.view(counted));
      return [...stops, view, hints.ofPlayer(caller.id, change), hints.ofOffer(change), hints.ofJackpot(change)];
    }
    return [
      ...stops,
      hints.ofOperators((change, permission) => {
        if (caller.permissions.includes(permission)) stream.change(change);
      }),
    ];
  }

  private each(visit: (stream: Stream) => void): void {
    for (const streams of this.open.values()) for (const stream of streams) visit(stream);
  }
}

class Stream {
  readonly session: Session;
  private readonly response: Response;
  private readonly onDrop: () => void;
  private readonly waiting = new Waiting();
  private readonly expiry: NodeJS.Timeout;
  private timer: NodeJS.Timeout | undefined;
  private sentAt = 0;
  private wroteAt = 0;
  private stuckSince: number | undefined;
  private immediateWaiting = 0;
  private endedAt: number | undefined;
  private missed = false;

  constructor(session: Session, response: Response, onDrop: () => void) {
    this.session = session;
    this.response = response;
    this.onDrop = onDrop;
    this.expiry = setTimeout(() => this.end(), Math.max(0, session.expiresAtMs - Date.now()));
    response.on('drain', () => this.flowsAgain());
  }

  change(change: Change): void {
    if (this.endedAt !== undefined) return;
    if (immediate.has(change.type) && this.immediateWaiting < mostImmediateWaiting) {
      if (this.stuckSince !== undefined) this.immediateWaiting++;
      this.write(changeFrame(change));
      return;
    }
    if (this.isStuck()) return;
    this.waiting.change(change);
    this.schedule();
  }

  price(prices: Prices): void {
    if (this.endedAt !== undefined || this.isStuck()) return;
    this.waiting.price(prices);
    this.schedule();
  }

  view(viewers: FixtureViewers): void {
    // Counts are not queued for a slow reader, and do not make it refetch.
    if (this.endedAt !== undefined || this.stuckSince !== undefined) return;
    this.waiting.view(viewers);
    this.schedule();
  }

  ready(): void {
    this.waiting.drop();
    if (!this.isStuck()) this.write(readyFrame);
  }

  sendHeartbeat(arriving: boolean): void {
    const waitsSince = this.stuckSince ?? this.endedAt;
    if (waitsSince === undefined) {
      if (arriving && Date.now() - this.wroteAt > streamRules.heartbeatMs / 2) this.write(heartbeat);
    } else if (Date.now() - waitsSince > stuckAfterMs) this.response.destroy();
  }

  dismiss(): void {
    // With jitter, so that not all readers reconnect at once.
    if (this.stuckSince === undefined) this.write(farewell(farewellMs.least + Math.random() * farewellMs.spread));
    this.end();
  }

  end(): void {
    clearTimeout(this.expiry);
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting.drop();
    this.endedAt ??= Date.now();
    // A reader that accepts no data would not receive the end either, and would keep its place until the connection closes.
    if (this.stuckSince !== undefined) this.response.destroy();
    else if (!this.response.writableEnded) this.response.end();
  }

  private schedule(): void {
    if (this.timer || this.response.writableEnded) return;
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.sentAt = Date.now();
        if (!this.waiting.isEmpty) this.write(this.waiting.take());
      },
      Math.max(0, this.sentAt + streamRules.frameMs - Date.now()),
    );
  }

  /** Whether the buffer of the reader is full. Data is then dropped, and `ready` is sent once the buffer drains. */
  private isStuck(): boolean {
    if (this.stuckSince === undefined) return false;
    if (!this.missed) this.onDrop();
    this.missed = true;
    return true;
  }

  private write(text: string): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.wroteAt = Date.now();
    if (!this.response.write(text)) this.stuckSince ??= Date.now();
  }

  private flowsAgain(): void {
    this.stuckSince = undefined;
    this.immediateWaiting = 0;
    if (!this.missed) return;
    this.missed = false;
    this.write(readyFrame);
  }
}

/** The fixtures in the query, each once. */
export function fixturesOf(query: unknown): string[] {
  const read = gatewayRoutes.stream.query.safeParse(query);
  if (!read.success)
    throw new Refusal(common.invalidRequest, undefined, { fixtures: 'must be a list of ids, separated by commas' });
  const ids = [...new Set((read.data.fixtures ?? '').split(',').filter(Boolean))];
  if (!ids.every((id) => Id.safeParse(id).success))
    throw new Refusal(common.invalidRequest, undefined, { fixtures: 'must be a list of ids, separated by commas' });
  if (ids.length > streamRules.maxFixtures)
    throw new Refusal(common.invalidRequest, undefined, { fixtures: `must be ${streamRules.maxFixtures} ids at most` });
  return ids;
}
