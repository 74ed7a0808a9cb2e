/** Every rule on a real database: events that just complete a case raise its alert, events that just do not raise none, in any order and with repeats. */
import { randomUUID } from 'node:crypto';
import type { AnyEvent } from '@fairline/chassis/messaging/inbox';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { openWorld, SetClock, type World } from '@fairline/chassis/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Risk } from '../config.ts';
import { day, events as e, hour, minute, noon } from '../testing-rules.ts';
import { collectSignals, evaluateMarks } from './commands.ts';
import { rules } from './rules.ts';

let world: World;
let risk: Risk;
beforeAll(async () => {
  world = await openWorld('risk', new URL('../main.ts', import.meta.url).href, { AUDIT_HEAD_FILE: '/tmp/none' });
  const log = createLog('risk', 'error');
  risk = {
    db: new Database(world.env.DATABASE_URL ?? '', log),
    log,
    clock: new SetClock(new Date(noon)),
  } as unknown as Risk;
});
afterAll(async () => {
  await risk.db.close();
  await world.close();
});

async function clear(): Promise<void> {
  await world.db.query(
    'truncate signals, signal_days, play_minutes, signal_marks, alert_events, alert_notes, alerts, rule_throttles, rule_settings cascade',
  );
}

/** Passes the batches on as the consumer does, each event once even if it repeats. Rules that wait measure when all have arrived. */
async function feed(batches: readonly (readonly AnyEvent[])[]): Promise<void> {
  const seen = new Set<string>();
  for (const batch of batches) {
    const fresh = batch.filter(({ id }) => !seen.has(id) && seen.add(id));
    await risk.db.tx((tx) => collectSignals(tx, fresh));
    await world.db.query(`update signal_marks set marked_at = now() - interval '1 second' where rule_id is null`);
    await evaluateMarks(risk);
  }
  await settle();
}

/** Lets the time pass for which rules wait. */
async function settle(): Promise<void> {
  await world.db.query(`update signals set arrived_at = arrived_at - interval '1 hour'`);
  await world.db.query(`update signal_marks set marked_at = now() - interval '1 second'`);
  await evaluateMarks(risk);
}

const readAlerts = async () =>
  (
    await world.db.query<{ cause: string; rule: string; description: string }>(
      'select cause, rule_id as rule, description from alerts order by cause',
    )
  ).rows;

const [a, b, c, d, f] = Array.from({ length: 5 }, () => randomUUID()) as [string, string, string, string, string];
const players = Array.from({ length: 6 }, () => randomUUID());
const times = (count: number, make: (at: number) => AnyEvent) => Array.from({ length: count }, (_, at) => make(at));
const market = randomUUID();
const twoSides = (at: number, player: string, own = randomUUID()) => [
  e.bet(at, player, 100, [{ market: own, selection: 'home' }]),
  e.bet(at + minute, player, 100, [{ market: own, selection: 'away' }]),
];
const lateBet = (at: number, beforeMs: number, own = randomUUID()) => [
  e.bet(at, a, 100, [{ market: own, selection: 'x', isLive: true }]),
  e.suspended(at + beforeMs, own),
];
const liveBets = (
  count: number,
  player: string,
  after: (at: number) => string | undefined,
  own?: Parameters<typeof e.liveBet>[3],
) => Array.from({ length: count }, (_, at) => e.liveBet(at * minute, player, after(at), own)).flat();
const approvals = (by: string, of: string, count: number) =>
  times(count, (at) => e.approved(at * hour, by, randomUUID(), of));
const ofPlayers = (count: number, make: (player: string, at: number) => AnyEvent) => players.slice(0, count).map(make);
/** A player's usual stakes on the day before. */
const usualStakes = (count: number, stakeMinor: number) =>
  times(count, (at) => e.round(-day + at * minute, a, stakeMinor));

