/** Rates, quotes and conversions over HTTP, with two instances sharing the work. */

import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { integer, text } from '@fairline/chassis/storage/rows';
import { asPlayer, pathOf, problemOf } from '@fairline/chassis/testing';
import type { Page } from '@fairline/proto/contract';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import {
  type Conversion,
  exchangeEvents,
  exchangeRoutes,
  type Quote,
  type Rate,
  type RateRow,
} from '@fairline/proto/wallet/exchange';
import type { Transaction } from '@fairline/proto/wallet/history';
import { type Balance, ledgerRequests } from '@fairline/proto/wallet/ledger';
import { playerRequests, playerRoutes } from '@fairline/proto/wallet/players';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWallet, operator, stakeOf, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];
const quote = <T = Quote>(playerId: string, body: object) =>
  world.http<T>('POST', pathOf(exchangeRoutes.quote), { as: asPlayer(playerId), body });
const convert = <T = Conversion>(playerId: string, quoteId: string, key: string = randomUUID()) =>
  world.http<T>('POST', pathOf(exchangeRoutes.convert), { as: asPlayer(playerId), key, body: { quoteId } });
const dollars = { from: 'USD', to: 'EUR', amountMinor: 4_000 } as const;
const balances = async (playerId: string) => {
  const { body } = await world.http<Balance>('GET', '/api/wallet', { as: asPlayer(playerId) });
  return Object.fromEntries(body.accounts.map(({ currency, cashMinor }) => [currency, cashMinor]));
};

