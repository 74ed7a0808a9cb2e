/**
 * Periods of figures and limits: UTC days, weeks from Monday, calendar months and quarters. Also the time ranges of operators' figures.
 * Pure: the time is an argument.
 */

import { z } from 'zod';
import { dayMs } from './time.ts';

/** Time ranges of operators' figures; each ends now. */
export const ranges = ['1h', '24h', '7d', '30d'] as const;
export const Range = z.enum(ranges);

export function dayStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
}

/** The Monday of the week. */
export function weekStart(at: Date): Date {
  return new Date(dayStart(at).getTime() - ((at.getUTCDay() + 6) % 7) * dayMs);
}

export function monthStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

export function quarterStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / 3) * 3, 1));
}

/** When daily limits reset. */
export function dayResetsAt(at: Date): Date {
  return new Date(dayStart(at).getTime() + dayMs);
}

/** When weekly limits reset: on Monday. */
export function weekResetsAt(at: Date): Date {
  return new Date(weekStart(at).getTime() + 7 * dayMs);
}

/** When monthly limits reset. */
export function monthResetsAt(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** Start of the calendar period that contains `now`; null for `all`. */
export function periodStart(period: 'today' | 'week' | 'month' | 'quarter' | 'all', now: Date): Date | null {
  switch (period) {
    case 'today':
      return dayStart(now);
    case 'week':
      return weekStart(now);
    case 'month':
      return monthStart(now);
    case 'quarter':
      return quarterStart(now);
    case 'all':
      return null;
  }
}

/** The calendar date (YYYY-MM-DD) of an instant in a timezone. */
export function localDate(at: Date, timeZone: string): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

/** The instant at which a calendar date (YYYY-MM-DD) begins in a timezone, for timezones that never skip midnight. */
export function midnightIn(date: string, timeZone: string): Date {
  const utcMs = Date.parse(`${date}T00:00:00Z`);
  // Offsets are at most 14 hours and change by at most two, so the second guess is right.
  const offsetMs = (atMs: number) =>
    Date.parse(`${new Date(atMs).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`) - atMs;
  return new Date(utcMs - offsetMs(utcMs - offsetMs(utcMs)));
}

/** The date (YYYY-MM-DD) this many calendar months and days later; the last day of a month that is too short. */
export function laterDate(date: string, { months = 0, days = 0 }: { months?: number; days?: number }): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay) + days)).toISOString().slice(0, 10);
}

/** The lowest UUIDv7 of an instant; no later id is lower. Services that share ids therefore agree on the period of each. */
export function firstIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
