/** Withdrawals in a currency other than the play currency: held, paid and returned in it, and counted for every limit in the play currency. */
import { randomUUID } from 'node:crypto';
import { type CallOptions, eventually, pathOf, problemOf } from '@fairline/chassis/testing';
import { common } from '@fairline/proto/contract';
import { type Adjustment, adjustmentRoutes } from '@fairline/proto/wallet/adjustments';
import { approvalRoutes, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { type Balance, ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { type Payment, paymentRefusals, paymentRoutes } from '@fairline/proto/wallet/payments';
import { playerRefusals, playerRequests, type WalletLimits } from '@fairline/proto/wallet/players';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asPlayer, openWalletWithProvider, operator, type ProviderWorld } from '../testing.ts';

let world: ProviderWorld;
beforeAll(async () => {
  world = await openWalletWithProvider({ WELCOME_BONUS_MINOR: '0' });
});
afterAll(() => world.close());
afterEach(async () => {
  expect(await sql('select name, wrong from prove_books(null) where wrong is not null')).toEqual([]);
});

const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];
const deposit = async (playerId: string, changes: object = {}) => {
  const body = { amountMinor: 10_000, currency: 'EUR', method: 'e_wallet', ...changes };
  const made = await world.http<Payment>('POST', '/api/wallet/deposits', {
    as: asPlayer(playerId),
    key: randomUUID(),
    body,
  });
  expect(made.body.status).toBe('approved');
};
const withdraw = (playerId: string, changes: object = {}) => {
  const body = {
    amountMinor: 5_000,
    currency: 'EUR',
    method: 'e_wallet',
    destination: 'ada@wallet.example',
    ...changes,
  };
  return world.http<Payment>('POST', '/api/wallet/withdrawals', { as: asPlayer(playerId), key: randomUUID(), body });
};
const crypto = { method: 'crypto', destination: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh', currency: 'BTC' };
const bank = { method: 'bank_transfer', destination: 'DE89370400440532013000' };
const approve = (id: string, as: CallOptions['as'] = operator()) =>
  world.http<PaymentForOperator>('POST', pathOf(approvalRoutes.approve, { id }), { as });
const becomes = (playerId: string, id: string, status: Payment['status']) =>
  eventually(
    async () =>
      (await world.http<Payment>('GET', pathOf(paymentRoutes.payment, { id }), { as: asPlayer(playerId) })).body,
    (one) => one.status === status,
  );
const forOperator = async (id: string) =>
  (await world.http<{ items: PaymentForOperator[] }>('GET', `/api/admin/wallet/payments?q=${id}`, { as: operator() }))
    .body.items[0];
const isPaid = (id: string) =>
  eventually(
    () => forOperator(id),
    (one) => one?.provider === 'paid',
  );
const limitsOf = async (playerId: string) =>
  (await world.http<WalletLimits>('GET', '/api/wallet/limits', { as: asPlayer(playerId) })).body;
const accountIn = async (playerId: string, currency: string) => {
  const { body } = await world.http<Balance>('GET', '/api/wallet', { as: asPlayer(playerId) });
  const account = body.accounts.find((one) => one.currency === currency);
  return [account?.cashMinor, account?.heldMinor];
};
/** Adds money that came by no deposit. */
const give = async (playerId: string, currency: string, amountMinor: number) => {
  await sql('select open_account($1, $2)', [playerId, currency]);
  const body = { userId: playerId, amountMinor, currency, reason: 'A prize' };
  const asked = await world.http<Adjustment>('POST', '/api/admin/wallet/adjustments', {
    as: operator(),
    key: randomUUID(),
    body,
  });
  const given =
    asked.status === 202
      ? await world.http<Adjustment>('POST', pathOf(adjustmentRoutes.approveAdjustment, { id: asked.body.id }), {
          as: operator(),
        })
      : asked;
  expect(given.body.status).toBe('approved');
};

describe('a withdrawal in another currency', () => {
  it('is held, paid out and counted', async () => {
    const playerId = await world.player();
    await deposit(playerId);
    const { status, body } = await withdraw(playerId);
    expect([status, body]).toMatchObject([201, { status: 'pending', amountMinor: 5_000, currency: 'EUR' }]);
    expect(await accountIn(playerId, 'EUR')).toEqual([9_850, 5_000]);
    expect(await accountIn(playerId, 'USD')).toEqual([0, 0]);
    expect((await limitsOf(playerId)).remaining.dailyWithdrawMinor).toBe(2_500_000 - 5_450);
    expect((await approve(body.id)).status).toBe(200);
    await isPaid(body.id);
    expect(await accountIn(playerId, 'EUR')).toEqual([4_850, 0]);
    const legs = await sql(
      `select e.account, e.currency, e.amount_minor::int4 as amount from entries e join transfers t on t.player_id = e.player_id and t.id = e.transfer_id where t.reference = $1 order by 1`,
      [body.id],
    );
    expect(legs).toEqual([
      { account: 'cash', currency: 'EUR', amount: -5_000 },
      { account: 'clearing_e_wallet', currency: 'EUR', amount: 5_000 },
    ]);
    const sent = world.toProvider.passed.find(
      ({ path, body: text }) => path === '/v1/payouts' && text.includes(body.id),
    );
    expect(JSON.parse(String(sent?.body))).toMatchObject({ amount: 5_000, currency: 'EUR' });
  });

  it.each([
    ['rejected', 5_000],
    ['returned by the provider', 5_008],
  ])('that is %s is theirs again, in that currency', async (how, amountMinor) => {
    const playerId = await world.player();
    await deposit(playerId);
    const { body } = await withdraw(playerId, { amountMinor });
    if (how === 'rejected') {
      await world.http('POST', pathOf(approvalRoutes.reject, { id: body.id }), {
        as: operator(),
        body: { reason: 'Not now' },
      });
    } else {
      await approve(body.id);
      await becomes(playerId, body.id, 'failed');
    }
    expect(await accountIn(playerId, 'EUR')).toEqual([9_850, 0]);
    expect((await limitsOf(playerId)).remaining.dailyWithdrawMinor).toBe(2_500_000);
  });

  it('goes by a method that pays that currency out', async () => {
    const playerId = await world.player();
    await deposit(playerId, { method: 'crypto', currency: 'BTC', amountMinor: 1_000_000 });
    const wrong = await withdraw(playerId, { currency: 'BTC', amountMinor: 500_000 });
    expect([wrong.status, problemOf(wrong)]).toMatchObject([
      422,
      { code: ledgerRefusals.currencyNotAccepted.code, params: { currency: 'BTC' } },
    ]);
    const { status, body } = await withdraw(playerId, { ...crypto, amountMinor: 500_000 });
    expect(status).toBe(201);
    await approve(body.id);
    await isPaid(body.id);
    expect(await accountIn(playerId, 'BTC')).toEqual([490_000, 0]);
  });

  it('takes at most the balance in that currency', async () => {
    const playerId = await world.player();
    await deposit(playerId);
    await give(playerId, 'USD', 50_000);
    expect(problemOf(await withdraw(playerId, { amountMinor: 9_851 })).code).toBe(
      ledgerRefusals.insufficientBalance.code,
    );
    expect(problemOf(await withdraw(playerId, { currency: 'GBP' })).code).toBe(ledgerRefusals.insufficientBalance.code);
    const both = await Promise.all([
      withdraw(playerId, { amountMinor: 9_850 }),
      withdraw(playerId, { amountMinor: 9_850 }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  });

  it('is refused while there is no rate by which it could count', async () => {
    const playerId = await world.player();
    await deposit(playerId);
    const [rate] = await sql<{ rate: string; at: Date }>(
      `delete from rates where from_currency = 'EUR' and to_currency = 'USD' returning rate::text, changed_at as at`,
    );
    const reply = await withdraw(playerId);
    await sql(`insert into rates (from_currency, to_currency, rate, changed_at) values ('EUR', 'USD', $1, $2)`, [
      rate?.rate,
      rate?.at,
    ]);
    expect([reply.status, problemOf(reply)]).toMatchObject([
      422,
      { code: ledgerRefusals.rateUnavailable.code, params: { from: 'EUR', to: 'USD' } },
    ]);
    expect((await withdraw(playerId)).status).toBe(201);
  });
});

describe('for limits it counts in the play currency', () => {
  it('the least withdrawal', async () => {
    const playerId = await world.player();
    await deposit(playerId);
    const [{ least } = { least: 0 }] = await sql<{ least: number }>(
      `select min(n)::int4 as least from generate_series(1, 5000) n where to_play(n, 'EUR', 'USD') >= 2000`,
    );
    const under = await withdraw(playerId, { amountMinor: least - 1 });
    expect([under.status, problemOf(under)]).toMatchObject([
      422,
      {
        code: 'limit_exceeded',
        detail: `Amount must be between ${(least / 100).toFixed(2)} EUR and 98.50 EUR`,
        params: { limit: 'minWithdraw', limitMinor: least, currency: 'EUR' },
      },
    ]);
    expect((await withdraw(playerId, { amountMinor: least })).status).toBe(201);
  });

  it.each(['BTC', 'ETH', 'EUR', 'GBP'])('the least %s there is, to the unit', async (currency) => {
    const rows = await sql<{ wrong: string }>(
      `select n::text as wrong from generate_series(1, 300000, 997) n where to_play(least_worth(n, $1, 'USD'), $1, 'USD') < n or to_play(least_worth(n, $1, 'USD') - 1, $1, 'USD') >= n`,
      [currency],
    );
    expect(rows).toEqual([]);
  });

  it('a rest below it goes out whole', async () => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 1_000 });
    expect((await withdraw(playerId, { amountMinor: 900 })).status).toBe(422);
    expect((await withdraw(playerId, { amountMinor: 985 })).status).toBe(201);
  });

  it('the limits of their level, which are named in the play currency', async () => {
    const playerId = await world.player({ level: 'unverified' });
    await deposit(playerId, { amountMinor: 200_000 });
    await deposit(playerId, { amountMinor: 200_000 });
    expect((await withdraw(playerId, { amountMinor: 200_000 })).status).toBe(201);
    const over = await withdraw(playerId, { amountMinor: 30_000 });
    expect(problemOf(over)).toMatchObject({
      code: 'limit_exceeded',
      detail: 'Daily withdrawal limit of 2,500.00 USD would be exceeded',
      params: { limit: 'dailyWithdraw', limitMinor: 250_000, remainingMinor: 32_000, currency: 'USD' },
    });
  });

  it('what an unverified player may take out, whatever currency they deposited', async () => {
    const playerId = await world.player({ level: 'unverified' });
    await deposit(playerId);
    await give(playerId, 'EUR', 5_000);
    await give(playerId, 'USD', 20_000);
    expect(problemOf(await withdraw(playerId, { amountMinor: 10_100 })).code).toBe(paymentRefusals.kycRequired.code);
    expect((await withdraw(playerId, { amountMinor: 5_000 })).status).toBe(201);
    expect(problemOf(await withdraw(playerId, { currency: 'USD', amountMinor: 5_451 })).code).toBe(
      paymentRefusals.kycRequired.code,
    );
    expect((await withdraw(playerId, { currency: 'USD', amountMinor: 5_450 })).status).toBe(201);
  });

  it('a verification that ended after the request, until the player is verified again', async () => {
    const playerId = await world.player();
    await give(playerId, 'USD', 20_000);
    const asked = await withdraw(playerId, { currency: 'USD', amountMinor: 5_000 });
    expect(asked.status).toBe(201);
    const becomesLevel = (level: 'verified' | 'unverified', version: number) =>
      world.ask(playerRequests.restrict, {
        playerId,
        part: 'account',
        version,
        status: 'active',
        level,
        jurisdiction: 'open',
      });
    await becomesLevel('unverified', 2);
    const refused = await approve(asked.body.id);
    expect([refused.status, problemOf(refused).code]).toEqual([409, paymentRefusals.playerNotVerified.code]);
    await becomesLevel('verified', 3);
    expect((await approve(asked.body.id)).body.status).toBe('approved');
  });

  it('the closed loop', async () => {
    const playerId = await world.player();
    await deposit(playerId, { currency: 'USD', amountMinor: 20_000 });
    await give(playerId, 'EUR', 20_000);
    const early = await withdraw(playerId, bank);
    expect([early.status, problemOf(early)]).toMatchObject([
      422,
      { code: paymentRefusals.closedLoop.code, params: { method: 'e_wallet', amountMinor: 20_000, currency: 'USD' } },
    ]);
    expect((await withdraw(playerId, { amountMinor: 9_000 })).status).toBe(201);
    expect((await limitsOf(playerId)).closedLoop).toEqual([{ method: 'e_wallet', amountMinor: 20_000 - 9_810 }]);
    expect((await withdraw(playerId, { amountMinor: 9_000 })).status).toBe(201);
    expect((await withdraw(playerId, { ...bank, amountMinor: 2_000 })).status).toBe(201);
  });

  it('how many operators must approve it, and whether they must prove themselves again', async () => {
    const playerId = await world.player();
    await give(playerId, 'EUR', 2_000_000);
    await give(playerId, 'BTC', 5_000_000);
    const few = await withdraw(playerId, { ...bank, amountMinor: 917_000 });
    const many = await withdraw(playerId, { ...bank, amountMinor: 920_000 });
    const small = await withdraw(playerId, { ...crypto, amountMinor: 2_000_000 });
    const needed = [await forOperator(few.body.id), await forOperator(many.body.id), await forOperator(small.body.id)];
    expect(needed.map((one) => one?.approvalsNeeded)).toEqual([1, 2, 1]);
    const { provenAt: _, ...stale } = operator();
    const unproven = await approve(many.body.id, stale);
    expect([unproven.status, problemOf(unproven).code]).toEqual([
      common.stepUpRequired.status,
      common.stepUpRequired.code,
    ]);
    expect((await approve(small.body.id, stale)).status).toBe(200);
    expect((await approve(many.body.id)).status).toBe(202);
    expect((await approve(many.body.id)).status).toBe(200);
  });
});

it('closes an account after its money in another currency is withdrawn', async () => {
  const playerId = await world.player();
  await deposit(playerId, { amountMinor: 1_000 });
  const closing = { playerId, version: 2, status: 'closed', level: 'verified', jurisdiction: 'open' };
  await expect(world.ask(playerRequests.close, closing)).rejects.toMatchObject({
    code: playerRefusals.balanceLeft.code,
  });
  const { body } = await withdraw(playerId, { amountMinor: 985 });
  await approve(body.id);
  await isPaid(body.id);
  expect(await world.ask(playerRequests.close, closing)).toEqual({ playerId, version: 2 });
});
