/**
 * `make integrity`: proves the whole ledger from its first entry, without relying on earlier proofs.
 * Prints one line per invariant. If one does not hold, it names the first offenders and exits 1. Reads only.
 */
import type { Env } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { allowTime, type InvariantRow, proveWhole as prove, stopReason } from './store.ts';

/** Returns one line per invariant, and whether all of them hold. */
export async function proveWhole(env: Env): Promise<{ lines: string[]; holds: boolean }> {
  if (!env.DATABASE_URL) throw new Error('DATABASE_URL is not set: run `make integrity`');
  const db = new Database(env.DATABASE_URL, createLog('integrity', 'silent'), 1);
  try {
    const { invariants, stopped } = await db.tx(async (tx) => {
      await allowTime(tx);
      return { invariants: await prove(tx), stopped: await stopReason(tx) };
    }, 'repeatable read');
    const lines = invariants.map(lineOf);
    if (stopped !== null) lines.push(`! stakes and withdrawals are paused: ${stopped}`);
    return { lines, holds: invariants.every(({ holds }) => holds) };
  } finally {
    await db.close();
  }
}

function lineOf({ name, holds, checked, offenders }: InvariantRow): string {
  const count = checked.toLocaleString('en-US');
  return holds
    ? `✓ ${name} (${count} checked)`
    : `✗ ${name} (${count} checked), first offenders: ${offenders.join(', ')}`;
}

if (import.meta.main) {
  try {
    const { lines, holds } = await proveWhole(process.env);
    process.stdout.write(`${lines.join('\n')}\n`);
    process.exitCode = holds ? 0 : 1;
  } catch (error) {
    process.stderr.write(`✗ The ledger could not be read: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
