/**
 * The use cases of a player's own settings: conversion on arrival, the withdrawal PIN, the play currency, the end of his account and what is erased after it.
 * A wrong PIN is counted before it is compared and stays counted, whatever becomes of the call.
 */
import { DeadLetter } from '@fairline/chassis/inbox';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { walletEvents, walletRefusals, type walletRequests } from '@fairline/proto/wallet';
import type { WalletSettings } from '@fairline/proto/wallet/cashier';
import { hash as hashOf, type Options, verify } from '@node-rs/argon2';
import * as office from '../adjustments/store.ts';
import type { Wallet } from '../config.ts';
import * as store from '../exchange/store.ts';
import type { By } from '../payments/manual-deposits.ts';
import { refuseCardNumber } from '../payments/payment.ts';

export async function settings(wallet: Wallet, playerId: string): Promise<WalletSettings> {
  const row = await store.settingsOf(wallet.db, playerId);
  // Registered a moment ago, and the wallet has not heard of it yet.
  if (!row) throw new Refusal(common.unavailable);
  return row;
}

export async function setSettings(wallet: Wallet, playerId: string, { autoConvert }: { autoConvert: boolean }): Promise<WalletSettings> {
  await store.setAutoConvert(wallet.db, playerId, autoConvert);
  return settings(wallet, playerId);
}

/** Told once, on whatever device; it may be said before the wallet has heard of the player. */
export function welcomeSeen(wallet: Wallet, playerId: string): Promise<void> {
  return wallet.db.tx((tx) => store.setWelcomeSeen(tx, wallet.clock.now(), playerId));
}

// ---- PIN ---------------------------------------------------------------------------------------

/** A PIN has few digits, so what protects it is that wrong tries end; five, and a pause. */
const tries = 5;
const pauseMs = 15 * 60 * 1_000;
/** OWASP's minimum for argon2id (algorithm 2): 19 MiB, two passes, one lane. */
const argon2id: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Asks for the PIN where one is set. Answers its version; 0 where there never was one. */
export async function checkPin(wallet: Wallet, playerId: string, pin: string | undefined): Promise<number> {
  const known = await store.pinOf(wallet.db, playerId);
  if (!known?.hash) return known?.version ?? 0;
  const at = wallet.clock.now();
  if (known.lockedUntil && known.lockedUntil > at) throw locked(known.lockedUntil, at);
  if (!pin) throw new Refusal(walletRefusals.pinRequired);
  const tried = await store.countTry(wallet.db, at, playerId, { tries, lockedUntil: new Date(at.getTime() + pauseMs) });
  if (!tried) return checkPinAgain(wallet, playerId);
  if (tried.hash && (await verify(tried.hash, pin))) {
    await store.forgetTries(wallet.db, playerId, tried.version);
    return tried.version;
  }
  if (tried.lockedUntil) throw locked(tried.lockedUntil, at);
  throw new Refusal(walletRefusals.pinWrong, { triesLeft: tries - tried.wrong });
}

/** Others used up the tries, or took the PIN away, between two looks at it. */
async function checkPinAgain(wallet: Wallet, playerId: string): Promise<number> {
  const known = await store.pinOf(wallet.db, playerId);
  if (!known?.hash) return known?.version ?? 0;
  const at = wallet.clock.now();
  throw locked(known.lockedUntil ?? at, at);
}

function locked(until: Date, at: Date): Refusal {
  return new Refusal(walletRefusals.pinLocked, { retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1_000)) });
}

/** Sets the first PIN, or another one with the one in force. */
export async function setPin(wallet: Wallet, playerId: string, { pin, currentPin }: { pin: string; currentPin?: string | undefined }): Promise<WalletSettings> {
  await settings(wallet, playerId);
  const version = await checkPin(wallet, playerId, currentPin);
  const hash = await hashOf(pin, argon2id);
  await wallet.db.tx((tx) => writePin(tx, playerId, hash, version));
  return settings(wallet, playerId);
}

export async function removePin(wallet: Wallet, playerId: string, currentPin: string): Promise<WalletSettings> {
  const before = await settings(wallet, playerId);
  if (!before.hasPin) return before;
  const version = await checkPin(wallet, playerId, currentPin);
  await wallet.db.tx((tx) => writePin(tx, playerId, null, version));
  return settings(wallet, playerId);
}

/** Takes a forgotten PIN away for a player who proved to an operator who he is. */
export async function clearPin(wallet: Wallet, playerId: string, reason: string, by: By): Promise<void> {
  refuseCardNumber(reason);
  await wallet.db.tx(async (tx) => {
    await store.lockPlayer(tx, playerId);
    const known = await store.pinOf(tx, playerId);
    if (!known?.hash) throw new Refusal(common.notFound);
    const version = await writePin(tx, playerId, null, known.version);
    await say(tx, walletEvents.operatorActed, playerId, version, {
      operatorId: by.operatorId,
      action: 'pin.clear',
      resourceType: 'player',
      resourceId: playerId,
      reason,
      before: { hasPin: true },
      after: { hasPin: false },
      address: by.address,
      agent: by.agent,
    });
  });
}

/** Another change that came between makes this one ask for the PIN again. */
async function writePin(tx: Tx, playerId: string, hash: string | null, version: number): Promise<number> {
  const written = await store.setPin(tx, playerId, hash, version);
  if (written === undefined) throw new Refusal(walletRefusals.pinRequired);
  await say(tx, walletEvents.withdrawalPinChanged, playerId, written, { playerId, on: hash !== null });
  return written;
}

// ---- Play currency and the end -----------------------------------------------------------------

/** The welcome bonus moves with it at the same number, as long as nothing else has happened. */
export async function changePlayCurrency(
  wallet: Wallet,
  tx: Tx,
  { playerId, currency }: Infer<typeof walletRequests.playCurrency.input>,
): Promise<Infer<typeof walletRequests.playCurrency.output>> {
  const answer = await store.changePlayCurrency(tx, wallet.clock.now(), playerId, currency);
  if (answer.code === 'not_found') throw new Refusal(common.notFound);
  if (answer.code === 'currency_fixed') throw new Refusal(walletRefusals.currencyFixed);
  tx.wake();
  return { playerId, currency: answer.currency as PlayCurrencyCode };
}

/** After its yes no money moves in this account: there is none but bonuses that end with it, and the permit is closed in the same step. */
export async function close(wallet: Wallet, tx: Tx, word: Infer<typeof walletRequests.close.input>): Promise<Infer<typeof walletRequests.close.output>> {
  const { code, version, params } = await store.closeAccount(tx, wallet.clock.now(), word);
  if (code === 'balance_left') throw new Refusal(walletRefusals.balanceLeft, params ?? {});
  tx.wake();
  return { playerId: word.playerId, version };
}

/** Long after the end: what names the player is erased, ids and money stay. Said again it finds nothing left. */
export async function erase(wallet: Wallet, tx: Tx, playerId: string): Promise<void> {
  await store.lockPlayer(tx, playerId);
  if (await office.hasMoneyUnderWay(tx, playerId)) throw new DeadLetter(`player ${playerId} cannot be erased: money is under way to or from him`);
  await office.erase(tx, wallet.clock.now(), playerId);
}
