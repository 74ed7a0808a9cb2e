/**
 * The functions in sql/ against the model in testing-model.ts: random commands with repeats give the same outcomes and balances,
 * and after races between two connections the books still pass the proof.
 */

import { randomUUID } from 'node:crypto';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { integer, uuid } from '@fairline/chassis/storage/rows';
import { openWorld, type World } from '@fairline/chassis/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proveWhole } from '../books/store.ts';
import * as store from './store.ts';
import { apply } from './testing-model.ts';
import { type Books, type Command, emptyBooks, type Holder } from './testing-model-books.ts';
import { performOn, stopMoney } from './testing-sql.ts';

let world: World;
let first: Database;
let second: Database;
const noon = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  world = await openWorld('wallet', new URL('../main.ts', import.meta.url).href);
  const log = createLog('test', 'silent');
  first = new Database(world.env.DATABASE_URL ?? '', log);
  second = new Database(world.env.DATABASE_URL ?? '', log);
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  await world.close();
});

// ---- Commands: few ids and small amounts, so that they interact --------------------------------

/** A fresh set of players, bets and payments for one run. */
function cast() {
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
  return { players: ids(3), bets: ids(6), payments: ids(40), operators: ids(2), claims: ids(3), bonuses: ids(6) };
}
type Cast = ReturnType<typeof cast>;

type Step = {
  what: Command['do'] | 'stop';
  who: number;
  which: number;
  amount: number;
  version: number;
  flag: boolean;
  stray: number;
  currency: string;
};
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('stake' as const, 'pay' as const) },
    { weight: 3, arbitrary: fc.constantFrom('deposit' as const, 'withdraw' as const, 'approve' as const) },
    { weight: 2, arbitrary: fc.constantFrom('grant' as const, 'stake' as const, 'grant' as const, 'forfeit' as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom('bonus' as const, 'bonus' as const, 'convertBonus' as const, 'cash' as const),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'open' as const,
        'restrict' as const,
        'exclude' as const,
        'reject' as const,
        'stop' as const,
      ),
    },
  ),
  who: fc.nat(2),
  which: fc.nat(5),
  amount: fc.oneof(
    fc.constantFrom(1, 2_000, 5_000, 10_000, 100_001, 300_000, 1_000_000, 1_000_001),
    fc.integer({ min: 1, max: 12_000 }),
  ),
  version: fc.integer({ min: 1, max: 8 }),
  flag: fc.boolean(),
  stray: fc.nat(9),
  currency: fc.oneof({ weight: 9, arbitrary: fc.constant('USD') }, { weight: 1, arbitrary: fc.constant('EUR') }),
});

const at = <T>(list: readonly T[], place: number): T => list[place % list.length] as T;

/** Most commands name the bet's own player and stake; a stray one does not. */
function toCommand(
  { what, who, which, amount, version, flag, stray, currency }: Step,
  { players, bets, payments, operators, claims, bonuses }: Cast,
  asked: number,
): Command | undefined {
  const playerId = at(players, who);
  const place = stray === 0 ? which : 2 * who + (which % 2);
  const betId = at(bets, place);
  const claimId = at(claims, stray === 0 ? which : who);
  const bonusId = at(bonuses, stray === 0 ? which : 2 * who + (which % 2));
  const free = flag && stray > 4;
  switch (what) {
    case 'open':
      return {
        do: what,
        playerId,
        book: 'real',
        currency: 'USD',
        version,
        level: flag ? 'verified' : 'unverified',
        giftMinor: 10_000,
      };
    case 'restrict':
      return {
        do: what,
        playerId,
        version,
        status: at(['active', 'active', 'suspended', 'closed'] as const, which),
        level: flag ? 'verified' : 'unverified',
      };
    case 'exclude':
      return { do: what, playerId, version, until: flag ? new Date(noon.getTime() + 60_000) : null };
    case 'grant':
      return {
        do: what,
        claimId,
        playerId,
        currency,
        amountMinor: 4_000,
        expiresAt: new Date(noon.getTime() + (stray === 1 ? 0 : 60_000)),
      };
    case 'bonus':
      return {
        do: what,
        claimId: bonusId,
        playerId,
        currency,
        amountMinor: 3_333,
        ...(which === 1 && { maxStakeMinor: 4_000 }),
        ...(which === 2 && { products: ['slots'] }),
        ...(which === 3 && { expiresAt: noon }),
      };
    case 'cash':
      return {
        do: what,
        claimId: stray === 1 ? claimId : at(bonuses, 2 * who),
        playerId,
        currency,
        amountMinor: 1_111,
      };
    case 'convertBonus':
      return { do: what, claimId: bonusId };
    case 'forfeit':
      return { do: what, claimId: flag ? bonusId : claimId };
    case 'stake': {
      const whole = free && stray < 9 ? 4_000 : at([900, 4_000, 9_500], place);
      return {
        do: what,
        betId,
        playerId,
        currency,
        stakeMinor: stray === 1 ? amount : whole,
        potentialPayoutMinor: 40_000,
        ...(free && { freeBetClaimId: claimId }),
      };
    }
    case 'pay':
      return {
        do: what,
        betId,
        playerId,
        currency,
        version,
        dueMinor: stray > 6 ? 0 : stray === 2 && flag ? 4_000 : amount,
        outcome: at(['settled', 'settled', 'returned', 'open', 'settled'] as const, stray),
      };
    case 'deposit':
    case 'withdraw': {
      // The model has no rates, which withdrawals in another currency need.
      const money = what === 'withdraw' ? 'USD' : currency;
      return {
        do: what,
        paymentId: at(payments, asked),
        playerId,
        currency: money,
        amountMinor: amount,
        approvalsNeeded: amount >= 300_000 ? 2 : 1,
      };
    }
    case 'approve':
      return { do: what, paymentId: at(payments, asked > 0 ? which % asked : 39), operatorId: at(operators, who) };
    case 'reject':
      return { do: what, paymentId: at(payments, asked > 0 ? which % asked : 39) };
    default:
      return undefined;
  }
}