/** By rule: events that complete a case, and events that just do not. */
const table: Record<string, [completing: () => AnyEvent[], lacking: () => AnyEvent[]]> = {
  large_deposit: [
    () => [e.deposit(0, a, 500_000)],
    () => [e.deposit(0, a, 499_999), e.deposit(0, b, 900_000, { book: 'play' })],
  ],
  deposit_total: [
    () => times(10, (at) => e.deposit(at * hour, a, 100_000)),
    () => times(10, (at) => e.deposit(at * 4 * hour, a, 100_000)),
  ],
  structuring: [
    () => [e.deposit(0, a, 400_000), e.deposit(3 * day, a, 499_999), e.deposit(6 * day, a, 999_999)],
    () => [
      e.deposit(0, a, 400_000),
      e.deposit(3 * day, a, 499_999),
      e.deposit(7 * day, a, 450_000),
      e.deposit(1 * day, a, 399_999),
    ],
  ],
  unplayed_withdrawal: [
    () => [e.deposit(0, a, 100_000), e.round(hour, a, 49_999), e.withdrawal(2 * hour, a, 20_000)],
    () => [
      e.deposit(0, a, 100_000),
      e.round(hour, a, 50_000),
      e.withdrawal(2 * hour, a, 20_000),
      e.deposit(0, b, 50_000),
      e.withdrawal(hour, b, 19_999),
    ],
  ],
  failed_deposits: [
    () => times(5, (at) => e.failedDeposit(at * 10 * minute, a)),
    () => times(5, (at) => e.failedDeposit(at * 15 * minute, a)),
  ],
  raised_limit_deposit: [
    () => [e.limit(0, a, 'removed'), e.deposit(day, a, 100_000)],
    () => [
      e.limit(0, a, 'removed'),
      e.deposit(-1, a, 100_000),
      e.deposit(hour, a, 99_999),
      e.deposit(day + 1, a, 100_000),
      e.limit(0, b, 'lowered'),
      e.deposit(1, b, 100_000),
    ],
  ],
  dormant_account: [
    () => [e.round(-180 * day, a, 100), e.withdrawal(0, a, 100)],
    () => [e.round(-179 * day, a, 100), e.withdrawal(0, a, 100), e.deposit(0, b, 100)],
  ],
  large_win: [
    () => [e.settled(0, a, 1_000_000)],
    () => [e.settled(0, a, 999_999), e.round(0, a, 100, 5_000_000, { book: 'play' })],
  ],
  sign_in_failures: [
    () => times(10, (at) => e.failedSignIn(at * minute, a)),
    () => times(10, (at) => e.failedSignIn(at * 2 * minute, a)),
  ],
  sign_in_failures_address: [
    () => times(20, (at) => e.failedSignIn(at * 30_000, players[at % 5] as string, 'address')),
    () => times(19, (at) => e.failedSignIn(at * 30_000, players[at % 5] as string, 'address')),
  ],
  shared_device: [
    () => ofPlayers(3, (player, at) => e.signIn(at * day, player, { deviceKey: 'device' })),
    () => [
      ...ofPlayers(2, (player, at) => e.signIn(at * day, player, { deviceKey: 'device' })),
      e.signIn(2 * day, players[0] as string, { deviceKey: 'device' }),
    ],
  ],
  shared_address: [
    () => ofPlayers(5, (player, at) => e.signIn(at * hour, player, { addressKey: 'address' })),
    () => ofPlayers(4, (player, at) => e.signIn(at * hour, player, { addressKey: 'address' })),
  ],
  shared_destination: [
    () => ofPlayers(2, (player) => e.destination(0, player, 'card')),
    () => [e.destination(0, a, 'card'), e.destination(1, a, 'card'), e.destination(2, b, 'other')],
  ],
  account_takeover: [
    () => [e.password(0, a), e.destination(day, a)],
    () => [
      e.password(0, a),
      e.destination(day + 1, a),
      e.destination(-1, a),
      e.twoFactor(0, b, true),
      e.destination(1, b),
    ],
  ],
  kyc_rejections: [
    () => [e.kycRejected(0, a), e.kycRejected(29 * day, a)],
    () => [e.kycRejected(0, a), e.kycRejected(30 * day, a), e.kycRejected(0, b)],
  ],
  kyc_identity_change: [
    () => [e.profile(-day, a, 'lastName'), e.kycApproved(0, a)],
    () => [e.profile(-8 * day, a, 'lastName'), e.kycApproved(0, a), e.profile(hour, a, 'phone', 'city')],
  ],
  linked_claims: [
    () => [
      ...ofPlayers(3, (player) => e.claim(0, player)),
      ...ofPlayers(3, (player, at) => e.signIn(at * hour, player, { deviceKey: 'claims' })),
    ],
    () => [
      ...ofPlayers(2, (player) => e.claim(0, player)),
      ...ofPlayers(2, (player) => e.signIn(0, player, { deviceKey: 'claims' })),
      e.claim(0, d),
    ],
  ],
  bet_velocity: [
    () => times(30, (at) => e.bet(at * 2_000, a, 100)),
    () => times(40, (at) => e.bet(at * 2_100, a, 100)),
  ],
  unusual_stake: [
    () => [...usualStakes(20, 5_000), e.bet(0, a, 50_000)],
    () => [...usualStakes(20, 5_001), e.bet(0, a, 50_000), e.bet(0, b, 900_000)],
  ],
  arbitrage: [
    () => [...twoSides(0, a), ...twoSides(hour, a), ...twoSides(2 * hour, a)],
    () => [
      ...twoSides(0, a, market),
      ...twoSides(5 * minute, a, market),
      ...twoSides(hour, a),
      ...twoSides(2 * hour, b),
    ],
  ],
  late_bets: [
    () => [...lateBet(0, 5_000), ...lateBet(hour, 1), ...lateBet(2 * hour, 3_000)],
    () => [
      ...lateBet(0, 5_001),
      ...lateBet(hour, 1),
      ...lateBet(2 * hour, 3_000),
      e.bet(0, a, 100, [{ market, selection: 'x', isLive: true }]),
      e.suspended(1, market, 'operator'),
    ],
  ],
  rejected_live_bets: [
    () => liveBets(20, a, (at) => ['price_changed', 'market_closed', 'accepted', 'accepted', 'accepted'][at % 5]),
    () => [
      ...liveBets(20, a, (at) => (at < 7 ? 'market_closed' : 'accepted')),
      ...liveBets(10, a, () => 'bet_timed_out'),
      ...liveBets(20, a, () => 'price_changed', { book: 'play' }),
      ...liveBets(20, a, () => 'price_changed', { isLive: false }),
      ...liveBets(19, b, () => 'price_changed'),
    ],
  ],
  opposite_sides: [
    () => [
      e.signIn(-day, a, { deviceKey: 'device' }),
      e.bet(0, a, 100, [{ market, selection: 'home' }]),
      e.bet(hour, b, 100, [{ market, selection: 'away' }]),
      e.signIn(2 * hour, b, { deviceKey: 'device' }),
    ],
    () => [
      e.signIn(0, a, { deviceKey: 'device', addressKey: 'address' }),
      e.signIn(0, b, { deviceKey: 'device', addressKey: 'address' }),
      e.signIn(0, c, { addressKey: 'address' }),
      e.bet(0, a, 100, [{ market, selection: 'home' }]),
      e.bet(hour, b, 100, [{ market, selection: 'home' }]),
      e.bet(hour, c, 100, [{ market, selection: 'away' }]),
    ],
  ],
  own_prices_used: [
    () => [
      e.prices(0, d, market),
      e.bet(hour, a, 50_000, [{ market, selection: 'home' }]),
      e.bet(2 * hour, b, 100, [{ market, selection: 'home' }]),
    ],
    () => [
      e.prices(0, d, market),
      e.bet(-hour, a, 50_000, [{ market, selection: 'home' }]),
      e.bet(hour, b, 12_600, [{ market, selection: 'home' }]),
      e.bet(2 * hour, a, 50_000, [{ market, selection: 'home' }]),
    ],
  ],
  own_rates_used: [
    () => [e.rate(0, d), e.conversion(hour, a, 100_000)],
    () => [
      e.rate(0, d),
      e.conversion(hour + 1, a, 100_000),
      e.conversion(1, a, 99_999),
      e.conversion(1, a, 100_000, ['BTC', 'EUR']),
    ],
  ],
  mutual_approvals: [
    () => [...approvals(d, f, 2), ...approvals(f, d, 2)],
    () => [...approvals(d, f, 5), ...approvals(f, d, 1)],
  ],
  inviter_approvals: [
    () => [
      e.invited(-50 * day, c, f, d),
      ...['x', 'y', 'z'].flatMap((id, at) => [e.asked(at * hour, f, id), e.approved((at + 1) * hour, d, id)]),
    ],
    () => [e.invited(-50 * day, c, f, d), ...approvals(d, f, 2), ...approvals(d, c, 3)],
  ],
  operator_gifts: [
    () => [...times(5, (at) => e.gave(at * hour, d, a, 49_900)), e.voided(6 * hour, d, a, 500)],
    () => [
      ...times(5, (at) => e.gave(at * hour, d, a, 49_900)),
      e.gave(6 * hour, d, b, 49_900),
      e.gave(6 * hour, f, a, 49_900),
      e.gave(6 * hour, d, a, -49_900),
      e.gave(6 * hour, d, a, 49_900, { status: 'pending' }),
      e.gave(6 * hour, d, a, 49_900, { book: 'play' }),
      e.gave(-day, d, a, 49_900),
    ],
  ],
  voided_losses: [
    () => [e.voided(0, d, a, 50_000), e.voided(hour, d, a, 60_000), e.voided(2 * hour, d, a, -10_000)],
    () => [
      e.voided(0, d, a, -10_001),
      ...[50_000, 60_000].map((minor, at) => e.voided((at + 1) * hour, d, a, minor)),
      e.voided(hour, d, a, 90_000, { requestedBy: f }),
      e.voided(hour, f, a, 90_000),
    ],
  ],
  unseen_documents: [
    () => [
      e.viewed(0, d, 'paper'),
      e.documentApproved(hour, d, a, c, f),
      e.viewed(hour, f, c),
      e.viewed(2 * hour, d, c),
    ],
    () => [
      e.viewed(0, d, c),
      e.viewed(0, d, f),
      e.documentApproved(hour, d, a, c, f),
      e.documentApproved(2 * hour, d, b),
    ],
  ],
};

