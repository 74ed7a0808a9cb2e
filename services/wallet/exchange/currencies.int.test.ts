/**
 * Conversions, play currencies, own limits and closing against the model: random commands at random times give the same outcomes
 * and the same balances in every currency, and every currency of every book sums to zero.
 */

import { randomUUID } from 'node:crypto';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { integer, text } from '@fairline/chassis/storage/rows';
import { openWorld, type World } from '@fairline/chassis/testing';
import { type CurrencyCode, type PlayCurrencyCode, playCurrencies } from '@fairline/proto/money';
import type { PlayLimits } from '@fairline/proto/wallet/players';
import { lowBalanceMinor } from '@fairline/proto/wallet/rules';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as bookStore from '../books/store.ts';
import * as stakes from '../ledger/store.ts';
import { apply } from '../ledger/testing-model.ts';
import { type Books, type Command, emptyBooks, sums } from '../ledger/testing-model-books.ts';
import { approvalBy } from '../ledger/testing-sql.ts';
import * as paymentStore from '../payments/store.ts';
import * as players from '../players/store.ts';
import { convertAtRate, customerRate, quoteOffer, scaledRate } from './exchange.ts';
import * as exchange from './store.ts';
import { readRates } from './store-rates.ts';

let world: World;
let db: Database;
let rates: Map<string, bigint>;
/** Rates do not change in these tests, so neither do their versions. */
const ratesVersion = 2;
beforeAll(async () => {
  world = await openWorld('wallet', new URL('../main.ts', import.meta.url).href);
  db = new Database(world.env.DATABASE_URL ?? '', createLog('test', 'silent'));
  rates = new Map(
    (await readRates(db, new Date())).map(({ from, to, rate }) => [`${from} ${to}`, scaledRate(rate) as bigint]),
  );
});
afterAll(async () => {
  await db.close();
  await world.close();
});

type Step =
  | { do: 'stake'; amount: number; currency: PlayCurrencyCode | undefined }
  | { do: 'pay'; which: number; due: number }
  | { do: 'convert'; from: CurrencyCode; to: CurrencyCode; amount: number; again: boolean }
  | { do: 'currency'; currency: PlayCurrencyCode }
  | { do: 'limits'; limits: PlayLimits | undefined; version: number }
  | { do: 'deposit'; amount: number }
  | { do: 'approve' }
  | { do: 'close' };

const small = fc.constantFrom(1, 400, 1_000, 2_500, 4_999, 5_000, 5_001, 9_900);
const limit = fc.option(fc.constantFrom(1_000, 2_500, 5_000, 7_499, 7_500), { nil: undefined });
const defined = (limits: Record<string, number | undefined>) => JSON.parse(JSON.stringify(limits)) as PlayLimits;
const limits = fc
  .record({
    betMinor: limit,
    lossDayMinor: limit,
    lossWeekMinor: limit,
    lossMonthMinor: limit,
    depositDayMinor: limit,
    depositWeekMinor: limit,
    depositMonthMinor: limit,
    sessionMinutes: fc.option(fc.constantFrom(5, 20, 60), { nil: undefined }),
  })
  .map(defined);
