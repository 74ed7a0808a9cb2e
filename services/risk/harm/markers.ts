/** The markers of harm and the score: pure functions over a player's recent activity, each a row in markers.test.ts. */

import { type HarmMarker, type HarmScore, harmMarkers, harmRules as rules } from '@fairline/proto/risk/harm';
import { dayMs, hourMs } from '@fairline/proto/time';
import { dayOf } from './play.ts';

export const eventKinds = [
  'deposit',
  'deposit_failed',
  'withdrawal_rejected',
  'raise_requested',
  'exclusion_ended',
] as const;
export type EventKind = (typeof eventKinds)[number];

export interface Day {
  readonly day: string;
  readonly stakedMinor: number;
  readonly returnedMinor: number;
  readonly raises: number;
  readonly isNight: boolean;
  readonly longestMinutes: number;
  readonly firstPlayAt: Date | null;
  readonly lastPlayAt: Date | null;
}

export interface PlayerEvent {
  readonly kind: EventKind;
  readonly at: Date;
  readonly amountMinor: number | null;
  readonly currency: string | null;
}

export interface Activity {
  readonly days: readonly Day[];
  readonly events: readonly PlayerEvent[];
  /** The daily limits in force, in the play currency. */
  readonly limits: Readonly<Partial<Record<'deposit_daily' | 'loss_daily', number | undefined>>>;
  readonly currency: string | null;
}

type Inputs = Record<string, unknown>;

/** The rule of each marker: returns the inputs that show it, or undefined. */
const markerRules: Record<HarmMarker, (activity: Activity, now: Date) => Inputs | undefined> = {
  chasing({ days }, now) {
    const most = Math.max(0, ...daysSince(days, now, 1).map(({ raises }) => raises));
    return most >= rules.chasing.raises ? { raises: most } : undefined;
  },
  rising_deposits({ events }, now) {
    const { days, beforeWeeks, factor } = rules.risingDeposits;
    const borders = { start: now.getTime() - days * dayMs, before: now.getTime() - (days + beforeWeeks * 7) * dayMs };
    const deposits = events.filter(({ kind }) => kind === 'deposit');
    const grown = [...Map.groupBy(deposits, ({ currency }) => currency)].flatMap(([currency, own]) => {
      const weekMinor = sum(own.filter(({ at }) => at.getTime() > borders.start));
      const earlier = own.filter(({ at }) => at.getTime() > borders.before && at.getTime() <= borders.start);
      const firstAt = Math.min(...earlier.map(({ at }) => at.getTime()));
      const usualMinor = earlier.length > 0 ? sum(earlier) / Math.ceil((borders.start - firstAt + 1) / (7 * dayMs)) : 0;
      return usualMinor > 0 && weekMinor > factor * usualMinor
        ? [{ currency, weekMinor, usualMinor: Math.round(usualMinor) }]
        : [];
    });
    return grown[0];
  },
  frequent_deposits: ({ events }, now) =>
    manyWithin(events, 'deposit', now, rules.frequentDeposits.hours, rules.frequentDeposits.deposits),
  failed_deposits: ({ events }, now) =>
    manyWithin(events, 'deposit_failed', now, rules.failedDeposits.hours, rules.failedDeposits.deposits),
  night_play({ days }, now) {
    const nights = daysSince(days, now, rules.nightPlay.days - 1).filter(({ isNight }) => isNight);
    return nights.length >= rules.nightPlay.nights ? { days: nights.map(({ day }) => day) } : undefined;
  },
  long_sessions({ days }, now) {
    const minutes = Math.max(
      0,
      ...daysSince(days, now, rules.longSessions.days - 1).map(({ longestMinutes }) => longestMinutes),
    );
    return minutes > rules.longSessions.minutes ? { minutes } : undefined;
  },
  raised_limits: ({ events }, now) =>
    manyWithin(events, 'raise_requested', now, rules.raisedLimits.days * 24, rules.raisedLimits.requests),
  limit_reached(activity, now) {
    const dates = daysAtLimit(activity, now);
    return dates.length >= rules.limitReached.dates ? { days: dates } : undefined;
  },
  withdrawal_cancelled({ events, days }, now) {
    const { hours, days: kept } = rules.withdrawalCancelled;
    const rejected = eventsWithin(events, 'withdrawal_rejected', now, kept * 24);
    const isAfter = (at: Date | null, from: Date) =>
      at !== null && at > from && at.getTime() - from.getTime() <= hours * hourMs;
    const staked = rejected.filter(({ at }) =>
      days.some(({ firstPlayAt, lastPlayAt }) => isAfter(firstPlayAt, at) || isAfter(lastPlayAt, at)),
    );
    return staked.length > 0 ? { withdrawals: staked.length } : undefined;
  },
  returned_from_exclusion: ({ events }, now) =>
    manyWithin(events, 'exclusion_ended', now, rules.returnedFromExclusion.days * 24, 1),
};

/** Today and the `before` days before it. */
function daysSince(days: readonly Day[], now: Date, before: number): Day[] {
  const first = dayOf(new Date(now.getTime() - before * dayMs));
  return days.filter(({ day }) => day >= first);
}

function eventsWithin(events: readonly PlayerEvent[], kind: EventKind, now: Date, hours: number): PlayerEvent[] {
  return events.filter((event) => event.kind === kind && now.getTime() - event.at.getTime() < hours * hourMs);
}

function manyWithin(
  events: readonly PlayerEvent[],
  kind: EventKind,
  now: Date,
  hours: number,
  least: number,
): Inputs | undefined {
  const count = eventsWithin(events, kind, now, hours).length;
  return count >= least ? { count, hours } : undefined;
}

const sum = (events: readonly PlayerEvent[]) =>
  events.reduce((total, { amountMinor }) => total + (amountMinor ?? 0), 0);

/** The days on which deposits or the net loss reached a daily limit of the player. */
function daysAtLimit({ days, events, limits, currency }: Activity, now: Date): string[] {
  const share = rules.limitReached.share;
  const deposits = events.filter(
    (event) => event.kind === 'deposit' && (currency === null || event.currency === currency),
  );
  const dates = Array.from({ length: rules.limitReached.days }, (_, at) => dayOf(new Date(now.getTime() - at * dayMs)));
  return dates.filter((date) => {
    const depositedMinor = sum(deposits.filter(({ at }) => dayOf(at) === date));
    const lostMinor = days
      .filter(({ day }) => day === date)
      .reduce((total, { stakedMinor, returnedMinor }) => total + stakedMinor - returnedMinor, 0);
    const reaches = (limit: number | undefined, usedMinor: number) => limit !== undefined && usedMinor >= share * limit;
    return reaches(limits.deposit_daily, depositedMinor) || reaches(limits.loss_daily, lostMinor);
  });
}

export type Markers = HarmScore['markers'];

/** The markers that apply now. A marker that applied before keeps its start time. */
export function markersOf(activity: Activity, now: Date, before: Markers): Markers {
  return (Object.keys(harmMarkers) as HarmMarker[]).flatMap((marker) => {
    const inputs = markerRules[marker](activity, now);
    const known = before.find((one) => one.marker === marker);
    return inputs
      ? [{ marker, points: harmMarkers[marker].points, since: known?.since ?? now.toISOString(), inputs }]
      : [];
  });
}

export const scoreOfMarkers = (markers: Markers) =>
  Math.min(
    100,
    markers.reduce((total, { points }) => total + points, 0),
  );
