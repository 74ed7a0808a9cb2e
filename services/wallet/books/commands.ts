/**
 * Use cases of the books: incremental and whole proofs, updates of the house's balances, and lifting a stop.
 * A proof that finds the books wrong stops stakes and withdrawals.
 */

import { type Actor, recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { Refusal } from '@fairline/proto/contract';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { bookEvents, bookRefusals, type Integrity } from '@fairline/proto/wallet/books';
import type { Wallet } from '../config.ts';
import * as store from './store.ts';

const proofsKeptMs = 30 * 24 * 60 * 60 * 1_000;

/** Accounts that an incremental proof compares in addition to those that moved. */
const accountsInTurn = 2_000;
const wholeEveryMs = 60 * 60 * 1_000;

export interface BooksHealth {
  invariants: readonly { name: string; holds: boolean }[];
  stopped: boolean;
  /** There is a mismatch that no super admin has accepted. */
  hasNewMismatches: boolean;
}

/** Runs the incremental proof: it reads everything since the last one. A mismatch may stop stakes and withdrawals. */
export async function proveBooks(wallet: Wallet): Promise<BooksHealth> {
  await wallet.db.tx(async (tx) => {
    await store.keepAlone(tx);
    const before = await store.stopReason(tx);
    await store.proveSince(tx, wallet.clock.now(), accountsInTurn);
    if (before === null) await publishStop(tx);
    await store.pruneProofs(tx, new Date(wallet.clock.now().getTime() - proofsKeptMs));
  }, 'repeatable read');
  return booksHealth(wallet);
}

/** Publishes the stop if the proof has just set one. */
async function publishStop(tx: Tx): Promise<void> {
  const [reason, proof] = [await store.stopReason(tx), await store.lastProof(tx)];
  if (reason !== null && proof)
    await publish(tx, bookEvents.booksStopped, proof.id, 1, {
      proofId: proof.id,
      invariant: reason.split(':', 1)[0] ?? '',
    });
}

/**
 * Proves the books from the first entry, at most once an hour. The long read runs in a read-only transaction on its own connection, so incremental proofs go on meanwhile.
 * An incremental proof then compares the findings once more; only that one may stop stakes and withdrawals.
 */
export async function proveWholeBooks(wallet: Wallet): Promise<BooksHealth> {
  const last = await store.wholeProvenAt(wallet.db);
  if (last && wallet.clock.now().getTime() - last.getTime() < wholeEveryMs) return booksHealth(wallet);
  const run = await store.readWhole(wallet.databaseUrl, wallet.log);
  await wallet.db.tx(async (tx) => {
    await store.keepAlone(tx);
    await store.keepWhole(tx, wallet.clock.now(), run);
  });
  const [books, whole] = [await proveBooks(wallet), await store.lastProof(wallet.db, { whole: true })];
  const names = new Set(books.invariants.map(({ name }) => name));
  return {
    ...books,
    invariants: [...books.invariants, ...(whole?.invariants ?? []).filter(({ name }) => !names.has(name))],
  };
}

async function booksHealth({ db }: Wallet): Promise<BooksHealth> {
  const [proof, reason, hasNewMismatches] = await Promise.all([
    store.lastProof(db),
    store.stopReason(db),
    store.hasNewMismatches(db),
  ]);
  return { invariants: proof?.invariants ?? [], stopped: reason !== null, hasNewMismatches };
}

/** Stakes from before `closings` existed are counted in transactions of `stakesAtOnce`. A run has at most `stepsAtOnce` of them, so the house's balances are not delayed. */
const stakesAtOnce = 1_000;
const stepsAtOnce = 20;

/** Adds all posted entries to the house's balances and figures. Each step is its own short transaction, because no event is published while a transaction that writes is open. */
export async function updateHouseBalances(wallet: Wallet, most = stakesAtOnce): Promise<void> {
  const alone = <T>(work: (tx: Tx) => Promise<T>) =>
    wallet.db.tx(async (tx) => {
      await store.allowTime(tx);
      return work(tx);
    });
  await alone(store.addHouseLegs);
  for (let step = 0; step < stepsAtOnce; step++) {
    if (await alone((tx) => store.countClosed(tx, most))) return;
  }
}

export async function readIntegrity(wallet: Wallet): Promise<Integrity> {
  const [proof, stop, sides] = await Promise.all([
    store.lastProof(wallet.db),
    store.stopReason(wallet.db),
    store.readTotals(wallet.db),
  ]);
  return {
    ranAt: proof?.ranAt.toISOString() ?? null,
    holds: proof?.holds ?? false,
    stopped: stop !== null,
    invariants: proof?.invariants ?? [],
    ...(proof && { seen: proof.seen }),
    totals: sides,
  };
}

/**
 * Lifts the stop. The mismatches that the super admin has seen are accepted and stay listed.
 * The books are proven once more before that; if anything else is found, the stop stays.
 */
export async function liftStop(
  wallet: Wallet,
  { reason, seen }: { reason: string; seen?: string | undefined },
  by: Actor,
): Promise<void> {
  refuseCardNumber(reason);
  const [before, pausedFor] = [await store.lastProof(wallet.db), await store.stopReason(wallet.db)];
  if (pausedFor === null) throw new Refusal(bookRefusals.notStopped);
  await proveBooks(wallet);
  await wallet.db.tx(async (tx) => {
    await store.keepAlone(tx);
    const stopped = await store.stopReason(tx);
    if (stopped === null) throw new Refusal(bookRefusals.notStopped);
    const proof = await store.lastProof(tx);
    if (!proof || proof.seen !== (seen ?? before?.seen)) throw new Refusal(bookRefusals.booksChanged);
    await store.liftStop(tx);
    await store.acceptMismatches(tx);
    await recordOperatorAction(tx, walletAuditEvents.operatorActed, by, 1, {
      action: 'stop.lift',
      resourceType: 'proof',
      resourceId: proof.id,
      reason,
      before: { stopped },
    });
  });
}
