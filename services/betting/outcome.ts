/**
 * Settlement rules: the outcome of each leg from all records on its market, and the payout that the bet must then have.
 * Pure, exact, and independent of the order of messages: products are BigInt and rounded once, down, at the payout.
 */

import type { BetStatus } from '@fairline/proto/betting/bets';
import { VoidReason } from '@fairline/proto/betting/incidents';
import { resultHalves } from '@fairline/proto/betting/shares';
import { lineSum, linesPayoutMinor } from '@fairline/proto/betting/systems';
import { canDeadHeat, type DeadHeat, type FixtureReason, type LegResult } from '@fairline/proto/feed';

export type LegStatus = 'open' | LegResult;

/** The result of one selection; a dead-heat winner also has its share. */
export type SelectionResult = LegResult | { result: LegResult; deadHeat: DeadHeat };

export interface LegState {
  status: LegStatus;
  deadHeat: DeadHeat | null;
  /** Only for a void leg, where the reason is known. */
  voidReason?: VoidReason | null;
}

/** The results by selection, as they are stored. */
export function resultsOf(
  outcomes: readonly { selectionId: string; result: LegResult; deadHeat?: DeadHeat | undefined }[],
): Record<string, SelectionResult> {
  return Object.fromEntries(
    outcomes.map(({ selectionId, result, deadHeat }) => [
      selectionId,
      deadHeat && canDeadHeat(result) ? { result, deadHeat } : result,
    ]),
  );
}

export function stateOf(result: SelectionResult | 'open'): LegState {
  return typeof result === 'string'
    ? { status: result, deadHeat: null }
    : { status: result.result, deadHeat: result.deadHeat };
}

export function isSameState(one: LegState, other: LegState): boolean {
  return (
    one.status === other.status &&
    one.deadHeat?.of === other.deadHeat?.of &&
    one.deadHeat?.places === other.deadHeat?.places
  );
}

/** Everything decided about a market, in whatever order it came. */
export interface Verdict {
  /** By selection; null while there is no result or it was rolled back. */
  outcomes: Readonly<Record<string, SelectionResult>> | null;
  /** Bets placed within one of these are void; a missing end is open. */
  windows: readonly { from: Date | null; until: Date | null; reason?: string }[];
  fixtureCancelled: boolean;
  /** Why the fixture was cancelled. */
  reason?: FixtureReason | null;
}

/** Whether a bet on the market may be void without a result. */
export function voidsAny({ windows, fixtureCancelled }: Verdict): boolean {
  return fixtureCancelled || windows.length > 0;
}

/** A leg within a void window is void, whatever the result. Otherwise a result counts, even if the fixture is cancelled later. Without a result a cancelled fixture voids the leg. */
export function legState(
  leg: { selectionId: string; placedAt: Date },
  { outcomes, windows, fixtureCancelled, reason }: Verdict,
): LegState {
  const at = leg.placedAt.getTime();
  const window = windows.find(
    ({ from, until }) => (!from || from.getTime() <= at) && (!until || at <= until.getTime()),
  );
  if (window) return voidFor(window.reason);
  const result = outcomes?.[leg.selectionId];
  if (result) return stateOf(result);
  return fixtureCancelled ? voidFor(reason) : stateOf('open');
}

/** A void leg, with its reason if that is one of those shown to players. */
function voidFor(reason: string | null | undefined): LegState {
  const { data } = VoidReason.safeParse(reason);
  return { ...stateOf('void'), ...(data && { voidReason: data }) };
}

export interface SettledLeg {
  oddsMilli: number;
  status: LegStatus;
  deadHeat?: DeadHeat | null | undefined;
}

/** The unit in which the factors of these legs are whole numbers: halves of thousandths, times the sides of every dead heat. */
function unitOf(legs: readonly SettledLeg[]): bigint {
  return legs.reduce((unit, { deadHeat }) => unit * BigInt(deadHeat?.of ?? 1), 2_000n);
}

/** A leg multiplies the stake by v + (1 - v) x r x d x odds: v is the void part, r is 1 if the rest won, d is the share in a dead heat. Exact in the unit of its bet. */
function factor({ status, oddsMilli, deadHeat }: SettledLeg, unit: bigint): bigint {
  const halves = resultHalves[status as LegResult];
  const [voidHalves, won] = [BigInt(halves.void), halves.won > 0 ? 1n : 0n];
  const { of, places } = deadHeat ?? { of: 1, places: 1 };
  return (
    (voidHalves * unit) / 2n +
    ((2n - voidHalves) * won * BigInt(places) * BigInt(oddsMilli) * unit) / (2_000n * BigInt(of))
  );
}

