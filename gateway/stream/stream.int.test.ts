/** The live stream and revoked sessions, on a real message server: what a reader gets and when, and when the stream ends. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { Running } from '@fairline/chassis/run';
import { eventually } from '@fairline/chassis/testing';
import { sessionEvents } from '@fairline/proto/auth/sessions';
import { userEvents } from '@fairline/proto/auth/users';
import { Problem } from '@fairline/proto/contract';
import { type Change, type FixtureViewers, offerChange, type Prices } from '@fairline/proto/live/stream';
import { chatEvents, typingHint } from '@fairline/proto/support/chats';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import {
  type Grounds,
  newSessionId,
  type Outside,
  openGrounds,
  openOutside,
  openWire,
  type Reader,
  readStream,
} from '../testing.ts';

let outside: Outside;
let grounds: Grounds;
let gateways: [Running, Running];
const readers: Reader[] = [];

beforeAll(async () => {
  outside = await openOutside();
  grounds = await openGrounds(outside.url, { FAIRLINE_DEMO: '1' });
  gateways = [await start(grounds.env), await start(grounds.env)];
});

afterEach(() => {
  for (const reader of readers.splice(0)) reader.leave();
});

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await grounds.world.close();
  await outside.close();
});

async function read(token: string, fixtures: readonly string[] = [], url = gateways[0].httpUrl): Promise<Reader> {
  const reader = await readStream(url, token, fixtures);
  readers.push(reader);
  await eventually(() => reader.events[0]?.event === 'ready');
  return reader;
}

const hint = (subject: string, data: unknown) => grounds.world.nats.publish(subject, JSON.stringify(data));
const priced = (fixtureId: string, sequence: number, oddsMilli = 1_000 + sequence): Prices => ({
  fixtureId,
  sequence,
  status: 'live',
  score: { home: 1, away: 0, period: '1st half', clock: '12:00' },
  markets: [{ id: fixtureId, status: 'active', selections: [{ id: fixtureId, oddsMilli, status: 'active' }] }],
});
const eventsOf = <T>(reader: Reader, event: string): T[] =>
  reader.events.filter((one) => one.event === event).flatMap(({ data }) => data as T[]);
const statusAt = async (gateway: Running, token: string) =>
  (await fetch(`${gateway.httpUrl}/api/wallet`, { headers: { authorization: `Bearer ${token}` } })).status;
const revoked = (subjectId: string, sessionId: string | null) =>
  grounds.world.publish(sessionEvents.sessionRevoked.subject, subjectId, 1, {
    subjectKind: 'player',
    subjectId,
    sessionId,
    reason: 'signed_out',
    at: new Date().toISOString(),
  });
const statusChanged = (playerId: string, status: string) =>
  grounds.world.publish(userEvents.userStatusChanged.subject, playerId, 2, {
    playerId,
    status,
    level: 'unverified',
    jurisdiction: 'open',
    at: new Date().toISOString(),
  });

const counted = async (name: string) =>
  Number(
    new RegExp(`fairline_${name}\\{[^}]*\\} (\\d+)`).exec(
      await (await fetch(`${gateways[0].internalUrl}/metrics`)).text(),
    )?.[1],
  );

/** A reader that has stopped reading, so that data for it is dropped. */
async function stuckReader(token: string) {
  const fixture = randomUUID();
  const before = await counted('streams_dropped_total');
  const socket = connect(Number(new URL(gateways[0].httpUrl).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text = (text + chunk).slice(-2_000_000);
  });
  socket.write(`GET /api/stream?fixtures=${fixture} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
  await eventually(() => text.includes('event: ready'));
  socket.pause();
  const bulk = Array.from({ length: 4_000 }, () => ({
    id: randomUUID(),
    status: 'active',
    selections: [{ id: randomUUID(), oddsMilli: 2_000, status: 'active' }],
  }));
  let sequence = 0;
  await eventually(
    async () => {
      hint(`live.fixture.${fixture}`, { ...priced(fixture, ++sequence), markets: bulk });
      return (await counted('streams_dropped_total')) > before;
    },
    Boolean,
    25_000,
  );
  text = '';
  return { fixture, text: () => text, resume: () => socket.resume(), leave: () => socket.destroy() };
}

it('counts the players who have a fixture open at either gateway, and no operator', async () => {
  const fixture = randomUUID();
  const one = await read(await grounds.playerToken(), [fixture]);
  const other = await read(await grounds.playerToken(), [fixture], gateways[1].httpUrl);
  await read(await grounds.operatorToken('trader'), [fixture]);
  const counted = (reader: Reader) => eventsOf<FixtureViewers>(reader, 'viewers').at(-1);
  for (const reader of [one, other])
    await eventually(
      () => counted(reader),
      (news) => news?.viewers === 2,
      20_000,
    );
  expect(counted(one)).toEqual({ fixtureId: fixture, viewers: 2 });
  other.leave();
  await eventually(
    () => counted(one),
    (news) => news?.viewers === 1,
    20_000,
  );
});

describe('the stream', () => {
  it('is for those who are signed in', async () => {
    expect((await fetch(`${gateways[0].httpUrl}/api/stream`)).status).toBe(401);
  });

  it.each([
    ['what is no id', 'nonsense'],
    ['a wildcard of the bus', `${randomUUID()},*`],
    ['more than fifty', Array.from({ length: 51 }, () => randomUUID()).join(',')],
  ])('refuses %s', async (_name, fixtures) => {
    const response = await fetch(`${gateways[0].httpUrl}/api/stream?fixtures=${fixtures}`, {
      headers: { authorization: `Bearer ${await grounds.playerToken()}` },
    });
    expect(response.status).toBe(400);
    expect(Problem.parse(await response.json())).toMatchObject({
      code: 'invalid_request',
      errors: { fixtures: expect.any(String) },
    });
  });

  it('begins with ready, is kept by no proxy and changed by none', async () => {
    const reader = await read(await grounds.playerToken());
    expect(reader.headers.get('content-type')).toContain('text/event-stream');
    expect(reader.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(reader.events).toEqual([{ event: 'ready', data: {} }]);
  });

  it('sends prices of the wanted fixtures in sequence, many changes in one frame', async () => {
    const [wanted, other] = [randomUUID(), randomUUID()];
    const reader = await read(await grounds.playerToken(), [wanted]);
    const frames = () => reader.events.filter(({ event }) => event === 'prices').length;
    let sequence = 0;
    while (frames() < 4) {
      hint(`live.fixture.${wanted}`, priced(wanted, ++sequence));
      hint(`live.fixture.${other}`, priced(other, sequence));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => eventsOf<Prices>(reader, 'prices').at(-1)?.sequence === sequence);
    expect(frames()).toBeLessThan(sequence);
    const all = eventsOf<Prices>(reader, 'prices');
    expect(all.map((prices) => prices.sequence)).toEqual(all.map((prices) => prices.sequence).sort((a, b) => a - b));
    expect(new Set(all.map(({ fixtureId }) => fixtureId))).toEqual(new Set([wanted]));
    expect(all.at(-1)).toEqual(priced(wanted, sequence));
  });

  it('serves many readers of one fixture, and goes on when one of them leaves', async () => {
    const fixture = randomUUID();
    const [stays, leaves] = [
      await read(await grounds.playerToken(), [fixture]),
      await read(await grounds.playerToken(), [fixture]),
    ];
    hint(`live.fixture.${fixture}`, priced(fixture, 1));
    await eventually(() => [stays, leaves].every((reader) => eventsOf(reader, 'prices').length === 1));
    leaves.leave();
    await leaves.ended;
    hint(`live.fixture.${fixture}`, priced(fixture, 2));
    await eventually(() => eventsOf<Prices>(stays, 'prices').at(-1)?.sequence === 2);
    expect(eventsOf(leaves, 'prices')).toHaveLength(1);
  });

  it('sends a player their own changes only', async () => {
    const [me, other] = [randomUUID(), randomUUID()];
    const reader = await read(await grounds.playerToken({ sub: me }));
    const mine: Change = { type: 'evt.wallet.BalanceChanged.v1', id: randomUUID(), version: 3 };
    hint(`live.player.${other}`, { ...mine, id: randomUUID() });
    hint('live.operators', { ...mine, id: randomUUID(), permission: 'payments' });
    hint(`live.player.${me}`, { ...mine, more: 'than the contract says' });
    await eventually(() => eventsOf(reader, 'changes').length > 0);
    expect(eventsOf(reader, 'changes')).toEqual([mine]);
  });

  it('sends every player that a fixture came on offer, began or ended, whichever it carries', async () => {
    const readers = [await read(await grounds.playerToken()), await read(await grounds.playerToken(), [randomUUID()])];
    const trader = await read(await grounds.operatorToken('trader'));
    const change: Change = { type: offerChange, id: randomUUID(), version: 3 };
    hint(offerChange, change);
    await eventually(() => readers.every((reader) => eventsOf(reader, 'changes').length > 0));
    for (const reader of readers) expect(eventsOf(reader, 'changes')).toEqual([change]);
    expect(eventsOf(trader, 'changes')).toEqual([]);
  });

  it('sends an operator what they may know', async () => {
    const [finance, trader] = [
      await read(await grounds.operatorToken('finance')),
      await read(await grounds.operatorToken('trader')),
    ];
    const payment: Change = { type: 'evt.wallet.DepositRequested.v1', id: randomUUID(), version: 1 };
    const market: Change = { type: 'evt.betting.MarketSuspended.v1', id: randomUUID(), version: 1 };
    hint('live.operators', { ...payment, permission: 'payments' });
    hint('live.operators', { ...market, permission: 'betting' });
    await eventually(() => [finance, trader].every((reader) => eventsOf(reader, 'changes').length > 0));
    expect(eventsOf(finance, 'changes')).toEqual([payment]);
    expect(eventsOf(trader, 'changes')).toEqual([market]);
  });

  it('sends each change of a chat at once, ahead of prices and other changes that wait', async () => {
    const [me, fixture, chatId] = [randomUUID(), randomUUID(), randomUUID()];
    const reader = await read(await grounds.playerToken({ sub: me }), [fixture]);
    hint(`live.fixture.${fixture}`, priced(fixture, 1));
    await eventually(() => eventsOf(reader, 'prices').length === 1);
    const balance: Change = { type: 'evt.wallet.BalanceChanged.v1', id: randomUUID(), version: 1 };
    const messages = [1, 2, 3].map(
      (version): Change => ({ type: chatEvents.chatMessageSent.subject, id: chatId, version }),
    );
    const typing: Change = { type: typingHint, id: chatId, version: 1 };
    hint(`live.fixture.${fixture}`, priced(fixture, 2));
    hint(`live.player.${me}`, balance);
    for (const change of [...messages, typing]) hint(`live.player.${me}`, change);
    await eventually(() => eventsOf<Prices>(reader, 'prices').at(-1)?.sequence === 2);
    const frames = reader.events.slice(2).map(({ data }) => data);
    expect(frames).toEqual([...[...messages, typing, balance].map((change) => [change]), [priced(fixture, 2)]]);
  });

  it('keeps the changes of a chat for a slow reader, ahead of its ready', async () => {
    const me = randomUUID();
    const stuck = await stuckReader(await grounds.playerToken({ sub: me }));
    const message: Change = { type: chatEvents.chatMessageSent.subject, id: randomUUID(), version: 7 };
    const witness = await read(await grounds.playerToken({ sub: me }));
    hint(`live.player.${me}`, message);
    await eventually(() => eventsOf(witness, 'changes').length === 1);
    stuck.resume();
    await eventually(() => stuck.text().includes('event: ready'));
    const text = stuck.text();
    expect(text).toContain(JSON.stringify([message]));
    expect(text.indexOf(message.id)).toBeLessThan(text.indexOf('event: ready'));
    stuck.leave();
  });

  it('ends when the token does', async () => {
    const token = await grounds.playerToken({ exp: Math.floor(Date.now() / 1_000) + 2 });
    const reader = await read(token);
    expect(await statusAt(gateways[0], token)).toBe(200);
    await reader.ended;
    await eventually(async () => (await statusAt(gateways[0], token)) === 401);
  });

  it('ends with its gateway, and asks its reader to come back in their own time', async () => {
    const leaving = await start(grounds.env);
    const both = [
      await read(await grounds.playerToken(), [], leaving.httpUrl),
      await read(await grounds.playerToken(), [], leaving.httpUrl),
    ];
    await leaving.stop();
    await Promise.all(both.map(({ ended }) => ended));
    const delays = both.map(({ asides }) => Number(/^retry: (\d+)$/.exec(asides.at(-1) ?? '')?.[1]));
    for (const delay of delays) expect(delay).toBeGreaterThanOrEqual(500);
    expect(delays[0]).not.toBe(delays[1]);
  });

  it('is open a bounded number of times for one person', async () => {
    const alone = await start({ ...grounds.env, FAIRLINE_DEMO: '0' });
    const token = await grounds.playerToken();
    for (let open = 0; open < 20; open++) expect((await read(token, [], alone.httpUrl)).status).toBe(200);
    const metrics = await (await fetch(`${alone.internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/fairline_streams_open\{[^}]*\} 20/);
    expect((await readStream(alone.httpUrl, token)).status).toBe(429);
    readers.at(-1)?.leave();
    await eventually(async () => (await readStream(alone.httpUrl, token)).status === 200);
    await alone.stop();
  });

  it('is not open for who left while it was asked who they are', async () => {
    const before = await counted('streams_open');
    // Each token is new, so that it must be verified first.
    for (let call = 0; call < 20; call++) {
      const socket = connect(Number(new URL(gateways[0].httpUrl).port), '127.0.0.1');
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.write(
        `GET /api/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${await grounds.playerToken()}\r\n\r\n`,
        () => socket.resetAndDestroy(),
      );
      await new Promise((resolve) => socket.once('close', resolve));
    }
    // A reader that stays is served after them.
    await read(await grounds.playerToken());
    readers.at(-1)?.leave();
    await eventually(async () => (await counted('streams_open')) === before);
  });

  it('keeps nothing for a reader who does not read, and has them look again when they do', async () => {
    const stuck = await stuckReader(await grounds.playerToken());
    stuck.resume();
    await eventually(() => stuck.text().includes('event: ready'));
    // Earlier hints may still arrive and make the reader refetch.
    await eventually(() => {
      hint(`live.fixture.${stuck.fixture}`, priced(stuck.fixture, 1_000_000, 2_000));
      return stuck.text().includes('"sequence":1000000');
    });
    stuck.leave();
  });

  it('holds no place for a reader who does not read once their session has ended', async () => {
    const [sub, sid] = [randomUUID(), newSessionId()];
    const before = await counted('streams_open');
    const stuck = await stuckReader(await grounds.playerToken({ sub, sid }));
    expect(await counted('streams_open')).toBe(before + 1);
    await revoked(sub, sid);
    await eventually(async () => (await counted('streams_open')) === before);
    stuck.leave();
  });
});

