/** Attacks by exchange rates, through the routes: changes by one operator alone, quotes across a change, and pairs that do not convert. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Operator } from '@fairline/chassis/http/identity';
import { asPlayer, pathOf, problemOf } from '@fairline/chassis/testing';
import type { Page } from '@fairline/proto/contract';
import { type CurrencyCode, currencies } from '@fairline/proto/money';
import { adjustmentRoutes } from '@fairline/proto/wallet/adjustments';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import {
  type Conversion,
  exchangeEvents,
  exchangeRoutes,
  type Quote,
  type Rate,
  type RateChange,
} from '@fairline/proto/wallet/exchange';
import type { Balance } from '@fairline/proto/wallet/ledger';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWallet, operator, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
const hour = 3_600_000;
type Pair = { from: CurrencyCode; to: CurrencyCode };

/** A fresh proof of identity: days pass in these tests, and a proof is valid for minutes. */
const now = <O extends Operator>(as: O): O => ({ ...as, provenAt: world.clock.now().toISOString() });
const ask = <T = RateChange>(as: Operator, from: CurrencyCode, to: CurrencyCode, rate: number) =>
  world.http<T>('PUT', pathOf(exchangeRoutes.setRate), {
    as: now(as),
    body: { from, to, rate, reason: 'The market moved' },
  });
const approve = (as: Operator, id: string) =>
  world.http<RateChange>('POST', pathOf(exchangeRoutes.approveRateChange, { id }), { as: now(as) });
const reject = (as: Operator, id: string) =>
  world.http<RateChange>('POST', pathOf(exchangeRoutes.rejectRateChange, { id }), {
    as: now(as),
    body: { reason: 'Not the market' },
  });
const rates = async () => (await world.http<{ items: Rate[] }>('GET', pathOf(exchangeRoutes.rates))).body.items;
const rateOf = async (from: CurrencyCode, to: CurrencyCode) =>
  (await rates()).find((one) => one.from === from && one.to === to);
const quote = (playerId: string, pair: Pair & { amountMinor: number }) =>
  world.http<Quote>('POST', pathOf(exchangeRoutes.quote), { as: asPlayer(playerId), body: pair });
const convert = (playerId: string, quoteId: string) =>
  world.http<Conversion>('POST', pathOf(exchangeRoutes.convert), {
    as: asPlayer(playerId),
    key: randomUUID(),
    body: { quoteId },
  });
const funded = async () => {
  const playerId = await world.player();
  const body = { userId: playerId, amountMinor: 10_000, currency: 'USD', reason: 'A test' };
  expect(
    (await world.http('POST', pathOf(adjustmentRoutes.adjust), { as: now(operator()), key: randomUUID(), body }))
      .status,
  ).toBe(201);
  return playerId;
};
const cash = async (playerId: string, currency: string) => {
  const { body } = await world.http<Balance>('GET', '/api/wallet', { as: asPlayer(playerId) });
  return body.accounts.find((one) => one.currency === currency)?.cashMinor ?? 0;
};
const audited = async (by: string) => {
  const { rows } = await world.db.query(
    `select data ->> 'action' as action from outbox where type = $1 and data ->> 'operatorId' = $2 order by id`,
    [walletAuditEvents.operatorActed.subject, by],
  );
  return rows.map(({ action }) => action as string);
};

