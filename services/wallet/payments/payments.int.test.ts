/** Withdrawals and decisions of operators, through the real service. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { pathOf, problemOf } from '@fairline/chassis/testing';
import { common } from '@fairline/proto/contract';
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import { ledgerRefusals, ledgerRequests } from '@fairline/proto/wallet/ledger';
import { paymentRefusals } from '@fairline/proto/wallet/payments';
import { playerRequests, type WalletLimits } from '@fairline/proto/wallet/players';
import { describe, expect, it } from 'vitest';
import { asPlayer, operator, stakeOf } from '../testing.ts';
import {
  approve,
  deposit,
  funded,
  list,
  reject,
  report,
  sql,
  useManualServers,
  wish,
  withdraw,
  world,
} from './testing-manual.ts';

useManualServers();

describe('a withdrawal', () => {
  it('holds its amount, is captured once when approved, and cannot be staked meanwhile', async () => {
    const playerId = await funded(20_000);
    const made = await withdraw(playerId, wish({ amountMinor: 15_000 }));
    expect([made.status, made.body]).toMatchObject([
      201,
      { type: 'withdrawal', status: 'pending', amountMinor: 15_000, method: 'bank_transfer' },
    ]);
    expect(await world.account(playerId)).toMatchObject({ cash: 20_000, held: 15_000 });
    await expect(world.ask(ledgerRequests.stake, stakeOf(playerId, { stakeMinor: 5_001 }))).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
    const decided = await Promise.all([approve(made.body.id), approve(made.body.id), approve(made.body.id)]);
    expect(decided.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await world.account(playerId)).toEqual({ cash: 5_000, bonus: 0, held: 0, receivable: 0, version: 3 });
    expect(await sql('select status from holds where id = $1', [made.body.id])).toEqual([{ status: 'captured' }]);
  });

  it('names its bank account by a key that two players share, however they write it', async () => {
    const keys: unknown[] = [];
    for (const destination of [
      'DE89 3704 0044 0532 0130 00',
      'IBAN: de89-3704-0044-0532-0130-00, Deutsche Bank',
      'acct no. 12345678',
    ]) {
      const { body } = await withdraw(await funded(20_000), wish({ destination }));
      keys.push(
        ...(await sql(
          `select data ->> 'destinationKey' as key from outbox where subject = $1 and type like '%WithdrawalRequested%'`,
          [body.id],
        )),
      );
    }
    expect(keys).toEqual([keys[0], keys[0], expect.not.objectContaining(keys[0] as object)]);
  });

  it('that is rejected is released, once, even while another approves it', async () => {
    for (let turn = 0; turn < 8; turn++) {
      const playerId = await funded(20_000);
      const made = await withdraw(playerId, wish({ amountMinor: 15_000 }));
      const replies = await Promise.all([
        reject(made.body.id),
        approve(made.body.id),
        reject(made.body.id),
        approve(made.body.id),
      ]);
      const won = replies.filter(({ status }) => status === 200);
      expect(won).toHaveLength(2);
      expect(new Set(won.map(({ body }) => body.status)).size).toBe(1);
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(2);
      const rejected = won[0]?.body.status === 'rejected';
      expect(await world.account(playerId)).toMatchObject({ cash: rejected ? 20_000 : 5_000, held: 0 });
      expect(await sql('select status from holds where id = $1', [made.body.id])).toEqual([
        { status: rejected ? 'released' : 'captured' },
      ]);
    }
  });

  it.each(['x', 'a@b', '....-....'])('to %j is refused: its end could not be shown', async (destination) => {
    const refused = await withdraw(await world.player(), wish({ destination }));
    expect([refused.status, problemOf(refused).errors]).toEqual([
      400,
      { destination: 'Please enter a complete destination' },
    ]);
  });

  it('keeps its destination sealed and shows only its end', async () => {
    const playerId = await funded(20_000);
    const made = await withdraw(playerId);
    const [row] = await sql<{ destination: Buffer }>('select destination from payments where id = $1', [made.body.id]);
    expect(row?.destination.includes('DE89')).toBe(false);
    const shown = await world.http('GET', `/api/admin/wallet/payments/${made.body.id}/destination`, { as: operator() });
    expect(shown.body).toEqual({ destination: 'DE89370400440532013000' });
    expect((await list(`?q=${made.body.reference}`)).body.items).toMatchObject([{ destination: '••••3000' }]);
  });

  it('of a demo player is marked so', async () => {
    const playerId = await world.player({ book: 'play' });
    const made = await withdraw(playerId);
    expect((await list(`?q=${made.body.id}`)).body.items).toMatchObject([{ demo: true }]);
  });

  it.each<[string, object, object, number, string, string]>([
    [
      'above what is available',
      {},
      { amountMinor: 20_001 },
      422,
      ledgerRefusals.insufficientBalance.code,
      'Insufficient balance',
    ],
    [
      'below the minimum',
      {},
      { amountMinor: 1_999 },
      422,
      paymentRefusals.withdrawalRange.code,
      'Amount must be between 20.00 USD and 200.00 USD',
    ],
    [
      'by a method that has no provider yet',
      {},
      { method: 'credit_card' },
      422,
      paymentRefusals.methodUnavailable.code,
      'This payment method is not available',
    ],
    [
      'in a currency they have nothing of',
      {},
      { currency: 'EUR' },
      422,
      'insufficient_balance',
      'Insufficient balance',
    ],
    ['in a currency no bank takes', {}, { currency: 'BTC' }, 422, 'currency_not_accepted', 'BTC is not accepted here'],
    [
      'of a suspended player',
      { status: 'suspended' },
      {},
      403,
      'account_not_active',
      'Your account is suspended. Please contact support.',
    ],
    ['of less than nothing', {}, { amountMinor: -1 }, 400, 'invalid_request', 'Please enter a valid amount'],
    ['without a destination', {}, { destination: ' ' }, 400, 'invalid_request', 'Please fill in all required fields'],
  ])('%s is refused and holds nothing', async (_name, changes, body, status, code, detail) => {
    const playerId = await funded(20_000);
    await world.ask(playerRequests.restrict, {
      playerId,
      part: 'account',
      version: 2,
      status: 'active',
      level: 'verified',
      jurisdiction: 'open',
      ...changes,
    });
    const reply = await withdraw(playerId, wish(body));
    expect([reply.status, problemOf(reply)]).toMatchObject([status, { code, detail }]);
    expect(await world.account(playerId)).toMatchObject({ cash: 20_000, held: 0 });
  });

  it('below the minimum takes the whole balance, or is refused', async () => {
    const playerId = await funded(20_000);
    const least = async () =>
      (await world.http<WalletLimits>('GET', '/api/wallet/limits', { as: asPlayer(playerId) })).body.minWithdrawMinor;
    expect(await least()).toBe(2_000);
    await withdraw(playerId, wish({ amountMinor: 18_500 }));
    expect(await least()).toBe(1_500);
    const part = await withdraw(playerId, wish({ amountMinor: 1_499 }));
    expect([part.status, problemOf(part)]).toMatchObject([
      422,
      { code: 'limit_exceeded', detail: 'Amount must be between 15.00 USD and 15.00 USD' },
    ]);
    expect((await withdraw(playerId, wish({ amountMinor: 1_500 }))).status).toBe(201);
    expect(await world.account(playerId)).toMatchObject({ cash: 20_000, held: 20_000 });
  });

  it('of an unverified player gives back at most what came in', async () => {
    const playerId = await funded(20_000, { level: 'unverified' });
    const left = async (of = playerId) =>
      (await world.http<WalletLimits>('GET', '/api/wallet/limits', { as: asPlayer(of) })).body.untilVerifiedMinor;
    expect([await left(), await left(await funded(20_000))]).toEqual([20_000, null]);
    await world.db.query(`select post_cash(now(), $1, 'USD', 'welcome', $1, 'bonus_expense', 10000)`, [playerId]);
    const over = await withdraw(playerId, wish({ amountMinor: 20_001 }));
    expect([over.status, problemOf(over).code]).toEqual([422, paymentRefusals.kycRequired.code]);
    expect((await withdraw(playerId, wish({ amountMinor: 20_000 }))).status).toBe(201);
    expect(await left()).toBe(0);
    expect(problemOf(await withdraw(playerId, wish({ amountMinor: 2_000 }))).code).toBe('kyc_required');
  });

  it('under gb needs no verified identity, unlike a deposit', async () => {
    const playerId = await funded(20_000, { level: 'unverified' });
    const bind = (version: number, level: string) =>
      world.ask(playerRequests.restrict, {
        playerId,
        part: 'account',
        version,
        status: 'active',
        level,
        jurisdiction: 'gb',
      });
    await bind(2, 'unverified');
    expect((await withdraw(playerId, wish({ amountMinor: 2_000 }))).status).toBe(201);
    const refused = await deposit(playerId, report());
    expect([refused.status, problemOf(refused)]).toMatchObject([
      422,
      { code: ledgerRefusals.identityRequired.code, params: { variant: 'play' } },
    ]);
    await bind(3, 'verified');
    expect((await deposit(playerId, report())).status).toBe(201);
  });

  it('stops at the limits of a day and a month', async () => {
    const playerId = await funded(5_000_000);
    await withdraw(playerId, wish({ amountMinor: 2_000_000 }));
    const over = await withdraw(playerId, wish({ amountMinor: 500_001 }));
    expect(problemOf(over)).toMatchObject({
      code: paymentRefusals.dailyWithdrawalLimit.code,
      detail: 'Daily withdrawal limit of 25,000.00 USD would be exceeded',
      params: { limit: 'dailyWithdraw', remainingMinor: 500_000 },
    });
    expect(problemOf(await withdraw(playerId, wish({ amountMinor: 2_500_001 })))).toMatchObject({
      code: 'limit_exceeded',
      params: { limit: 'maxWithdraw' },
    });
  });

  it('goes on for a player who excluded themselves', async () => {
    const playerId = await funded(20_000);
    await world.ask(playerRequests.restrict, {
      playerId,
      part: 'play',
      version: 1,
      excludedUntil: '9999-01-01T00:00:00.000Z',
    });
    expect((await withdraw(playerId)).status).toBe(201);
  });
});

describe('an operator', () => {
  it.each<[string, Parameters<typeof operator>[0], number]>([
    ['of finance decides', 'finance', 200],
    ['of support does not', 'support', 403],
    ['who audits does not', 'auditor', 403],
    ['who trades does not', 'trader', 403],
  ])('%s', async (_name, role, status) => {
    const made = await deposit(await world.player());
    const reply = await approve(made.body.id, operator(role));
    expect(reply.status).toBe(status);
    if (status !== 200) expect(problemOf(reply).code).toBe('forbidden');
  });

  it('finds a payment by each of its search fields', async () => {
    const playerId = await world.player();
    const uniqueText = randomUUID().slice(0, 8);
    const made = await deposit(
      playerId,
      report({
        method: 'phonepe',
        customerName: `Grace ${uniqueText}`,
        email: `${uniqueText}@Example.com`,
        bankTransactionId: `BANK-${uniqueText}`,
        upiId: `${uniqueText}@upi`,
      }),
    );
    const { id, reference } = made.body;
    for (const q of [
      id,
      reference,
      reference.toLowerCase(),
      playerId,
      `grace ${uniqueText}`,
      `${uniqueText}@example`,
      `bank-${uniqueText}`,
      `${uniqueText}@upi`,
    ]) {
      const found = await list(`?status=pending&type=deposit&q=${encodeURIComponent(q)}`);
      expect(
        found.body.items.map((one) => one.id),
        q,
      ).toEqual([id]);
    }
    expect((await list(`?type=withdrawal&q=${uniqueText}`)).body.items).toEqual([]);
    expect((await list(`?q=${encodeURIComponent('%_')}${uniqueText}`)).body.items).toEqual([]);
  });

  it('pages through payments, newest first, each once', async () => {
    const playerId = await world.player();
    const made: string[] = [];
    for (let turn = 0; turn < 53; turn++)
      made.unshift((await deposit(playerId, report({ amountMinor: 5_000 }))).body.id);
    const first = await list(`?q=${playerId}`);
    const second = await list(`?q=${playerId}&cursor=${first.body.nextCursor}`);
    expect([first.body.items.length, second.body.items.length, second.body.nextCursor]).toEqual([50, 3, null]);
    expect([...first.body.items, ...second.body.items].map(({ id }) => id)).toEqual(made);
    expect((await list('?cursor=nonsense')).status).toBe(400);
  });

  it('must give a reason, without a card number, and decides only what is there', async () => {
    const made = await deposit(await world.player());
    const empty = await reject(made.body.id, '  ');
    expect([empty.status, problemOf(empty)]).toMatchObject([
      400,
      { code: paymentRefusals.rejectionReason.code, detail: 'Please provide a rejection reason' },
    ]);
    expect(problemOf(await reject(made.body.id, 'card 4111111111111111')).code).toBe(common.cardNumber.code);
    for (const reply of [await approve(randomUUIDv7()), await reject(randomUUIDv7())]) {
      expect([reply.status, problemOf(reply)]).toMatchObject([
        404,
        { code: paymentRefusals.paymentNotFound.code, detail: 'Payment not found' },
      ]);
    }
    expect((await approve('not-an-id')).status).toBe(400);
    expect(
      (
        await world.http('POST', pathOf(approvalRoutes.approve, { id: made.body.id }), {
          as: operator(),
          body: { force: true },
        })
      ).status,
    ).toBe(400);
  });

  it('sees figures of real money only', async () => {
    const figures = async () =>
      (await world.http<Record<string, number>>('GET', '/api/admin/wallet/stats', { as: operator() })).body;
    const before = await figures();
    await withdraw(await world.player({ book: 'play' }));
    expect(await figures()).toMatchObject({
      pendingPayments: before.pendingPayments,
      heldByPlayersMinor: before.heldByPlayersMinor,
    });
    await deposit(await world.player());
    expect(await figures()).toMatchObject({
      pendingPayments: (before.pendingPayments ?? 0) + 1,
      pendingDeposits: (before.pendingDeposits ?? 0) + 1,
      pendingAmountMinor: (before.pendingAmountMinor ?? 0) + 10_000,
    });
  });
});
