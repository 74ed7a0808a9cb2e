/** The amount that operators may approve alone for one player in a UTC day, and the choice of the second operator. */
import type { Operator } from '@fairline/chassis/http/identity';
import { problemOf, untilFree } from '@fairline/chassis/testing';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import { describe, expect, it } from 'vitest';
import { operator } from '../testing.ts';
import {
  approve,
  deposit,
  funded,
  list,
  report,
  sql,
  useManualServers,
  wish,
  withdraw,
  world,
} from './testing-manual.ts';

useManualServers();

/** Requests `count` withdrawals for one player, after a deposit with a bank transaction id of its own. */
async function withdrawals(count: number, amountMinor: number): Promise<string[]> {
  const playerId = await funded(count * amountMinor);
  const ids: string[] = [];
  for (let turn = 0; turn < count; turn++) ids.push((await withdraw(playerId, wish({ amountMinor }))).body.id);
  return ids;
}

describe('payments of one player', () => {
  it('cannot be split below the amount', async () => {
    const finance = operator();
    const ids = await withdrawals(4, 600_000);
    const statuses: number[] = [];
    for (const id of ids) statuses.push((await approve(id, finance)).status);
    expect(statuses).toEqual([200, 202, 202, 202]);
    const [, second] = ids as [string, string];
    expect((await list(`?q=${second}`)).body.items).toMatchObject([
      { status: 'pending', approvals: 1, approvalsNeeded: 2, approvedBy: [finance.id] },
    ]);
    expect((await approve(second, finance)).status).toBe(403);
    expect((await approve(second)).status).toBe(200);
    const counted = await sql<{ type: string }>('select type from outbox where subject = $1 order by seq', [second]);
    expect(counted.map(({ type }) => type)).toContain(paymentEvents.paymentCounted.subject);
  });

  it('cannot be split over operators, or approved all at once', async () => {
    const ids = await withdrawals(5, 300_000);
    const replies = await Promise.all(ids.map((id) => approve(id)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 202, 202]);
  });

  it('count each type apart, and anew with the UTC day', async () => {
    const playerId = await funded(900_000);
    const out = await withdraw(playerId, wish({ amountMinor: 900_000 }));
    expect((await approve(out.body.id)).status).toBe(200);
    const more = [
      await deposit(playerId, report({ amountMinor: 100_000 })),
      await deposit(playerId, report({ amountMinor: 100_000 })),
    ];
    expect((await approve(more[0]?.body.id ?? '')).status).toBe(202);
    world.clock.set(new Date('2026-11-21T00:00:00.000Z'));
    expect((await approve(more[1]?.body.id ?? '')).status).toBe(200);
    world.clock.set(new Date('2026-11-20T12:00:00.000Z'));
  });

  it('are flagged close to the amount', async () => {
    const playerId = await world.player();
    const [first, second] = [
      await deposit(playerId, report({ amountMinor: 899_999 })),
      await deposit(playerId, report({ amountMinor: 5_000 })),
    ];
    expect([(await approve(first.body.id)).body.flagged, (await approve(second.body.id)).body.flagged]).toEqual([
      undefined,
      true,
    ]);
    expect(
      await sql(`select data -> 'after' ->> 'flagged' as flagged from outbox where subject = $1 and data ? 'action'`, [
        second.body.id,
      ]),
    ).toEqual([{ flagged: 'true' }]);
  });

  it('that need two operators ask both for a fresh proof', async () => {
    const [one, two] = (await withdrawals(2, 600_000)) as [string, string];
    const { provenAt: _, ...stale } = operator();
    expect([
      (await approve(one, stale as Operator)).status,
      problemOf(await approve(two, stale as Operator)).code,
    ]).toEqual([200, 'step_up_required']);
    expect((await list(`?q=${two}`)).body.items).toMatchObject([{ approvals: 0, approvalsNeeded: 1 }]);
    expect((await approve(two)).status).toBe(202);
    expect(problemOf(await approve(two, stale as Operator)).code).toBe('step_up_required');
  });
});

it('a hundred deposits of different players go through by one operator alone', async () => {
  const finance = operator();
  const reported = async (turn: number) => {
    const playerId = await world.player();
    return untilFree(() => deposit(playerId, report({ amountMinor: 50_000, bankTransactionId: `DAY-${turn}` })));
  };
  const made = await Promise.all(Array.from({ length: 100 }, (_, turn) => reported(turn)));
  const replies = await Promise.all(made.map(({ body }) => approve(body.id, finance)));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  expect(replies.some(({ body }) => body.flagged)).toBe(false);
});

describe('the second operator of a payment', () => {
  const at = '2026-11-20T11:00:00.000Z';
  const later = '2026-11-20T12:00:00.001Z';

  it.each<[string, (first: Operator) => Partial<Operator>]>([
    ['was invited by the first', ({ id }) => ({ invitedBy: id, activatedAt: at })],
    ['was activated after the first approval', () => ({ activatedAt: later })],
    ['was reset by the first', ({ id }) => ({ resetBy: id, resetAt: at })],
  ])('is refused who %s', async (_what, changes) => {
    const first = operator();
    const { body } = await deposit(await world.player(), report({ amountMinor: 1_000_000 }));
    expect((await approve(body.id, first)).status).toBe(202);
    const reply = await approve(body.id, { ...operator(), ...changes(first) });
    expect([reply.status, problemOf(reply).code]).toEqual([403, 'second_operator_needed']);
    expect((await approve(body.id)).status).toBe(200);
  });

  it("is anybody else if only the first approver's id is known", async () => {
    const first = operator();
    const { body } = await deposit(await world.player(), report({ amountMinor: 1_000_000 }));
    await approve(body.id, first);
    await sql('update payments set requester = null, counted_at = null where id = $1', [body.id]);
    expect([(await approve(body.id, first)).status, (await approve(body.id)).status]).toEqual([403, 200]);
  });
});
