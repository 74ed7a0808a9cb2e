/** A history is in the order in which money moved: each balance follows from the previous one, even if payments are approved late. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { pathOf } from '@fairline/chassis/testing';
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import type { Transaction } from '@fairline/proto/wallet/history';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import type { Payment } from '@fairline/proto/wallet/payments';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPlayer, openWallet, operator, publishBet, stakeOf, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

const request = async (playerId: string, path: string, body: object) =>
  (await world.http<Payment>('POST', `/api/wallet/${path}`, { as: asPlayer(playerId), key: randomUUID(), body })).body
    .id;
const deposit = (playerId: string, amountMinor: number) =>
  request(playerId, 'deposits/manual', {
    amountMinor,
    currency: 'USD',
    method: 'bank_transfer',
    customerName: 'Ada',
    email: 'ada@example.com',
    bankTransactionId: randomUUIDv7(),
  });
const withdraw = (playerId: string, amountMinor: number) =>
  request(playerId, 'withdrawals', {
    amountMinor,
    currency: 'USD',
    method: 'bank_transfer',
    destination: 'DE89370400440532013000',
  });
const decide = (id: string, what: 'approve' | 'reject') =>
  world.http('POST', pathOf(approvalRoutes[what], { id }), {
    as: operator(),
    ...(what === 'reject' && { body: { reason: 'Not received' } }),
  });

async function pages(path: string, as: Parameters<WalletWorld['http']>[2]): Promise<Transaction[]> {
  const items: Transaction[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: { items: Transaction[]; nextCursor: string | null } } = await world.http(
      'GET',
      `${path}${cursor && `cursor=${cursor}`}`,
      as,
    );
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}

/** Checks that each completed row continues the balance of the older row of its currency. */
function checkOrder(items: readonly Transaction[]): void {
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  const times = items.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  for (const rows of Map.groupBy(items, ({ currency }) => currency).values()) {
    const completed = rows.filter(({ status }) => status === 'completed');
    const before = completed.slice(1).map(({ balanceAfterMinor }) => balanceAfterMinor ?? Number.NaN);
    expect(completed.map(({ balanceAfterMinor }) => balanceAfterMinor)).toEqual(
      completed.map(({ amountMinor }, index) => (before[index] ?? 0) + amountMinor),
    );
  }
  for (const { status, balanceAfterMinor } of items) if (status !== 'completed') expect(balanceAfterMinor).toBeNull();
}

type Act = 'deposit' | 'withdraw' | 'approve' | 'reject' | 'stake' | 'settle' | 'correct';

it('follows in every list of a player, whatever was approved when', async () => {
  const acts = fc.array(
    fc.constantFrom<Act>('deposit', 'withdraw', 'approve', 'approve', 'reject', 'stake', 'stake', 'settle', 'correct'),
    {
      minLength: 30,
      maxLength: 60,
    },
  );
  await fc.assert(
    fc.asyncProperty(acts, fc.infiniteStream(fc.nat()), async (story, chance) => {
      world.clock.set(new Date('2026-11-20T12:00:00Z'));
      const playerId = await world.player();
      const waiting: string[] = [];
      const bets: { bet: ReturnType<typeof stakeOf>; version: number }[] = [];
      const any = <T>(of: readonly T[]) => of[(chance.next().value ?? 0) % of.length];
      for (const act of story) {
        world.clock.advance(1_000);
        if (act === 'deposit') waiting.push(await deposit(playerId, 5_000));
        if (act === 'withdraw' && (await world.account(playerId)).held < 3_000)
          waiting.push(await withdraw(playerId, 1_000));
        if (act === 'approve' || act === 'reject') {
          const id = any(waiting);
          if (id) await decide(id, act);
          waiting.splice(waiting.indexOf(id ?? ''), id ? 1 : 0);
        }
        if (act === 'stake') {
          const bet = stakeOf(playerId, { stakeMinor: 200, potentialPayoutMinor: 9_000 });
          await world.ask(ledgerRequests.stake, bet).then(
            () => bets.push({ bet, version: 0 }),
            () => undefined,
          );
        }
        const one = any(bets);
        if (!one || (act !== 'settle' && act !== 'correct')) continue;
        one.version += 1;
        await publishBet(world, one.version === 1 ? 'betSettled' : 'betResettled', one.bet, {
          dueMinor: act === 'settle' ? 700 : 100,
          version: one.version,
        });
        await world.settled();
      }
      const own = await pages('/api/wallet/transactions?', { as: asPlayer(playerId) });
      checkOrder(own);
      const seen = await pages(`/api/admin/wallet/transactions?userId=${playerId}&`, { as: operator() });
      expect(seen.map(({ id, balanceAfterMinor }) => [id, balanceAfterMinor])).toEqual(
        own.map(({ id, balanceAfterMinor }) => [id, balanceAfterMinor]),
      );
    }),
    { numRuns: 6, seed: 20_261_122, endOnFailure: true },
  );
});

describe('a payment that is approved late', () => {
  it('moves to the time its money moved, and still shows the time of the request', async () => {
    world.clock.set(new Date('2026-11-20T12:00:00Z'));
    const playerId = await world.player();
    const id = await deposit(playerId, 5_000);
    const list = async (query = '') =>
      (await pages(`/api/wallet/transactions?${query}`, { as: asPlayer(playerId) })).map(({ id: row, type }) =>
        row === id ? id : type,
      );
    await world.ask(ledgerRequests.stake, stakeOf(playerId));
    expect(await list()).toEqual(['bet', id, 'bonus']);
    world.clock.set(new Date('2026-11-21T09:00:00Z'));
    await decide(id, 'approve');
    expect(await list()).toEqual([id, 'bet', 'bonus']);
    expect(await list('period=today&')).toEqual([id]);
    const [row] = await pages('/api/wallet/transactions?', { as: asPlayer(playerId) });
    expect(row).toMatchObject({
      createdAt: '2026-11-21T09:00:00.000Z',
      requestedAt: '2026-11-20T12:00:00.000Z',
      balanceAfterMinor: 14_900,
    });
    world.clock.set(new Date('2026-11-20T12:00:00Z'));
  });

  it('is on one page of each list over all players, also of a text search', async () => {
    const playerId = await world.player();
    const name = `Late ${randomUUID().slice(0, 8)}`;
    const ids: string[] = [];
    for (let turn = 0; turn < 55; turn++) {
      ids.push(
        await request(playerId, 'deposits/manual', {
          amountMinor: 5_000,
          currency: 'USD',
          method: 'bank_transfer',
          customerName: name,
          email: 'ada@example.com',
          bankTransactionId: randomUUIDv7(),
        }),
      );
    }
    // The oldest payments are approved last, so they are listed above the others.
    for (const id of ids.toReversed()) await decide(id, 'approve');
    for (const query of [`q=${encodeURIComponent(name)}&`, 'type=deposit&', `type=deposit&userId=${playerId}&`]) {
      const found = (await pages(`/api/admin/wallet/transactions?${query}`, { as: operator() }))
        .map(({ id }) => id)
        .filter((id) => ids.includes(id));
      expect(found, query).toEqual(ids);
    }
  });
});
