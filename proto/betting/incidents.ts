/**
 * Matches that do not run as planned: postponed, moved, called off, abandoned, ended by a walkover or a retirement.
 * Which bets are void then is data per sport, read by settlement, by the feed and by the page of rules.
 */
import { z } from 'zod';
import { fixtureReasons, type MarketType } from '../feed.ts';

export interface IncidentRule {
  /** Bets stand if the match starts within this time of its original start. Otherwise all bets placed until then are void. */
  readonly startWithinHours: number;
  /** Only where players retire: once this many sets are completed, the opponent wins these types of market. All others that are undecided are void. */
  readonly retirement?: { readonly afterSets: number; readonly settles: readonly z.infer<typeof MarketType>[] };
}

const hoursOfWeek = 7 * 24;

/**
 * By sport; `default` is for every other.
 * Sources, the published rules of bookmakers: a postponed team match has 24 to 48 hours (William Hill 48 in football, betcris 36 in baseball), here 36;
 * American football has the week of the game (bet365, BetMGM and Caesars: seven days). In tennis bets stand when the day of a match changes, here within a week.
 * For retirements they differ between the first point, one set, two sets and the whole match; one completed set is ours.
 */
export const incidentRules = {
  soccer: { startWithinHours: 36 },
  basketball: { startWithinHours: 36 },
  hockey: { startWithinHours: 36 },
  baseball: { startWithinHours: 36 },
  football: { startWithinHours: hoursOfWeek },
  tennis: { startWithinHours: hoursOfWeek, retirement: { afterSets: 1, settles: ['moneyline'] } },
  default: { startWithinHours: 36 },
} as const satisfies Record<string, IncidentRule>;

export function incidentRuleOf(sportId: string): IncidentRule {
  return Object.hasOwn(incidentRules, sportId)
    ? incidentRules[sportId as keyof typeof incidentRules]
    : incidentRules.default;
}

/** After these times without news of a match its open bets are void, so that no bet stays open without end. */
export const lostMatchRules = {
  /** Before the start: after the time within which its sport lets a match start. One that starts just within it may be reported late. */
  lateReportHours: 1,
  /** In play: since the feed's last message on the match. */
  unreportedHours: 36,
  /** Since the end, for a market without a result. Operators can settle it before. */
  resultWithinHours: 72,
  /** While no feed is received, or just after: the matches may have been played, so bets wait this long at least. */
  feedDownHours: hoursOfWeek,
  /** The time in which a feed that is received again reports what was missed. */
  feedUpMinutes: 15,
} as const;

/** Why a leg is void: the incident of its match, or no result was ever reported. Absent for a push and for a decision of an operator. */
export const VoidReason = z.enum([...fixtureReasons, 'no_result']);
export type VoidReason = z.infer<typeof VoidReason>;
