/** The operator's badge: items that they may decide now. */
import { randomUUID } from 'node:crypto';
import type { Operator } from '@fairline/chassis/http/identity';
import type { Adjustment } from '@fairline/proto/wallet/adjustments';
import type { Payment } from '@fairline/proto/wallet/payments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlayer, openWallet, operator, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

const path = '/api/admin/wallet';
const waiting = async (as: Operator) => (await world.http<object>('GET', `${path}/waiting`, { as })).body;

it('counts pending items for operators who may decide, not for the requester or approver', async () => {
  const [playerId, demo] = [await world.player(), await world.player({ book: 'play' })];
  const report = async (amountMinor: number, of = playerId) => {
    const body = {
      amountMinor,
      currency: 'USD',
      method: 'bank_transfer',
      customerName: 'Ada',
      email: 'ada@example.com',
      bankTransactionId: randomUUID(),
    };
    return (
      await world.http<Payment>('POST', '/api/wallet/deposits/manual', { as: asPlayer(of), key: randomUUID(), body })
    ).body.id;
  };
  const finance = operator();
  const invited = { ...operator(), invitedBy: finance.id, activatedAt: '2026-11-20T11:00:00.000Z' };
  await report(5_000);
  await report(5_000, demo);
  const large = await report(1_000_000);
  const body = { userId: playerId, amountMinor: 1_000_000, currency: 'USD', reason: 'Goodwill' };
  const asked = await world.http<Adjustment>('POST', `${path}/adjustments`, { as: finance, key: randomUUID(), body });
  const rule = {
    type: 'withdrawal',
    enabled: true,
    maxAmountMinor: 5_000,
    maxDayMinor: 5_000,
    verifiedOnly: true,
    minAccountAgeDays: 30,
    minApprovedBefore: 3,
  };
  await world.http('PUT', `${path}/auto-approval`, { as: finance, body: { rules: [rule], reason: 'Quiet night' } });
  await world.http('PUT', `${path}/rates`, {
    as: finance,
    body: { from: 'USD', to: 'EUR', rate: 0.8, reason: 'Market' },
  });
  await world.db.query(`update welcome_bonuses set status = 'waiting', currency = null where player_id = $1`, [
    playerId,
  ]);
  expect(await waiting(operator())).toEqual({
    payments: 2,
    adjustments: 1,
    ruleChanges: 1,
    rateChanges: 1,
    welcomeBonuses: 1,
  });
  await world.http('POST', `${path}/payments/${large}/approve`, { as: finance });
  for (const as of [finance, invited])
    expect(await waiting(as)).toEqual({
      payments: 1,
      adjustments: 0,
      ruleChanges: 0,
      rateChanges: 0,
      welcomeBonuses: 1,
    });
  expect(await waiting(operator())).toEqual({
    payments: 2,
    adjustments: 1,
    ruleChanges: 1,
    rateChanges: 1,
    welcomeBonuses: 1,
  });
  expect(await waiting(operator('auditor'))).toEqual({
    payments: 0,
    adjustments: 0,
    ruleChanges: 0,
    rateChanges: 0,
    welcomeBonuses: 0,
  });
  await world.http('POST', `${path}/adjustments/${asked.body.id}/approve`, { as: operator() });
  expect(await waiting(operator())).toMatchObject({ adjustments: 0 });
  expect((await world.http('GET', `${path}/waiting`, { as: operator('trader') })).status).toBe(403);
});
