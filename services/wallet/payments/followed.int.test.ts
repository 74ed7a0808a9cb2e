/** A player takes back a deposit report, also while an operator decides on it; operators mark bank transfers as paid. */
import { randomUUIDv7 } from 'node:crypto';
import { pathOf, problemOf } from '@fairline/chassis/testing';
import { approvalRoutes, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import type { Transaction } from '@fairline/proto/wallet/history';
import { type Payment, paymentRoutes } from '@fairline/proto/wallet/payments';
import { describe, expect, it } from 'vitest';
import { asPlayer, operator } from '../testing.ts';
import {
  approve,
  deposit,
  funded,
  list,
  reject,
  report,
  sql,
  useManualServers,
  withdraw,
  world,
} from './testing-manual.ts';

useManualServers();

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const takeBack = (playerId: string, id: string) =>
  world.http<Payment>('POST', pathOf(paymentRoutes.cancelDeposit, { id }), { as: asPlayer(playerId) });
const eventsOf = async (id: string) =>
  (await sql<{ type: string }>('select type from outbox where subject = $1 order by seq', [id])).map(
    ({ type }) => type.split('.')[2],
  );

describe('a report that is taken back', () => {
  it('has ended for its player and for operators, and frees the limits', async () => {
    const playerId = await world.player({ level: 'unverified' });
    const { body: made } = await deposit(playerId, report({ amountMinor: 500_000 }));
    const [first, again] = [await takeBack(playerId, made.id), await takeBack(playerId, made.id)];
    expect([first.status, first.body]).toMatchObject([
      200,
      { status: 'failed', withdrawn: true, rejectionReason: 'Withdrawn by you' },
    ]);
    expect(again.body).toEqual(first.body);
    expect((await list(`?q=${made.id}`)).body.items).toMatchObject([
      { id: made.id, status: 'failed', withdrawn: true },
    ]);
    expect(await eventsOf(made.id)).toEqual(['DepositRequested', 'DepositWithdrawn']);
    const late = await approve(made.id);
    expect([late.status, problemOf(late)]).toMatchObject([
      409,
      { code: 'already_decided', detail: 'This payment was already withdrawn by the player' },
    ]);
    expect((await deposit(playerId, report({ amountMinor: 500_000 }))).status).toBe(201);
    const { body: history } = await world.http<{ items: Transaction[] }>(
      'GET',
      '/api/wallet/transactions?type=deposit',
      { as: asPlayer(playerId) },
    );
    expect(history.items.map(({ id, status, withdrawn }) => [id === made.id, status, withdrawn])).toEqual([
      [false, 'pending', undefined],
      [true, 'failed', true],
    ]);
  });

  it('leaves its proof to nobody', async () => {
    const playerId = await world.player();
    const { body: made } = await deposit(playerId, report({ proof: png.toString('base64') }));
    expect(made.hasProof).toBe(true);
    const { proof } = (
      await sql<{ proof: string }>('select proof_id::text as proof from payments where id = $1', [made.id])
    )[0] ?? { proof: '' };
    expect((await takeBack(playerId, made.id)).body.hasProof).toBe(false);
    expect(await sql('select id::text as id from loose_files where id = $1', [proof])).toEqual([{ id: proof }]);
  });

  it('is its own and pending: no other payment is taken back', async () => {
    const [playerId, other] = [await funded(20_000), await world.player()];
    const { body: made } = await deposit(playerId);
    const { body: out } = await withdraw(playerId);
    for (const [who, id] of [
      [other, made.id],
      [playerId, out.id],
      [playerId, randomUUIDv7()],
    ] as const)
      expect((await takeBack(who, id)).status).toBe(404);
    await reject(made.id);
    const late = await takeBack(playerId, made.id);
    expect([late.status, problemOf(late)]).toMatchObject([409, { detail: 'This payment was already rejected' }]);
    expect((await takeBack(other, made.id)).status).toBe(404);
  });

  it('while operators decide, ends one way only', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const playerId = await world.player();
      const { body: made } = await deposit(playerId);
      const deciders = [
        () => takeBack(playerId, made.id),
        () => approve(made.id),
        () => reject(made.id),
        () => takeBack(playerId, made.id),
        () => approve(made.id),
      ];
      const order = deciders.map(
        (_, place) => deciders[(place + round) % deciders.length] as (typeof deciders)[number],
      );
      const replies = await Promise.all(order.map((decide) => decide()));
      expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const decided = replies.flatMap(({ status, body }) =>
        status === 200 ? [body.withdrawn ? 'withdrawn' : body.status] : [],
      );
      expect(new Set(decided).size).toBe(1);
      const [outcome = ''] = decided;
      outcomes.add(outcome);
      expect((await world.account(playerId)).cash).toBe(outcome === 'approved' ? 10_000 : 0);
      const ends = (await eventsOf(made.id)).filter((type) => type !== 'DepositRequested' && type !== 'OperatorActed');
      expect(ends).toEqual([
        { approved: 'DepositApproved', rejected: 'DepositRejected', withdrawn: 'DepositWithdrawn' }[outcome],
      ]);
    }
    expect(outcomes.size).toBeGreaterThan(1);
  });
});

