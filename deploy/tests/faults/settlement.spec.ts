/**
 * Ten thousand bets on one fixture: singles, accumulators and systems of many players. Betting, wallet and the feed are killed during settlement,
 * one after the other and all at once. In the end each bet is settled by the latest result of its markets and paid once, the sum of its lines as computed one by one,
 * and the ledger and the timeline of bets agree.
 */
import { execFile } from 'node:child_process';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { type Bet, betEvents } from '@fairline/proto/betting/bets';
import type { Fixture } from '@fairline/proto/betting/offer';
import type { Problem } from '@fairline/proto/contract';
import type { LegResult } from '@fairline/proto/feed';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import { expect, test } from '@playwright/test';
import type pg from 'pg';
import { root } from '../../local/installation/profile.ts';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { StagedFixture } from '../../local/platform/staged-fixture.ts';
import { openVoice } from '../../local/platform/voice.ts';
import { Client, eventually, expectedTotalMinor, isDecided, type TestPlayer } from '../client.ts';
import { connectDatabase } from '../databases.ts';

const bets = 10_000;
/** Most bets are inserted as accepted, with their stakes in the ledger; some of each kind are placed over the API. */
const holders = 500;
const bettors = 3;
const betsOfBettor = 20;
const welcomeMinor = 10_000_000;

interface Ground {
  client: Client;
  platform: Platform;
  betting: pg.Client;
  wallet: pg.Client;
  /** The fixtures: the one that all bets are on, and others for accumulators and systems. */
  fixtures: readonly [StagedFixture, ...StagedFixture[]];
}

test('settles and pays ten thousand bets once while services are killed', async () => {
  test.setTimeout(600_000);
  const platform = await startPlatform({
    temporary: true,
    demo: true,
    environment: { WELCOME_BONUS_MINOR: String(welcomeMinor) },
  });
  const [betting, wallet] = [await connectDatabase(platform, 'betting'), await connectDatabase(platform, 'wallet')];
  const feed = await openVoice(platform, 'feed');
  try {
    const client = new Client(platform.url);
    const fixture = await StagedFixture.announce(feed, [1_900, 1_950], [2_400, 1_570]);
    const others = [[1_500, 2_600] as const, [3_200, 1_330] as const, [2_050, 1_800] as const].map((prices) =>
      StagedFixture.announce(feed, prices),
    );
    const fixtures = [fixture, ...(await Promise.all(others))] as const;
    for (const one of fixtures) await waitUntilOffered(client, one);
    const ground: Ground = { client, platform, betting, wallet, fixtures };
    await insertAcceptedBets(ground, bets - bettors * betsOfBettor);
    const people: TestPlayer[] = [];
    while (people.length < bettors) people.push(await client.register());
    await Promise.all(people.map((player, place) => placeAll(ground, player, place)));
    const count = counter(betting);
    await eventually(
      () => count(`from bets where status = 'accepted'`),
      (accepted) => accepted === bets,
      60_000,
    );

    // The first result, which is corrected later. Bets that also have legs on other fixtures stay open until those end.
    const settled = () => count(`from bets where status <> 'accepted'`);
    const paid = () => counter(wallet)(`from stakes where outcome = 'settled'`);
    await fixture.end('provisional', [
      ['won', 'lost'],
      ['half_lost', 'half_won'],
    ]);
    await inMidst(settled);
    await platform.kill('betting');
    await inMidst(paid);
    await platform.kill('wallet');
    await platform.kill('feed');
    for (const [place, result] of (
      [
        ['won', 'lost'],
        ['void', 'void'],
        ['lost', 'won'],
      ] as const
    ).entries())
      await fixtures[place + 1]?.end('confirmed', [result]);
    await eventually(settled, (all) => all === bets, 60_000);

    // The result is rolled back and corrected while all services are killed at once.
    await fixture.rollBack(0);
    await fixture.settle(0, 'provisional', ['half_won', 'half_lost']);
    await inMidst(() => count(`from bet_moments where kind = 'resettled'`));
    await Promise.all([platform.kill('feed'), platform.kill('betting'), platform.kill('wallet')]);
    await fixture.settle(0, 'confirmed', ['lost', 'won']);
    await fixture.settle(1, 'confirmed', ['won', 'lost']);
    await Promise.all((['betting', 'wallet', 'feed'] as const).map((name) => platform.ready(name, 60_000)));

    const last = [
      [
        ['lost', 'won'],
        ['won', 'lost'],
      ],
      [['won', 'lost']],
      [['void', 'void']],
      [['lost', 'won']],
    ] as const;
    const results = new Map(
      fixtures.flatMap(({ markets }, at) =>
        markets.flatMap(({ selections }, place) =>
          selections.map(({ id }, side) => [id, last[at]?.[place]?.[side] as LegResult] as const),
        ),
      ),
    );
    await check(ground, people, results);
  } finally {
    await Promise.all([betting.end(), wallet.end(), feed.close()]);
    await platform.stop();
  }
});

