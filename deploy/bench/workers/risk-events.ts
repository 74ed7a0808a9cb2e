/**
 * How fast risk reads the events of all services: a backlog of play, money and sign-ins, until every event is stored and measured by every rule.
 * Then the time from an event to its alert, at 200 events a second.
 */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { sessionEvents } from '@fairline/proto/auth/sessions';
import { betEvents } from '@fairline/proto/betting/bets';
import { roundEvents } from '@fairline/proto/casino/rounds';
import type { Envelope, EventType } from '@fairline/proto/contract';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import pg from 'pg';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { openVoice } from '../../local/platform/voice.ts';
import { type Bench, percentile, type Row } from '../row.ts';
import { residentMB } from './usage.ts';

const backlog = 300_000;
const perMessage = 32;
const messagesAtOnce = 50;
const giveUpMs = 300_000;
const steady = { rate: 200, seconds: 20 };
const players = Array.from({ length: 5_000 }, () => randomUUID());

export const riskEvents: Bench = {
  title: 'risk events',
  async run(log) {
    const platform = await startPlatform({ temporary: true, demo: true, processes: ['risk'], logLevel: 'warn', log });
    const db = new pg.Client({ connectionString: platform.databaseOf('risk') });
    await db.connect();
    try {
      return [...(await drain(platform, db, log)), await alertTimes(platform, db, log)];
    } finally {
      await db.end();
      await platform.stop();
    }
  },
};

/** The mix of events, by share in per cent. */
const mix: readonly [
  share: number,
  service: 'casino' | 'betting' | 'auth' | 'wallet',
  event: EventType,
  data: (playerId: string) => object,
][] = [
  [
    55,
    'casino',
    roundEvents.roundSettled,
    (playerId) => ({
      ...{
        roundId: randomUUID(),
        playerId,
        gameId: 'mega-fortune-slots',
        gameVersion: 1,
        currency: 'EUR',
        status: 'settled',
        wagerMinor: 100,
      },
      ...{ payoutMinor: 90, jurisdiction: 'open', book: 'real' },
    }),
  ],
  [
    25,
    'betting',
    betEvents.betAccepted,
    (playerId) => ({
      ...{
        betId: randomUUID(),
        playerId,
        currency: 'EUR',
        version: 1,
        stakeMinor: 500,
        dueMinor: 0,
        status: 'accepted',
        book: 'real',
      },
      legs: [
        {
          fixtureId: randomUUID(),
          marketId: players[Math.floor(Math.random() * 500)],
          selectionId: 'home',
          sport: 'soccer',
          isLive: true,
        },
      ],
    }),
  ],
  [
    15,
    'auth',
    sessionEvents.userSignedIn,
    (playerId) => ({ playerId, sessionId: randomUUID(), deviceKey: playerId, addressKey: playerId }),
  ],
  [
    5,
    'wallet',
    paymentEvents.depositApproved,
    (playerId) => ({
      paymentId: randomUUID(),
      playerId,
      type: 'deposit',
      amountMinor: 2_000,
      currency: 'EUR',
      method: 'card',
      book: 'real',
    }),
  ],
];

const somebody = () => players[Math.floor(Math.random() * players.length)] as string;

function envelope(event: EventType, data: object): Envelope {
  const time = new Date().toISOString();
  return {
    ...{
      specversion: '1.0',
      id: randomUUID(),
      source: `/fairline/${event.service}`,
      type: event.subject,
      subject: randomUUID(),
      time,
    },
    ...{ datacontenttype: 'application/json', version: 1, data },
  };
}