// ---- The same commands in the database ---------------------------------------------------------

/** Restrictions return a version and no code. */
async function perform(db: Database, command: Command): Promise<string | undefined> {
  const code = await performOn(db, command, noon);
  return command.do === 'restrict' || command.do === 'exclude' ? undefined : code;
}

const setStop = (on: boolean) => stopMoney(first, on);

type Balances = Pick<
  Holder,
  | 'cashMinor'
  | 'bonusMinor'
  | 'heldMinor'
  | 'receivableMinor'
  | 'version'
  | 'openStakes'
  | 'openStakeMinor'
  | 'wageredMinor'
  | 'wonMinor'
>;

async function balancesOf(players: readonly string[]): Promise<Record<string, Balances>> {
  const rows = await first.rows(
    {
      playerId: uuid,
      cashMinor: integer,
      bonusMinor: integer,
      heldMinor: integer,
      receivableMinor: integer,
      version: integer,
      openStakes: integer,
      openStakeMinor: integer,
      wageredMinor: integer,
      wonMinor: integer,
    },
    `select player_id as "playerId", cash_minor as "cashMinor", bonus_minor as "bonusMinor", held_minor as "heldMinor", receivable_minor as "receivableMinor",
       version, open_stakes as "openStakes", open_stake_minor as "openStakeMinor", wagered_minor as "wageredMinor", won_minor as "wonMinor" from accounts where player_id = any ($1)`,
    [players],
  );
  return Object.fromEntries(rows.map(({ playerId, ...balances }) => [playerId, balances]));
}

/** The remainder of each grant. */
async function grantsLeft(claims: readonly string[]): Promise<Record<string, number>> {
  const rows = await first.rows(
    { claimId: uuid, left: integer },
    'select claim_id as "claimId", remaining_minor as left from grants where claim_id = any ($1)',
    [claims],
  );
  return Object.fromEntries(rows.map(({ claimId, left }) => [claimId, left]));
}

const modelGrants = ({ freeBets, bonuses, cashGrants }: Books) =>
  Object.fromEntries([
    ...[...freeBets].map(([claimId, { used, amountMinor }]) => [claimId, used ? 0 : amountMinor] as const),
    ...[...bonuses].map(([claimId, { remainingMinor }]) => [claimId, remainingMinor] as const),
    ...[...cashGrants].map(([claimId]) => [claimId, 0] as const),
  ]);

function modelBalances({ holders }: Books): Record<string, Balances> {
  return Object.fromEntries(
    [...holders]
      .filter(([, { book }]) => book)
      .map(
        ([
          playerId,
          {
            cashMinor,
            bonusMinor,
            heldMinor,
            receivableMinor,
            version,
            openStakes,
            openStakeMinor,
            wageredMinor,
            wonMinor,
          },
        ]) => [
          playerId,
          {
            cashMinor,
            bonusMinor,
            heldMinor,
            receivableMinor,
            version,
            openStakes,
            openStakeMinor,
            wageredMinor,
            wonMinor,
          },
        ],
      ),
  );
}

async function offences(): Promise<string[]> {
  const found = await first.tx((tx) => proveWhole(tx), 'repeatable read');
  expect(found).toHaveLength(24);
  return found.filter(({ holds }) => !holds).map(({ name, offenders }) => `${name}: ${offenders.join(', ')}`);
}

it('random commands with repeats have the outcomes and leave the balances of the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const roles = cast();
      const books = emptyBooks();
      const opening: Step[] = [0, 1].map((who) => ({
        what: 'open',
        who,
        which: 0,
        amount: 1,
        version: 1,
        flag: who === 0,
        stray: 9,
        currency: 'USD',
      }));
      let asked = 0;
      for (const one of [...opening, ...steps]) {
        if (one.what === 'stop') {
          books.stopped = one.flag && !books.stopped;
          await setStop(books.stopped);
        } else {
          const command = toCommand(one, roles, asked);
          if (!command) continue;
          const expected = apply(books, command, noon);
          if (expected === 'requested') asked++;
          const code = await perform(first, command);
          if (code !== undefined) expect(code, JSON.stringify(command)).toBe(expected);
        }
      }
      await setStop(false);
      expect(await balancesOf(roles.players)).toEqual(modelBalances(books));
      expect(await grantsLeft([...roles.claims, ...roles.bonuses])).toEqual(modelGrants(books));
    }),
    { numRuns: 100 },
  );
  expect(await offences()).toEqual([]);
});