/** Everything that decides the outcome of an accepted bet. */
export interface Settled {
  stakeMinor: number;
  potentialPayoutMinor: number;
  /** How many legs its lines have, and how many lines there are. */
  sizes: readonly number[];
  lines: number;
  freeBet: boolean;
  /** The stake of the parts that were cashed out, and their payout; results never change these parts. */
  closedStakeMinor: number;
  cashedMinor: number;
  legs: readonly SettledLeg[];
}

export type Outcome = { status: BetStatus; dueMinor: number };

/**
 * The status of a bet and its total payout. A bet is lost once no line can win any more, and open while a line with an open leg can.
 * The payout of the open part is its exact product over the lines, rounded down once. Only if the payout cap cut the bet at placement is it capped, at that part's share of the cap.
 */
export function outcomeOf(bet: Settled): Outcome {
  const { stakeMinor, sizes, lines, freeBet, closedStakeMinor, cashedMinor, legs } = bet;
  const running = stakeMinor - closedStakeMinor;
  if (legs.filter(({ status }) => status !== 'lost').length < Math.min(...sizes))
    return { status: 'lost', dueMinor: cashedMinor };
  if (legs.some(({ status }) => status === 'open')) return { status: 'accepted', dueMinor: cashedMinor };
  if (legs.every(({ status }) => status === 'void')) return { status: 'void', dueMinor: cashedMinor + running };
  const unit = unitOf(legs);
  const sum = lineSum(
    legs.map((leg) => factor(leg, unit)),
    sizes,
    unit,
  );
  const payout = (BigInt(running) * sum) / (BigInt(lines) * unit ** BigInt(legs.length));
  const uncapped = freeBet ? max(payout - BigInt(running), 0n) : payout;
  const odds = legs.map(({ oddsMilli }) => oddsMilli);
  const won = Number(min(uncapped, capOf(bet, running, odds) ?? uncapped));
  const dueMinor = cashedMinor + won;
  const [only] = legs;
  if (legs.length === 1 && only && (won > 0 || !only.deadHeat)) return { status: only.status as LegResult, dueMinor };
  // Only a single on a quarter line can be half won or half lost. Any other bet is won if it returned anything, even less than its stake.
  return { status: won > 0 ? 'won' : 'lost', dueMinor };
}

/** The factor by which a settled leg multiplies a stake. */
export function factorOf(leg: SettledLeg): number {
  const unit = unitOf([leg]);
  return Number(factor(leg, unit)) / Number(unit);
}

/** The payout of a bet if every leg wins, before the payout cap. A free bet pays its winnings without its stake. */
export function uncappedPayoutMinor(
  { stakeMinor, sizes, freeBet }: Pick<Settled, 'stakeMinor' | 'sizes' | 'freeBet'>,
  oddsMilli: readonly number[],
): number {
  return linesPayoutMinor(stakeMinor, oddsMilli, sizes) - (freeBet ? stakeMinor : 0);
}

/**
 * The most that a part of the stake can pay; null if the payout cap did not cut the bet at placement.
 * The potential payout of such a bet is rounded down, so a share of it may be below the exact product of the part, and must not limit it.
 */
export function capOf(bet: Omit<Settled, 'legs'>, partMinor: number, oddsMilli: readonly number[]): bigint | null {
  const { potentialPayoutMinor, stakeMinor } = bet;
  if (uncappedPayoutMinor(bet, oddsMilli) <= potentialPayoutMinor) return null;
  return (BigInt(potentialPayoutMinor) * BigInt(partMinor)) / BigInt(stakeMinor);
}

const min = (a: bigint, b: bigint) => (a < b ? a : b);
const max = (a: bigint, b: bigint) => (a > b ? a : b);

/** The event for a change: a bet that becomes void is voided, an accepted one is settled, any other is resettled. A rollback makes a bet accepted again, so its next result settles it. */
export function changeKind(before: BetStatus, after: BetStatus): 'voided' | 'settled' | 'resettled' {
  if (after === 'void') return 'voided';
  return before === 'accepted' ? 'settled' : 'resettled';
}

// ---- Agreeing with wallet ----------------------------------------------------------------------

/** Whether wallet's record of a stake agrees with our bet. Only for bets that have not changed for a while. */
export function isConsistent(
  bet: { status: BetStatus; stake: 'asked' | 'taken' | 'refused'; stakeMinor: number; dueMinor: number },
  known: { status: 'taken' | 'refused' | 'tombstone'; amountMinor: number; paidMinor: number } | undefined,
): boolean {
  if (bet.stake === 'taken')
    return known?.status === 'taken' && known.amountMinor === bet.stakeMinor && known.paidMinor === bet.dueMinor;
  if (bet.stake === 'refused') return known?.status !== 'taken';
  // We have no reply from wallet. A rejected bet agrees if its stake was refunded or never taken; a bet that is still pending never agrees.
  return bet.status === 'rejected' && (known?.status !== 'taken' || known.paidMinor === bet.stakeMinor);
}
