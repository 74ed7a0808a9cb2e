/**
 * Rules of a stake in the model of the ledger, apart from the balance: free bets, sessions and a player's own limits.
 * The functions in sql/grants.sql, sql/limits.sql, sql/stakes.sql and sql/payouts.sql do the same; tables and property tests compare the two.
 */

import { dayStart, monthStart, weekStart } from '@fairline/proto/periods';
import { limitsByLevel, sessionGapMinutes } from '@fairline/proto/wallet/rules';
import type { Bonus, Books, Command, FreeBet, Holder } from './testing-model-books.ts';

// ---- Free bets ---------------------------------------------------------------------------------

export interface Grantee {
  book: string | undefined;
  currency: string | undefined;
  status: string;
  excludedUntil: Date | null;
}

export interface Asked {
  claimId: string;
  playerId: string;
  currency: string;
  amountMinor: number;
  expiresAt: Date;
}

/** Gives a free bet once per claim; a refusal leaves no trace. */
export function give(
  { freeBets, bonuses, cashGrants, forfeitedClaims }: Books,
  player: Grantee | undefined,
  asked: Asked,
  at: Date,
): string {
  const { claimId, playerId, currency, amountMinor, expiresAt } = asked;
  const body = JSON.stringify([playerId, currency, amountMinor, expiresAt]);
  const known = freeBets.get(claimId);
  if (known) return known.body === body ? 'known' : 'key_reused';
  if (bonuses.has(claimId) || cashGrants.has(claimId)) return 'key_reused';
  if (forfeitedClaims.has(claimId)) return 'bonus_forfeited';
  if (!player?.book) return 'not_found';
  if (player.currency !== currency) return 'currency_not_accepted';
  if (player.status !== 'active' || (player.excludedUntil && player.excludedUntil > at)) return 'player_not_playing';
  if (expiresAt <= at) return 'free_bet_expired';
  freeBets.set(claimId, { playerId, currency, amountMinor, expiresAt, body, used: false, forfeitedMinor: undefined });
  return 'granted';
}

/** Takes back the rest of a free bet, once; a bet that uses it goes on. An unknown claim can never be granted after this. */
export function forfeit({ freeBets, forfeitedClaims }: Books, claimId: string): string {
  const known = freeBets.get(claimId);
  if (!known) {
    forfeitedClaims.add(claimId);
    return 'unknown';
  }
  if (known.forfeitedMinor !== undefined) return 'known';
  Object.assign(known, { forfeitedMinor: known.used ? 0 : known.amountMinor, used: true });
  return 'forfeited';
}

/** The reason why a player cannot stake a free bet; undefined if they can. Another player's free bet is refused as unknown. */
function useRefusal(
  freeBet: FreeBet | undefined,
  { playerId, amountMinor }: { playerId: string; amountMinor: number },
  at: Date,
): string | undefined {
  if (freeBet?.playerId !== playerId) return 'free_bet_unknown';
  if (freeBet.forfeitedMinor !== undefined) return 'free_bet_forfeited';
  if (freeBet.used) return 'free_bet_used';
  if (freeBet.expiresAt <= at) return 'free_bet_expired';
  return freeBet.amountMinor === amountMinor ? undefined : 'free_bet_whole';
}

/** A free bet is used while a bet stakes it, and for good once it was taken back. */
export function updateFreeBetUse(freeBet: FreeBet, outcomes: readonly string[]): void {
  freeBet.used = freeBet.forfeitedMinor !== undefined || outcomes.some((outcome) => outcome !== 'returned');
}

// ---- Sessions and own limits -------------------------------------------------------------------

export const sessionGapMs = sessionGapMinutes * 60_000;
export const inSession = ({ stakedAt }: Holder, at: Date) =>
  stakedAt !== undefined && at.getTime() - stakedAt.getTime() < sessionGapMs;

