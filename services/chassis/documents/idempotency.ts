/**
 * Idempotency keys of commands that write documents. The key is stored before the work, with an id for the documents that the work writes; the outcome is stored after it.
 * A call under a key without an outcome repeats the work with the same id, so the work must be repeatable with it: see docs/documents.md.
 */
import { createHash, randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { common, Refusal } from '@fairline/proto/contract';
import type { mongo } from 'mongoose';
import { attempt, type IdempotencyKey, type Outcome } from '../storage/idempotency.ts';
import type { Mongo } from './mongo.ts';

interface KeyDocument {
  _id: string;
  fingerprint: string;
  /** The id that every attempt uses for what it writes. */
  commandId: string;
  /** Incremented by each attempt that takes over from a stopped one. */
  attempt: number;
  /** The attempt ended with a fault. */
  stopped?: true;
  createdAt: Date;
  /** Stored as JSON text, so that MongoDB never interprets a field name in it as an operator. */
  outcome?: string;
}

/** An attempt that has had no outcome for this long counts as stopped, and another may take over. */
const stoppedMs = 5_000;
const pollMs = 20;

/** Runs work once per key and returns its outcome; repeats get the same, refusals included. The outcome must be JSON. */
export async function runOnceInMongo<T>(
  mongo: Mongo,
  idempotencyKey: IdempotencyKey,
  work: (commandId: string) => Promise<T>,
): Promise<T> {
  const keys = mongo.raw<KeyDocument>('idempotency');
  const claim = await claimKey(keys, idempotencyKey);
  if (claim.outcome !== undefined) return unwrap(JSON.parse(claim.outcome) as Outcome<T>);
  const { _id, attempt: number, commandId } = claim;
  let outcome: Outcome<T>;
  try {
    outcome = await attempt(() => work(commandId));
  } catch (error) {
    await keys.updateOne({ _id, attempt: number }, { $set: { stopped: true } }).catch(() => undefined);
    throw error;
  }
  const { matchedCount } = await keys.updateOne(
    { _id, outcome: { $exists: false } },
    { $set: { outcome: JSON.stringify(outcome) } },
  );
  const first = matchedCount > 0 ? undefined : (await keys.findOne({ _id }))?.outcome;
  return unwrap(first === undefined ? outcome : (JSON.parse(first) as Outcome<T>));
}

/** Returns the key once it has an outcome, or once this call may work under it. */
async function claimKey(
  keys: mongo.Collection<KeyDocument>,
  { scope, key, fingerprint }: IdempotencyKey,
): Promise<KeyDocument> {
  const _id = createHash('sha256').update(`${scope}\n${key}`).digest('base64url');
  const mine = { fingerprint, commandId: randomUUIDv7(), attempt: 1, createdAt: new Date() };
  const { upsertedCount } = await keys.updateOne({ _id }, { $setOnInsert: mine }, { upsert: true });
  if (upsertedCount > 0) return { _id, ...mine };
  for (let seen = { attempt: 0, at: 0 }; ; ) {
    const current = await keys.findOne({ _id });
    if (!current) throw new Error('an idempotency key disappeared while it was used');
    if (current.fingerprint !== fingerprint) throw new Refusal(common.keyReused);
    if (current.outcome !== undefined) return current;
    if (current.attempt !== seen.attempt) seen = { attempt: current.attempt, at: performance.now() };
    if (current.stopped || performance.now() - seen.at > stoppedMs) {
      const taken = await keys.updateOne(
        { _id, attempt: current.attempt, outcome: { $exists: false } },
        { $inc: { attempt: 1 }, $unset: { stopped: '' } },
      );
      if (taken.matchedCount > 0) return { ...current, attempt: current.attempt + 1 };
    } else await sleep(pollMs);
  }
}

/** A second id for a command, the same each time: for another document that it makes. */
export function deriveId(commandId: string, name: string): string {
  const hex = createHash('sha256').update(`${commandId}\n${name}`).digest('hex');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function unwrap<T>(outcome: Outcome<T>): T {
  if ('refusal' in outcome) throw Refusal.from(outcome.refusal);
  return outcome.ok;
}
