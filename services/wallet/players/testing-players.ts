/** Players' use of their money at two instances of wallet, each test at noon: stakes, deposits, withdrawals. */
import { randomUUID } from 'node:crypto';
import { asPlayer } from '@fairline/chassis/testing';
import { Refusal } from '@fairline/proto/contract';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openWallet, stakeOf, type WalletWorld } from '../testing.ts';

export const noon = new Date('2026-11-20T12:00:00Z');
export let world: WalletWorld;
export const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];
export const withdraw = (playerId: string, pin?: string, { amountMinor = 2_000, key = randomUUID() as string } = {}) =>
  world.http<{ id: string }>('POST', '/api/wallet/withdrawals', {
    as: asPlayer(playerId),
    key,
    body: {
      amountMinor,
      currency: 'USD',
      method: 'bank_transfer',
      destination: 'DE89370400440532013000',
      ...(pin !== undefined && { pin }),
    },
  });
export const stake = (playerId: string, amountMinor: number) => {
  const ask = stakeOf(playerId, { stakeMinor: amountMinor, potentialPayoutMinor: 10 * amountMinor });
  return world.ask(ledgerRequests.stake, ask).then(
    () => ({ ask, code: 'taken' as string, params: undefined }),
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return { ask, code: error.code, params: error.params };
    },
  );
};
export const deposit = (playerId: string, amountMinor: number) =>
  world.http<{ id: string }>('POST', '/api/wallet/deposits/manual', {
    as: asPlayer(playerId),
    key: randomUUID(),
    body: {
      amountMinor,
      currency: 'USD',
      method: 'bank_transfer',
      customerName: 'A Person',
      email: 'a@example.org',
      bankTransactionId: 'T1',
    },
  });

/** Starts two instances before the tests of a file, and stops them after. */
export function usePlayerServers(): void {
  beforeAll(async () => {
    world = await openWallet();
  });
  beforeEach(() => world.clock.set(noon));
  afterAll(() => world.close());
}
