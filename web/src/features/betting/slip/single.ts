/**
 * Whether and how a selection on the slip can be bet on: the price of a placement, its problem, its return. Pure: prices, balance and preferences are
 * arguments, so every rule here is a row in slip.test.ts.
 */
import type { PlaceBet } from '@fairline/proto/betting/bets';
import { betRules } from '@fairline/proto/betting/rules';
import type { CurrencyCode } from '@fairline/proto/money';
import type { FreeBet } from '@fairline/proto/wallet/grants';
import { decimalText, typedMinor } from '../../../figures.ts';
import type { SelectionState } from '../offer/price.ts';
import type { Attempt } from '../placed/attempt.ts';
import { type Policy, priceTerms, takesPrice } from '../price-policy.ts';
import type { Pick, SlipItem } from './slip.ts';

export type LegObstacle = 'unknown' | 'stale' | 'suspended' | 'late' | 'closed' | 'price';
export type Obstacle = LegObstacle | 'stake' | 'unclear' | 'minimum' | 'odds';

/** The direction of the price since the player last accepted one. */
export function priceMove(item: Pick, current: SelectionState): 'up' | 'down' | null {
  if (current.oddsMilli === null || current.oddsMilli === item.oddsMilli) return null;
  return current.oddsMilli > item.oddsMilli ? 'up' : 'down';
}

export function stakeMinor({ stake }: { stake: string }, currency: CurrencyCode): number | null {
  const minor = typedMinor(stake, currency);
  return minor !== null && minor > 0 ? minor : null;
}

/** What is wrong with an invalid stake: missing, or not a number. */
export function stakeFault({ stake }: { stake: string }, currency: CurrencyCode): 'stake' | 'unclear' {
  return stake.trim() === '' || typedMinor(stake, currency) !== null ? 'stake' : 'unclear';
}

export interface FreeStake {
  claimId: string;
  amountMinor: number;
  /** The minimum odds of a bet that this free bet can be staked on. */
  minOddsMilli?: number | undefined;
}

/** The free bet that is staked: that of a placement in progress, else the chosen one if the player still has it. Null if money is staked. */
export function freeBetOf(
  { freeBet, attempt }: { freeBet?: string | undefined; attempt?: Attempt },
  freeBets: readonly FreeBet[],
): FreeStake | null {
  if (!attempt) return freeBets.find(({ claimId }) => claimId === freeBet) ?? null;
  const { freeBetClaimId, stakeMinor: amountMinor } = attempt.body;
  return freeBetClaimId === undefined ? null : { claimId: freeBetClaimId, amountMinor };
}

/** Why this selection cannot be bet on now, whatever the stake. A placement in progress is always retried. */
export function legObstacle(
  item: SlipItem,
  current: SelectionState,
  policy: Policy,
  stale: boolean,
): LegObstacle | null {
  if (item.attempt) return null;
  if (stale) return 'stale';
  if (current.status !== 'open') return current.status;
  return takesPrice(policy, item.oddsMilli, current.oddsMilli ?? item.oddsMilli) ? null : 'price';
}

/** Why this selection cannot be placed as a single; null if it can. A moved price comes last: one press accepts it, so everything else must be valid. */
export function betObstacle(
  item: SlipItem,
  current: SelectionState,
  policy: Policy,
  currency: CurrencyCode,
  stale: boolean,
  free: FreeStake | null = null,
): Obstacle | null {
  const leg = legObstacle(item, current, policy, stale);
  if ((leg !== null && leg !== 'price') || item.attempt) return leg;
  const stake = free?.amountMinor ?? stakeMinor(item, currency);
  if (stake === null) return stakeFault(item, currency);
  if (stake < betRules.minStakeMinor) return 'minimum';
  return isBelowMinOdds(free, current.oddsMilli ?? item.oddsMilli) ? 'odds' : leg;
}

/** Whether the odds of a bet are below the minimum of its free bet. */
export function isBelowMinOdds(free: FreeStake | null, oddsMilli: number): boolean {
  return free?.minOddsMilli !== undefined && oddsMilli < free.minOddsMilli;
}

/** The request for the bet, at the shown price. */
export function betOf(
  item: SlipItem,
  current: SelectionState,
  policy: Policy,
  currency: CurrencyCode,
  free: FreeStake | null = null,
): PlaceBet {
  const stake = free?.amountMinor ?? stakeMinor(item, currency);
  if (stake === null) throw new Error('A selection without a stake cannot be placed');
  return {
    type: 'single',
    stakeMinor: stake,
    currency,
    ...priceTerms(policy),
    legs: [{ selectionId: item.selectionId, oddsMilli: current.oddsMilli ?? item.oddsMilli }],
    ...(free && { freeBetClaimId: free.claimId }),
  };
}

/** Steps and range of the plus and minus buttons of a stake. */
export interface StakeSteps {
  stepMinor: number;
  leastMinor: number;
  mostMinor: number;
}

export function stepsOf(playableMinor: number): StakeSteps {
  return { stepMinor: betRules.stakeStepMinor, leastMinor: betRules.minStakeMinor, mostMinor: playableMinor };
}

/** The stake after a step of the plus and minus buttons. A step ends at the smallest stake and at the playable amount, and never goes the other way. */
export function stepStake(
  stake: string,
  steps: number,
  currency: CurrencyCode,
  { stepMinor, leastMinor, mostMinor }: StakeSteps,
): string {
  const now = typedMinor(stake, currency);
  const next = (now ?? 0) + steps * stepMinor;
  if (steps > 0) return decimalText(Math.max(now ?? 0, leastMinor, Math.min(next, mostMinor)), currency);
  return now === null ? stake : decimalText(Math.min(now, Math.max(leastMinor, next)), currency);
}

/** A typed stake in the page's own format: the same figure, whether or not it can be placed. Unreadable text is unchanged. */
export function formatStake(stake: string, currency: CurrencyCode): string {
  const minor = typedMinor(stake, currency);
  return minor === null ? stake : decimalText(minor, currency);
}