// ---- Bets --------------------------------------------------------------------------------------

async function waitUntilOffered(client: Client, { id, markets }: StagedFixture): Promise<void> {
  await eventually(
    () => client.ask<Partial<Fixture>>('GET', `/api/betting/fixtures/${id}`),
    ({ body }) => body.markets?.length === markets.length && body.markets.every(({ status }) => status === 'active'),
    30_000,
  );
}

interface Slip {
  type: Bet['type'];
  system?: string;
  sizes: readonly number[];
  lines: number;
  stakeMinor: number;
  legs: { fixtureId: string; marketId: string; selectionId: string; oddsMilli: number }[];
}

/** The mix: of ten bets six are singles, two doubles, one a trixie and one a Lucky 15. All have a leg on the main fixture, spread over both markets and both sides. */
function slip([fixture, ...others]: Ground['fixtures'], turn: number): Slip {
  const side = (of: StagedFixture, at: number) => {
    const market = of.markets[at % of.markets.length] as StagedFixture['markets'][number];
    const { id, oddsMilli } = market.selections[(at >> 1) % 2] as (typeof market.selections)[number];
    return { fixtureId: of.id, marketId: market.id, selectionId: id, oddsMilli };
  };
  const legs = (also: number) => [
    side(fixture, turn),
    ...others.slice(0, also).map((other, place) => side(other, turn >> (place + 1))),
  ];
  const units = 10 + (turn % 40);
  if (turn % 10 < 6) return { type: 'single', sizes: [1], lines: 1, stakeMinor: 91 + units, legs: legs(0) };
  if (turn % 10 < 8) return { type: 'accumulator', sizes: [2], lines: 1, stakeMinor: 97 + units, legs: legs(1) };
  if (turn % 10 === 8)
    return { type: 'system', system: 'trixie', sizes: [2, 3], lines: 4, stakeMinor: 4 * (20 + units), legs: legs(2) };
  return { type: 'system', system: 'lucky15', sizes: [1, 2, 3, 4], lines: 15, stakeMinor: 15 * units, legs: legs(3) };
}