const money = fc.constantFrom<CurrencyCode>('USD', 'USD', 'EUR', 'GBP', 'BTC');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('stake' as const),
      amount: small,
      currency: fc.option(fc.constantFrom(...playCurrencies), { nil: undefined, freq: 9 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      which: fc.nat(9),
      due: fc.constantFrom(0, 1, 2_000, 9_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('convert' as const),
      from: money,
      to: money,
      amount: fc.oneof(small, fc.constant(200_000)),
      again: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('currency' as const), currency: fc.constantFrom(...playCurrencies) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('limits' as const),
      limits: fc.option(limits, { nil: undefined }),
      version: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deposit' as const), amount: small }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('approve' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
);
/** Steps with delays from seconds to weeks, so that sessions, days, weeks and months end in between. */
const timed = fc.record({
  step,
  afterMs: fc.constantFrom(
    0,
    1_000,
    4 * 60_000,
    29 * 60_000,
    30 * 60_000,
    7 * 3_600_000,
    26 * 3_600_000,
    9 * 24 * 3_600_000,
  ),
});

/** The bonus of 100.00 USD in another currency. */
const giftIn = (currency: PlayCurrencyCode) =>
  currency === 'USD' ? 10_000n : convertAtRate(10_000, rates.get(`USD ${currency}`) as bigint, 'USD', currency);

/** The outcomes of one player's commands, in the model and in the database. */
async function play(steps: readonly { step: Step; afterMs: number }[]): Promise<void> {
  const playerId = randomUUID();
  const books = emptyBooks();
  let at = new Date('2026-11-20T12:00:00Z');
  const both = async (command: Command, real: () => Promise<string | undefined>) => {
    const expected = apply(books, command, at);
    const code = await real();
    if (code !== undefined) expect(code, JSON.stringify(command)).toBe(expected);
    for (const [currency, total] of sums(books)) expect(total, currency).toBe(0);
    return expected;
  };
  const opening = {
    do: 'open',
    playerId,
    book: 'real',
    currency: 'USD',
    version: 1,
    level: 'verified',
    giftMinor: 10_000,
  } as const;
  await both(opening, async () => {
    await players.openPlayer(
      db,
      at,
      { ...opening, status: 'active', jurisdiction: 'open' },
      { amountMinor: 10_000, kind: 'welcome', account: 'bonus_expense' },
    );
    // The bonus counts as wagered: the model has no bonus that must be staked first.
    await db.run('update welcome_bonuses set wagered_before_minor = -amount_minor where player_id = $1', [playerId]);
    return undefined;
  });
  const bets: { betId: string; currency: string }[] = [];
  const payments: string[] = [];
  const versions = new Map<string, number>();
  let used: Extract<Command, { do: 'convert' }> | undefined;
  for (const { step: one, afterMs } of steps) {
    at = new Date(at.getTime() + afterMs);
    const holder = books.holders.get(playerId);
    const currency = holder?.currency as PlayCurrencyCode;
    switch (one.do) {
      case 'stake': {
        const bet = {
          betId: randomUUID(),
          playerId,
          currency: one.currency ?? currency,
          stakeMinor: one.amount,
          potentialPayoutMinor: 20_000,
        };
        await both({ do: 'stake', ...bet }, async () => (await stakes.takeStakes(db, at, [bet]))[0]?.code);
        bets.push(bet);
        break;
      }
      case 'pay': {
        const bet = bets[one.which % Math.max(1, bets.length)];
        if (!bet) break;
        const version = (versions.get(bet.betId) ?? 0) + 1;
        versions.set(bet.betId, version);
        const due = {
          betId: bet.betId,
          playerId,
          currency: bet.currency,
          version,
          dueMinor: one.due,
          outcome: 'settled',
        } as const;
        await both({ do: 'pay', ...due }, async () => (await stakes.postPayouts(db, at, [due]))[0]?.code);
        break;
      }
      case 'convert': {
        if (one.from === one.to) break;
        const mid = rates.get(`${one.from} ${one.to}`) as bigint;
        const offered = quoteOffer(one.amount, mid, 50, one.from, one.to);
        if (typeof offered === 'string') break;
        const { rate, receiveMinor, spreadMinor } = offered;
        const quoteId = randomUUID();
        const expiresAt = new Date(at.getTime() + (one.amount === 400 ? 0 : 30_000));
        const text = (scaled: bigint) => `${scaled / 10n ** 12n}.${String(scaled % 10n ** 12n).padStart(12, '0')}`;
        const quote = {
          quoteId,
          from: one.from,
          to: one.to,
          amountMinor: one.amount,
          receiveMinor,
          spreadMinor,
          rate: text(rate),
          midRate: text(mid),
          expiresAt,
        };
        await db.tx((tx) => exchange.keepQuote(tx, at, playerId, { ...quote, ratesVersion }));
        const command = { do: 'convert', playerId, ...quote } as const;
        const real = (id: string) => () => db.tx(async (tx) => (await exchange.useQuote(tx, at, playerId, id)).code);
        if ((await both(command, real(quoteId))) === 'converted') used = command;
        if (one.again && used) await both(used, real(used.quoteId));
        break;
      }
      case 'currency':
        await both(
          { do: 'currency', playerId, currency: one.currency, worthMinor: Number(giftIn(one.currency)) },
          async () => (await db.tx((tx) => players.changePlayCurrency(tx, at, playerId, one.currency))).code,
        );
        break;
      case 'limits':
        await both(
          { do: 'exclude', playerId, version: one.version, until: null, ...(one.limits && { limits: one.limits }) },
          async () => {
            await players.restrictPlay(db, { playerId, version: one.version, excludedUntil: null, limits: one.limits });
            return undefined;
          },
        );
        break;
      case 'deposit': {
        const id = randomUUID();
        const asked = {
          id,
          player_id: playerId,
          amount_minor: one.amount,
          currency,
          method: 'bank_transfer',
          reference: id,
          approvals_needed: 1,
        };
        const command = {
          do: 'deposit',
          paymentId: id,
          playerId,
          currency,
          amountMinor: one.amount,
          approvalsNeeded: 1,
        } as const;
        if ((await both(command, async () => (await paymentStore.requestDeposit(db, at, asked)).code)) === 'requested')
          payments.push(id);
        break;
      }
      case 'approve': {
        const paymentId = payments.pop();
        const operatorId = randomUUID();
        if (paymentId)
          await both(
            { do: 'approve', paymentId, operatorId },
            async () => (await paymentStore.approvePayment(db, at, paymentId, approvalBy(operatorId))).code,
          );
        break;
      }
      case 'close': {
        const version = (books.holders.get(playerId)?.accountVersion ?? 0) + 1;
        const restriction = { playerId, version, status: 'closed', level: 'verified', jurisdiction: 'open' };
        const worth = (from: string, minor: number) =>
          convertAtRate(minor, rates.get(`${from} ${currency}`) as bigint, from as CurrencyCode, currency);
        const rests = [...(holder?.others ?? [])]
          .filter(([from, { cashMinor }]) => worth(from, cashMinor) === 0n)
          .map(([from]) => from);
        await both(
          { do: 'close', playerId, version, rests },
          async () => (await db.tx((tx) => players.closeAccount(tx, at, restriction))).code,
        );
        break;
      }
    }
  }
  expect(await held(playerId)).toEqual(expectedOf(books, playerId));
}

async function held(playerId: string): Promise<Record<string, unknown>> {
  const rows = await db.rows(
    { currency: text, cash: integer, version: integer },
    'select currency, cash_minor as cash, version from accounts where player_id = $1 and version > 0',
    [playerId],
  );
  return Object.fromEntries(rows.map(({ currency, ...rest }) => [currency, rest]));
}

function expectedOf({ holders }: Books, playerId: string): Record<string, unknown> {
  const { currency = '', cashMinor, version, others } = holders.get(playerId) ?? expect.fail('no such player');
  const all = [...others].map(
    ([other, account]) => [other, { cash: account.cashMinor, version: account.version }] as const,
  );
  return Object.fromEntries(
    [...all, [currency, { cash: cashMinor, version }] as const].filter(([, account]) => account.version > 0),
  );
}

it('give the outcomes and balances of the model in any order of commands', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(timed, { minLength: 10, maxLength: 40 }), (steps) => play(steps)),
    { numRuns: 120 },
  );
  const found = await db.tx((tx) => bookStore.proveWhole(tx), 'repeatable read');
  expect(found.filter(({ holds }) => !holds)).toEqual([]);
  expect(found.find(({ name }) => name === 'conversions equal their transfers')?.checked).toBeGreaterThan(0);
  await db.tx((tx) => bookStore.addHouseLegs(tx));
  const house = await db.rows(
    { book: text, currency: text, total: integer },
    'select book, currency, sum(total)::bigint as total from (select book, currency, balance_minor as total from house_accounts union all select book, currency, cash_minor + bonus_minor + receivable_minor from accounts) x group by 1, 2 having sum(total) <> 0',
  );
  expect(house).toEqual([]);
});