async function drain(platform: Platform, db: pg.Client, log: (line: string) => void): Promise<Row[]> {
  await platform.hold('risk');
  for (const [share, service, event, data] of mix) {
    const voice = await openVoice(platform, service);
    const messages = Math.ceil((backlog * share) / 100 / perMessage);
    for (let at = 0; at < messages; at += messagesAtOnce) {
      const some = Array.from({ length: Math.min(messagesAtOnce, messages - at) }, () =>
        Array.from({ length: perMessage }, () => envelope(event, data(somebody()))),
      );
      await Promise.all(some.map((message) => voice.publish(event.subject, message, message[0]?.id ?? '')));
    }
    await voice.close();
  }
  log(`${backlog.toLocaleString('en-US')} events wait`);
  await platform.release('risk');
  const kept = async () =>
    Number((await db.query<{ count: string }>('select count(*) from stream_events')).rows[0]?.count);
  const first = await until(kept, (count) => count > 0);
  const last = await until(kept, (count) => count >= backlog);
  await until(
    async () =>
      Number(
        (await db.query<{ count: string }>('select count(*) from signal_marks where rule_id is null')).rows[0]?.count,
      ),
    (count) => count === 0,
  );
  const perSecond = (backlog - first.value) / ((Date.now() - first.at) / 1_000);
  const memory = residentMB(platform.pidOf('risk') as number);
  log(
    `kept after ${((last.at - first.at) / 1_000).toFixed(1)} s, measured after ${((Date.now() - first.at) / 1_000).toFixed(1)} s; load ${loadavg()[0]?.toFixed(1)}`,
  );
  return [
    {
      name: 'events kept and measured by rules',
      value: perSecond,
      unit: 'a second',
      yardstick: '3,000 a second wanted',
      ratio: perSecond / 3_000,
    },
    { name: 'memory of risk after them', value: memory, unit: 'MB' },
  ];
}

async function until(
  count: () => Promise<number>,
  holds: (value: number) => boolean,
): Promise<{ value: number; at: number }> {
  for (const deadline = Date.now() + giveUpMs; Date.now() < deadline; await pause(500)) {
    const value = await count();
    if (holds(value)) return { value, at: Date.now() };
  }
  throw new Error('risk did not read the backlog in time');
}

/** The times from a large deposit to its alert, with one such deposit a second among ordinary events. */
async function alertTimes(platform: Platform, db: pg.Client, log: (line: string) => void): Promise<Row> {
  const voices = new Map(
    await Promise.all(mix.map(async ([, service]) => [service, await openVoice(platform, service)] as const)),
  );
  const sentAt = new Map<string, number>();
  const [[, , round, roundData] = [], , , [, , deposit] = []] = mix;
  if (!round || !roundData || !deposit) throw new Error('the mix has changed');
  const startedAt = performance.now();
  for (let sent = 0; sent < steady.rate * steady.seconds; sent++) {
    await pause(Math.max(0, startedAt + (sent * 1_000) / steady.rate - performance.now()));
    if (sent % steady.rate === 0) {
      const playerId = randomUUID();
      sentAt.set(playerId, Date.now());
      const large = envelope(deposit, {
        ...{ paymentId: randomUUID(), playerId, type: 'deposit', amountMinor: 900_000 },
        currency: 'EUR',
        method: 'card',
        book: 'real',
      });
      void voices.get('wallet')?.publish(deposit.subject, large, large.id);
    }
    const ordinary = envelope(round, roundData(somebody()));
    void voices.get('casino')?.publish(round.subject, ordinary, ordinary.id);
  }
  const seen = async () =>
    (await db.query(`select 1 from alerts where type = 'large_deposit' and player_id = any ($1)`, [[...sentAt.keys()]]))
      .rows.length;
  await until(seen, (count) => count === sentAt.size);
  const { rows } = await db.query<{ id: string; at: Date }>(
    'select player_id as id, created_at as at from alerts where player_id = any ($1)',
    [[...sentAt.keys()]],
  );
  const times = rows.map(({ id, at }) => at.getTime() - (sentAt.get(id) ?? 0)).sort((one, other) => one - other);
  for (const voice of voices.values()) await voice.close();
  log(`from event to alert ${percentile(times, 0.5)} ms, at most ${times.at(-1)} ms; load ${loadavg()[0]?.toFixed(1)}`);
  return {
    name: 'alert after its event, slowest',
    value: times.at(-1) ?? 0,
    unit: 'ms',
    yardstick: '1,000 ms wanted',
    ratio: (times.at(-1) ?? 0) / 1_000,
  };
}