describe('rates', () => {
  it('are open to everyone, all twenty, with the spread taken', async () => {
    const { status, body } = await world.http<{ spreadBp: number; items: Rate[] }>('GET', pathOf(exchangeRoutes.rates));
    expect(status).toBe(200);
    expect(body.spreadBp).toBe(50);
    expect(body.items).toHaveLength(20);
    const of = (from: string, to: string) => body.items.find((one) => one.from === from && one.to === to);
    expect(of('USD', 'EUR')).toMatchObject({ midRate: 0.92, rate: 0.9154 });
    expect(of('USD', 'GBP')).toMatchObject({ midRate: 0.79 });
    expect(of('EUR', 'USD')).toMatchObject({ midRate: 1.09 });
    expect(of('BTC', 'USD')).toMatchObject({ midRate: 43_500, rate: 43_282.5 });
    expect(of('ETH', 'USD')).toMatchObject({ midRate: 3_200 });
  });

  it('are set with the permission and a reason, recorded, and keep their history', async () => {
    const as = operator('finance');
    const body = { from: 'ETH', to: 'GBP', rate: 2_520.5, reason: 'The market moved' };
    const { status, body: row } = await world.http<RateRow>('PUT', pathOf(exchangeRoutes.setRate), { as, body });
    expect(status).toBe(200);
    expect(row).toMatchObject({ from: 'ETH', to: 'GBP', rate: 2_520.5, changedBy: as.id });
    const { body: all } = await world.http<{ items: RateRow[] }>('GET', pathOf(exchangeRoutes.operatorRates), {
      as: operator('auditor'),
    });
    expect(all.items.find(({ from, to }) => from === 'ETH' && to === 'GBP')).toEqual(row);
    expect(
      await sql(
        `select rate::text, changed_by, reason from rate_changes where from_currency = 'ETH' and to_currency = 'GBP' order by id`,
      ),
    ).toEqual([
      { rate: '2528.000000000000', changed_by: null, reason: null },
      { rate: '2520.500000000000', changed_by: as.id, reason: 'The market moved' },
    ]);
    const acted = await sql<{ data: object }>(
      `select data from outbox where type = $1 and data ->> 'operatorId' = $2`,
      [walletAuditEvents.operatorActed.subject, as.id],
    );
    expect(acted).toMatchObject([
      {
        data: {
          action: 'rate.set',
          resourceId: 'ETH-GBP',
          reason: 'The market moved',
          before: { rate: 2_528 },
          after: { rate: 2_520.5 },
        },
      },
    ]);
    expect(await sql('select 1 from outbox where type = $1', [exchangeEvents.ratesChanged.subject])).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['a way there and back would gain', { from: 'USD', to: 'EUR', rate: 0.93 }, 'rate_unfair'],
    ['a way over a third would gain', { from: 'GBP', to: 'BTC', rate: 0.0000296 }, 'rate_unfair'],
    ['it is of one currency', { from: 'USD', to: 'USD', rate: 1 }, 'same_currency'],
    ['it is more than a column holds', { from: 'USD', to: 'EUR', rate: 1e12 }, 'invalid_request'],
    ['it is nothing after twelve places', { from: 'USD', to: 'EUR', rate: 1e-13 }, 'invalid_request'],
    ['it is negative', { from: 'USD', to: 'EUR', rate: -1 }, 'invalid_request'],
    ['it has no reason', { from: 'USD', to: 'EUR', rate: 0.9, reason: ' ' }, 'invalid_request'],
    [
      'its reason has a card number',
      { from: 'USD', to: 'EUR', rate: 0.9, reason: '4111 1111 1111 1111' },
      'card_number',
    ],
  ])('is refused where %s', async (_name, changes, code) => {
    const reply = await world.http('PUT', pathOf(exchangeRoutes.setRate), {
      as: operator('finance'),
      body: { reason: 'A test', ...changes },
    });
    expect(problemOf(reply).code).toBe(code);
  });

  it('cannot be set without the permission', async () => {
    for (const as of [operator('trader'), operator('auditor'), asPlayer()]) {
      const reply = await world.http('PUT', pathOf(exchangeRoutes.setRate), {
        as,
        body: { from: 'USD', to: 'EUR', rate: 0.9, reason: 'A test' },
      });
      expect(reply.status).toBe(403);
    }
  });

  it('set by two at once are compared one after the other, so that both together are fair', async () => {
    const set = (from: string, to: string, rate: number) =>
      world.http('PUT', pathOf(exchangeRoutes.setRate), {
        as: operator('finance'),
        body: { from, to, rate, reason: 'A race' },
      });
    const replies = await Promise.all([set('GBP', 'ETH', 0.000399), set('ETH', 'GBP', 2_536)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

describe('a conversion', () => {
  it('moves money at the quoted rate, sums to zero per currency and is in both histories', async () => {
    const playerId = await world.player();
    const { status, body } = await quote(playerId, dollars);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...dollars, rate: 0.9154, midRate: 0.92, receiveMinor: 3_661, spreadMinor: 19 });
    expect(Date.parse(body.expiresAt) - world.clock.now().getTime()).toBe(30_000);
    const done = await convert(playerId, body.quoteId);
    expect(done.status).toBe(201);
    expect(done.body).toMatchObject({
      quoteId: body.quoteId,
      from: 'USD',
      to: 'EUR',
      amountMinor: 4_000,
      receiveMinor: 3_661,
      rate: 0.9154,
    });
    expect(await balances(playerId)).toEqual({ USD: 6_000, EUR: 3_661 });
    const entries = await sql(
      `select account, currency, sum(amount_minor)::int8 as total from entries e where player_id = $1 and transfer_id in
      (select id from transfers where player_id = $1 and kind = 'conversion') group by 1, 2 order by 2, 1`,
      [playerId],
    );
    expect(entries).toEqual([
      { account: 'cash', currency: 'EUR', total: 3_661 },
      { account: 'fx', currency: 'EUR', total: -3_661 },
      { account: 'cash', currency: 'USD', total: -4_000 },
      { account: 'fx', currency: 'USD', total: 4_000 },
    ]);
    const history = await world.http<Page<Transaction>>('GET', '/api/wallet/transactions?type=conversion', {
      as: asPlayer(playerId),
    });
    expect(history.body.items).toMatchObject([
      {
        type: 'conversion',
        amountMinor: 3_661,
        currency: 'EUR',
        status: 'completed',
        reference: body.quoteId,
        balanceAfterMinor: 3_661,
      },
      {
        type: 'conversion',
        amountMinor: -4_000,
        currency: 'USD',
        status: 'completed',
        reference: body.quoteId,
        balanceAfterMinor: 6_000,
      },
    ]);
    const events = await sql<{ data: object }>('select data from outbox where type = $1 and subject = $2', [
      exchangeEvents.currencyConverted.subject,
      body.quoteId,
    ]);
    expect(events).toEqual([
      { data: { playerId, quoteId: body.quoteId, from: 'USD', to: 'EUR', amountMinor: 4_000, receiveMinor: 3_661 } },
    ]);
  });

  it('is made once of a quote, however many use it at once', async () => {
    const playerId = await world.player();
    const { body } = await quote(playerId, dollars);
    const replies = await Promise.all(Array.from({ length: 8 }, () => convert(playerId, body.quoteId)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect(problemOf(reply).code).toBe('quote_used');
    expect(await balances(playerId)).toEqual({ USD: 6_000, EUR: 3_661 });
  });

  it('asked for again under its key answers the first', async () => {
    const playerId = await world.player();
    const { body } = await quote(playerId, dollars);
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 4 }, () => convert(playerId, body.quoteId, key)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
  });

  it('holds its rate for 30 seconds, to the millisecond', async () => {
    const playerId = await world.player();
    const early = await quote(playerId, dollars);
    world.clock.advance(29_999);
    expect((await convert(playerId, early.body.quoteId)).status).toBe(201);
    const late = await quote(playerId, dollars);
    world.clock.advance(30_000);
    const reply = await convert(playerId, late.body.quoteId);
    expect(reply.status).toBe(409);
    expect(problemOf(reply).code).toBe('quote_expired');
    expect(await balances(playerId)).toEqual({ USD: 6_000, EUR: 3_661 });
  });

  it('of a quote of another player, or of none, is not found', async () => {
    const [playerId, other] = await Promise.all([world.player(), world.player()]);
    const { body } = await quote(other, dollars);
    for (const quoteId of [body.quoteId, randomUUIDv7()])
      expect(problemOf(await convert(playerId, quoteId))).toMatchObject({ code: 'not_found', status: 404 });
    expect(await balances(other)).toEqual({ USD: 10_000 });
  });

  it('takes available cash to the last cent, and no more than there is when it is made', async () => {
    const playerId = await world.player();
    const all = await quote(playerId, { ...dollars, amountMinor: 10_000 });
    const again = await quote(playerId, { ...dollars, to: 'GBP', amountMinor: 1_000 });
    expect((await convert(playerId, all.body.quoteId)).status).toBe(201);
    expect(problemOf(await convert(playerId, again.body.quoteId)).code).toBe('insufficient_balance');
    expect(await balances(playerId)).toEqual({ USD: 0, EUR: 9_154 });
  });

  it.each<[string, object, string]>([
    ['of a cent more than there is', { amountMinor: 10_001 }, 'insufficient_balance'],
    ['from a currency they have nothing in', { from: 'BTC', to: 'USD' }, 'insufficient_balance'],
    ['of one currency', { to: 'USD' }, 'same_currency'],
    ['of too little to become anything', { amountMinor: 1 }, 'amount_too_small'],
    ['of nothing', { amountMinor: 0 }, 'invalid_request'],
    ['of a fraction', { amountMinor: 1.5 }, 'invalid_request'],
    ['of less than nothing', { amountMinor: -4_000 }, 'invalid_request'],
    ['to a currency that is none', { to: 'XXX' }, 'invalid_request'],
  ])('%s gets no quote', async (_name, changes, code) => {
    const reply = await quote(await world.player(), { ...dollars, ...changes });
    expect(problemOf(reply).code).toBe(code);
  });

  it('without a rate gets no quote', async () => {
    const playerId = await world.player();
    const [taken] = await sql<{ rate: string }>(
      `delete from rates where from_currency = 'USD' and to_currency = 'BTC' returning rate::text`,
    );
    const reply = await quote(playerId, { ...dollars, to: 'BTC' });
    await sql(`insert into rates (from_currency, to_currency, rate, changed_at) values ('USD', 'BTC', $1, now())`, [
      taken?.rate,
    ]);
    expect(problemOf(reply)).toMatchObject({ code: 'rate_unavailable', params: { from: 'USD', to: 'BTC' } });
    expect((await quote(playerId, { ...dollars, to: 'BTC' })).status).toBe(200);
  });

  it('leaves held money alone', async () => {
    const playerId = await world.player();
    await world.http('POST', '/api/wallet/withdrawals', {
      as: asPlayer(playerId),
      key: randomUUID(),
      body: { amountMinor: 7_000, currency: 'USD', method: 'bank_transfer', destination: 'DE89370400440532013000' },
    });
    expect(problemOf(await quote(playerId, dollars)).code).toBe('insufficient_balance');
    expect((await quote(playerId, { ...dollars, amountMinor: 3_000 })).status).toBe(200);
  });

  it('of a suspended player is refused with or without quote, and while the books are checked', async () => {
    const playerId = await world.player();
    const { body } = await quote(playerId, dollars);
    const account = { playerId, part: 'account', level: 'verified', jurisdiction: 'open' } as const;
    await world.ask(playerRequests.restrict, { ...account, version: 2, status: 'suspended' });
    expect(problemOf(await quote(playerId, dollars)).code).toBe('account_not_active');
    expect(problemOf(await convert(playerId, body.quoteId))).toMatchObject({ code: 'account_not_active', status: 403 });
    await world.ask(playerRequests.restrict, { ...account, version: 3, status: 'active' });
    await sql(`update stop set reason = 'a test', since = now()`);
    expect(problemOf(await convert(playerId, body.quoteId)).code).toBe('stopped');
    await sql('update stop set reason = null, since = null');
    expect((await convert(playerId, body.quoteId)).status).toBe(201);
  });

  it('fixes the play currency: the difference of two rates cannot be earned again and again', async () => {
    const playerId = await world.player();
    const { body } = await quote(playerId, dollars);
    await convert(playerId, body.quoteId);
    await expect(world.ask(playerRequests.playCurrency, { playerId, currency: 'EUR' })).rejects.toMatchObject({
      code: 'currency_fixed',
    });
  });
});

describe('a deposit in another currency', () => {
  const arrive = async (playerId: string, amountMinor: number) => {
    const db = new Database(world.env.DATABASE_URL ?? '', createLog('test', 'silent'), 1);
    try {
      return await db.tx(async (tx) => {
        await tx.run(`select open_account($1, 'EUR')`, [playerId]);
        await tx.run(`select post_cash($1, $2, 'EUR', 'welcome', $2, 'bonus_expense', $3)`, [
          world.clock.now(),
          playerId,
          amountMinor,
        ]);
        return tx.row(
          { from: text, to: text, amountMinor: integer, receiveMinor: integer },
          `select from_currency as "from", to_currency as "to", amount_minor as "amountMinor", receive_minor as "receiveMinor"
           from convert_on_arrival($1, $2, 'EUR', $3, 50) where id is not null`,
          [world.clock.now(), playerId, amountMinor],
        );
      });
    } finally {
      await db.close();
    }
  };

  it('is converted only if its player has chosen automatic conversion', async () => {
    const playerId = await world.player();
    const as = asPlayer(playerId);
    expect((await world.http('GET', pathOf(playerRoutes.settings), { as })).body).toEqual({
      autoConvert: false,
      hasPin: false,
    });
    expect(await arrive(playerId, 1_000)).toBeUndefined();
    expect(await balances(playerId)).toEqual({ USD: 10_000, EUR: 1_000 });
    expect(
      (await world.http('PUT', pathOf(playerRoutes.setSettings), { as, body: { autoConvert: true } })).body,
    ).toEqual({
      autoConvert: true,
      hasPin: false,
    });
    expect(await arrive(playerId, 2_000)).toMatchObject({
      from: 'EUR',
      to: 'USD',
      amountMinor: 2_000,
      receiveMinor: 2_169,
    });
    expect(await balances(playerId)).toEqual({ USD: 12_169, EUR: 1_000 });
  });
});

describe('a play currency', () => {
  const change = (playerId: string, currency: string) => world.ask(playerRequests.playCurrency, { playerId, currency });

  it('changes with the welcome bonus at its worth, as often as asked, and plays in it', async () => {
    const playerId = await world.player();
    expect(await change(playerId, 'GBP')).toEqual({ playerId, currency: 'GBP' });
    expect(await change(playerId, 'GBP')).toEqual({ playerId, currency: 'GBP' });
    const { body } = await world.http<Balance>('GET', '/api/wallet', { as: asPlayer(playerId) });
    expect(body).toMatchObject({ currency: 'GBP', totalMinor: 7_900, availableMinor: 7_900 });
    await change(playerId, 'USD');
    await change(playerId, 'EUR');
    expect(await balances(playerId)).toEqual({ EUR: 9_200, GBP: 0, USD: 0 });
    await expect(world.ask(ledgerRequests.stake, stakeOf(playerId, { currency: 'USD' }))).rejects.toMatchObject({
      code: 'currency_not_accepted',
    });
    await world.ask(ledgerRequests.stake, stakeOf(playerId, { currency: 'EUR' }));
    await expect(change(playerId, 'USD')).rejects.toMatchObject({ code: 'currency_fixed' });
    expect(
      await sql(
        `select currency, sum(amount_minor)::int8 as total from entries where player_id = $1 and account = 'bonus_expense' group by 1 order by 1`,
        [playerId],
      ),
    ).toEqual([
      { currency: 'EUR', total: -9_200 },
      { currency: 'GBP', total: 0 },
      { currency: 'USD', total: 0 },
    ]);
  });

  it('is fixed by a deposit that was asked for', async () => {
    const playerId = await world.player();
    const body = {
      amountMinor: 10_000,
      currency: 'USD',
      method: 'bank_transfer',
      customerName: 'A Person',
      email: 'a@example.org',
      bankTransactionId: 'T1',
    };
    await world.http('POST', '/api/wallet/deposits/manual', { as: asPlayer(playerId), key: randomUUID(), body });
    await expect(change(playerId, 'EUR')).rejects.toMatchObject({ code: 'currency_fixed' });
  });

  it('asked for by many at once ends as one of them, with the bonus once', async () => {
    const playerId = await world.player();
    await Promise.all(
      Array.from({ length: 12 }, (_, turn) => change(playerId, ['EUR', 'GBP', 'USD'][turn % 3] as string)),
    );
    const has = await balances(playerId);
    expect([7_900, 9_200, 10_000]).toContain(Object.values(has).reduce((total, one) => total + one, 0));
  });

  it('of nobody is not found', async () => {
    await expect(change(randomUUIDv7(), 'EUR')).rejects.toMatchObject({ code: 'not_found' });
  });
});
