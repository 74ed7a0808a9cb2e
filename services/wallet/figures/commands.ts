/** Use cases of figures: convert amounts to the reporting currency for services without rates, and count players ahead of time for long ranges. */

import { PastCounts } from '@fairline/chassis/process/past-counts';
import type { Database } from '@fairline/chassis/storage/postgres';
import type { Infer } from '@fairline/proto/contract';
import { hourMs } from '@fairline/proto/time';
import type { exchangeRequests } from '@fairline/proto/wallet/exchange';
import type { Wallet } from '../config.ts';
import { spanOf } from './figures.ts';
import { countStakers, reportCurrency, worthOf } from './store.ts';

export async function valueAmounts(
  { db }: Wallet,
  { amounts }: Infer<typeof exchangeRequests.worth.input>,
): Promise<Infer<typeof exchangeRequests.worth.output>> {
  return { currency: reportCurrency, amountsMinor: await worthOf(db, amounts) };
}

/** One cache per database, so that the job fills the cache that the routes read. */
const counts = new WeakMap<Database, PastCounts>();

export function activePlayers({ db }: Pick<Wallet, 'db'>): PastCounts {
  const known = counts.get(db) ?? new PastCounts(countStakers(db));
  counts.set(db, known);
  return known;
}

/** From this long after the full hour on, the previous hour is stored completely. */
const aheadFromMs = 5 * 60_000;

/** Counts players for the long ranges of this hour, and ahead of time for those of the next hour. */
export async function countAhead(wallet: Wallet): Promise<void> {
  const now = wallet.clock.now();
  const isNextKnown = now.getTime() % hourMs > aheadFromMs;
  for (const at of [now, ...(isNextKnown ? [new Date(now.getTime() + hourMs)] : [])]) {
    for (const range of ['7d', '30d'] as const) {
      const { before, since, until } = spanOf(range, at);
      await activePlayers(wallet).count(since, until);
      await activePlayers(wallet).count(before, since);
    }
  }
}
