/** Code that tests without a provider share: reported deposits, withdrawals and decisions on both, at two instances of wallet. */
import { randomUUID } from 'node:crypto';
import type { Operator } from '@fairline/chassis/http/identity';
import { type CallOptions, pathOf } from '@fairline/chassis/testing';
import { approvalRoutes, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import type { Payment } from '@fairline/proto/wallet/payments';
import { afterAll, beforeAll } from 'vitest';
import { asPlayer, openWallet, operator, type WalletWorld } from '../testing.ts';

export let world: WalletWorld;
export const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];

/** A valid report of 100.00 by bank transfer; a test changes the one field it is about. */
export const report = (changes: object = {}) => ({
  amountMinor: 10_000,
  currency: 'USD',
  method: 'bank_transfer',
  customerName: 'Ada Lovelace',
  email: 'ada@example.com',
  bankTransactionId: 'TX-4711',
  ...changes,
});
export const wish = (changes: object = {}) => ({
  amountMinor: 5_000,
  currency: 'USD',
  method: 'bank_transfer',
  destination: 'DE89370400440532013000',
  ...changes,
});
export const deposit = (playerId: string, body: object = report(), options: CallOptions = {}) =>
  world.http<Payment>('POST', '/api/wallet/deposits/manual', {
    as: asPlayer(playerId),
    key: randomUUID(),
    body,
    ...options,
  });
export const withdraw = (playerId: string, body: object = wish(), options: CallOptions = {}) =>
  world.http<Payment>('POST', '/api/wallet/withdrawals', {
    as: asPlayer(playerId),
    key: randomUUID(),
    body,
    ...options,
  });
export const approve = (id: string, as: Operator = operator()) =>
  world.http<PaymentForOperator>('POST', pathOf(approvalRoutes.approve, { id }), { as });
export const reject = (id: string, reason: unknown = 'Not received', as = operator()) =>
  world.http<PaymentForOperator>('POST', pathOf(approvalRoutes.reject, { id }), { as, body: { reason } });
export const list = (query = '', as = operator()) =>
  world.http<{ items: PaymentForOperator[]; nextCursor: string | null }>('GET', `/api/admin/wallet/payments${query}`, {
    as,
  });

/** A player with an approved deposit of this amount. */
export async function funded(amountMinor: number, changes: Parameters<WalletWorld['player']>[0] = {}): Promise<string> {
  const playerId = await world.player(changes);
  const paid = await deposit(
    playerId,
    report({ amountMinor, method: amountMinor > 1_000_000 ? 'union_bank_india' : 'bank_transfer' }),
  );
  await approve(paid.body.id);
  if (amountMinor >= 1_000_000) await approve(paid.body.id);
  return playerId;
}

/** Starts two instances before the tests of a file, and stops them after. */
export function useManualServers(): void {
  beforeAll(async () => {
    world = await openWallet({ WELCOME_BONUS_MINOR: '0' });
  });
  afterAll(() => world.close());
}
