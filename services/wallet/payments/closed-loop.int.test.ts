/** Limits of instant deposits, each tested from both sides, and every branch of the closed loop. */
import { randomUUID } from 'node:crypto';
import { pathOf, problemOf } from '@fairline/chassis/testing';
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { type Payment, paymentRefusals } from '@fairline/proto/wallet/payments';
import { describe, expect, it } from 'vitest';
import { asPlayer, operator } from '../testing.ts';
import { approve, deposit, sql, useProviderServers, withdraw, world } from './testing-provider.ts';

useProviderServers();

describe('the range of a method', () => {
  it.each<[string, number, string]>([
    ['e_wallet', 999, 'out of range'],
    ['e_wallet', 1_000, 'fine'],
    ['e_wallet', 250_000, 'fine'],
    ['e_wallet', 250_001, 'out of range'],
    ['credit_card', 999, 'out of range'],
    ['credit_card', 500_000, 'fine'],
    ['credit_card', 500_001, 'out of range'],
    ['crypto', 1_999, 'out of range'],
    ['crypto', 2_000, 'fine'],
  ])('%s of %d is %s', async (method, amountMinor, expected) => {
    const reply = await deposit(await world.player(), { method, amountMinor });
    const range = (problemOf(reply).params as { limit?: string } | undefined)?.limit;
    expect([reply.status, range]).toEqual(expected === 'fine' ? [201, undefined] : [422, 'method']);
  });

  it('counts in the play currency at the rate of the moment', async () => {
    const [row] = await sql<{ least: string; most: string }>(
      `select min(n) as least, max(n) as most from (select generate_series(800, 1000) union all select generate_series(220000, 235000)) s (n) where to_play(n, 'EUR', 'USD') between 1000 and 250000`,
    );
    const [least, most] = [Number(row?.least), Number(row?.most)];
    for (const [amountMinor, status] of [
      [least - 1, 422],
      [least, 201],
      [most, 201],
      [most + 1, 422],
    ] as const) {
      const reply = await deposit(await world.player(), { currency: 'EUR', amountMinor });
      expect([amountMinor, reply.status]).toEqual([amountMinor, status]);
      if (status === 422) expect(problemOf(reply).code).toBe(paymentRefusals.depositRange.code);
    }
    const wrong = await deposit(await world.player(), { currency: 'BTC' });
    expect([wrong.status, problemOf(wrong).code]).toEqual([422, ledgerRefusals.currencyNotAccepted.code]);
  });

  it("and the player's limits count a deposit in another currency in their own", async () => {
    const playerId = await world.player({ level: 'unverified' });
    expect((await deposit(playerId, { amountMinor: 250_000 })).status).toBe(201);
    expect((await deposit(playerId, { amountMinor: 100_000 })).status).toBe(201);
    const over = await deposit(playerId, { currency: 'EUR', amountMinor: 200_000 });
    expect(problemOf(over)).toMatchObject({
      code: ledgerRefusals.limitExceeded.code,
      params: { limit: 'dailyDeposit', remainingMinor: 150_000 },
    });
  });
});

describe('the closed loop', () => {
  const bank = { method: 'bank_transfer', destination: 'DE89370400440532013000' };
  const crypto = { method: 'crypto', destination: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh' };
  const refused = async (playerId: string, changes: object) => {
    const reply = await withdraw(playerId, changes);
    expect([reply.status, problemOf(reply).code]).toEqual([422, paymentRefusals.closedLoop.code]);
    return problemOf(reply).params;
  };
  /** Adds money that came by no deposit, like winnings. */
  const win = (playerId: string, amountMinor: number) =>
    world.db.query(`select post_cash(now(), $1, 'USD', 'welcome', $1, 'bonus_expense', $2)`, [playerId, amountMinor]);

  it('sends back to a method what came by it, before any other', async () => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 20_000 });
    await win(playerId, 30_000);
    expect(await refused(playerId, { ...bank, amountMinor: 2_000 })).toMatchObject({
      method: 'e_wallet',
      amountMinor: 20_000,
      currency: 'USD',
    });
    expect((await withdraw(playerId, { amountMinor: 20_000 })).status).toBe(201);
    expect((await withdraw(playerId, { ...bank, amountMinor: 10_000 })).status).toBe(201);
    expect((await withdraw(playerId, { ...crypto, amountMinor: 10_000 })).status).toBe(201);
  });

  it('lets winnings go with the deposit where there is no other method', async () => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 20_000 });
    await win(playerId, 30_000);
    expect((await withdraw(playerId, { amountMinor: 45_000 })).status).toBe(201);
  });

  it('takes at most its own part to a method while another waits for its', async () => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 20_000 });
    await deposit(playerId, { amountMinor: 30_000, method: 'crypto' });
    expect(await refused(playerId, { amountMinor: 20_001 })).toMatchObject({ method: 'e_wallet', amountMinor: 20_000 });
    expect(await refused(playerId, { ...bank, amountMinor: 2_000 })).toMatchObject({
      method: 'crypto',
      amountMinor: 30_000,
    });
    const { body } = await withdraw(playerId, { amountMinor: 20_000 });
    expect(await refused(playerId, { amountMinor: 2_000 })).toMatchObject({ method: 'crypto', amountMinor: 30_000 });
    await world.http('POST', pathOf(approvalRoutes.reject, { id: body.id }), {
      as: operator(),
      body: { reason: 'Not now' },
    });
    expect((await withdraw(playerId, { amountMinor: 20_000 })).status).toBe(201);
    const { body: limits } = await world.http<{ closedLoop: object[] }>('GET', '/api/wallet/limits', {
      as: asPlayer(playerId),
    });
    expect(limits.closedLoop).toEqual([{ method: 'crypto', amountMinor: 30_000 }]);
  });

  it('forgets a rest too small to be withdrawn, so that nobody is locked in', async () => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 10_000 });
    await deposit(playerId, { amountMinor: 10_000, method: 'crypto' });
    expect((await withdraw(playerId, { amountMinor: 9_000 })).status).toBe(201);
    expect((await withdraw(playerId, { ...crypto, amountMinor: 9_000 })).status).toBe(201);
    await win(playerId, 10_000);
    expect((await withdraw(playerId, { ...bank, amountMinor: 10_000 })).status).toBe(201);
  });

  it('counts a manual deposit as a bank transfer', async () => {
    const playerId = await world.player();
    const body = {
      amountMinor: 10_000,
      currency: 'USD',
      method: 'union_bank_india',
      customerName: 'Ada',
      email: 'ada@example.com',
      bankTransactionId: 'T',
    };
    const manual = await world.http<Payment>('POST', '/api/wallet/deposits/manual', {
      as: asPlayer(playerId),
      key: randomUUID(),
      body,
    });
    await approve(manual.body.id);
    expect(await refused(playerId, {})).toMatchObject({ method: 'bank_transfer', amountMinor: 10_000 });
    expect((await withdraw(playerId, { ...bank, amountMinor: 10_000 })).status).toBe(201);
  });
});
