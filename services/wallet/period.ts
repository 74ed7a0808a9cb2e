/** Periods that a player's money is counted in: UTC days, weeks, months and quarters. Pure. */
import type { periods } from '@fairline/proto/wallet/history';

const dayMs = 24 * 60 * 60 * 1_000;

export function dayStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
}

/** Monday. */
export function weekStart(at: Date): Date {
  return new Date(dayStart(at).getTime() - ((at.getUTCDay() + 6) % 7) * dayMs);
}

export function monthStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

export function dayResetsAt(at: Date): Date {
  return new Date(dayStart(at).getTime() + dayMs);
}

export function monthResetsAt(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** Where a period of the history begins: a week is the last 7 days, a quarter the calendar's. */
export function periodStart(period: (typeof periods)[number], at: Date): Date {
  switch (period) {
    case 'all':
      return new Date(0);
    case 'today':
      return dayStart(at);
    case 'week':
      return new Date(at.getTime() - 7 * dayMs);
    case 'month':
      return monthStart(at);
    case 'quarter':
      return new Date(Date.UTC(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / 3) * 3, 1));
  }
}
