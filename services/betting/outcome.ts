/**
 * Settlement rules: the outcome of each leg from all records on its market, and the payout that the bet must then have.
 * Pure, exact, and independent of the order of messages: products are BigInt and rounded once, down, at the payout.
 */

import type { BetStatus } from '@fairline/proto/betting/bets';
import { resultHalves } from '@fairline/proto/betting/shares';
import { lineSum } from '@fairline/proto/betting/systems';
import { canDeadHeat, type DeadHeat, type LegResult } from '@fairline/proto/feed';

export type LegStatus = 'open' | LegResult;

/** The result of one selection; a dead-heat winner also has its share. */
export type SelectionResult = LegResult | { result: LegResult; deadHeat: DeadHeat };

export interface LegState {
  status: LegStatus;
  deadHeat: DeadHeat | null;
}

/** By selection, as results are kept. */
export function resultsOf(outcomes: readonly { selectionId: string; result: LegResult; deadHeat?: DeadHeat | undefined }[]): Record<string, SelectionResult> {
  return Object.fromEntries(
    outcomes.map(({ selectionId, result, deadHeat }) => [selectionId, deadHeat && canDeadHeat(result) ? { result, deadHeat } : result]),
  );
}

export function stateOf(result: SelectionResult | 'open'): LegState {
  return typeof result === 'string' ? { status: result, deadHeat: null } : { status: result.result, deadHeat: result.deadHeat };
}

export function isSameState(one: LegState, other: LegState): boolean {
  return one.status === other.status && one.deadHeat?.of === other.deadHeat?.of && one.deadHeat?.places === other.deadHeat?.places;
}

/** Everything decided about a market, in whatever order it came. */
export interface Verdict {
  /** By selection; null while there is no result or it was rolled back. */
  outcomes: Readonly<Record<string, SelectionResult>> | null;
  /** Bets placed within one of these are void; a missing end is open. */
  windows: readonly { from: Date | null; until: Date | null }[];
  fixtureCancelled: boolean;
}

/** Whether a bet on the market may be void without a result. */
export function voidsAny({ windows, fixtureCancelled }: Verdict): boolean {
  return fixtureCancelled || windows.length > 0;
}

/** A cancelled bet is void whatever the result; a result stands even where its fixture was cancelled after it; else a cancelled fixture voids. */
export function legState(leg: { selectionId: string; placedAt: Date }, { outcomes, windows, fixtureCancelled }: Verdict): LegState {
  const at = leg.placedAt.getTime();
  if (windows.some(({ from, until }) => (!from || from.getTime() <= at) && (!until || at <= until.getTime()))) return stateOf('void');
  return stateOf(outcomes?.[leg.selectionId] ?? (fixtureCancelled ? 'void' : 'open'));
}

export interface SettledLeg {
  oddsMilli: number;
  status: LegStatus;
  deadHeat?: DeadHeat | null | undefined;
}

/** In which the factors of these legs are whole: halves of thousandths, and a share for every dead heat. */
function unitOf(legs: readonly SettledLeg[]): bigint {
  return legs.reduce((unit, { deadHeat }) => unit * BigInt(deadHeat?.of ?? 1), 2_000n);
}

/** A leg multiplies the stake by v + (1 - v) x r x d x odds: v the void part, r 1 where the rest won, d what a dead heat leaves. Exact in the unit of its bet. */
function factor({ status, oddsMilli, deadHeat }: SettledLeg, unit: bigint): bigint {
  const halves = resultHalves[status as LegResult];
  const [voidHalves, won] = [BigInt(halves.void), halves.won > 0 ? 1n : 0n];
  const { of, places } = deadHeat ?? { of: 1, places: 1 };
  return (voidHalves * unit) / 2n + ((2n - voidHalves) * won * BigInt(places) * BigInt(oddsMilli) * unit) / (2_000n * BigInt(of));
}

/** Everything a bet's outcome follows from, once it was accepted. */
export interface Settled {
  stakeMinor: number;
  potentialPayoutMinor: number;
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
 * The status of a bet and its total payout. A bet is lost once no line can win any more, and open while a line with an open leg can.
 * The part that still runs is paid by the lines, rounded once, down, and cut at its share of what was shown before placement.
 */
export function outcomeOf(bet: Settled): Outcome {
  const { stakeMinor, sizes, lines, freeBet, closedStakeMinor, cashedMinor, legs } = bet;
  const running = stakeMinor - closedStakeMinor;
  if (legs.filter(({ status }) => status !== 'lost').length < Math.min(...sizes)) return { status: 'lost', dueMinor: cashedMinor };
  if (legs.some(({ status }) => status === 'open')) return { status: 'accepted', dueMinor: cashedMinor };
  if (legs.every(({ status }) => status === 'void')) return { status: 'void', dueMinor: cashedMinor + running };
  const unit = unitOf(legs);
  const sum = lineSum(
    legs.map((leg) => factor(leg, unit)),
    sizes,
    unit,
  );
  const payout = (BigInt(running) * sum) / (BigInt(lines) * unit ** BigInt(legs.length));
  const won = Number(min(freeBet ? max(payout - BigInt(running), 0n) : payout, shareOf(bet, running)));
  const dueMinor = cashedMinor + won;
  const [only] = legs;
  if (legs.length === 1 && only && (won > 0 || !only.deadHeat)) return { status: only.status as LegResult, dueMinor };
  // Half results are those of a quarter line alone: several legs won if they returned anything, also less than the stake.
  return { status: won > 0 ? 'won' : 'lost', dueMinor };
}

/** The factor by which a settled leg multiplies a stake. */
export function factorOf(leg: SettledLeg): number {
  const unit = unitOf([leg]);
  return Number(factor(leg, unit)) / Number(unit);
}

/** The most that a part of the stake can pay. */
export function shareOf({ potentialPayoutMinor, stakeMinor }: Pick<Settled, 'potentialPayoutMinor' | 'stakeMinor'>, partMinor: number): bigint {
  return (BigInt(potentialPayoutMinor) * BigInt(partMinor)) / BigInt(stakeMinor);
}

const min = (a: bigint, b: bigint) => (a < b ? a : b);
const max = (a: bigint, b: bigint) => (a > b ? a : b);

/** The event for a change: the first decision settles or voids; every later one except a void resettles. */
export function changeKind(before: BetStatus, after: BetStatus): 'voided' | 'settled' | 'resettled' {
  if (after === 'void') return 'voided';
  return before === 'accepted' ? 'settled' : 'resettled';
}

// ---- Agreeing with wallet ----------------------------------------------------------------------

/** Whether wallet's record of a stake agrees with ours of a bet that is not in progress. */
export function isConsistent(
  bet: { status: BetStatus; stake: 'asked' | 'taken' | 'refused'; stakeMinor: number; dueMinor: number },
  known: { status: 'taken' | 'refused' | 'tombstone'; amountMinor: number; paidMinor: number } | undefined,
): boolean {
  if (bet.stake === 'taken') return known?.status === 'taken' && known.amountMinor === bet.stakeMinor && known.paidMinor === bet.dueMinor;
  if (bet.stake === 'refused') return known?.status !== 'taken';
  // Without an answer from wallet: a rejected bet has its stake back, or it was never taken; a pending one is still in progress.
  return bet.status === 'rejected' && (known?.status !== 'taken' || known.paidMinor === bet.stakeMinor);
}
