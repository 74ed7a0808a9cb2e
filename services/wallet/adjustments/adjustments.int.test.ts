/** Adjustments, free bets and figures for operators, and the exported files of lists, over HTTP at two instances. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { eventually, pathOf, problemOf } from '@fairline/chassis/testing';
import type { Adjustment } from '@fairline/proto/wallet/adjustments';
import { approvalRoutes, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import type { OperatorStats } from '@fairline/proto/wallet/figures';
import type {
  Transaction,
  TransactionForOperator,
  TransactionSummary,
  WalletOfUser,
} from '@fairline/proto/wallet/history';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { type Payment, paymentRoutes } from '@fairline/proto/wallet/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPlayer, openWallet, operator, publishBet, stakeOf, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

const path = '/api/admin/wallet';
const read = async <T>(what: string, as = operator()) => (await world.http<T>('GET', `${path}${what}`, { as })).body;
const adjust = (userId: string, changes: object = {}, as = operator(), key = randomUUID()) =>
  world.http<Adjustment>('POST', `${path}/adjustments`, {
    as,
    key,
    body: { userId, amountMinor: 5_000, currency: 'USD', reason: 'Goodwill', ...changes },
  });
const approveIt = (id: string, as = operator()) =>
  world.http<Adjustment>('POST', `${path}/adjustments/${id}/approve`, { as });
const rejectIt = (id: string, as = operator()) =>
  world.http<Adjustment>('POST', `${path}/adjustments/${id}/reject`, { as, body: { reason: 'No' } });
const deposit = async (playerId: string, changes: object = {}) => {
  const body = {
    amountMinor: 10_000,
    currency: 'USD',
    method: 'bank_transfer',
    customerName: 'Ada',
    email: 'ada@example.com',
    bankTransactionId: randomUUID(),
    ...changes,
  };
  return (
    await world.http<Payment>('POST', '/api/wallet/deposits/manual', {
      as: asPlayer(playerId),
      key: randomUUID(),
      body,
    })
  ).body;
};
const approve = (id: string) => world.http('POST', pathOf(approvalRoutes.approve, { id }), { as: operator() });
const file = (url: string, as: Parameters<typeof world.http>[2]) => world.http<string>('GET', url, as);

describe('an adjustment', () => {
  it('below the limit of two operators is posted at once, once under its key, with its reason', async () => {
    const playerId = await world.player();
    const [key, as] = [randomUUID(), operator()];
    const both = [await adjust(playerId, {}, as, key), await adjust(playerId, {}, as, key)];
    expect(both.map(({ status, body }) => [status, body.id, body.status])).toEqual(
      [201, 201].map((status) => [status, both[0]?.body.id, 'approved']),
    );
    expect(await world.account(playerId)).toMatchObject({ cash: 15_000 });
    const { body } = await world.http<{ items: Transaction[] }>('GET', '/api/wallet/transactions?type=adjustment', {
      as: asPlayer(playerId),
    });
    expect(body.items).toMatchObject([{ amountMinor: 5_000, description: 'Adjustment: Goodwill' }]);
  });

  it('asks for a fresh proof, for what there is, and for an account', async () => {
    const playerId = await world.player();
    const { provenAt: _, ...stale } = operator();
    expect(problemOf(await adjust(playerId, {}, stale as ReturnType<typeof operator>)).code).toBe('step_up_required');
    expect(problemOf(await adjust(playerId, { amountMinor: -10_001 })).code).toBe('insufficient_balance');
    expect(problemOf(await adjust(playerId, { currency: 'EUR' })).code).toBe('currency_not_accepted');
    expect((await adjust(randomUUIDv7())).status).toBe(404);
    expect((await adjust(playerId, {}, operator('support'))).status).toBe(403);
    expect((await adjust(playerId, { amountMinor: -10_000 })).status).toBe(201);
    expect(await world.account(playerId)).toMatchObject({ cash: 0 });
  });

  it('from that amount on waits for another operator, and is decided once', async () => {
    const playerId = await world.player();
    const ada = operator();
    const [one, two] = [
      await adjust(playerId, { amountMinor: 1_000_000 }, ada),
      await adjust(playerId, { amountMinor: 1_000_000 }, ada),
    ];
    expect([one.status, one.body]).toMatchObject([202, { status: 'pending', approvalsNeeded: 2 }]);
    expect(problemOf(await approveIt(one.body.id, ada)).code).toBe('second_operator_needed');
    const grace = operator();
    const [first, again] = [await approveIt(one.body.id, grace), await approveIt(one.body.id)];
    expect([first.status, first.body]).toEqual([200, again.body]);
    expect(first.body.approvedBy).toEqual([ada.id, grace.id]);
    expect([(await rejectIt(one.body.id)).status, problemOf(await rejectIt(one.body.id)).code]).toEqual([
      409,
      'already_decided',
    ]);
    const [refused, repeated] = [await rejectIt(two.body.id, grace), await rejectIt(two.body.id)];
    expect([refused.status, repeated.status, (await approveIt(two.body.id)).status]).toEqual([200, 200, 409]);
    expect(repeated.body).toMatchObject({ status: 'rejected', rejectionReason: 'No', rejectedBy: grace.id });
    expect(await world.account(playerId)).toMatchObject({ cash: 1_010_000 });
    expect((await read<{ items: Adjustment[] }>(`/adjustments?userId=${playerId}`)).items.map(({ id }) => id)).toEqual([
      two.body.id,
      one.body.id,
    ]);
  });
});

it('in another currency needs two operators from the same worth, or where no rate is known', async () => {
  const playerId = await world.player();
  await world.db.query('select open_account($1, c) from unnest($2::text[]) c', [playerId, ['BTC', 'ETH']]);
  // 0.2 BTC is 8,700.00, 0.3 BTC is 13,050.00; in minor units both are more than 10,000.00 is.
  const [small, large] = [
    await adjust(playerId, { currency: 'BTC', amountMinor: 20_000_000 }),
    await adjust(playerId, { currency: 'BTC', amountMinor: 30_000_000 }),
  ];
  expect([small.status, large.status]).toEqual([201, 202]);
  await world.db.query(`update rates set from_currency = 'was' where from_currency = 'ETH' and to_currency = 'USD'`);
  expect((await adjust(playerId, { currency: 'ETH', amountMinor: 1 })).status).toBe(202);
  await world.db.query(`update rates set from_currency = 'ETH' where from_currency = 'was'`);
  expect((await adjust(playerId, { currency: 'ETH', amountMinor: 1 })).status).toBe(201);
});

it('the queue has verified withdrawals first, then the longest waiting, each once', async () => {
  const [plain, verified] = [await world.player({ level: 'unverified' }), await world.player()];
  const waiting: string[] = [];
  for (let turn = 0; turn < 52; turn++) waiting.push((await deposit(plain, { amountMinor: 5_000 })).id);
  const body = { amountMinor: 2_000, currency: 'USD', method: 'bank_transfer', destination: 'DE89370400440532013000' };
  const out = await world.http<Payment>('POST', '/api/wallet/withdrawals', {
    as: asPlayer(verified),
    key: randomUUID(),
    body,
  });
  const page = (cursor = '') =>
    read<{ items: PaymentForOperator[]; nextCursor: string | null }>(`/payments?order=queue&status=pending${cursor}`);
  const first = await page();
  const second = await page(`&cursor=${first.nextCursor}`);
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect(ids).toEqual([out.body.id, ...waiting]);
  expect((await read<{ items: Payment[] }>(`/payments?userId=${verified}`)).items.map(({ id }) => id)).toEqual([
    out.body.id,
  ]);
});

it('a large payment asks for a fresh proof before it is approved, a small one does not', async () => {
  const playerId = await world.player();
  const { provenAt: _, ...stale } = operator();
  const decide = (id: string) =>
    world.http('POST', pathOf(approvalRoutes.approve, { id }), { as: stale as ReturnType<typeof operator> });
  const [small, large] = [
    await deposit(playerId, { amountMinor: 5_000 }),
    await deposit(playerId, { amountMinor: 1_000_000 }),
  ];
  expect((await decide(small.id)).status).toBe(200);
  expect(problemOf(await decide(large.id)).code).toBe('step_up_required');
  expect((await approve(large.id)).status).toBe(202);
});

it('shows the deciding operator a bank transfer reported twice, in any spelling of its number', async () => {
  const [one, two] = [await world.player(), await world.player()];
  const first = await deposit(one, { bankTransactionId: 'tx 77-01' });
  const second = await deposit(two, { bankTransactionId: 'TX7701' });
  const third = await deposit(two, { bankTransactionId: 'Tx/77.０1' });
  const other = await deposit(two, { bankTransactionId: 'TX77-02' });
  const shown = async (id: string) => (await read<{ items: PaymentForOperator[] }>(`/payments?q=${id}`)).items[0];
  expect(await shown(first.id)).toMatchObject({
    sameTransaction: 2,
    sameTransactions: [third, second].map(({ id, reference, status }) => ({ id, reference, status, userId: two })),
  });
  expect((await shown(second.id))?.sameTransaction).toBe(2);
  expect((await shown(other.id))?.sameTransactions).toBeUndefined();
});

it('figures count a scenario worked by hand, and the time before it', async () => {
  world.clock.set(new Date('2026-11-22T12:00:00Z'));
  const playerId = await world.player();
  const paid = await deposit(playerId, { amountMinor: 20_000 });
  await approve(paid.id);
  const bet = stakeOf(playerId, { stakeMinor: 4_000, potentialPayoutMinor: 10_000 });
  await world.ask(ledgerRequests.stake, bet);
  await publishBet(world, 'betSettled', bet, { dueMinor: 1_500, version: 1 });
  // Open stakes and returned stakes are no revenue; a correction counts by its difference.
  const open = stakeOf(playerId, { stakeMinor: 3_000, potentialPayoutMinor: 10_000 });
  const isVoid = stakeOf(playerId, { stakeMinor: 2_000, potentialPayoutMinor: 10_000 });
  for (const one of [open, isVoid]) await world.ask(ledgerRequests.stake, one);
  await publishBet(world, 'betVoided', isVoid, { dueMinor: 2_000, version: 1 });
  await world.settled();
  const figures = {
    depositedMinor: 20_000,
    wageredMinor: 4_000,
    paidMinor: 1_500,
    ggrMinor: 2_500,
    bonusMinor: 10_000,
    ngrMinor: -7_500,
    withdrawnMinor: 0,
  };
  const stats = () => read<OperatorStats>('/stats?range=1h');
  const now = await eventually(stats, ({ paidMinor }) => paidMinor === 1_500, 15_000);
  expect(now).toMatchObject({ ...figures, activePlayers: 1, before: { depositedMinor: 0, wageredMinor: 0 } });
  expect(now.series).toHaveLength(60);
  expect(now.series.at(-1)).toMatchObject({ depositedMinor: 20_000, ggrMinor: 2_500 });
  expect(now.until).toBe('2026-11-22T12:01:00.000Z');
  world.clock.advance(3_600_000);
  expect(await stats()).toMatchObject({ depositedMinor: 0, wageredMinor: 0, before: figures });
  // Steps begin on the clock's full hours: the first one is cut off, the last one is still under way.
  const day = await read<OperatorStats>('/stats?range=24h');
  expect(day.series.slice(0, 2).map(({ at }) => at)).toEqual(['2026-11-21T13:01:00.000Z', '2026-11-21T14:00:00.000Z']);
  expect(day.series.slice(-2)).toMatchObject([
    { at: '2026-11-22T12:00:00.000Z', ggrMinor: 2_500 },
    { at: '2026-11-22T13:00:00.000Z', ggrMinor: 0 },
  ]);
  // The bet loses now, so its whole stake is revenue of this hour. The other bet was void; its correction counts in the hour of the correction.
  await publishBet(world, 'betSettled', open, { dueMinor: 0, version: 1 });
  await publishBet(world, 'betResettled', isVoid, { dueMinor: 500, version: 2, status: 'won' });
  await world.settled();
  const later = await eventually(stats, ({ wageredMinor }) => wageredMinor === 5_000, 15_000);
  expect(later).toMatchObject({
    wageredMinor: 5_000,
    paidMinor: 500,
    ggrMinor: 4_500,
    bonusMinor: 0,
    ngrMinor: 4_500,
    before: figures,
  });
  // A recount from the stakes, as after an upgrade for bets settled before the figures existed, gives the same sums.
  const total = async () =>
    (
      await world.db.query(
        'select sum(wagered_minor)::int as wagered, sum(paid_minor)::int as paid from closed_minutes',
      )
    ).rows[0];
  const counted = await total();
  await world.db.query("with gone as (delete from closed_minutes) delete from marks where reader = 'closed'");
  await eventually(total, ({ wagered }) => wagered !== null, 15_000);
  expect(await total()).toEqual(counted);
  world.clock.set(new Date('2026-11-20T12:00:00Z'));
});

it('operators read a player whole, and the transactions of one or of all', async () => {
  const playerId = await world.player();
  await adjust(playerId);
  const one = await read<{ items: TransactionForOperator[] }>(`/transactions?userId=${playerId}`);
  expect(one.items.map(({ type, userId, demo }) => [type, userId, demo])).toEqual([
    ['adjustment', playerId, false],
    ['bonus', playerId, false],
  ]);
  const all = await read<{ items: TransactionForOperator[]; nextCursor: string }>('/transactions');
  const next = await read<{ items: TransactionForOperator[] }>(`/transactions?cursor=${all.nextCursor}`);
  const ids = [...all.items, ...next.items].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(await read<WalletOfUser>(`/users/${playerId}`)).toMatchObject({
    summary: { playerId, totalMinor: 15_000 },
    receivableMinor: 0,
    hasPin: false,
  });
  expect((await world.http('GET', `${path}/users/${randomUUIDv7()}`, { as: operator() })).status).toBe(404);
  const asked = { as: operator(), body: { playerIds: [playerId, randomUUIDv7()] } };
  expect((await world.http<{ items: object[] }>('POST', `${path}/summaries`, asked)).body.items).toMatchObject([
    { playerId, availableMinor: 15_000 },
  ]);
  const { body } = await world.http<TransactionSummary>('GET', '/api/wallet/transactions/summary', {
    as: asPlayer(playerId),
  });
  expect(body).toMatchObject({ count: 2, inMinor: 15_000, outMinor: 0, netMinor: 15_000 });
});

describe('files', () => {
  it('a proof is shown to its player and to no other', async () => {
    const playerId = await world.player();
    const proof = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const { id } = await deposit(playerId, { proof });
    const get = (who: string) => file(pathOf(paymentRoutes.ownProof, { id }), { as: asPlayer(who) });
    const [own, other] = [await get(playerId), await get(await world.player())];
    expect([own.status, own.headers.get('content-type'), other.status]).toEqual([200, 'image/png', 404]);
  });

  it('exports a history of 2,500 rows in order; text that a spreadsheet would run stays text', async () => {
    const playerId = await world.player();
    await adjust(playerId, { reason: 'said "yes", twice' });
    await world.db.query(
      `select post_cash($2, $1, 'USD', 'welcome', uuidv7(), 'bonus_expense', 1) from generate_series(1, 2500)`,
      [playerId, world.clock.now()],
    );
    const { headers, body } = await file('/api/wallet/transactions/export.csv', { as: asPlayer(playerId) });
    const lines = body.trimEnd().split('\n');
    expect([headers.get('content-type'), lines.length]).toEqual(['text/csv; charset=utf-8', 2_503]);
    expect(lines[0]).toMatch(/^\uFEFFDate,Type,Amount,Currency,Fee,Method,Status,Description$/);
    expect(lines.filter((line) => line.includes('"Adjustment: said ""yes"", twice"'))).toHaveLength(1);
    const { id } = await deposit(playerId, { customerName: '=1+1' });
    const payments = await file(`${path}/payments/export.csv?userId=${playerId}`, { as: operator() });
    expect(payments.body.startsWith('\uFEFF')).toBe(true);
    expect(payments.body.split('\n').find((line) => line.includes(id))).toContain("'=1+1");
  });

  it('a statement is a PDF of a month that has begun', async () => {
    const as = asPlayer(await world.player());
    const made = await file('/api/wallet/statement.pdf?month=2026-11', { as });
    expect([made.status, made.headers.get('content-type'), made.body.slice(0, 4)]).toEqual([
      200,
      'application/pdf',
      '%PDF',
    ]);
    expect((await file('/api/wallet/statement.pdf?month=2026-12', { as })).status).toBe(404);
  });
});