describe('in demo mode', () => {
  beforeAll(async () => {
    world = await openWallet();
  });
  beforeEach(() => world.clock.advance(50 * hour));
  afterEach(async () => {
    await world.db.query(
      'update rates r set rate = c.rate from rate_changes c where c.changed_by is null and (c.from_currency, c.to_currency) = (r.from_currency, r.to_currency)',
    );
    await world.db.query('delete from rate_changes where changed_by is not null');
  });
  afterAll(() => world.close());

  it('one operator cannot lower a currency, sell it to somebody, and put it back', async () => {
    const insider = operator('finance');
    const accomplice = await funded();
    const lowered = await Promise.all(
      currencies.filter((to) => to !== 'BTC').map((to) => ask(insider, 'BTC', to, to === 'ETH' ? 0.13 : 435)),
    );
    expect(lowered.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(problemOf(await ask(insider, 'USD', 'BTC', 0.0023)).code).toBe('rate_unfair');
    for (const { body } of lowered)
      expect(problemOf(await approve(insider, body.id)).code).toBe('second_operator_needed');
    expect(await rateOf('BTC', 'USD')).toMatchObject({ midRate: 43_500 });
    const bought = await quote(accomplice, { from: 'USD', to: 'BTC', amountMinor: 10_000 });
    await convert(accomplice, bought.body.quoteId);
    const sold = await quote(accomplice, { from: 'BTC', to: 'USD', amountMinor: await cash(accomplice, 'BTC') });
    expect(sold.body.receiveMinor).toBeLessThan(10_000);
  });

  it.each<[string, number[], number[]]>([
    ['down', [0.971, 0.943], [200, 202]],
    ['down by less', [0.99, 0.98, 0.97], [200, 200, 202]],
    ['down and up again', [0.99, 1, 0.99], [200, 200, 202]],
  ])('small steps %s wait once they add up, by any operators', async (_name, factors, statuses) => {
    const answers: number[] = [];
    for (const factor of factors) {
      answers.push((await ask(operator('finance'), 'BTC', 'ETH', 13.59375 * factor)).status);
      world.clock.advance(hour);
    }
    expect(answers).toEqual(statuses);
  });

  it('a day later the next step is free', async () => {
    expect((await ask(operator('finance'), 'GBP', 'EUR', 1.14)).status).toBe(200);
    expect((await ask(operator('finance'), 'GBP', 'EUR', 1.11)).status).toBe(202);
    world.clock.advance(24 * hour - 1);
    expect((await ask(operator('finance'), 'GBP', 'EUR', 1.11)).status).toBe(202);
    world.clock.advance(1);
    expect((await ask(operator('finance'), 'GBP', 'EUR', 1.11)).status).toBe(200);
  });

  it('a large change waits, is listed, and is set once by another operator', async () => {
    const [first, second] = [operator('finance'), operator('finance')];
    const asked = await ask(first, 'ETH', 'USD', 2_000);
    expect(asked).toMatchObject({
      status: 202,
      body: { from: 'ETH', to: 'USD', rate: 2_000, before: 3_200, status: 'pending', requestedBy: first.id },
    });
    expect(await rateOf('ETH', 'USD')).toMatchObject({ midRate: 3_200 });
    const listed = async (as: Operator) => {
      const { body } = await world.http<Page<RateChange>>(
        'GET',
        `${pathOf(exchangeRoutes.rateChanges)}?status=pending`,
        { as },
      );
      return body.items.find(({ id }) => id === asked.body.id);
    };
    expect(await listed(operator('auditor'))).toMatchObject({
      rate: 2_000,
      before: 3_200,
      status: 'pending',
      requestedBy: first.id,
      mayApprove: false,
    });
    expect([(await listed(first))?.mayApprove, (await listed(second))?.mayApprove]).toEqual([false, true]);
    expect(problemOf(await approve(first, asked.body.id)).code).toBe('second_operator_needed');
    const done = await Promise.all([approve(second, asked.body.id), approve(second, asked.body.id)]);
    for (const { status, body } of done)
      expect([status, body.status, body.decidedBy]).toEqual([200, 'approved', second.id]);
    expect(await rateOf('ETH', 'USD')).toMatchObject({ midRate: 2_000 });
    expect(problemOf(await reject(second, asked.body.id))).toMatchObject({ code: 'already_decided', status: 409 });
    expect(await audited(first.id)).toEqual(['rate.request']);
    expect(await audited(second.id)).toEqual(['rate.approve', 'rate.set']);
    expect(
      (
        await world.db.query(
          `select rate::text from rate_changes where from_currency = 'ETH' and to_currency = 'USD' and rate = 2000`,
        )
      ).rows,
    ).toHaveLength(1);
  });

  it('a change is approved on the rate it was asked for only', async () => {
    const first = operator('finance');
    const asked = await ask(first, 'EUR', 'USD', 0.9);
    expect(asked).toMatchObject({ status: 202, body: { before: 1.09 } });
    expect((await ask(operator('finance'), 'EUR', 'USD', 1.08)).status).toBe(200);
    expect(problemOf(await approve(operator('finance'), asked.body.id))).toMatchObject({
      code: 'rate_moved',
      status: 409,
    });
    expect(await rateOf('EUR', 'USD')).toMatchObject({ midRate: 1.08 });
    const again = await ask(first, 'EUR', 'USD', 0.9);
    expect((await approve(operator('finance'), again.body.id)).body).toMatchObject({
      status: 'approved',
      before: 1.08,
    });
    expect(await rateOf('EUR', 'USD')).toMatchObject({ midRate: 0.9 });
  });

  it('one change of a pair waits: a later one replaces it, on the record', async () => {
    const [first, second] = [operator('finance'), operator('finance')];
    const old = await ask(first, 'GBP', 'USD', 1.1);
    const [other, later] = [await ask(second, 'USD', 'GBP', 0.7), await ask(second, 'GBP', 'USD', 1.15)];
    expect(problemOf(await approve(operator('finance'), old.body.id))).toMatchObject({
      code: 'already_decided',
      params: { status: 'rejected' },
    });
    const { body } = await world.http<Page<RateChange>>('GET', `${pathOf(exchangeRoutes.rateChanges)}?status=pending`, {
      as: now(operator('auditor')),
    });
    const ofPound = body.items.filter(({ from, to }) => [from, to].includes('GBP') && [from, to].includes('USD'));
    expect(ofPound.map(({ id }) => id)).toEqual([later.body.id, other.body.id]);
    expect(await audited(second.id)).toEqual(['rate.request', 'rate.reject', 'rate.request']);
    const { rows } = await world.db.query(
      `select data ->> 'status' as status from outbox where type = $1 and subject = $2 order by seq`,
      [exchangeEvents.rateChangeUpdated.subject, old.body.id],
    );
    expect(rows).toEqual([{ status: 'pending' }, { status: 'rejected' }]);
    const both = await Promise.all([1.16, 1.17].map((rate) => ask(operator('finance'), 'GBP', 'USD', rate)));
    expect(both.map(({ status }) => status)).toEqual([202, 202]);
  });

  it('a change that is rejected is not set, and its requester may withdraw it', async () => {
    const first = operator('finance');
    const asked = await ask(first, 'ETH', 'USD', 2_000);
    expect((await reject(first, asked.body.id)).body).toMatchObject({
      status: 'rejected',
      rejectionReason: 'Not the market',
      decidedBy: first.id,
    });
    expect((await reject(first, asked.body.id)).status).toBe(200);
    expect(problemOf(await approve(operator('finance'), asked.body.id)).code).toBe('already_decided');
    expect(problemOf(await approve(operator('finance'), randomUUIDv7())).status).toBe(404);
  });

  it('a change is not approved by an operator newer than it or lately invited by its requester', async () => {
    const first = operator('finance');
    const asked = await ask(first, 'ETH', 'USD', 2_000);
    const at = world.clock.now().getTime();
    const invited = { ...operator('finance'), invitedBy: first.id, activatedAt: new Date(at - hour).toISOString() };
    const late = { ...operator('finance'), activatedAt: new Date(at + 1).toISOString() };
    for (const as of [invited, late])
      expect(problemOf(await approve(as, asked.body.id)).code).toBe('second_operator_needed');
    for (const as of [operator('trader'), operator('auditor')])
      expect((await approve(as, asked.body.id)).status).toBe(403);
    const old = { ...operator('finance'), provenAt: '2026-11-01T00:00:00.000Z' };
    const reply = await world.http('POST', pathOf(exchangeRoutes.approveRateChange, { id: asked.body.id }), {
      as: old,
    });
    expect(problemOf(reply).code).toBe('step_up_required');
  });

  it('changes that are fair one by one are refused where a chain of them would gain', async () => {
    const [first, second] = [operator('finance'), operator('finance')];
    const others = currencies.filter((to) => to !== 'ETH');
    const before = await Promise.all(others.map(async (to) => (await rateOf('ETH', to))?.midRate ?? 0));
    for (const [index, to] of others.entries()) {
      const lowered = await ask(first, 'ETH', to, (before[index] ?? 0) * 0.6);
      expect((await approve(second, lowered.body.id)).status).toBe(200);
    }
    // This rate is fair at the present rates, at which ETH is cheap.
    const cheap = await ask(first, 'USD', 'ETH', 0.00033);
    expect(cheap.status).toBe(202);
    const back = await ask(first, 'ETH', 'USD', before[0] ?? 0);
    expect((await approve(second, back.body.id)).status).toBe(200);
    expect(problemOf(await approve(second, cheap.body.id)).code).toBe('rate_unfair');
    expect((await rateOf('USD', 'ETH'))?.midRate).toBeCloseTo(1 / 3_200, 6);
  });

  it.each<[string, Pair]>([
    ['its pair', { from: 'USD', to: 'ETH' }],
    ['the way back', { from: 'ETH', to: 'USD' }],
  ])('a quote ends when a rate of %s changes', async (_name, changed) => {
    const playerId = await funded();
    const [kept, other] = [
      await quote(playerId, { from: 'USD', to: 'ETH', amountMinor: 4_000 }),
      await quote(playerId, { from: 'USD', to: 'EUR', amountMinor: 4_000 }),
    ];
    const { midRate = 0 } = (await rateOf(changed.from, changed.to)) ?? {};
    expect((await ask(operator('finance'), changed.from, changed.to, midRate * 0.99)).status).toBe(200);
    expect(problemOf(await convert(playerId, kept.body.quoteId))).toMatchObject({ code: 'quote_expired', status: 409 });
    expect((await convert(playerId, other.body.quoteId)).status).toBe(201);
  });

  it('a quote made while the rate changes never outlives the change', async () => {
    const playerId = await funded();
    for (let turn = 0; turn < 4; turn++) {
      const { midRate = 0 } = (await rateOf('USD', 'GBP')) ?? {};
      const [made] = await Promise.all([
        quote(playerId, { from: 'USD', to: 'GBP', amountMinor: 100 }),
        ask(operator('finance'), 'USD', 'GBP', midRate * 0.995),
      ]);
      const current = await rateOf('USD', 'GBP');
      const used = await convert(playerId, made.body.quoteId);
      if (used.status === 201) expect(made.body.midRate).toBe(current?.midRate);
      else expect(problemOf(used).code).toBe('quote_expired');
    }
  });

  it.each<[string, Pair]>([
    ['the same direction', { from: 'USD', to: 'EUR' }],
    ['the other direction', { from: 'EUR', to: 'USD' }],
  ])('a player has one open quote of a pair: the next one in %s ends it', async (_name, next) => {
    const playerId = await funded();
    const some = await quote(playerId, { from: 'USD', to: 'EUR', amountMinor: 5_000 });
    await convert(playerId, some.body.quoteId);
    const first = await quote(playerId, { from: 'USD', to: 'EUR', amountMinor: 1_000 });
    const second = await quote(playerId, { ...next, amountMinor: 1_000 });
    expect(problemOf(await convert(playerId, first.body.quoteId)).code).toBe('quote_expired');
    expect((await convert(playerId, second.body.quoteId)).status).toBe(201);
    const many = await Promise.all(
      Array.from({ length: 4 }, () => quote(playerId, { from: 'USD', to: 'EUR', amountMinor: 500 })),
    );
    const used = await Promise.all(many.map(({ body }) => convert(playerId, body.quoteId)));
    expect(used.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});

describe('outside demo mode', () => {
  beforeAll(async () => {
    world = await openWallet({ FAIRLINE_DEMO: '0', WELCOME_BONUS_MINOR: '0', RATE_MAX_AGE_HOURS: '12' });
  });
  afterAll(() => world.close());
  const set = async (from: CurrencyCode, to: CurrencyCode, rate: number) => {
    const asked = await ask(operator('finance'), from, to, rate);
    if (asked.status === 202) expect((await approve(operator('finance'), asked.body.id)).status).toBe(200);
  };

  it('a pair is off until two operators have set it, and again when its rate is too old', async () => {
    const playerId = await funded();
    const seeded = await rates();
    expect(seeded.filter(({ available }) => available)).toEqual([]);
    expect(seeded).toHaveLength(20);
    const pair = { from: 'USD', to: 'EUR', amountMinor: 1_000 } as const;
    expect(problemOf(await quote(playerId, pair))).toMatchObject({
      code: 'rate_unavailable',
      params: { from: 'USD', to: 'EUR' },
    });
    const asked = await ask(operator('finance'), 'USD', 'EUR', 0.9);
    expect(asked).toMatchObject({ status: 202, body: { before: 0.92 } });
    expect(problemOf(await quote(playerId, pair)).code).toBe('rate_unavailable');
    await approve(operator('finance'), asked.body.id);
    expect(await rateOf('USD', 'EUR')).toMatchObject({ midRate: 0.9, available: true });
    expect((await quote(playerId, pair)).status).toBe(200);
    world.clock.advance(12 * hour - 1);
    const last = await quote(playerId, pair);
    expect(last.status).toBe(200);
    world.clock.advance(1);
    expect(problemOf(await quote(playerId, pair)).code).toBe('rate_unavailable');
    expect(await rateOf('USD', 'EUR')).toMatchObject({ midRate: 0.9, available: false });
  });

  it('a rate that ran out within the day is compared with, and one from before is not', async () => {
    await set('GBP', 'EUR', 1.1);
    world.clock.advance(13 * hour);
    expect((await ask(operator('finance'), 'GBP', 'EUR', 1.2)).status).toBe(202);
    expect((await ask(operator('finance'), 'GBP', 'EUR', 1.101)).status).toBe(200);
    world.clock.advance(37 * hour);
    expect((await ask(operator('finance'), 'GBP', 'EUR', 1.101)).status).toBe(202);
  });

  it('a withdrawal counts by the rate that came with the project, at which nothing converts', async () => {
    const playerId = await funded();
    await world.db.query('select open_account($1, $2)', [playerId, 'BTC']);
    const given = { userId: playerId, amountMinor: 200_000, currency: 'BTC', reason: 'A test' };
    expect(
      (
        await world.http('POST', pathOf(adjustmentRoutes.adjust), {
          as: now(operator()),
          key: randomUUID(),
          body: given,
        })
      ).status,
    ).toBe(201);
    const body = {
      amountMinor: 100_000,
      currency: 'BTC',
      method: 'crypto',
      destination: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
    };
    const asked = () =>
      world.http('POST', '/api/wallet/withdrawals', { as: asPlayer(playerId), key: randomUUID(), body });
    expect((await asked()).status).toBe(201);
    expect(problemOf(await quote(playerId, { from: 'BTC', to: 'USD', amountMinor: 50_000 })).code).toBe(
      'rate_unavailable',
    );
    const { rows } = await world.db.query(
      `delete from rates where from_currency = 'BTC' and to_currency = 'USD' returning rate::text, changed_at`,
    );
    expect(problemOf(await asked()).code).toBe('rate_unavailable');
    await world.db.query(
      `insert into rates (from_currency, to_currency, rate, changed_at) values ('BTC', 'USD', $1, $2)`,
      [rows[0].rate, rows[0].changed_at],
    );
    const figures = await world.http('GET', '/api/admin/wallet/stats', { as: operator('finance') });
    expect(figures.status).toBe(200);
  });

  const demo = (flag: '0' | '1') => async () => {
    world.env.FAIRLINE_DEMO = flag;
  };

  it("converts at the project's own rates in demo mode, and again not without it", async () => {
    await set('USD', 'EUR', 0.9);
    const offered = async () =>
      (await rates()).flatMap(({ from, to, available }) => (available ? [`${from} ${to}`] : []));
    expect(await offered()).toEqual(['USD EUR']);
    await world.restarted(demo('1'));
    expect(await offered()).toHaveLength(20);
    await world.restarted(demo('0'));
    expect(await offered()).toEqual(['USD EUR']);
  });
});
