/** The UTC periods that a player's figures are counted over: days, weeks from Monday, months. */
import type { BetStats } from '@fairline/proto/betting/bets';

/** When the period that holds `now` began; null for all of time. */
export function periodStart(period: BetStats['period'], now: Date): Date | null {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  switch (period) {
    case 'today':
      return new Date(Date.UTC(year, month, day));
    case 'week':
      return new Date(Date.UTC(year, month, day - ((now.getUTCDay() + 6) % 7)));
    case 'month':
      return new Date(Date.UTC(year, month, 1));
    case 'all':
      return null;
  }
}