/** The alerts of one rule only, because events for one rule may also complete a case of another. */
const alertsOf = async (rule: string) => (await readAlerts()).filter((alert) => alert.rule === rule);

describe.each(rules.map(({ id }) => id))('%s', (id) => {
  it('is raised by events that complete a case', async () => {
    await clear();
    await feed([table[id]?.[0]() ?? []]);
    expect(await alertsOf(id)).toHaveLength(1);
  });

  it('is not raised by events that just do not complete a case', async () => {
    await clear();
    await feed([table[id]?.[1]() ?? []]);
    expect(await alertsOf(id)).toEqual([]);
  });
});

describe('what rules compare with', () => {
  const home = (at: number, player: string, stakeMinor: number) =>
    e.bet(at, player, stakeMinor, [{ market, selection: 'home' }]);

  it.each([
    [
      'stakes of others before it, which arrive after it',
      [[home(2 * hour, a, 50_000)], [e.prices(0, d, market)], [home(hour, b, 12_600)]],
      0,
    ],
    [
      'stakes of others before it, which arrived before it',
      [[home(hour, b, 12_600)], [e.prices(0, d, market), home(2 * hour, a, 50_000)]],
      0,
    ],
    [
      'stakes of others after it, which arrive before it',
      [[home(2 * hour, b, 12_600), e.prices(0, d, market)], [home(hour, a, 50_000)]],
      1,
    ],
    [
      'stakes of others after it, which arrive after it',
      [[e.prices(0, d, market)], [home(hour, a, 50_000)], [home(2 * hour, b, 12_600)]],
      1,
    ],
  ])('judges a bet at own prices by %s', async (_name, batches, alerts) => {
    await clear();
    await feed(batches);
    expect(await alertsOf('own_prices_used')).toHaveLength(alerts);
  });

  const asked = () => [e.deposit(0, a, 100_000), e.withdrawal(2 * hour, a, 20_000)];
  const small = (at: number) => times(10, (place) => e.round(at + place, a, 5_000));

  it.each([
    ['nothing', [asked()], 1],
    ['play after it', [[...asked(), ...small(2 * hour + 1), e.bet(3 * hour, a, 90_000)]], 1],
    ['play after it, which arrived before it', [small(2 * hour + 1), asked()], 1],
    ['play just before it', [[...asked(), ...small(2 * hour - 9)]], 0],
    ['play before it, which arrives after it', [asked(), small(2 * hour - 9)], 0],
    [
      'play of the days before, and some after it',
      [[e.deposit(-2 * day, a, 100_000), e.round(-day, a, 50_000), e.withdrawal(0, a, 20_000), ...small(1)]],
      0,
    ],
  ])('judges a withdrawal by %s', async (_name, batches, alerts) => {
    await clear();
    await feed(batches);
    expect(await alertsOf('unplayed_withdrawal')).toHaveLength(alerts);
  });
});