it('a batch of stakes has the outcomes of its items one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const roles = cast();
      const books = emptyBooks();
      for (const playerId of roles.players) {
        const opening: Command = {
          do: 'open',
          playerId,
          book: 'real',
          currency: 'USD',
          version: 1,
          level: 'verified',
          giftMinor: 10_000,
        };
        const claimId = at(roles.claims, roles.players.indexOf(playerId));
        const gift: Command = {
          do: 'grant',
          claimId,
          playerId,
          currency: 'USD',
          amountMinor: 4_000,
          expiresAt: new Date(noon.getTime() + 60_000),
        };
        for (const command of [opening, gift]) {
          apply(books, command, noon);
          await perform(first, command);
        }
      }
      const asks = steps.map(
        (one) =>
          toCommand({ ...one, what: 'stake', stray: Math.max(1, one.stray) }, roles, 0) as Extract<
            Command,
            { do: 'stake' }
          >,
      );
      const expected = asks.map((ask) => apply(books, ask, noon));
      const codes = new Array<string>(asks.length);
      let open = asks.map((_, place) => place);
      while (open.length > 0) {
        const rows = await store.takeStakes(
          first,
          noon,
          open.map((place) => ({
            ...(asks[place] as Extract<Command, { do: 'stake' }>),
            currency: asks[place]?.currency as 'USD',
          })),
        );
        const turns = new Set<string>();
        open = open.filter((place) => {
          const { betId, playerId } = asks[place] as Extract<Command, { do: 'stake' }>;
          const row = rows.find((one) => one.betId === betId && one.playerId === playerId && one.code !== 'again');
          if (!row || turns.has(playerId)) return true;
          turns.add(playerId);
          codes[place] = row.code;
          return false;
        });
      }
      expect(codes).toEqual(expected);
      expect(await balancesOf(roles.players)).toEqual(modelBalances(books));
    }),
    { numRuns: 25 },
  );
});

it('two connections racing with the same keys have one effect per key, and the books balance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 120 }), async (steps) => {
      const roles = cast();
      for (const playerId of roles.players)
        await perform(first, {
          do: 'open',
          playerId,
          book: 'real',
          currency: 'USD',
          version: 1,
          level: 'verified',
          giftMinor: 10_000,
        });
      const racing = steps.filter(({ what }) =>
        ['stake', 'pay', 'grant', 'forfeit', 'bonus', 'cash', 'convertBonus', 'approve', 'reject'].includes(what),
      );
      for (let payment = 0; payment < 6; payment++) {
        const what = payment % 2 ? 'withdraw' : 'deposit';
        await perform(
          first,
          toCommand(
            { what, who: payment, which: 0, amount: 2_500, version: 1, flag: false, stray: 9, currency: 'USD' },
            roles,
            payment,
          ) as Command,
        );
      }
      const commands = racing.map((one) => toCommand({ ...one, currency: 'USD' }, roles, 6) as Command);
      const answers = await Promise.all(
        [...commands, ...commands.toReversed()].map((command, turn) => perform(turn % 2 ? first : second, command)),
      );
      const stakes = new Map<string, Set<string | undefined>>();
      [...commands, ...commands.toReversed()].forEach((command, place) => {
        if (command.do !== 'stake') return;
        const key = `${command.betId} ${command.playerId} ${command.stakeMinor} ${command.freeBetClaimId}`;
        stakes.set(key, (stakes.get(key) ?? new Set()).add(answers[place]));
      });
      // A tombstone may come between two requests of one stake; nothing else may change its reply. No row means a lost race, so the stake is requested again.
      for (const [key, codes] of stakes) {
        codes.delete(undefined);
        expect([...codes].length, `${key}: ${[...codes].join(', ')}`).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 12 },
  );
  expect(await offences()).toEqual([]);
});

it('batches that name the same players in opposite orders do not wait for each other', async () => {
  const players = Array.from({ length: 60 }, () => randomUUID());
  for (const playerId of players)
    await perform(first, {
      do: 'open',
      playerId,
      book: 'real',
      currency: 'USD',
      version: 1,
      level: 'verified',
      giftMinor: 10_000,
    });
  const batch = (order: readonly string[]) =>
    order.map((playerId) => ({
      betId: randomUUID(),
      playerId,
      currency: 'USD' as const,
      stakeMinor: 10,
      potentialPayoutMinor: 20,
    }));
  const rounds = Array.from({ length: 30 }, (_, turn) =>
    store.takeStakes(turn % 2 ? first : second, noon, batch(turn % 2 ? players : players.toReversed())),
  );
  const answers = await Promise.all(rounds);
  expect(answers.flat().filter(({ code }) => code === 'taken')).toHaveLength(30 * players.length);
  expect(await offences()).toEqual([]);
});