const markPaid = (id: string, bankReference: unknown = 'SEPA 4711', as = operator()) =>
  world.http<PaymentForOperator>('POST', pathOf(approvalRoutes.markPaid, { id }), { as, body: { bankReference } });

async function approvedTransfer(): Promise<{ playerId: string; id: string }> {
  const playerId = await funded(20_000);
  const { body } = await withdraw(playerId);
  await approve(body.id);
  return { playerId, id: body.id };
}

describe('a bank transfer', () => {
  it('is followed by its player from its approval until it is marked as paid', async () => {
    const { playerId, id } = await approvedTransfer();
    const seen = async () =>
      (await world.http<Payment>('GET', `/api/wallet/payments/${id}`, { as: asPlayer(playerId) })).body.payout;
    const at = world.clock.now().toISOString();
    expect(await seen()).toEqual({ stage: 'by_hand', approvedAt: at });
    const before = await world.account(playerId);
    const otto = operator();
    const [first, again] = [await markPaid(id, ' SEPA 4711 ', otto), await markPaid(id)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(first.body).toMatchObject({ status: 'approved', paidBy: otto.id });
    expect(await seen()).toEqual({ stage: 'paid', approvedAt: at, paidAt: at, bankReference: 'SEPA 4711' });
    expect(await world.account(playerId)).toEqual(before);
    const acted = await sql<{ data: object }>(
      `select data from outbox where subject = $1 and type like '%.OperatorActed.%' and data ->> 'action' = 'payment.mark_paid'`,
      [id],
    );
    expect(acted).toMatchObject([
      {
        data: {
          operatorId: otto.id,
          before: { paid: false },
          after: { playerId, paid: true, bankReference: 'SEPA 4711' },
        },
      },
    ]);
    expect((await eventsOf(id)).filter((type) => type === 'WithdrawalPaid')).toHaveLength(1);
    const other = await markPaid(id, 'SEPA 4712');
    expect([other.status, problemOf(other)]).toMatchObject([
      409,
      { code: 'already_decided', detail: 'This payment was already marked as paid' },
    ]);
  });

  it('is marked once by operators who do so at the same moment', async () => {
    const { id } = await approvedTransfer();
    const replies = await Promise.all(['A', 'B', 'A', 'C', 'B'].map((reference) => markPaid(id, reference)));
    const paid = new Set(replies.flatMap(({ status, body }) => (status === 200 ? [body.payout?.bankReference] : [])));
    expect([paid.size, replies.every(({ status }) => status === 200 || status === 409)]).toEqual([1, true]);
    expect((await eventsOf(id)).filter((type) => type === 'WithdrawalPaid')).toHaveLength(1);
  });

  it('is listed until it is paid', async () => {
    const { id } = await approvedTransfer();
    const listed = async () => (await list('?payout=to_transfer')).body.items.map((payment) => payment.id);
    expect(await listed()).toContain(id);
    await markPaid(id);
    expect(await listed()).not.toContain(id);
    const { rows } = await world.db.query<{ name: string }>(
      `select indexname as name from pg_indexes where tablename = 'payments'`,
    );
    expect(rows.map(({ name }) => name)).toContain('payments_to_transfer');
  });

  it.each([
    ['a deposit', async () => (await deposit(await world.player())).body.id, 409],
    ['a withdrawal that waits', async () => (await withdraw(await funded(20_000))).body.id, 409],
    [
      'play money',
      async () => (await approve((await withdraw(await funded(20_000, { book: 'play' }))).body.id)).body.id,
      409,
    ],
    ['a payment that does not exist', async () => randomUUIDv7(), 404],
  ])('is nothing else: %s cannot be marked', async (_what, make, expected) => {
    const id = await make();
    const refused = await markPaid(id);
    expect(refused.status).toBe(expected);
    if (expected === 409)
      expect(problemOf(refused)).toMatchObject({
        code: 'not_transferred',
        detail: 'Only an approved bank transfer can be marked as paid',
      });
  });

  it('is marked by operators who decide payments, with a reference that is no card', async () => {
    const { id } = await approvedTransfer();
    expect((await markPaid(id, 'SEPA', operator('auditor'))).status).toBe(403);
    expect((await markPaid(id, ' ')).status).toBe(400);
    expect(problemOf(await markPaid(id, '4242 4242 4242 4242'))).toMatchObject({ code: 'card_number' });
  });
});