describe('a session that ended', () => {
  it('is refused by every gateway, and its stream ends', async () => {
    const [sub, sid] = [randomUUID(), newSessionId()];
    const [ended, kept] = [await grounds.playerToken({ sub, sid }), await grounds.playerToken({ sub })];
    const streams = [await read(ended), await read(ended, [], gateways[1].httpUrl)];
    const other = await read(kept);
    expect(await statusAt(gateways[0], ended)).toBe(200);
    await revoked(sub, sid);
    await Promise.all(gateways.map((gateway) => eventually(async () => (await statusAt(gateway, ended)) === 401)));
    await Promise.all(streams.map((stream) => stream.ended));
    expect(await statusAt(gateways[0], kept)).toBe(200);
    const change: Change = { type: 'evt.wallet.BalanceChanged.v1', id: randomUUID(), version: 1 };
    hint(`live.player.${sub}`, change);
    await eventually(() => eventsOf(other, 'changes').length === 1);
  });

  it('with all others of its player leaves them free to sign in again', async () => {
    const sub = randomUUID();
    const [one, another] = [await grounds.playerToken({ sub }), await grounds.playerToken({ sub })];
    await revoked(sub, null);
    await eventually(async () => (await statusAt(gateways[0], one)) === 401);
    expect(await statusAt(gateways[0], another)).toBe(401);
    expect(await statusAt(gateways[0], await grounds.playerToken({ sub }))).toBe(200);
  });

  it('because the account was closed is refused, one of a suspended account is not', async () => {
    const [closed, suspended] = [randomUUID(), randomUUID()];
    const tokens = [await grounds.playerToken({ sub: closed }), await grounds.playerToken({ sub: suspended })] as const;
    await statusChanged(suspended, 'suspended');
    await statusChanged(closed, 'closed');
    await eventually(async () => (await statusAt(gateways[1], tokens[0])) === 401);
    expect(await statusAt(gateways[1], tokens[1])).toBe(200);
  });

  it('of an earlier jurisdiction is refused after a move, and a renewed token is not', async () => {
    const [sub, sid] = [randomUUID(), newSessionId()];
    const [token, other] = [await grounds.playerToken({ sub, sid }), await grounds.playerToken()];
    const stream = await read(token);
    const moved = { playerId: sub, status: 'active', level: 'unverified', jurisdiction: 'gb' };
    await grounds.world.publish(userEvents.verificationChanged.subject, sub, 2, moved);
    await Promise.all(gateways.map((gateway) => eventually(async () => (await statusAt(gateway, token)) === 401)));
    await stream.ended;
    expect(await statusAt(gateways[0], await grounds.playerToken({ sub, sid, jurisdiction: 'gb' }))).toBe(200);
    expect(await statusAt(gateways[0], other)).toBe(200);
  });

  it('before a gateway began is known to it from its first moment', async () => {
    const [sub, sid] = [randomUUID(), newSessionId()];
    const token = await grounds.playerToken({ sub, sid });
    await revoked(sub, sid);
    const late = await start(grounds.env);
    expect(await statusAt(late, token)).toBe(401);
    expect(await statusAt(late, await grounds.playerToken({ sub }))).toBe(200);
    await late.stop();
  });
});

