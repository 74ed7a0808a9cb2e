/** Real money of games and versions, in the reporting currency at current rates. */

import type { CasinoContext } from '../catalogue/context.ts';
import { type GameMoney, moneyOf } from '../monitor/store.ts';
import { worthOf } from './peers.ts';

export type ReportedMoney = Pick<GameMoney, 'gameId' | 'version' | 'rounds' | 'lastAt'> & {
  wageredMinor: number;
  paidMinor: number;
};

/** Figures from a UTC day on, or of all days: one row for each game, version and currency of play. */
export async function reportedMoney(
  { db, bus }: Pick<CasinoContext, 'db' | 'bus'>,
  since: Date | null,
): Promise<ReportedMoney[]> {
  const money = await moneyOf(db, since);
  if (money.length === 0) return [];
  const amounts = money.flatMap(({ currency, stakeMinor, paidMinor }) =>
    [stakeMinor, paidMinor].map((amountMinor) => ({ currency, amountMinor })),
  );
  const { amountsMinor } = await worthOf(bus, amounts);
  return money.map(({ gameId, version, rounds, lastAt }, index) => ({
    gameId,
    version,
    rounds,
    lastAt,
    wageredMinor: amountsMinor[2 * index] ?? 0,
    paidMinor: amountsMinor[2 * index + 1] ?? 0,
  }));
}