/** Stakes less returns of the current UTC day, week and month; sums of earlier periods count as zero. */
function lossesOf({ lossAt, lossDayMinor, lossWeekMinor, lossMonthMinor }: Holder, at: Date) {
  const still = (start: Date, counted: number) => (lossAt && lossAt >= start ? counted : 0);
  return {
    lossDayMinor: still(dayStart(at), lossDayMinor),
    lossWeekMinor: still(weekStart(at), lossWeekMinor),
    lossMonthMinor: still(monthStart(at), lossMonthMinor),
  };
}

export function lose(holder: Holder, amountMinor: number, at: Date): void {
  const { lossDayMinor, lossWeekMinor, lossMonthMinor } = lossesOf(holder, at);
  Object.assign(holder, {
    lossAt: at,
    lossDayMinor: lossDayMinor + amountMinor,
    lossWeekMinor: lossWeekMinor + amountMinor,
    lossMonthMinor: lossMonthMinor + amountMinor,
  });
}

function breaksOwnLimit(holder: Holder, amountMinor: number, at: Date): boolean {
  const own = holder.ownLimits ?? {};
  const { sessionAt } = holder;
  if (
    own.sessionMinutes &&
    sessionAt &&
    inSession(holder, at) &&
    at.getTime() >= sessionAt.getTime() + own.sessionMinutes * 60_000
  )
    return true;
  const losses = lossesOf(holder, at);
  const above = (limitMinor: number | undefined, lostMinor: number) =>
    limitMinor !== undefined && lostMinor + amountMinor > limitMinor;
  return (
    above(own.lossDayMinor, losses.lossDayMinor) ||
    above(own.lossWeekMinor, losses.lossWeekMinor) ||
    above(own.lossMonthMinor, losses.lossMonthMinor)
  );
}

/** Whether the current session has reached its next reality check. */
function hasCheckDue(holder: Holder, at: Date): boolean {
  const { checks, sessionAt } = holder;
  if (!checks || !sessionAt || !inSession(holder, at)) return false;
  const from = Math.max(sessionAt.getTime(), checks.acknowledgedAt?.getTime() ?? 0);
  return at.getTime() >= from + checks.minutes * 60_000;
}

type StakeCommand = Extract<Command, { do: 'stake' }>;

// ---- All rules together ------------------------------------------------------------------------

/** A player's payments that count: all except rejected ones. */
export const counting = ({ payments }: Books, playerId: string) =>
  [...payments.values()].filter((one) => one.playerId === playerId && one.status !== 'rejected');

export const availableOf = ({ cashMinor, heldMinor }: Holder) => cashMinor - heldMinor;

export function stakeRefusal(
  holder: Holder | undefined,
  freeBet: FreeBet | undefined,
  bonus: Bonus | undefined,
  command: StakeCommand,
  at: Date,
): string | undefined {
  const { currency, stakeMinor: amountMinor, freeBetClaimId } = command;
  const free = freeBetClaimId !== undefined;
  if (!holder?.book) return 'not_found';
  if (holder.currency !== currency) return 'currency_not_accepted';
  if (holder.status !== 'active') return 'account_not_active';
  if (holder.excludedUntil && holder.excludedUntil > at) return 'excluded';
  if (hasCheckDue(holder, at)) return 'reality_check';
  const unusable = free ? useRefusal(freeBet, { playerId: command.playerId, amountMinor }, at) : undefined;
  if (unusable) return unusable;
  if (
    amountMinor >
    Math.min(limitsByLevel[holder.level].maxBetMinor, holder.ownLimits?.betMinor ?? Number.POSITIVE_INFINITY)
  )
    return 'limit_exceeded';
  // A free bet is no loss, but a loss limit with nothing left ends free play as well.
  if (breaksOwnLimit(holder, free ? 1 : amountMinor, at)) return 'limit_exceeded';
  if (free || amountMinor <= availableOf(holder)) return undefined;
  if (amountMinor > availableOf(holder) + (bonus?.remainingMinor ?? 0)) return 'insufficient_balance';
  if (amountMinor > (bonus?.maxStakeMinor ?? Number.POSITIVE_INFINITY)) return 'bonus_max_stake';
  return undefined;
}
