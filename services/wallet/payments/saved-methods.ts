/** Use cases of saved methods: cards and wallets for which the provider issued a token, which is stored encrypted. */
import { randomUUIDv7 } from 'node:crypto';
import { seal, unseal } from '@fairline/chassis/storage/blob';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import type { PspPayment } from '@fairline/proto/psp';
import { paymentRefusals, type SavedMethod } from '@fairline/proto/wallet/payments';
import type { Wallet } from '../config.ts';
import { searchKeyOf } from '../keys.ts';
import { lockPlayer } from '../ledger/store.ts';
import type { PaymentRow } from './payment.ts';
import * as store from './store-provider.ts';

export async function listSavedMethods(wallet: Wallet, playerId: string): Promise<{ items: SavedMethod[] }> {
  const rows = await store.savedMethods(wallet.db, playerId);
  return {
    items: rows.map(({ id, method, label, expires, lastUsedAt }) => ({
      id,
      method,
      label,
      expires,
      lastUsedAt: lastUsedAt.toISOString(),
    })),
  };
}

/** Forgets a saved method. Refused if withdrawals must go to this kind of method first and it is the last one that takes money. */
export async function forgetMethod(wallet: Wallet, playerId: string, id: string): Promise<void> {
  await wallet.db.tx(async (tx) => {
    await lockPlayer(tx, playerId);
    const all = await store.savedMethods(tx, playerId);
    const saved = all.find((one) => one.id === id);
    if (!saved) throw new Refusal(common.notFound);
    const owed = (await store.readClosedLoop(tx, playerId, wallet.provider !== undefined)).find(
      ({ method }) => method === saved.method,
    );
    const others = all.filter((one) => one.method === saved.method && one.id !== id && !one.refusedAt);
    if (owed && !saved.refusedAt && others.length === 0) throw new Refusal(paymentRefusals.closedLoop, { ...owed });
    await store.forgetMethod(tx, id, wallet.clock.now());
  });
}

/** Stores the token of a paid deposit, encrypted. */
export async function keepMethod(
  wallet: Wallet,
  tx: Tx,
  { playerId, method }: PaymentRow,
  token: NonNullable<PspPayment['token']>,
): Promise<void> {
  const id = randomUUIDv7();
  const sealed = Buffer.from(seal(wallet.sealKey, `${playerId} ${method}`, Buffer.from(token.token, 'utf8')));
  const key = searchKeyOf(wallet.sealKey, `${playerId} ${method} ${token.token}`);
  const row = {
    id,
    playerId,
    method: method as SavedMethod['method'],
    token: sealed,
    label: token.label,
    expires: token.expires,
    lastUsedAt: wallet.clock.now(),
    instrumentKey: instrumentKeyOf(wallet, token) ?? null,
  };
  await store.keepMethod(tx, row, key);
}

/** A keyed hash of the card behind a token, the same for all players who use the card; undefined if the provider gives no fingerprint. */
export function instrumentKeyOf(
  { sealKey }: Wallet,
  { fingerprint }: NonNullable<PspPayment['token']>,
): Buffer | undefined {
  return fingerprint === undefined ? undefined : searchKeyOf(sealKey, `instrument ${fingerprint}`);
}

/** Decrypts the token of a saved method. */
export function openToken(wallet: Wallet, { playerId, method, token }: store.SavedRow): string {
  return Buffer.from(unseal(wallet.sealKey, `${playerId} ${method}`, token)).toString('utf8');
}
