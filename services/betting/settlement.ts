/**
 * What results make of bets: the outcome of each leg from everything said of its market, and what the bet must then have paid.
 * Pure, exact, and blind to the order in which things were said: products are BigInt and rounded once, down, at the payout.
 */
import type { BetStatus } from '@fairline/proto/betting';
import type { LegResult } from '@fairline/proto/feed';
import { lineSum } from '@fairline/proto/systems';

export type LegStatus = 'open' | LegResult;

/** All that was said of a market, whatever came first. */
export interface Verdict {
  /** By selection; null while there is no result or it was rolled back. */
  outcomes: Readonly<Record<string, LegResult>> | null;
  /** Bets placed within one of these are void; a missing end is open. */
  windows: readonly { from: Date | null; until: Date | null }[];
  fixtureCancelled: boolean;
}

/** Whether a bet on the market may be void without a result. */
export function voidsAny({ windows, fixtureCancelled }: Verdict): boolean {
  return fixtureCancelled || windows.length > 0;
}

/** A cancelled bet is void whatever the result; a result stands even where its fixture was cancelled after it; else a cancelled fixture voids. */
export function legStatus(leg: { selectionId: string; placedAt: Date }, { outcomes, windows, fixtureCancelled }: Verdict): LegStatus {
  const at = leg.placedAt.getTime();
  if (windows.some(({ from, until }) => (!from || from.getTime() <= at) && (!until || at <= until.getTime()))) return 'void';
  return outcomes?.[leg.selectionId] ?? (fixtureCancelled ? 'void' : 'open');
}

/**
 * A leg multiplies the stake by v + (1 - v) x r x odds, v being the part that is void and r whether the rest won.
 * In two-thousandths, so that a half stays whole.
 */
const factors: Record<LegResult, (oddsMilli: bigint) => bigint> = {
  won: (odds) => 2n * odds,
  lost: () => 0n,
  void: () => 2_000n,
  half_won: (odds) => 1_000n + odds,
  half_lost: () => 1_000n,
};

export interface SettledLeg {
  oddsMilli: number;
  status: LegStatus;
}

/** Everything a bet's outcome follows from, once it was accepted. */
export interface Settled {
  stakeMinor: number;
  potentialMinor: number;
  /** How many legs its lines have, and how many lines there are. */
  sizes: readonly number[];
  lines: number;
  freeBet: boolean;
  /** The stake of the parts that were cashed out, and what they paid; they are out of the results' reach. */
  closedStakeMinor: number;
  cashedMinor: number;
  legs: readonly SettledLeg[];
}

export type Outcome = { status: BetStatus; dueMinor: number };

/**
 * What a bet is and has to have paid. It is lost once no line can win any more, and open while one can that has an open leg.
 * The part that still runs is paid by the lines, rounded once, down, and cut at its share of what was shown before placement.
 */
export function outcomeOf(bet: Settled): Outcome {
  const { stakeMinor, sizes, lines, freeBet, closedStakeMinor, cashedMinor, legs } = bet;
  const running = stakeMinor - closedStakeMinor;
  if (legs.filter(({ status }) => status !== 'lost').length < Math.min(...sizes)) return { status: 'lost', dueMinor: cashedMinor };
  if (legs.some(({ status }) => status === 'open')) return { status: 'accepted', dueMinor: cashedMinor };
  if (legs.every(({ status }) => status === 'void')) return { status: 'void', dueMinor: cashedMinor + running };
  const sum = lineSum(
    legs.map(({ status, oddsMilli }) => factors[status as LegResult](BigInt(oddsMilli))),
    sizes,
    2_000n,
  );
  const payout = (BigInt(running) * sum) / (BigInt(lines) * 2_000n ** BigInt(legs.length));
  const won = Number(min(freeBet ? max(payout - BigInt(running), 0n) : payout, shareOf(bet, running)));
  const dueMinor = cashedMinor + won;
  const [only] = legs;
  if (legs.length === 1 && only) return { status: only.status as LegResult, dueMinor };
  return { status: won >= (freeBet ? 1 : running) ? 'won' : 'half_lost', dueMinor };
}

/** What a settled leg multiplies a stake by. */
export function factorOf(status: LegResult, oddsMilli: number): number {
  return Number(factors[status](BigInt(oddsMilli))) / 2_000;
}

/** The most that a part of the stake can pay. */
export function shareOf({ potentialMinor, stakeMinor }: Pick<Settled, 'potentialMinor' | 'stakeMinor'>, partMinor: number): bigint {
  return (BigInt(potentialMinor) * BigInt(partMinor)) / BigInt(stakeMinor);
}

const min = (a: bigint, b: bigint) => (a < b ? a : b);
const max = (a: bigint, b: bigint) => (a > b ? a : b);

/** The fact that tells of a change: the first decision settles or voids, every later one but a void is a new settlement. */
export function factOf(before: BetStatus, after: BetStatus): 'voided' | 'settled' | 'resettled' {
  if (after === 'void') return 'voided';
  return before === 'accepted' ? 'settled' : 'resettled';
}

// ---- Agreeing with wallet ----------------------------------------------------------------------

/** Whether wallet's record of a stake says of a bet at rest what ours does. */
export function agrees(
  bet: { status: BetStatus; stake: 'asked' | 'taken' | 'refused'; stakeMinor: number; dueMinor: number },
  known: { status: 'taken' | 'refused' | 'tombstone'; amountMinor: number; paidMinor: number } | undefined,
): boolean {
  if (bet.stake === 'taken') return known?.status === 'taken' && known.amountMinor === bet.stakeMinor && known.paidMinor === bet.dueMinor;
  if (bet.stake === 'refused') return known?.status !== 'taken';
  // Nobody heard an answer: a rejected bet has its stake back, or it was never taken; a pending one is not at rest.
  return bet.status === 'rejected' && (known?.status !== 'taken' || known.paidMinor === bet.stakeMinor);
}
