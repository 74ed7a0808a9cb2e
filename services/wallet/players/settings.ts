/**
 * Use cases of a player's own settings: conversion on arrival, the welcome notice, the withdrawal PIN.
 * A wrong PIN is counted before it is compared and stays counted, whatever becomes of the call.
 */

import { type Actor, recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { playerEvents, playerRefusals, type WalletSettings } from '@fairline/proto/wallet/players';
import { hash as hashOf, type Options, verify } from '@node-rs/argon2';
import type { Wallet } from '../config.ts';
import { lockPlayer } from '../ledger/store.ts';
import * as store from './store-settings.ts';

export async function readSettings(wallet: Wallet, playerId: string): Promise<WalletSettings> {
  const row = await store.settingsOf(wallet.db, playerId);
  // Registered a moment ago, and the wallet has not consumed it yet.
  if (!row) throw new Refusal(common.unavailable);
  return row;
}

export async function setSettings(wallet: Wallet, playerId: string, { autoConvert }: { autoConvert: boolean }): Promise<WalletSettings> {
  await store.setAutoConvert(wallet.db, playerId, autoConvert);
  return readSettings(wallet, playerId);
}

/** The notice is shown once, on whatever device; this may come before the wallet knows the player. */
export function recordWelcomeSeen(wallet: Wallet, playerId: string): Promise<void> {
  return wallet.db.tx((tx) => store.setWelcomeSeen(tx, wallet.clock.now(), playerId));
}

/** A PIN has few digits, so what protects it is that wrong tries end; five, and a pause. */
const tries = 5;
const pauseMs = 15 * 60 * 1_000;
/** OWASP's minimum for argon2id (algorithm 2): 19 MiB, two passes, one lane. */
const argon2id: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Checks the PIN where one is set. Returns its version; 0 where there never was one. */
export async function checkPin(wallet: Wallet, playerId: string, pin: string | undefined): Promise<number> {
  const known = await store.pinOf(wallet.db, playerId);
  if (!known?.hash) return known?.version ?? 0;
  const at = wallet.clock.now();
  if (known.lockedUntil && known.lockedUntil > at) throw lockedRefusal(known.lockedUntil, at);
  if (!pin) throw new Refusal(playerRefusals.pinRequired);
  const tried = await store.countTry(wallet.db, at, playerId, { tries, lockedUntil: new Date(at.getTime() + pauseMs) });
  if (!tried) return checkPinAgain(wallet, playerId);
  if (tried.hash && (await verify(tried.hash, pin))) {
    await store.forgetTries(wallet.db, playerId, tried.version);
    return tried.version;
  }
  if (tried.lockedUntil) throw lockedRefusal(tried.lockedUntil, at);
  throw new Refusal(playerRefusals.pinWrong, { triesLeft: tries - tried.wrong });
}

/** Others used up the tries, or took the PIN away, between two looks at it. */
async function checkPinAgain(wallet: Wallet, playerId: string): Promise<number> {
  const known = await store.pinOf(wallet.db, playerId);
  if (!known?.hash) return known?.version ?? 0;
  const at = wallet.clock.now();
  throw lockedRefusal(known.lockedUntil ?? at, at);
}

function lockedRefusal(until: Date, at: Date): Refusal {
  return new Refusal(playerRefusals.pinLocked, { retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1_000)) });
}

/** Sets the first PIN, or another one with the one in force. */
export async function setPin(wallet: Wallet, playerId: string, { pin, currentPin }: { pin: string; currentPin?: string | undefined }): Promise<WalletSettings> {
  await readSettings(wallet, playerId);
  const version = await checkPin(wallet, playerId, currentPin);
  const hash = await hashOf(pin, argon2id);
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

/** Takes a forgotten PIN away for a player who proved to an operator who they are. */
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

/** Another change that came between makes this one ask for the PIN again. */
async function writePin(tx: Tx, playerId: string, hash: string | null, version: number): Promise<number> {
  const written = await store.setPin(tx, playerId, hash, version);
  if (written === undefined) throw new Refusal(playerRefusals.pinRequired);
  await publish(tx, playerEvents.withdrawalPinChanged, playerId, written, { playerId, on: hash !== null });
  return written;
}
