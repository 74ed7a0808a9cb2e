/**
 * Five hundred open chats: the time from sending a message until the other side has its text, that is a hint on the live stream and then a fetch.
 * Players and agents send messages in turn at a constant rate, each in another chat.
 */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Chat, ChatMessage } from '@fairline/proto/support/chats';
import { chatEvents, chatRules } from '@fairline/proto/support/chats';
import { type Platform, startPlatform } from '../local/platform/platform.ts';
import { type Bench, percentile, type Row } from './row.ts';
import { openChanges } from './workers/changes.ts';
import { accessTokens, agentTokens, newPlayers } from './workers/tokens.ts';

const open = 500;
const agents = Math.ceil(open / chatRules.maxActiveChats);
const rate = 20;
const seconds = 25;
const giveUpMs = 60_000;

interface Talk {
  readonly id: string;
  readonly player: string;
  agent: string;
  /** Sequence of the last message that both sides have. */
  sequence: number;
  awaited?: { from: 'player' | 'agent'; sentAt: number; done: (ms: number) => void } | undefined;
}

export const chats: Bench = {
  title: 'chat message to the other side',
  async run(log) {
    const platform = await startPlatform({
      temporary: true,
      demo: true,
      processes: ['support', 'gateway'],
      logLevel: 'warn',
      log,
    });
    try {
      return await measure(platform, log);
    } finally {
      await platform.stop();
    }
  },
};

async function measure(platform: Platform, log: (line: string) => void): Promise<Row[]> {
  const ask = asker(platform.url);
  const operators = newPlayers(agents);
  const consoles = new Map(agentTokens(platform, operators).map((token, at) => [operators[at] as string, token]));
  const beat = (token: string) => ask(token, 'POST', '/api/admin/support/presence', { status: 'online' });
  const tokens = [...consoles.values()];
  await Promise.all(tokens.map(beat));
  // The heartbeats of the consoles are spread over the interval, as those of real agents are.
  let turn = 0;
  const beating = setInterval(
    () => void beat(tokens[turn++ % tokens.length] as string).catch(() => undefined),
    chatRules.heartbeatMs / agents,
  );
  try {
    const talks = await startChats(accessTokens(platform, newPlayers(open)), consoles, ask);
    log(`${talks.length} chats are open with ${agents} agents`);
    const close = await listen(platform.url, talks, tokens[0] as string, ask);
    const times = (await converse(talks, ask)).sort((a, b) => a - b);
    close();
    const [p50Ms, p99Ms] = [percentile(times, 0.5), percentile(times, 0.99)];
    log(
      `${times.length} messages at ${rate}/s: p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms; load ${loadavg()[0]?.toFixed(1)}`,
    );
    return [
      { name: 'chat message to the other side p99, 500 open chats', value: p99Ms, unit: 'ms' },
      { name: 'chat message to the other side p50, 500 open chats', value: p50Ms, unit: 'ms' },
    ];
  } finally {
    clearInterval(beating);
  }
}

type Ask = <T>(token: string, method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

function asker(url: string): Ask {
  return async <T>(token: string, method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    };
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
}

/** Starts a chat for each player; resolves when every chat has an agent. */
async function startChats(
  players: readonly string[],
  consoles: ReadonlyMap<string, string>,
  ask: Ask,
): Promise<Talk[]> {
  const talks: Talk[] = [];
  for (let at = 0; at < players.length; at += 20) {
    const started = players.slice(at, at + 20).map(async (player) => {
      const chat = await ask<Chat>(player, 'POST', '/api/support/chats', { message: 'Hello' });
      return { id: chat.id, player, agent: '', sequence: chat.lastSequence };
    });
    talks.push(...(await Promise.all(started)));
  }
  const deadline = Date.now() + giveUpMs;
  for (const talk of talks) {
    for (let chat: Chat | undefined; !talk.agent; ) {
      chat = await ask<Chat>(talk.player, 'GET', `/api/support/chats/${talk.id}`);
      talk.agent = consoles.get(chat.agent?.id ?? '') ?? '';
      talk.sequence = chat.lastSequence;
      if (talk.agent) break;
      if (Date.now() > deadline) throw new Error('not every chat got its agent');
      await pause(100);
    }
  }
  return talks;
}

/** Opens a live stream for each player, and one for all agents, because their hints are the same. On a hint it fetches the new messages. */
async function listen(url: string, talks: readonly Talk[], console: string, ask: Ask): Promise<() => void> {
  const byId = new Map(talks.map((talk) => [talk.id, talk]));
  const receive = async (talk: Talk, side: 'player' | 'agent') => {
    const { awaited } = talk;
    if (!awaited || awaited.from === side) return;
    const path = side === 'player' ? `/api/support/chats/${talk.id}` : `/api/admin/support/chats/${talk.id}`;
    const { messages } = await ask<Chat>(
      side === 'player' ? talk.player : talk.agent,
      'GET',
      `${path}?after=${talk.sequence}`,
    );
    const last = messages.at(-1);
    if (!last || talk.awaited !== awaited) return;
    talk.sequence = last.sequence;
    talk.awaited = undefined;
    awaited.done(performance.now() - awaited.sentAt);
  };
  const onChange = (side: 'player' | 'agent') => (change: { type: string; id: string }) => {
    const talk = change.type === chatEvents.chatMessageSent.subject ? byId.get(change.id) : undefined;
    if (talk) void receive(talk, side);
  };
  const readers = [
    ...talks.map(({ player }) => ({ token: player, onChange: onChange('player') })),
    { token: console, onChange: onChange('agent') },
  ];
  const closes: (() => void)[] = [];
  for (let at = 0; at < readers.length; at += 50)
    closes.push(
      ...(await Promise.all(
        readers.slice(at, at + 50).map(({ token, onChange: listener }) => openChanges(url, token, listener)),
      )),
    );
  return () => {
    for (const close of closes) close();
  };
}

async function converse(talks: readonly Talk[], ask: Ask): Promise<number[]> {
  const underway: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let turn = 0; turn < rate * seconds; turn++) {
    await pause(Math.max(0, startedAt + (turn * 1_000) / rate - performance.now()));
    const talk = talks[turn % talks.length] as Talk;
    const from = turn % 2 === 0 ? 'player' : 'agent';
    underway.push(
      new Promise((done, fail) => {
        talk.awaited = { from, sentAt: performance.now(), done };
        const path = from === 'player' ? '/api/support' : '/api/admin/support';
        ask<ChatMessage>(from === 'player' ? talk.player : talk.agent, 'POST', `${path}/chats/${talk.id}/messages`, {
          message: `Message ${turn}`,
        }).catch(fail);
        setTimeout(() => fail(new Error('a message did not arrive')), giveUpMs).unref();
      }),
    );
  }
  return Promise.all(underway);
}