describe('without the message server', () => {
  it('streams end, and later no token is accepted until revocations are received again', async () => {
    const wire = await openWire(grounds.env.NATS_URL ?? '');
    const cutOff = await start({ ...grounds.env, NATS_URL: wire.url });
    const [sub, sid] = [randomUUID(), newSessionId()];
    const [ended, kept] = [await grounds.playerToken({ sub, sid }), await grounds.playerToken({ sub })];
    const stream = await read(kept, [], cutOff.httpUrl);
    wire.cut();
    await revoked(sub, sid);
    await stream.ended;
    expect(stream.asides.at(-1)).toMatch(/^retry: \d+$/);
    expect((await readStream(cutOff.httpUrl, kept)).status).toBe(503);
    expect((await fetch(`${cutOff.httpUrl}/readyz`)).status).toBe(503);
    expect(await statusAt(cutOff, kept)).toBe(200);
    await eventually(async () => (await statusAt(cutOff, kept)) === 503);
    expect((await fetch(`${cutOff.httpUrl}/api/betting/sports`)).status).toBe(200);
    wire.mend();
    await eventually(async () => (await statusAt(cutOff, kept)) === 200);
    expect(await statusAt(cutOff, ended)).toBe(401);
    expect((await read(kept, [], cutOff.httpUrl)).status).toBe(200);
    await cutOff.stop();
    await wire.close();
  });
});

it('a stream without changes goes on sending heartbeats', async () => {
  const reader = await read(await grounds.playerToken());
  const beats = () => reader.asides.filter((aside) => aside === ':').length;
  await eventually(() => beats() >= 3);
});
