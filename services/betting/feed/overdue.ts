/**
 * No bet stays open without end: bets on a match that does not start in time, that is never reported to end, or whose markets get no result are void.
 * The rule is pure; the job reads the fixtures that may be concerned and applies it under their locks.
 */

import { incidentRuleOf, lostMatchRules } from '@fairline/proto/betting/incidents';
import type { FixtureReason } from '@fairline/proto/feed';
import { hourMs } from '@fairline/proto/time';
import { showNow } from '../offer/commands.ts';
import type { OfferContext } from '../offer/context.ts';
import { endPrices } from '../offer/prices.ts';
import * as store from './store.ts';

export type Fixture = Pick<
  store.OverdueRow,
  'sportId' | 'status' | 'startsAt' | 'originalStartsAt' | 'reportedAt' | 'endedAt' | 'reason'
>;

/** `cancel`: the match is over, undecided markets are void. `restart`: bets placed so far are void, and the new start counts from now on. `no_result`: markets without a result are void. */
export type Overdue =
  | { readonly kind: 'cancel'; readonly reason: FixtureReason }
  | { readonly kind: 'restart'; readonly reason: FixtureReason }
  | { readonly kind: 'no_result' };

/** Whether the bets on a match have waited long enough. While the feed is down they wait longer, because the match may have been played. */
export function overdueOf(fixture: Fixture, now: Date, feedUp: boolean): Overdue | null {
  const { sportId, status, startsAt, originalStartsAt, reportedAt, endedAt, reason } = fixture;
  const { startWithinHours } = incidentRuleOf(sportId);
  const { lateReportHours, unreportedHours, resultWithinHours, feedDownHours } = lostMatchRules;
  const isPast = (since: Date, hours: number) =>
    now.getTime() - since.getTime() > (feedUp ? hours : Math.max(hours, feedDownHours)) * hourMs;
  if (endedAt) return isPast(endedAt, resultWithinHours) ? { kind: 'no_result' } : null;
  if (status === 'live') return isPast(reportedAt, unreportedHours) ? { kind: 'cancel', reason: 'abandoned' } : null;
  if (startsAt.getTime() - originalStartsAt.getTime() > startWithinHours * hourMs)
    return { kind: 'restart', reason: reason ?? 'postponed' };
  return isPast(originalStartsAt, startWithinHours + lateReportHours) ? { kind: 'cancel', reason: 'not_played' } : null;
}

/** Voids bets on matches that do not start or end in time. It runs again and again, so it needs no feed. */
export async function voidUnfinished(context: OfferContext): Promise<void> {
  await voidOverdue(context, await store.unfinishedFixtures(context.db, context.clock.now()));
}

/** Voids bets on markets without a result long after the end of their match. */
export async function voidUnsettled(context: OfferContext): Promise<void> {
  const endedBefore = new Date(context.clock.now().getTime() - lostMatchRules.resultWithinHours * hourMs);
  await voidOverdue(context, await store.unsettledFixtures(context.db, endedBefore));
}

async function voidOverdue(context: OfferContext, candidates: readonly store.OverdueRow[]): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const feedUp = await store.isFeedUpSince(db, new Date(now.getTime() - lostMatchRules.feedUpMinutes * 60_000));
  const isOverdue = (fixture: store.OverdueRow) => overdueOf(fixture, now, feedUp) !== null;
  const ids = candidates.filter(isOverdue).map(({ id }) => id);
  if (ids.length === 0) return;
  const cancelled = await db.tx(async (tx) => {
    const overdue = (await store.lockOverdue(tx, ids)).flatMap((fixture) => {
      const found = overdueOf(fixture, now, feedUp);
      return found ? [{ ...fixture, ...found }] : [];
    });
    const markets = await store.interruptMarkets(
      tx,
      overdue.map(({ id }) => id),
    );
    const over = overdue.flatMap(({ id, kind, reason }) =>
      kind === 'cancel' ? [{ id, reason: reason ?? 'not_played' }] : [],
    );
    const overIds = over.map(({ id }) => id);
    await store.cancelFixtures(tx, now, over);
    await store.dueByFixture(tx, now, overIds);
    const windows = overdue.flatMap(({ id, kind, reason, sequence }) => {
      if (kind === 'cancel') return [];
      const window = {
        fixtureId: id,
        sequence,
        fromAt: null,
        untilAt: kind === 'restart' ? now.toISOString() : null,
        reason: kind === 'restart' ? (reason ?? '') : kind,
      };
      return markets.flatMap((market) => (market.fixtureId === id ? [{ ...window, marketId: market.id }] : []));
    });
    await store.writeCancels(tx, now, windows);
    await store.rebaseStarts(
      tx,
      overdue.flatMap(({ id, kind }) => (kind === 'restart' ? [id] : [])),
    );
    return overdue;
  });
  for (const { id, kind } of cancelled) context.log.warn({ fixture: id, kind }, 'bets on an overdue fixture are void');
  await endPrices(
    context,
    cancelled.flatMap(({ id, kind }) => (kind === 'cancel' ? [id] : [])),
  );
  await showNow(
    context,
    cancelled.map(({ id }) => id),
  );
}
