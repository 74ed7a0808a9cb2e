/** The slip as one bet: its lines, its return, its problem, its possible stakes. Pure, with the same functions that the server uses. */
import type { PlaceBet } from '@fairline/proto/betting/bets';
import { betRules } from '@fairline/proto/betting/rules';
import {
  lineCount,
  lineSumOf,
  linesOddsMilli,
  linesPayoutMinor,
  longestLineMilli,
  systemsFor,
} from '@fairline/proto/betting/systems';
import type { CurrencyCode } from '@fairline/proto/money';
import { type Policy, priceTerms } from '../price-policy.ts';
import { type FreeStake, isBelowMinOdds, type StakeSteps } from './single.ts';
import type { Pick as Picked, SlipMode } from './slip.ts';

export type OfferedSystem = ReturnType<typeof systemsFor>[number];

export interface Whole {
  type: 'accumulator' | 'system';
  system: OfferedSystem | null;
  sizes: readonly number[];
  lines: number;
}

/** The chosen system; if it does not exist for this number of selections, the one with the same size, else the first. */
export function chosenSystem(wanted: string | null, legs: number): OfferedSystem | null {
  const offered = systemsFor(legs);
  const size = wanted?.split('/')[0];
  return (
    offered.find(({ id }) => id === wanted) ?? offered.find(({ id }) => id === `${size}/${legs}`) ?? offered[0] ?? null
  );
}

/** Null if the selections are single bets. */
export function wholeOf(mode: SlipMode, wanted: string | null, legs: number): Whole | null {
  if (mode === 'singles') return null;
  const system = mode === 'system' ? chosenSystem(wanted, legs) : null;
  const sizes = system?.sizes ?? [legs];
  return { type: system ? 'system' : 'accumulator', system, sizes, lines: lineCount(legs, sizes) };
}

export interface WholeFigures {
  /** The return of one unit over all lines. */
  oddsMilli: number;
  returnMinor: number | null;
  /** The return is capped at the maximum payout. */
  cut: boolean;
  /** The odds of the longest line are above the house's limit. */
  tooLong: boolean;
}

/** The return does not include the stake of a free bet. */
export function figuresOf(
  { sizes }: Whole,
  legsMilli: readonly number[],
  stakeMinor: number | null,
  free = false,
): WholeFigures {
  const paid = stakeMinor === null ? null : linesPayoutMinor(stakeMinor, legsMilli, sizes) - (free ? stakeMinor : 0);
  return {
    oddsMilli: linesOddsMilli(legsMilli, sizes),
    returnMinor: paid === null ? null : Math.min(paid, betRules.payoutCapMinor),
    cut: paid !== null && paid > betRules.payoutCapMinor,
    tooLong: longestLineMilli(legsMilli, sizes) > betRules.maxCombinedOddsMilli,
  };
}

/** The accepted stakes per line: from the smallest allowed total to the largest that the balance covers. */
export function lineSteps(lines: number, playableMinor: number): StakeSteps {
  return {
    stepMinor: betRules.minStakeMinor,
    leastMinor: Math.ceil(betRules.minStakeMinor / lines),
    mostMinor: Math.floor(playableMinor / lines),
  };
}

/** Quick stakes per line; dividing the usual totals by many lines would give odd amounts. */
export const lineChipsMinor: readonly number[] = [1, 2, 5].map((times) => times * betRules.minStakeMinor);

/** The return per unit of stake if every single wins: weighted by stake, or equally while nothing is staked. */
export function singlesOddsMilli(lines: readonly { oddsMilli: number; stakeMinor: number | null }[]): number | null {
  return lines.length === 0 ? null : Math.floor(weighted(lines, ({ oddsMilli }) => oddsMilli) + 1e-6);
}

/**
 * The share of the stake that the slip returns on average: the mean over the lines of the one bet, or over singles as they are staked.
 * Null if a leg's is unknown, or if a free bet or the maximum payout changes what is paid.
 */
export function slipAverage(
  whole: Pick<Whole, 'sizes' | 'lines'> | null,
  lines: readonly { average: number | null; stakeMinor: number | null }[],
  { paysLess }: { paysLess: boolean },
): number | null {
  const averages = lines.flatMap(({ average }) => (average === null ? [] : [average]));
  if (paysLess || lines.length === 0 || averages.length < lines.length) return null;
  return whole ? lineSumOf(averages, whole.sizes) / whole.lines : weighted(lines, ({ average }) => average ?? 0);
}

/** The mean of the singles, weighted by stake, or equally while nothing is staked. */
function weighted<Line extends { stakeMinor: number | null }>(
  lines: readonly Line[],
  of: (line: Line) => number,
): number {
  const staked = lines.reduce((total, { stakeMinor }) => total + (stakeMinor ?? 0), 0);
  return lines.reduce(
    (total, line) => total + of(line) * (staked === 0 ? 1 / lines.length : (line.stakeMinor ?? 0) / staked),
    0,
  );
}

/** Selections that share a fixture with another, by fixture: their outcomes are related. */
export function relatedOf<Item extends Pick<Picked, 'fixtureId'>>(items: readonly Item[]): Item[][] {
  return [...Map.groupBy(items, ({ fixtureId }) => fixtureId).values()].filter((own) => own.length > 1);
}

export type WholeObstacle = 'related' | 'tooLong' | 'stake' | 'unclear' | 'minimum' | 'odds';

/** Why legs that are valid as singles cannot be placed together for this total, in the order of the server's checks. */
export function wholeObstacle(
  items: readonly Picked[],
  figures: WholeFigures,
  stakeMinor: number | null,
  free: FreeStake | null = null,
): WholeObstacle | null {
  if (relatedOf(items).length > 0) return 'related';
  if (figures.tooLong) return 'tooLong';
  if (stakeMinor === null) return 'stake';
  if (stakeMinor < betRules.minStakeMinor) return 'minimum';
  return isBelowMinOdds(free, figures.oddsMilli) ? 'odds' : null;
}

/** The request for the one bet, at the shown prices. */
export function wholeBetOf(
  { type, system }: Whole,
  legs: readonly { selectionId: string; oddsMilli: number }[],
  stake: { stakeMinor: number; currency: CurrencyCode; freeBetClaimId?: string },
  policy: Policy,
): PlaceBet {
  return {
    type,
    ...stake,
    ...priceTerms(policy),
    legs: legs.map(({ selectionId, oddsMilli }) => ({ selectionId, oddsMilli })),
    ...(system && { system: system.id }),
  };
}