describe('a busy player', () => {
  const failures = (at: number) => times(5, (place) => e.failedDeposit(at + place * minute, a));

  it('is measured on late signals, however many lie between them and now', async () => {
    await clear();
    const between = times(2_100, (place) => e.failedDeposit(-29 * day + place * 15 * minute, a));
    await feed([between, [...failures(-30 * day), e.failedDeposit(0, a)]]);
    expect(await alertsOf('failed_deposits')).toHaveLength(1);
  });

  it('has one alert per period, even if its situations lie far apart', async () => {
    await clear();
    await feed([[...failures(0), ...failures(8 * hour)]]);
    expect(await alertsOf('failed_deposits')).toHaveLength(1);
    expect((await world.db.query('select from alert_events')).rows).toHaveLength(10);
  });
});

it('leaves the signals of later releases to those', async () => {
  await clear();
  await world.db.query(
    `insert into signal_marks (kind, subject, trait, from_at, until_at, value) values ('of_a_later_release', $1, '', now(), now(), 0)`,
    [a],
  );
  await world.db.query(
    `insert into signal_days (kind, subject, day, count, sum) select 'of_a_later_release', $1, now()::date, 1, 1`,
    [a],
  );
  await feed([table.dormant_account?.[0]() ?? []]);
  expect(await alertsOf('dormant_account')).toHaveLength(1);
  expect((await world.db.query('select kind from signal_marks')).rows).toEqual([{ kind: 'of_a_later_release' }]);
});

