/** The exposure of selections, compared with the bets on a real database: after results, rollbacks and cash-outs in any order it equals the open legs of open bets. */

import { randomUUID } from 'node:crypto';
import { systemClock } from '@fairline/chassis/process/clock';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { integer } from '@fairline/chassis/storage/rows';
import { openWorld, type World } from '@fairline/chassis/testing';
import type { LegResult } from '@fairline/proto/feed';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sell } from '../cash-out/store.ts';
import { writeResults } from '../feed/store.ts';
import { settleDue } from '../settlement/commands.ts';

let world: World;
let db: Database;
const log = createLog('test', 'silent');
const main = new URL('../main.ts', import.meta.url);
beforeAll(async () => {
  world = await openWorld('betting', main.href);
  const url = world.env.DATABASE_URL ?? '';
  db = new Database(url, log);
});
afterAll(async () => {
  await db.close();
  await world.close();
});

/** Three markets of three fixtures; the bets are on the home side of each. */
const markets = [0, 1, 2].map(() => ({ fixtureId: randomUUID(), marketId: randomUUID(), home: randomUUID() }));
let sequence = 0;

interface Shape {
  legs: number[];
  sizes: number[];
  lines: number;
  book: 'real' | 'play';
}
const shapes: Shape[] = [
  { legs: [0], sizes: [1], lines: 1, book: 'real' },
  { legs: [0, 1], sizes: [2], lines: 1, book: 'real' },
  { legs: [0, 1, 2], sizes: [3], lines: 1, book: 'real' },
  { legs: [0, 1, 2], sizes: [2], lines: 3, book: 'real' },
  { legs: [1, 2], sizes: [2], lines: 1, book: 'play' },
];

/** An accepted bet, added to the exposure as a placement adds it. */
async function stands({ legs, sizes, lines, book }: Shape): Promise<{ playerId: string; id: string }> {
  const bet = { playerId: randomUUID(), id: randomUUID() };
  const keys = [bet.playerId, bet.id];
  await world.db.query(
    `insert into bets (player_id, id, type, sizes, lines, status, stake, book, currency, stake_minor, odds_milli, potential_minor, price_policy, delay_ms, version,
       placed_at, accepted_at, changed_at)
     values ($1, $2, 'system', $3, $4, 'accepted', 'taken', $5, 'USD', 900, 2000, 7200, 'any', 0, 2, now(), now(), now())`,
    [...keys, sizes, lines, book],
  );
  for (const [place, at] of legs.entries()) {
    const { fixtureId, marketId, home } = markets[at] as (typeof markets)[number];
    await world.db.query(
      `insert into bet_legs (player_id, bet_id, place, fixture_id, market_id, selection_id, fixture, market, selection, odds_milli, breaks)
       values ($1, $2, $3, $4, $5, $6, 'Reds vs Blues', 'Winner', 'Reds', 2000, 0)`,
      [...keys, place, fixtureId, marketId, home],
    );
    await world.db.query(
      'insert into exposure (selection_id, market_id, fixture_id) values ($1, $2, $3) on conflict do nothing',
      [home, marketId, fixtureId],
    );
  }
  await world.db.query('select move_exposure(array[$1::uuid], array[$2::uuid], 1)', keys);
  return bet;
}

async function setResult(at: number, result: LegResult | null): Promise<void> {
  const { fixtureId, marketId, home } = markets[at] as (typeof markets)[number];
  const resultRow = {
    marketId,
    fixtureId,
    sequence: ++sequence,
    certainty: result && ('confirmed' as const),
    outcomes: result && { [home]: result },
  };
  await db.tx((tx) => writeResults(tx, new Date(), [resultRow]));
  await settleDue({ db, clock: systemClock, settlement: 'results' }, 2);
}

/** Cashes out a third of the stake, or the whole open stake. */
async function sells(bet: { playerId: string; id: string }, all: boolean): Promise<void> {
  await db.tx(async (tx) => {
    const row = await tx.row(
      { running: integer },
      `select stake_minor - closed_stake_minor as running from bets where id = $1 and status = 'accepted' for update`,
      [bet.id],
    );
    if (!row) return;
    const partMinor = all || row.running <= 300 ? row.running : 300;
    await sell(tx, new Date(), bet, {
      partMinor,
      paidMinor: 10,
      status: partMinor === row.running ? 'cashed_out' : 'accepted',
      automatic: false,
    });
  });
}

const kept = async () =>
  (await world.db.query('select selection_id, bets, stake_minor::int, liability_minor::int from exposure order by 1'))
    .rows;
const counted = async () =>
  (
    await world.db.query(
      `select e.selection_id, count(b.id)::int as bets, coalesce(sum(b.stake_minor - b.closed_stake_minor), 0)::int as stake_minor,
         coalesce(sum((b.stake_minor - b.closed_stake_minor) * (l.odds_milli - 1000) / 1000), 0)::int as liability_minor
       from exposure e left join (bet_legs l join bets b on b.id = l.bet_id and b.status in ('pending', 'accepted') and b.book = 'real')
         on l.selection_id = e.selection_id and l.status = 'open'
       group by 1 order by 1`,
    )
  ).rows;

async function begin(): Promise<{ playerId: string; id: string }[]> {
  for (const at of markets.keys()) await setResult(at, null);
  await world.db.query('truncate bets, bet_legs, exposure');
  const bets = [];
  for (const shape of shapes) bets.push(await stands(shape));
  return bets;
}

/** The exposure of the selections, in the order of the markets. */
const byMarket = async () => {
  const rows = await kept();
  return markets.map(({ home }) => rows.find((row) => row.selection_id === home));
};

describe('what a selection could cost', () => {
  it('is no more once its leg is decided, nor by the other legs of a bet that is lost by it', async () => {
    await begin();
    expect(await byMarket()).toMatchObject([{ bets: 4, liability_minor: 3_600 }, { bets: 3 }, { bets: 2 }]);
    await setResult(0, 'lost');
    // The double and the treble are lost; the system may still win by its other two.
    expect(await byMarket()).toMatchObject([
      { bets: 0, liability_minor: 0 },
      { bets: 1, liability_minor: 900 },
      { bets: 1 },
    ]);
    await setResult(0, 'won');
    expect(await byMarket()).toMatchObject([
      { bets: 0, liability_minor: 0 },
      { bets: 3, liability_minor: 2_700 },
      { bets: 2 },
    ]);
    await setResult(1, 'void');
    await setResult(0, null);
    expect(await byMarket()).toMatchObject([
      { bets: 4, liability_minor: 3_600 },
      { bets: 0, liability_minor: 0 },
      { bets: 2 },
    ]);
  });

  it('equals the open legs of open bets after any results, rollbacks and sales in any order', async () => {
    const result = fc.record({
      at: fc.nat(2),
      result: fc.constantFrom<LegResult | null>('won', 'lost', 'void', 'half_won', 'half_lost', null),
    });
    const sale = fc.record({ bet: fc.nat(shapes.length - 1), all: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 4, arbitrary: result }, { weight: 1, arbitrary: sale }), {
          minLength: 3,
          maxLength: 12,
        }),
        async (acts) => {
          const bets = await begin();
          for (const act of acts) {
            if ('at' in act) await setResult(act.at, act.result);
            else await sells(bets[act.bet] as (typeof bets)[number], act.all);
            expect(await kept()).toEqual(await counted());
          }
          // Without any result every open stake counts again.
          for (const at of markets.keys()) await setResult(at, null);
          expect(await kept()).toEqual(await counted());
        },
      ),
      { numRuns: 25 },
    );
  });
});
