/** Closing an account: the cases in which it is refused, and the money that ends with it. */
import { randomUUID } from 'node:crypto';
import { asPlayer, pathOf, problemOf } from '@fairline/chassis/testing';
import type { Refusal } from '@fairline/proto/contract';
import { adjustmentRoutes } from '@fairline/proto/wallet/adjustments';
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import { exchangeRoutes } from '@fairline/proto/wallet/exchange';
import type { Transaction } from '@fairline/proto/wallet/history';
import { playerRequests } from '@fairline/proto/wallet/players';
import { describe, expect, it } from 'vitest';
import { proveWhole } from '../books/integrity.ts';
import { operator, publishBet } from '../testing.ts';
import { deposit, sql, stake, usePlayerServers, withdraw, world } from './testing-players.ts';

usePlayerServers();

describe('closing', () => {
  const close = (playerId: string, version = 2) =>
    world.ask(playerRequests.close, { playerId, version, status: 'closed', level: 'verified', jurisdiction: 'open' });
  const statusOf = async (playerId: string) =>
    (await sql<{ status: string }>('select status from players where player_id = $1', [playerId]))[0]?.status;

  /** A player who has lost all their money. */
  const emptied = async () => {
    const playerId = await world.player();
    const { ask } = await stake(playerId, 10_000);
    await publishBet(world, 'betSettled', ask, { dueMinor: 0, version: 1 });
    await world.settled();
    return playerId;
  };

  it('is refused with the rest in the play currency, and done once nothing is left', async () => {
    const playerId = await world.player();
    const { ask } = await stake(playerId, 4_000);
    const asked = await withdraw(playerId, undefined, { amountMinor: 6_000 });
    await expect(close(playerId)).rejects.toMatchObject({
      code: 'balance_left',
      params: {
        totalMinor: 6_000,
        heldMinor: 6_000,
        openBets: 1,
        pendingPayments: 1,
        pendingDeposits: 0,
        currency: 'USD',
      },
    });
    await world.http('POST', pathOf(approvalRoutes.approve, { id: asked.body.id }), {
      as: { ...operator('finance'), provenAt: world.clock.now().toISOString() },
    });
    await expect(close(playerId)).rejects.toMatchObject({
      code: 'balance_left',
      params: { totalMinor: 0, openBets: 1, pendingPayments: 0 },
    });
    await publishBet(world, 'betSettled', ask, { dueMinor: 0, version: 1 });
    await world.settled();
    expect(await close(playerId)).toEqual({ playerId, version: 2 });
    expect(await close(playerId)).toEqual({ playerId, version: 2 });
    expect(await statusOf(playerId)).toBe('closed');
    expect((await stake(playerId, 100)).code).toBe('account_not_active');
    expect(problemOf(await deposit(playerId, 10_000)).code).toBe('account_not_active');
  });

  it('waits for a deposit that is not decided', async () => {
    const playerId = await emptied();
    expect((await deposit(playerId, 10_000)).status).toBe(201);
    await expect(close(playerId)).rejects.toMatchObject({
      code: 'balance_left',
      params: { totalMinor: 0, openBets: 0, pendingPayments: 1, pendingDeposits: 1 },
    });
  });

  it('waits for an undecided adjustment, and none gives money to a closed account', async () => {
    const playerId = await emptied();
    const large = await adjust(playerId, 1_000_000);
    await expect(close(playerId)).rejects.toMatchObject({
      code: 'balance_left',
      params: { totalMinor: 0, pendingPayments: 1, pendingDeposits: 0 },
    });
    await world.ask(playerRequests.restrict, {
      playerId,
      part: 'account',
      version: 3,
      status: 'closed',
      level: 'verified',
      jurisdiction: 'open',
    });
    expect(problemOf(await adjust(playerId, 100)).code).toBe('player_not_playing');
    expect(problemOf(await adjust(playerId, -100)).code).toBe('insufficient_balance');
    const approved = await world.http('POST', pathOf(adjustmentRoutes.approveAdjustment, { id: large.body.id }), {
      as: operatorNow(),
    });
    expect(problemOf(approved).code).toBe('player_not_playing');
    await world.http('POST', pathOf(adjustmentRoutes.rejectAdjustment, { id: large.body.id }), {
      as: operatorNow(),
      body: { reason: 'Closed' },
    });
    expect(await world.account(playerId)).toMatchObject({ cash: 0 });
    expect(await close(playerId, 4)).toEqual({ playerId, version: 4 });
  });

  it('is refused to a player who owes', async () => {
    const playerId = await world.player();
    const { ask } = await stake(playerId, 10_000);
    await publishBet(world, 'betSettled', ask, { dueMinor: 20_000, version: 1 });
    await world.settled();
    const spent = await stake(playerId, 20_000);
    await publishBet(world, 'betSettled', spent.ask, { dueMinor: 0, version: 1 });
    await publishBet(world, 'betResettled', ask, { dueMinor: 15_000, version: 2 });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 0, receivable: -5_000 });
    await expect(close(playerId)).rejects.toMatchObject({
      code: 'balance_left',
      params: { totalMinor: 0, owedMinor: 5_000, openBets: 0 },
    });
  });

  it('counts money in other currencies', async () => {
    const playerId = await world.player();
    const as = asPlayer(playerId);
    const { body } = await world.http<{ quoteId: string }>('POST', pathOf(exchangeRoutes.quote), {
      as,
      body: { from: 'USD', to: 'EUR', amountMinor: 10_000 },
    });
    await world.http('POST', pathOf(exchangeRoutes.convert), {
      as,
      key: randomUUID(),
      body: { quoteId: body.quoteId },
    });
    await expect(close(playerId)).rejects.toMatchObject({ code: 'balance_left', params: { totalMinor: 9_977 } });
    expect(await statusOf(playerId)).toBe('active');
  });

  const operatorNow = () => ({ ...operator('finance'), provenAt: world.clock.now().toISOString() });
  const adjust = (userId: string, amountMinor: number) => {
    const body = { userId, amountMinor, currency: 'USD', reason: 'Goodwill' };
    return world.http<{ id: string }>('POST', pathOf(adjustmentRoutes.adjust), {
      as: operatorNow(),
      key: randomUUID(),
      body,
    });
  };

  it('ends what an unverified player has left of the welcome bonus, given back in one transfer', async () => {
    const playerId = await world.player({ level: 'unverified' });
    const { ask } = await stake(playerId, 4_000);
    await publishBet(world, 'betSettled', ask, { dueMinor: 500, version: 1 });
    await world.settled();
    const spent = async () =>
      (
        await sql<{ spent: number }>(
          `select -sum(amount_minor)::int as spent from entries where player_id = $1 and account = 'bonus_expense'`,
          [playerId],
        )
      )[0]?.spent;
    expect(await spent()).toBe(10_000);
    expect(await close(playerId)).toEqual({ playerId, version: 2 });
    expect(await close(playerId)).toEqual({ playerId, version: 2 });
    expect([await statusOf(playerId), await world.account(playerId), await spent()]).toMatchObject([
      'closed',
      { cash: 0, bonus: 0 },
      3_500,
    ]);
    const { body } = await world.http<{ items: Transaction[] }>('GET', '/api/wallet/transactions?type=bonus', {
      as: asPlayer(playerId),
    });
    expect(body.items.map(({ amountMinor, description }) => [amountMinor, description])).toEqual([
      [-6_500, 'Bonus ended with the account'],
      [10_000, 'Welcome bonus'],
    ]);
    expect((await proveWhole(world.env)).lines.filter((line) => line.startsWith('✗'))).toEqual([]);
  });

  it('ends no money that was won, deposited or given, or that a verified player could withdraw', async () => {
    const winner = await world.player({ level: 'unverified' });
    const { ask } = await stake(winner, 100);
    await publishBet(world, 'betSettled', ask, { dueMinor: 101, version: 1 });
    await world.settled();
    await expect(close(winner)).rejects.toMatchObject({ code: 'balance_left', params: { totalMinor: 10_001 } });
    const given = await world.player({ level: 'unverified' });
    await adjust(given, 200);
    await adjust(given, -100);
    await stake(given, 1_000).then(({ ask }) => publishBet(world, 'betSettled', ask, { dueMinor: 0, version: 1 }));
    await world.settled();
    await expect(close(given)).rejects.toMatchObject({ code: 'balance_left', params: { totalMinor: 9_100 } });
    await expect(close(await world.player())).rejects.toMatchObject({
      code: 'balance_left',
      params: { totalMinor: 10_000 },
    });

    const payer = await world.player({ level: 'unverified' });
    const paid = await deposit(payer, 5_000);
    await expect(close(payer)).rejects.toMatchObject({
      code: 'balance_left',
      params: { totalMinor: 0, pendingDeposits: 1 },
    });
    await world.http('POST', pathOf(approvalRoutes.approve, { id: paid.body.id }), { as: operatorNow() });
    await expect(close(payer)).rejects.toMatchObject({ code: 'balance_left', params: { totalMinor: 15_000 } });
    const out = await withdraw(payer, undefined, { amountMinor: 5_000 });
    expect(out.status).toBe(201);
    await world.http('POST', pathOf(approvalRoutes.approve, { id: out.body.id }), { as: operatorNow() });
    expect(await close(payer)).toEqual({ playerId: payer, version: 2 });
    expect(await world.account(payer)).toMatchObject({ cash: 0 });
  });

  it('with an older version than the one in force changes nothing', async () => {
    const playerId = await world.player();
    expect(await close(playerId, 1)).toEqual({ playerId, version: 1 });
    expect(await statusOf(playerId)).toBe('active');
  });

  it('races a deposit: either it is kept and closing refused, or the other way round', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const playerId = await emptied();
      const end = close(playerId).then(
        () => 'closed',
        (error: Refusal) => error.code,
      );
      const [kept, closed] = await Promise.all([deposit(playerId, 10_000), end]);
      expect([
        [201, 'balance_left'],
        [403, 'closed'],
      ]).toContainEqual([kept.status, closed]);
    }
  });
});
