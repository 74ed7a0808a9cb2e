/**
 * Idempotency keys of commands: every repeat under a key gets the first outcome, refusals included.
 * The same key with another body is refused. Faults, 429 and 503 are not stored, so the command may run again.
 */

import { createHash } from 'node:crypto';
import { common, type Params, Refusal } from '@fairline/proto/contract';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import type { Database, Queries, Tx } from './postgres.ts';
import { json, text } from './rows.ts';

export interface IdempotencyKey {
  /** Caller and route, so that keys of different callers never collide. */
  scope: string;
  key: string;
  fingerprint: string;
}

/** The outcome is not checked, because the command itself wrote it. */
const outcomeRow = { fingerprint: text, outcome: json(z.unknown()) };

export type Outcome<T> =
  | { ok: T }
  | { refusal: { code: string; status: number; detail: string; params?: Params; errors?: Record<string, string> } };

/** Runs work once per key and stores its outcome in the same transaction. The outcome must be JSON. */
export async function runOnce<T>(
  db: Database,
  { scope, key, fingerprint }: IdempotencyKey,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const outcome = await db.tx(async (tx): Promise<Outcome<T>> => {
    const fresh = await tx.run(
      'insert into idempotency (scope, key, fingerprint) values ($1, $2, $3) on conflict do nothing',
      [scope, key, fingerprint],
    );
    if (fresh === 0) {
      const first = await tx.row(
        outcomeRow,
        'select fingerprint, outcome from idempotency where scope = $1 and key = $2',
        [scope, key],
      );
      if (!first || first.fingerprint !== fingerprint) throw new Refusal(common.keyReused);
      return first.outcome as Outcome<T>;
    }
    const outcome = await attempt(() => tx.savepoint(() => work(tx)));
    await tx.run('update idempotency set outcome = $3 where scope = $1 and key = $2', [
      scope,
      key,
      JSON.stringify(outcome),
    ]);
    return outcome;
  });
  if ('refusal' in outcome) throw Refusal.from(outcome.refusal);
  return outcome.ok;
}

/** Whether the key has an outcome, so that `runOnce` would not run the work again. */
export function hasOutcome(db: Queries, { scope, key }: IdempotencyKey): Promise<boolean> {
  return db.exists('select from idempotency where scope = $1 and key = $2', [scope, key]);
}

/** The outcome of work: its result or its refusal. Faults, 429 and 503 are thrown. */
export async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: await work() };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 429 || error.status === 503) throw error;
    const { code, status, message: detail, params, errors } = error;
    return { refusal: { code, status, detail, ...(params && { params }), ...(errors && { errors }) } };
  }
}

/** A hash of a JSON value that does not depend on the order of its keys. Bytes in a field of it are hashed first. */
export function fingerprint(value: object): string {
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    inner instanceof Uint8Array ? sha256(inner) : inner,
  ]);
  return sha256(String(canonicalize(Object.fromEntries(fields))));
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('base64url');
