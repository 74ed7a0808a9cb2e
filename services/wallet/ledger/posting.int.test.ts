/** `post_transfers` as every product uses it: any house account, bonus money of a grant, and movements that it refuses. The books pass the proof afterwards. */
import { randomUUID } from 'node:crypto';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { integer, nullable, text, uuid } from '@fairline/chassis/storage/rows';
import { openWorld, type World } from '@fairline/chassis/testing';
import { lowBalanceMinor, type Product } from '@fairline/proto/wallet/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proveWhole } from '../books/store.ts';
import { giveGrant } from '../grants/store.ts';
import { openPlayer } from '../players/store.ts';
import { sessionGapMs } from './testing-model-play.ts';

let world: World;
let db: Database;
const at = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  world = await openWorld('wallet', new URL('../main.ts', import.meta.url).href);
  db = new Database(world.env.DATABASE_URL ?? '', createLog('test', 'silent'));
});
afterAll(async () => {
  await db.close();
  await world.close();
});

/** A player with 5.00 in cash. */
async function newPlayer(): Promise<string> {
  const playerId = randomUUID();
  const opening = {
    playerId,
    book: 'real',
    currency: 'USD',
    version: 1,
    status: 'active',
    level: 'verified',
    jurisdiction: 'open',
  } as const;
  await openPlayer(db, at, opening, { amountMinor: 500, kind: 'welcome', account: 'bonus_expense' });
  return playerId;
}

interface Draft {
  kind: 'stake' | 'win' | 'adjustment';
  house: Record<string, number>;
  cash?: number;
  bonus?: number;
  claim?: string | null;
  money?: string;
}

/** Posts one batch of movements of a player. */
async function post(playerId: string, ...drafts: readonly Draft[]): Promise<void> {
  const movement = `draft_movement($1, x.money, x.kind, $1, array(select jsonb_object_keys(x.house)), array(select value::bigint from jsonb_each_text(x.house)),
    cash => coalesce(x.cash, 0), bonus => coalesce(x.bonus, 0), claim => x.claim)`;
  const drafted = `select ${movement} from jsonb_to_recordset($3::jsonb) as x (kind text, money text, house jsonb, cash bigint, bonus bigint, claim uuid)`;
  await db.run(`select post_transfers($2, array(${drafted}))`, [
    playerId,
    at,
    JSON.stringify(drafts.map((draft) => ({ money: 'USD', ...draft }))),
  ]);
}

const moneyRow = { cash: integer, bonus: integer, left: nullable(integer) };

async function moneyOf(playerId: string) {
  return db.row(
    moneyRow,
    `select a.cash_minor as cash, a.bonus_minor as bonus, (select sum(g.remaining_minor)::bigint from grants g where g.player_id = a.player_id) as left
     from accounts a where a.player_id = $1`,
    [playerId],
  );
}

async function giveBonus(playerId: string, amountMinor: number, products: Product[] = ['slots']): Promise<string> {
  const claimId = randomUUID();
  const expiresAt = new Date(at.getTime() + 60_000).toISOString();
  const grant = {
    claimId,
    playerId,
    kind: 'bonus',
    currency: 'USD',
    amountMinor,
    expiresAt,
    products,
    maxStakeMinor: 100,
  } as const;
  const stakeLimits = { leastMinor: 1, unverified: { maxBetMinor: 1 }, verified: { maxBetMinor: 1 } };
  expect(await giveGrant(db, at, grant, { fingerprint: 'a test', limits: stakeLimits })).toMatchObject({
    code: 'granted',
  });
  return claimId;
}

const usable = async (playerId: string, product: Product, now = at) =>
  (
    await db.row({ claimId: uuid }, 'select claim_id as "claimId" from usable_bonus($1, $2, $3, 1, null)', [
      now,
      playerId,
      product,
    ])
  )?.claimId;

async function offences(): Promise<string[]> {
  const found = await db.tx((tx) => proveWhole(tx), 'repeatable read');
  // These tests post steps of rounds without rows in `rounds`.
  const rowless = ['bonus grants equal their movements', 'rounds equal their transfers', 'jackpots equal their rounds'];
  return found
    .filter(({ name, holds }) => !holds && !rowless.includes(name))
    .map(({ name, offenders }) => `${name}: ${offenders.join(', ')}`);
}

it('a casino round takes cash first, then the grant, and pays both in that proportion', async () => {
  const playerId = await newPlayer();
  const claim = await giveBonus(playerId, 1_000);
  const part = await db.row({ cash: integer, bonus: integer }, 'select cash, bonus from split_stake(800, 500)');
  expect(part).toEqual({ cash: 500, bonus: 300 });
  await post(playerId, { kind: 'stake', house: { casino: 792, jackpot: 8 }, cash: -500, bonus: -300, claim });
  expect(await moneyOf(playerId)).toEqual({ cash: 0, bonus: 700, left: 700 });
  const share = await db.row({ bonus: integer }, 'select bonus_share(1001, 800, 300) as bonus');
  expect(share).toEqual({ bonus: 375 });
  await post(playerId, { kind: 'win', house: { casino: -1_001 }, cash: 626, bonus: 375, claim });
  expect(await moneyOf(playerId)).toEqual({ cash: 626, bonus: 1_075, left: 1_075 });
});

it('a jackpot, its fees and the game are one transfer, posted to the house and proven', async () => {
  const playerId = await newPlayer();
  await post(playerId, { kind: 'win', house: { jackpot: -5_000, fees: 100, casino: -100 }, cash: 5_000 });
  await db.run('select add_house_legs()');
  const accounts = await db.rows(
    { account: text },
    `select account from house_accounts where account in ('casino', 'jackpot', 'fees') order by account`,
  );
  expect(accounts.map(({ account }) => account)).toEqual(['casino', 'fees', 'jackpot']);
  expect(await offences()).toEqual([]);
});

it('bonus money is usable for its products until it expires', async () => {
  const playerId = await newPlayer();
  const claimId = await giveBonus(playerId, 100, ['sports', 'table']);
  expect([await usable(playerId, 'sports'), await usable(playerId, 'table'), await usable(playerId, 'slots')]).toEqual([
    claimId,
    claimId,
    undefined,
  ]);
  expect(await usable(playerId, 'sports', new Date(at.getTime() + 60_000))).toBeUndefined();
});

it.each<[string, Draft[], RegExp]>([
  ['whose legs do not sum to zero', [{ kind: 'win', house: { casino: -99 }, cash: 100 }], /do not sum to zero/],
  [
    'of an account that is not there',
    [{ kind: 'win', house: { casino: -100 }, cash: 100, money: 'EUR' }],
    /an account of its own/,
  ],
  [
    'of one account twice',
    [
      { kind: 'win', house: { casino: -100 }, cash: 100 },
      { kind: 'win', house: { casino: -100 }, cash: 100 },
    ],
    /an account of its own/,
  ],
  ['below zero', [{ kind: 'stake', house: { casino: 501 }, cash: -501 }], /accounts_check/],
])('a movement %s changes nothing', async (_name, drafts, problem) => {
  const playerId = await newPlayer();
  await expect(post(playerId, ...drafts)).rejects.toThrow(problem);
  expect(await moneyOf(playerId)).toMatchObject({ cash: 500, bonus: 0 });
});

it("uses the contract's low balance and session gap, as the model does", async () => {
  const numbers = await db.row(
    { low: integer, gap: integer },
    'select low_balance_minor() as low, (extract(epoch from session_gap()) * 1000)::bigint as gap',
  );
  expect(numbers).toEqual({ low: lowBalanceMinor, gap: sessionGapMs });
});