/** Accepted bets: players and stakes are created by wallet requests, the bets are inserted as betting stores them. */
async function insertAcceptedBets({ platform, betting, fixtures }: Ground, many: number): Promise<void> {
  const players = Array.from({ length: holders }, () => randomUUIDv7());
  const made = Array.from({ length: many }, (_, turn) => ({
    ...slip(fixtures, turn),
    id: randomUUIDv7(),
    playerId: players[turn % holders] as string,
  }));
  const potentialOf = (one: Slip) => payoutOf(one, () => 'won');
  const [auth, bookmaker] = await Promise.all([openVoice(platform, 'auth'), openVoice(platform, 'betting')]);
  const permit = { version: 1, status: 'active', level: 'verified', jurisdiction: 'open' } as const;
  await each(players, (playerId) =>
    auth.request(playerRequests.open, { playerId, currency: 'USD', book: 'real', ...permit }, 30_000),
  );
  await each(made, (one) => {
    const stake = {
      betId: one.id,
      playerId: one.playerId,
      currency: 'USD',
      stakeMinor: one.stakeMinor,
      potentialPayoutMinor: potentialOf(one),
    } as const;
    return bookmaker.request(ledgerRequests.stake, stake, 30_000);
  });
  await Promise.all([auth.close(), bookmaker.close()]);
  const rows = made.map((one) => ({
    ...one,
    potentialPayoutMinor: potentialOf(one),
    legs: one.legs.map((leg, place) => ({ ...leg, place })),
  }));
  await betting.query(
    `with given as materialized (
       select * from jsonb_to_recordset($1) as g (id uuid, "playerId" uuid, type text, system text, sizes int[], lines int, "stakeMinor" bigint, "potentialPayoutMinor" bigint, legs jsonb)
     ), made as (
       insert into bets (player_id, id, type, system, sizes, lines, rules_version, status, stake, book, currency, stake_minor, odds_milli, potential_minor, price_policy, delay_ms,
         version, placed_at, accepted_at, changed_at)
       select "playerId", id, type, system, sizes, lines, '2026-11', 'accepted', 'taken', 'real', 'USD', "stakeMinor", "potentialPayoutMinor" * 1000 / "stakeMinor", "potentialPayoutMinor", 'any', 0,
         2, now(), now(), now() from given
     ), moments as (
       insert into bet_moments (player_id, bet_id, at, kind, data)
       select "playerId", id, now(), kind, jsonb_build_object('status', status) from given, (values ('placed', 'pending'), ('accepted', 'accepted')) as m (kind, status)
     ), cost as (
       insert into exposure (selection_id, market_id, fixture_id, bets, stake_minor, liability_minor)
       select l."selectionId", l."marketId", l."fixtureId", count(*), sum("stakeMinor"), sum("potentialPayoutMinor" - "stakeMinor")
       from given, jsonb_to_recordset(legs) as l ("selectionId" uuid, "marketId" uuid, "fixtureId" uuid) group by 1, 2, 3
     )
     insert into bet_legs (player_id, bet_id, place, fixture_id, market_id, selection_id, fixture, market, selection, odds_milli, breaks)
     select "playerId", id, l.place, l."fixtureId", l."marketId", l."selectionId", 'Reds vs Blues', 'Market', 'Side', l."oddsMilli", 0
     from given, jsonb_to_recordset(legs) as l (place int, "selectionId" uuid, "marketId" uuid, "fixtureId" uuid, "oddsMilli" int)`,
    [JSON.stringify(rows)],
  );
}

/** Runs `work` for every item, a limited number at once. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: 128 }, worker));
}

async function placeAll({ client, fixtures }: Ground, { token }: TestPlayer, place: number): Promise<void> {
  for (let turn = place; turn < place + betsOfBettor; turn++) {
    const { type, system, stakeMinor, legs } = slip(fixtures, turn);
    const picks = legs.map(({ selectionId, oddsMilli }) => ({ selectionId, oddsMilli }));
    const body = { type, system, stakeMinor, legs: picks, currency: 'USD', pricePolicy: 'any' };
    // No market is open while the feed is replayed, so the same slip is sent again.
    const answer = await eventually(
      () => client.insist<Partial<Problem>>('POST', '/api/betting/bets', { token, key: randomUUID(), body }),
      (one) => one.body.code !== 'market_closed',
      60_000,
    );
    expect(answer).toMatchObject({ status: 201 });
  }
}

// ---- Striking ----------------------------------------------------------------------------------

const counter = (db: pg.Client) => async (rows: string) =>
  (await db.query<{ n: number }>(`select count(*)::int as n ${rows}`)).rows[0]?.n ?? 0;

/** Waits until the work has begun. Throws if it is already done, because killing a service then would prove nothing. */
async function inMidst(done: () => Promise<number>): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await pause(5)) {
    const so = await done();
    if (so >= bets || Date.now() > deadline)
      throw new Error(`${so} of ${bets} were done, so no service can be killed in between`);
    if (so > 0) return;
  }
}

// ---- Checking ----------------------------------------------------------------------------------

interface Known {
  id: string;
  version: number;
  minor: number;
}