/** The same events for other players, operators and markets. */
function withOwnIds(events: readonly AnyEvent[]): AnyEvent[] {
  const ids = new Map([a, b, c, d, f, market, ...players].map((id) => [id, randomUUID()]));
  return events.map((event) => ({
    ...event,
    data: JSON.parse(JSON.stringify(event.data).replaceAll(/[0-9a-f-]{36}/g, (id) => ids.get(id as typeof a) ?? id)),
  }));
}

it('raises the same alerts whatever the order, the batches and the repeats', async () => {
  // Rules that compare would find nothing if the events of other rules were mixed in.
  const waiting = new Set<string>(rules.filter(({ waits }) => waits).map(({ id }) => id));
  const all = Object.entries(table).flatMap(([id, of]) =>
    of.flatMap((make) => (waiting.has(id) ? withOwnIds(make()) : make())),
  );
  await clear();
  await feed([all]);
  const expected = await readAlerts();
  expect(new Set(expected.map(({ rule }) => rule)).size).toBe(rules.length);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...all, ...all.slice(0, 100)], { minLength: all.length + 100 }),
      fc.integer({ min: 1, max: 60 }),
      async (shuffled, size) => {
        await clear();
        await feed(
          Array.from({ length: Math.ceil(shuffled.length / size) }, (_, at) =>
            shuffled.slice(at * size, (at + 1) * size),
          ),
        );
        expect(await readAlerts()).toEqual(expected);
      },
    ),
    { numRuns: 8 },
  );
}, 240_000);
