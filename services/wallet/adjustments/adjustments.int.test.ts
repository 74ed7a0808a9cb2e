/** What operators decide and read beside payments, and the files that lists become, through the doors of two instances. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { eventually, pathOf, problemOf } from '@fairline/chassis/testing';
import type { Adjustment } from '@fairline/proto/wallet/adjustments';
import { type AutoApprovalRule, approvalRoutes, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import type { OperatorStats } from '@fairline/proto/wallet/figures';
import type { Transaction, TransactionForOperator, TransactionSummary, WalletOfUser } from '@fairline/proto/wallet/history';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { type Payment, paymentRoutes } from '@fairline/proto/wallet/payments';
import { playerRequests } from '@fairline/proto/wallet/players';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Wallet } from '../config.ts';
import { approveByRule } from '../payments/auto-approval.ts';
import { asPlayer, openWallet, operator, sayBet, stakeOf, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

const path = '/api/admin/wallet';
const read = async <T>(what: string, as = operator()) => (await world.http<T>('GET', `${path}${what}`, { as })).body;
const adjust = (userId: string, changes: object = {}, as = operator(), key = randomUUID()) =>
  world.http<Adjustment>('POST', `${path}/adjustments`, { as, key, body: { userId, amountMinor: 5_000, currency: 'USD', reason: 'Goodwill', ...changes } });
const approveIt = (id: string, as = operator()) => world.http<Adjustment>('POST', `${path}/adjustments/${id}/approve`, { as });
const rejectIt = (id: string, as = operator()) => world.http<Adjustment>('POST', `${path}/adjustments/${id}/reject`, { as, body: { reason: 'No' } });
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
  return (await world.http<Payment>('POST', '/api/wallet/deposits/manual', { as: asPlayer(playerId), key: randomUUID(), body })).body;
};
const approve = (id: string) => world.http('POST', pathOf(approvalRoutes.approve, { id }), { as: operator() });
const file = (url: string, as: Parameters<typeof world.http>[2]) => world.http<string>('GET', url, as);

describe('an adjustment', () => {
  it('below the amount of two operators is posted at once, once under its key, and is told with its reason', async () => {
    const playerId = await world.player();
    const [key, as] = [randomUUID(), operator()];
    const both = [await adjust(playerId, {}, as, key), await adjust(playerId, {}, as, key)];
    expect(both.map(({ status, body }) => [status, body.id, body.status])).toEqual([201, 201].map((status) => [status, both[0]?.body.id, 'approved']));
    expect(await world.account(playerId)).toMatchObject({ cash: 15_000 });
    const { body } = await world.http<{ items: Transaction[] }>('GET', '/api/wallet/transactions?type=adjustment', { as: asPlayer(playerId) });
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
    const [one, two] = [await adjust(playerId, { amountMinor: 1_000_000 }, ada), await adjust(playerId, { amountMinor: 1_000_000 }, ada)];
    expect([one.status, one.body]).toMatchObject([202, { status: 'pending', approvalsNeeded: 2 }]);
    expect(problemOf(await approveIt(one.body.id, ada)).code).toBe('second_operator_needed');
    const grace = operator();
    const [first, again] = [await approveIt(one.body.id, grace), await approveIt(one.body.id)];
    expect([first.status, first.body]).toEqual([200, again.body]);
    expect(first.body.approvedBy).toEqual([ada.id, grace.id]);
    expect([(await rejectIt(one.body.id)).status, problemOf(await rejectIt(one.body.id)).code]).toEqual([409, 'already_decided']);
    const [refused, repeated] = [await rejectIt(two.body.id, grace), await rejectIt(two.body.id)];
    expect([refused.status, repeated.status, (await approveIt(two.body.id)).status]).toEqual([200, 200, 409]);
    expect(repeated.body).toMatchObject({ status: 'rejected', rejectionReason: 'No', rejectedBy: grace.id });
    expect(await world.account(playerId)).toMatchObject({ cash: 1_010_000 });
    expect((await read<{ items: Adjustment[] }>(`/adjustments?userId=${playerId}`)).items.map(({ id }) => id)).toEqual([two.body.id, one.body.id]);
  });
});

it('an adjustment in another currency needs two operators from the same worth on, and where there is no rate', async () => {
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

it('the queue has verified withdrawals first, then the longest waiting, each once over its pages', async () => {
  const [plain, verified] = [await world.player({ level: 'unverified' }), await world.player()];
  const waiting: string[] = [];
  for (let turn = 0; turn < 52; turn++) waiting.push((await deposit(plain, { amountMinor: 5_000 })).id);
  const body = { amountMinor: 2_000, currency: 'USD', method: 'bank_transfer', destination: 'DE89370400440532013000' };
  const out = await world.http<Payment>('POST', '/api/wallet/withdrawals', { as: asPlayer(verified), key: randomUUID(), body });
  const page = (cursor = '') => read<{ items: PaymentForOperator[]; nextCursor: string | null }>(`/payments?order=queue&status=pending${cursor}`);
  const first = await page();
  const second = await page(`&cursor=${first.nextCursor}`);
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect(ids).toEqual([out.body.id, ...waiting]);
  expect((await read<{ items: Payment[] }>(`/payments?userId=${verified}`)).items.map(({ id }) => id)).toEqual([out.body.id]);
});

it('a large payment asks for a fresh proof before it is approved, a small one does not', async () => {
  const playerId = await world.player();
  const { provenAt: _, ...stale } = operator();
  const decide = (id: string) => world.http('POST', pathOf(approvalRoutes.approve, { id }), { as: stale as ReturnType<typeof operator> });
  const [small, large] = [await deposit(playerId, { amountMinor: 5_000 }), await deposit(playerId, { amountMinor: 1_000_000 })];
  expect((await decide(small.id)).status).toBe(200);
  expect(problemOf(await decide(large.id)).code).toBe('step_up_required');
  expect((await approve(large.id)).status).toBe(202);
});

it('a bank transfer that is reported twice says so to whoever decides, in any spelling of its number', async () => {
  const [one, two] = [await world.player(), await world.player()];
  const first = await deposit(one, { bankTransactionId: 'tx 77-01' });
  const second = await deposit(two, { bankTransactionId: 'TX77-01' });
  const other = await deposit(two, { bankTransactionId: 'TX77-02' });
  const shared = async (id: string) => (await read<{ items: PaymentForOperator[] }>(`/payments?q=${id}`)).items[0]?.sameTransaction;
  expect([await shared(first.id), await shared(second.id), await shared(other.id)]).toEqual([1, 1, undefined]);
});

it('a rule approves what it leaves no doubt about, and nothing once it is off', async () => {
  const rule = { type: 'deposit', enabled: true, maxAmountMinor: 10_000, maxDayMinor: 15_000, verifiedOnly: true, minAccountAgeDays: 0, minApprovedBefore: 0 };
  const set = (enabled: boolean, as = operator()) =>
    world.http('PUT', `${path}/auto-approval`, { as, body: { rules: [{ ...rule, enabled }], reason: 'Quiet night' } });
  const { provenAt: _, ...stale } = operator();
  expect(problemOf(await set(true, stale as ReturnType<typeof operator>)).code).toBe('step_up_required');
  expect((await set(true)).status).toBe(200);
  const [trusted, other] = [await world.player(), await world.player({ level: 'unverified' })];
  const doubtful = [await deposit(other), await deposit(trusted, { amountMinor: 10_001 })];
  const fine = await deposit(trusted);
  const stateOf = async (id: string) => (await read<{ items: Payment[] }>(`/payments?q=${id}`)).items[0]?.status;
  await eventually(
    () => stateOf(fine.id),
    (status) => status === 'approved',
  );
  const twice = await deposit(trusted, { amountMinor: 5_000, bankTransactionId: 'TX 1' });
  doubtful.push(twice, await deposit(other, { amountMinor: 5_000, bankTransactionId: 'tx1' }));
  const overDay = await deposit(trusted, { amountMinor: 5_001 });
  const last = await deposit(trusted, { amountMinor: 5_000 });
  await eventually(
    () => stateOf(last.id),
    (status) => status === 'approved',
  );
  for (const { id } of [...doubtful, overDay]) expect(await stateOf(id)).toBe('pending');
  expect((await set(false)).status).toBe(200);
});

it('a rule that cannot be read approves nothing; once it can be, it does', async () => {
  const rule = { type: 'deposit', enabled: true, maxAmountMinor: 10_000, maxDayMinor: 15_000, verifiedOnly: true, minAccountAgeDays: 0, minApprovedBefore: 0 };
  const set = (enabled: boolean) =>
    world.http('PUT', `${path}/auto-approval`, { as: operator(), body: { rules: [{ ...rule, enabled }], reason: 'Quiet night' } });
  const failures = async () => {
    const texts = await Promise.all(world.rooms.map(async ({ internalUrl }) => (await fetch(`${internalUrl}/metrics`)).text()));
    const counts = texts.map((text) => Number(/^fairline_job_seconds_count\{[^}]*job="auto-approval",outcome="failed"[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  expect((await set(true)).status).toBe(200);
  const before = await failures();
  await world.db.query('alter table auto_approval rename to unreadable');
  const { id } = await deposit(await world.player());
  const stateOf = async () => (await read<{ items: Payment[] }>(`/payments?q=${id}`)).items[0]?.status;
  // The second failure began after the deposit was there.
  await eventually(failures, (count) => count >= before + 2);
  expect(await stateOf()).toBe('pending');
  await world.db.query('alter table unreadable rename to auto_approval');
  await eventually(stateOf, (status) => status === 'approved');
  expect((await set(false)).status).toBe(200);
});

it('a rule comes to what waits behind many it leaves to people', async () => {
  const rule = { type: 'deposit', enabled: true, maxAmountMinor: 10_000, maxDayMinor: 15_000, verifiedOnly: true, minAccountAgeDays: 0, minApprovedBefore: 0 };
  const set = (enabled: boolean) =>
    world.http('PUT', `${path}/auto-approval`, { as: operator(), body: { rules: [{ ...rule, enabled }], reason: 'Quiet night' } });
  const unverified = await world.player({ level: 'unverified' });
  await world.db.query(
    `insert into payments (id, player_id, type, amount_minor, counts_minor, currency, book, method, reference, submitted_at)
     select uuidv7(interval '-1 hour'), $1, 'deposit', 1000, 1000, 'USD', 'real', 'bank_transfer', 'D' || n, $2 from generate_series(1, 450) n`,
    [unverified, world.clock.now()],
  );
  const { id } = await deposit(await world.player());
  expect((await set(true)).status).toBe(200);
  await eventually(
    async () => (await read<{ items: Payment[] }>(`/payments?q=${id}`)).items[0]?.status,
    (status) => status === 'approved',
  );
  const { rows } = await world.db.query("select count(*)::int as left from payments where player_id = $1 and status = 'pending'", [unverified]);
  expect(rows).toEqual([{ left: 450 }]);
  expect((await set(false)).status).toBe(200);
  await world.db.query("update payments set status = 'rejected', rejection_reason = 'Tried', decided_at = now() where player_id = $1", [unverified]);
});

it('what a rule left to people it looks at again later and later, or once the rules or the permit change, and at no withdrawal while these are stopped', async () => {
  const rule = {
    type: 'withdrawal',
    enabled: true,
    maxAmountMinor: 10_000,
    maxDayMinor: 15_000,
    verifiedOnly: true,
    minAccountAgeDays: 0,
    minApprovedBefore: 0,
  };
  const set = (one: object) => world.http('PUT', `${path}/auto-approval`, { as: operator(), body: { rules: [one], reason: 'Quiet night' } });
  const playerId = await world.player();
  const body = { amountMinor: 2_000, currency: 'USD', method: 'bank_transfer', destination: 'DE89370400440532013000' };
  const { id } = (await world.http<Payment>('POST', '/api/wallet/withdrawals', { as: asPlayer(playerId), key: randomUUID(), body })).body;
  const row = async () =>
    (await world.db.query('select status, looks, extract(epoch from next_look_at - $2)::int as later from payments where id = $1', [id, world.clock.now()]))
      .rows[0];
  await world.db.query(`update stop set reason = 'Tried', since = now()`);
  expect((await set(rule)).status).toBe(200);
  const ran = async () => {
    const texts = await Promise.all(world.rooms.map(async ({ internalUrl }) => (await fetch(`${internalUrl}/metrics`)).text()));
    return texts.reduce(
      (sum, text) => sum + Number(/^fairline_job_seconds_count\{[^}]*job="auto-approval",outcome="done"[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0),
      0,
    );
  };
  const before = await ran();
  await eventually(ran, (count) => count >= before + 2);
  expect(await row()).toMatchObject({ status: 'pending', looks: 0, later: null });

  await set({ ...rule, maxAmountMinor: 1_000 });
  await world.db.query('update stop set reason = null, since = null');
  await eventually(row, ({ looks }) => looks === 1);
  expect(await row()).toMatchObject({ status: 'pending', later: 10 });
  world.clock.advance(10_000);
  await eventually(row, ({ looks }) => looks === 2);
  expect(await row()).toMatchObject({ status: 'pending', later: 20 });
  world.clock.advance(-10_000);
  await world.ask(playerRequests.restrict, { part: 'account', playerId, version: 2, status: 'active', level: 'verified', jurisdiction: 'open' });
  await eventually(row, ({ looks, later }) => looks === 1 && later === 10);
  await set(rule);
  await eventually(row, ({ status }) => status === 'approved');
  expect((await set({ ...rule, enabled: false })).status).toBe(200);
});

it('a rule that two look at together approves no more of a player in a day than it says', async () => {
  const rule = { type: 'deposit', enabled: true, maxAmountMinor: 10_000, maxDayMinor: 15_000, verifiedOnly: true, minAccountAgeDays: 0, minApprovedBefore: 0 };
  const db = new Database(world.env.DATABASE_URL ?? '', createLog('test', 'silent'));
  const wallet = { db, clock: world.clock, log: createLog('test', 'silent') } as unknown as Wallet;
  const set = (enabled: boolean) =>
    world.http('PUT', `${path}/auto-approval`, { as: operator(), body: { rules: [{ ...rule, enabled }], reason: 'Quiet night' } });
  const players = await Promise.all(Array.from({ length: 5 }, () => world.player()));
  for (const playerId of players) await Promise.all([deposit(playerId), deposit(playerId), deposit(playerId)]);
  expect((await set(true)).status).toBe(200);
  await Promise.all([approveByRule(wallet), approveByRule(wallet), approveByRule(wallet)]);
  const { rows } = await world.db.query(
    "select count(*)::int as approved from payments where player_id = any ($1) and status = 'approved' group by player_id having count(*) > 0",
    [players],
  );
  expect(rows).toEqual(players.map(() => ({ approved: 1 })));
  expect((await set(false)).status).toBe(200);
  await db.close();
});

it('rules that several save at once are those of the last, and nobody fails', async () => {
  const rule = { type: 'deposit', enabled: false, maxDayMinor: 15_000, verifiedOnly: true, minAccountAgeDays: 0, minApprovedBefore: 0 };
  const set = (maxAmountMinor: number) =>
    world.http('PUT', `${path}/auto-approval`, { as: operator(), body: { rules: [{ ...rule, maxAmountMinor }], reason: 'At once' } });
  const amounts = [1_000, 2_000, 3_000, 4_000, 5_000, 6_000];
  const replies = await Promise.all(amounts.map(set));
  expect(replies.map(({ status }) => status)).toEqual(amounts.map(() => 200));
  const { rows } = await world.db.query("select data from outbox where type = $1 and data ->> 'action' = 'auto_approval.set' order by seq desc limit 6", [
    walletAuditEvents.operatorActed.subject,
  ]);
  const said = rows.map(({ data }) => ({ before: data.before.rules[0]?.maxAmountMinor, after: data.after.rules[0].maxAmountMinor })).toReversed();
  // Each says what it replaced, so they stand in one line that ends with what is in force.
  expect(said.slice(1).map(({ before }) => before)).toEqual(said.slice(0, -1).map(({ after }) => after));
  expect((await read<{ rules: AutoApprovalRule[] }>('/auto-approval')).rules.map(({ maxAmountMinor }) => maxAmountMinor)).toEqual([said.at(-1)?.after]);
});

it('figures count a scenario worked by hand, and the time before it', async () => {
  world.clock.set(new Date('2026-11-22T12:00:00Z'));
  const playerId = await world.player();
  const paid = await deposit(playerId, { amountMinor: 20_000 });
  await approve(paid.id);
  const bet = stakeOf(playerId, { stakeMinor: 4_000, potentialPayoutMinor: 10_000 });
  await world.ask(ledgerRequests.stake, bet);
  await sayBet(world, 'betSettled', bet, { dueMinor: 1_500, version: 1 });
  // What is still open is no revenue, nor is what was given back; a correction counts by its difference.
  const open = stakeOf(playerId, { stakeMinor: 3_000, potentialPayoutMinor: 10_000 });
  const isVoid = stakeOf(playerId, { stakeMinor: 2_000, potentialPayoutMinor: 10_000 });
  for (const one of [open, isVoid]) await world.ask(ledgerRequests.stake, one);
  await sayBet(world, 'betVoided', isVoid, { dueMinor: 2_000, version: 1 });
  await world.settled();
  const figures = { depositedMinor: 20_000, wageredMinor: 4_000, paidMinor: 1_500, ggrMinor: 2_500, bonusMinor: 10_000, ngrMinor: -7_500, withdrawnMinor: 0 };
  const stats = () => read<OperatorStats>('/stats?range=1h');
  const now = await eventually(stats, ({ paidMinor }) => paidMinor === 1_500, 15_000);
  expect(now).toMatchObject({ ...figures, activePlayers: 1, before: { depositedMinor: 0, wageredMinor: 0 } });
  expect(now.series).toHaveLength(60);
  expect(now.series.at(-1)).toMatchObject({ depositedMinor: 20_000, ggrMinor: 2_500 });
  expect(now.until).toBe('2026-11-22T12:01:00.000Z');
  world.clock.advance(3_600_000);
  expect(await stats()).toMatchObject({ depositedMinor: 0, wageredMinor: 0, before: figures });
  // The hours of a day are the clock's: what is left of the first, the others whole, and the last under way.
  const day = await read<OperatorStats>('/stats?range=24h');
  expect(day.series.slice(0, 2).map(({ at }) => at)).toEqual(['2026-11-21T13:01:00.000Z', '2026-11-21T14:00:00.000Z']);
  expect(day.series.slice(-2)).toMatchObject([
    { at: '2026-11-22T12:00:00.000Z', ggrMinor: 2_500 },
    { at: '2026-11-22T13:00:00.000Z', ggrMinor: 0 },
  ]);
  // It loses now: the stake is revenue of this hour, whole. The one before was a void for all that, and is revenue of the hour that says so.
  await sayBet(world, 'betSettled', open, { dueMinor: 0, version: 1 });
  await sayBet(world, 'betResettled', isVoid, { dueMinor: 500, version: 2, status: 'won' });
  await world.settled();
  const later = await eventually(stats, ({ wageredMinor }) => wageredMinor === 5_000, 15_000);
  expect(later).toMatchObject({ wageredMinor: 5_000, paidMinor: 500, ggrMinor: 4_500, bonusMinor: 0, ngrMinor: 4_500, before: figures });
  // Counted anew from the stakes, as once for bets that were over before anybody counted, it comes to the same.
  const total = async () => (await world.db.query('select sum(wagered_minor)::int as wagered, sum(paid_minor)::int as paid from closed_minutes')).rows[0];
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
  expect(await read<WalletOfUser>(`/users/${playerId}`)).toMatchObject({ summary: { playerId, totalMinor: 15_000 }, receivableMinor: 0, hasPin: false });
  expect((await world.http('GET', `${path}/users/${randomUUIDv7()}`, { as: operator() })).status).toBe(404);
  const asked = { as: operator(), body: { playerIds: [playerId, randomUUIDv7()] } };
  expect((await world.http<{ items: object[] }>('POST', `${path}/summaries`, asked)).body.items).toMatchObject([{ playerId, availableMinor: 15_000 }]);
  const { body } = await world.http<TransactionSummary>('GET', '/api/wallet/transactions/summary', { as: asPlayer(playerId) });
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

  it('a history of 2,500 rows is exported whole, in order, and what a spreadsheet would run is text', async () => {
    const playerId = await world.player();
    await adjust(playerId, { reason: 'said "yes", twice' });
    await world.db.query(`select post_cash($2, $1, 'USD', 'welcome', uuidv7(), 'bonus_expense', 1) from generate_series(1, 2500)`, [
      playerId,
      world.clock.now(),
    ]);
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
    expect([made.status, made.headers.get('content-type'), made.body.slice(0, 4)]).toEqual([200, 'application/pdf', '%PDF']);
    expect((await file('/api/wallet/statement.pdf?month=2026-12', { as })).status).toBe(404);
  });
});