async function check(
  { client, platform, betting, wallet }: Ground,
  people: readonly TestPlayer[],
  results: ReadonlyMap<string, LegResult>,
): Promise<void> {
  const last = (bet: Pick<Slip, 'legs'>) => bet.legs.map(({ selectionId }) => results.get(selectionId) as LegResult);
  // The last results have reached betting, and none is left to be applied.
  const unsettled = async () => {
    const { rows } = await betting.query<Slip & { id: string; status: string; dueMinor: number }>(
      `select b.id, b.status, b.due_minor::int as "dueMinor", b.stake_minor::int as "stakeMinor", b.sizes, b.lines,
         (select json_agg(json_build_object('selectionId', l.selection_id, 'oddsMilli', l.odds_milli) order by l.place) from bet_legs l where l.bet_id = b.id) as legs
       from bets b`,
    );
    expect(rows.length).toBe(bets);
    const wrong = rows.filter(
      (bet) =>
        bet.status === 'accepted' || bet.dueMinor !== payoutOf(bet, (leg) => results.get(leg.selectionId) as LegResult),
    );
    return {
      wrong: wrong.map((bet) => [bet.id, bet.status, bet.dueMinor, bet.sizes, last(bet)]),
      due: await counter(betting)('from due_markets'),
    };
  };
  await eventually(unsettled, ({ wrong, due }) => wrong.length === 0 && due === 0, 60_000);

  // Wallet has received the last event of each bet that is about money, and paid accordingly.
  const unequal = async () => {
    const ours = await betting.query<Known>(
      `select b.id, max(o.version)::int as version, b.due_minor::int as minor
       from bets b join outbox o on o.subject = b.id and o.type <> $1 group by b.id, b.due_minor`,
      [betEvents.betAtRiskChanged.subject],
    );
    const theirs = await wallet.query<Known>('select bet_id as id, version::int, paid_minor::int as minor from stakes');
    const paid = new Map(theirs.rows.map((stake) => [stake.id, stake]));
    return ours.rows.map((bet) => [bet, paid.get(bet.id)]).filter(([bet, stake]) => !isDeepStrictEqual(bet, stake));
  };
  await eventually(unequal, ({ length }) => length === 0, 60_000);

  for (const { token } of people) {
    const own = await client.bets(token);
    expect([own.length, own.every(isDecided)]).toEqual([betsOfBettor, true]);
    expect((await client.balance(token)).totalMinor).toBe(expectedTotalMinor(welcomeMinor, own));
  }
  const ledger = await run(platform, 'wallet', 'services/wallet/books/integrity.ts');
  expect(ledger.split('\n').filter((line) => !line.startsWith('✓'))).toEqual([]);
  expect(await run(platform, 'betting', 'services/betting/settlement/resettle.ts', '--all')).toBe(
    `${bets} of ${bets} bets agree`,
  );
}

async function run(platform: Platform, name: 'betting' | 'wallet', script: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, script), ...args], {
    env: platform.environmentOf(name),
  });
  return stdout.trim();
}

/** The factor of a leg for its lines, in parts of 2,000. */
const factors: Record<LegResult, (oddsMilli: number) => number> = {
  won: (oddsMilli) => 2 * oddsMilli,
  half_won: (oddsMilli) => 1_000 + oddsMilli,
  void: () => 2_000,
  half_lost: () => 1_000,
  lost: () => 0,
};

/** Lists every line of the bet. */
function payoutOf(
  { legs, sizes, lines, stakeMinor }: Pick<Slip, 'legs' | 'sizes' | 'lines' | 'stakeMinor'>,
  resultOf: (leg: Slip['legs'][number]) => LegResult,
): number {
  const values = legs.map((leg) => BigInt(factors[resultOf(leg)](leg.oddsMilli)));
  let total = 0n;
  let listed = 0;
  for (let chosen = 1; chosen < 1 << values.length; chosen++) {
    const inLine = values.filter((_, place) => chosen & (1 << place));
    if (!sizes.includes(inLine.length)) continue;
    listed++;
    total += inLine.reduce((product, value) => product * value, 1n) * 2_000n ** BigInt(values.length - inLine.length);
  }
  if (listed !== lines) throw new Error(`${listed} lines, not ${lines}`);
  return Number((BigInt(stakeMinor) * total) / (BigInt(lines) * 2_000n ** BigInt(values.length)));
}
