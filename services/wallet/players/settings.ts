/**
 * Use cases of a player's own settings: conversion on arrival, the welcome notice, the withdrawal PIN.
 * An attempt at the PIN is counted and committed before the PIN is compared, so it stays counted even if the call fails.
 */

import { type Actor, recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { playerEvents, playerRefusals, type WalletSettings } from '@fairline/proto/wallet/players';
import type { Options } from '@node-rs/argon2';
import type { Wallet } from '../config.ts';
import { lockPlayer } from '../ledger/store.ts';
import * as store from './store-settings.ts';

export async function readSettings(wallet: Wallet, playerId: string): Promise<WalletSettings> {
  const row = await store.settingsOf(wallet.db, playerId);
  // The player registered a moment ago, and wallet has not consumed the event yet.
  if (!row) throw new Refusal(common.unavailable);
  return row;
}

export async function setSettings(
  wallet: Wallet,
  playerId: string,
  { autoConvert }: { autoConvert: boolean },
): Promise<WalletSettings> {
  await store.setAutoConvert(wallet.db, playerId, autoConvert);
  return readSettings(wallet, playerId);
}

/** Records that the player has seen the welcome notice, which is shown once across devices. This may arrive before the player's account is open. */
export function recordWelcomeSeen(wallet: Wallet, playerId: string): Promise<void> {
  return wallet.db.tx((tx) => store.setWelcomeSeen(tx, wallet.clock.now(), playerId));
}

/** Loaded with the first PIN, because it takes 3 MB. */
const argon2 = () => import('@node-rs/argon2');

/** A PIN has few digits, so it is protected by the number of attempts: five, then a pause. */
const tries = 5;
const pauseMs = 15 * 60 * 1_000;
/** OWASP's minimum for argon2id (algorithm 2): 19 MiB, two passes, one lane. */
const argon2id: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Checks the PIN if one is set. Returns its version; 0 if there never was one. */
export async function checkPin(wallet: Wallet, playerId: string, pin: string | undefined): Promise<number> {
  const known = await store.pinOf(wallet.db, playerId);
  if (!known?.hash) return known?.version ?? 0;
  const at = wallet.clock.now();
  if (known.lockedUntil && known.lockedUntil > at) throw lockedRefusal(known.lockedUntil, at);
  if (!pin) throw new Refusal(playerRefusals.pinRequired);
  const tried = await store.countTry(wallet.db, at, playerId, { tries, lockedUntil: new Date(at.getTime() + pauseMs) });
  if (!tried) return checkPinAgain(wallet, playerId);
  if (tried.hash && (await (await argon2()).verify(tried.hash, pin))) {
    await store.forgetTries(wallet.db, playerId, tried.version);
    return tried.version;
  }
  if (tried.lockedUntil) throw lockedRefusal(tried.lockedUntil, at);
  throw new Refusal(playerRefusals.pinWrong, { triesLeft: tries - tried.wrong });
}

/** For an attempt that was not counted: concurrent calls have used up the attempts or removed the PIN. */
async function checkPinAgain(wallet: Wallet, playerId: string): Promise<number> {
  const known = await store.pinOf(wallet.db, playerId);
  if (!known?.hash) return known?.version ?? 0;
  const at = wallet.clock.now();
  throw lockedRefusal(known.lockedUntil ?? at, at);
}

function lockedRefusal(until: Date, at: Date): Refusal {
  return new Refusal(playerRefusals.pinLocked, {
    retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1_000)),
  });
}

/** Sets the first PIN, or replaces the present one, which is then required. */
export async function setPin(
  wallet: Wallet,
  playerId: string,
  { pin, currentPin }: { pin: string; currentPin?: string | undefined },
): Promise<WalletSettings> {
  await readSettings(wallet, playerId);
  const version = await checkPin(wallet, playerId, currentPin);
  const hash = await (await argon2()).hash(pin, argon2id);
  await wallet.db.tx((tx) => writePin(tx, playerId, hash, version));
  return readSettings(wallet, playerId);
}

export async function removePin(wallet: Wallet, playerId: string, currentPin: string): Promise<WalletSettings> {
  const before = await readSettings(wallet, playerId);
  if (!before.hasPin) return before;
  const version = await checkPin(wallet, playerId, currentPin);
  await wallet.db.tx((tx) => writePin(tx, playerId, null, version));
  return readSettings(wallet, playerId);
}

/** Removes a forgotten PIN, after the player has proven their identity to an operator. */
export async function clearPin(wallet: Wallet, playerId: string, reason: string, by: Actor): Promise<void> {
  refuseCardNumber(reason);
  await wallet.db.tx(async (tx) => {
    await lockPlayer(tx, playerId);
    const known = await store.pinOf(tx, playerId);
    if (!known?.hash) throw new Refusal(common.notFound);
    const version = await writePin(tx, playerId, null, known.version);
    await recordOperatorAction(tx, walletAuditEvents.operatorActed, by, version, {
      action: 'pin.clear',
      resourceType: 'player',
      resourceId: playerId,
      reason,
      before: { hasPin: true },
      after: { hasPin: false },
    });
  });
}

/** Writes the PIN. If a concurrent call has changed it since `version`, refuses, and the player must enter the PIN again. */
async function writePin(tx: Tx, playerId: string, hash: string | null, version: number): Promise<number> {
  const written = await store.setPin(tx, playerId, hash, version);
  if (written === undefined) throw new Refusal(playerRefusals.pinRequired);
  await publish(tx, playerEvents.withdrawalPinChanged, playerId, written, { playerId, on: hash !== null });
  return written;
}