it('rates are multiplied in the database as in the rules', async () => {
  const amounts = [1, 23, 24, 999, 1_000, 123_456_789, 900_000_000_000];
  for (const [pair, mid] of rates) {
    const [from, to] = pair.split(' ') as [CurrencyCode, CurrencyCode];
    const rows = await db.rows(
      { amount: integer, mid: integer, customer: integer },
      `select a as amount, to_play(a, $2, $3) as mid, at_rate(a, customer_rate(r.rate, 50), $2, $3)::bigint as customer
       from unnest($1::bigint[]) a, rates r where r.from_currency = $2 and r.to_currency = $3`,
      [amounts, from, to],
    );
    for (const row of rows) {
      const capped = (amount: bigint) => (amount > 9_000_000_000_000_000n ? 9_000_000_000_000_000n : amount);
      expect(BigInt(row.mid), `${row.amount} ${pair}`).toBe(capped(convertAtRate(row.amount, mid, from, to)));
      expect(BigInt(row.customer), `${row.amount} ${pair}`).toBe(
        convertAtRate(row.amount, customerRate(mid, 50), from, to),
      );
    }
  }
  expect(rates.size).toBe(20);
});

it('the database and the contract agree on what a low balance is', async () => {
  expect((await db.row({ low: integer }, 'select low_balance_minor() as low'))?.low).toBe(lowBalanceMinor);
});
