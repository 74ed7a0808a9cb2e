/**
 * `npm run resettle -- <bet id> ...` or `-- --all`: computes bets again from the stored records of their markets and their own history.
 * Prints a line per bet that does not agree or was never accepted, and then exits 1; bets that agree are only counted. It only reads.
 */
import type { Env } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { Id } from '@fairline/proto/contract';
import { recompute } from './resettlement.ts';
import { readMarketEntries, readRecordedBets } from './store-record.ts';

const pageBets = 500;

/** Returns a line for each named bet; if none was named, for each bet that does not agree. */
export async function resettle(
  env: Env,
  named: readonly string[] | null,
): Promise<{ lines: string[]; bets: number; agreed: number }> {
  if (!env.DATABASE_URL) throw new Error('DATABASE_URL is not set: run `npm run resettle -- <bet id>`');
  const db = new Database(env.DATABASE_URL, createLog('resettle', 'silent'), 1);
  const found = { lines: [] as string[], bets: 0, agreed: 0 };
  const ids = named?.filter((id) => Id.safeParse(id).success) ?? null;
  const missing = new Set(named?.map((id) => id.toLowerCase()));
  try {
    for (let after: string | null = null; ; ) {
      const bets = await readRecordedBets(db, ids, after, pageBets);
      const entries = await readMarketEntries(db, [
        ...new Set(bets.flatMap(({ legs }) => legs.map(({ marketId }) => marketId))),
      ]);
      for (const bet of bets) {
        const again = recompute(bet, entries);
        const agrees = again.status === bet.status && again.dueMinor === bet.dueMinor;
        found.bets++;
        missing.delete(bet.id);
        if (agrees) found.agreed++;
        const stands = `${bet.status}, ${bet.dueMinor} due`;
        if (!agrees)
          found.lines.push(
            `✗ ${bet.id} stands as ${stands}; worked out again it is ${again.status}, ${again.dueMinor} due`,
          );
        else if (ids)
          found.lines.push(
            `✓ ${bet.id} is ${stands}, as worked out again from ${bet.legs.length} legs and ${bet.moments.length} moments`,
          );
      }
      after = bets.at(-1)?.id ?? null;
      if (bets.length < pageBets) break;
    }
  } finally {
    await db.close();
  }
  for (const id of missing) found.lines.push(`✗ ${id} is no bet that ever stood`);
  return { ...found, bets: found.bets + missing.size };
}

if (import.meta.main) {
  const given = process.argv.slice(2);
  try {
    if (given.length === 0) throw new Error('name a bet: npm run resettle -- <bet id> ..., or --all');
    const { lines, bets, agreed } = await resettle(process.env, given.includes('--all') ? null : given);
    process.stdout.write(`${[...lines, `${agreed} of ${bets} bets agree`].join('\n')}\n`);
    process.exitCode = agreed === bets && (bets > 0 || given.includes('--all')) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`✗ ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
