/**
 * The contribution of a stake to the wagering requirement of a claim.
 * Pure: bets and rounds are arguments, so every rule is a row in wager.test.ts.
 */
import type { Received } from '@fairline/chassis/messaging/inbox';
import type { betEvents } from '@fairline/proto/betting/bets';
import type { roundEvents } from '@fairline/proto/casino/rounds';
import type { Infer } from '@fairline/proto/contract';
import { catalogue } from '@fairline/proto/games/catalogue';
import type { WageringProduct } from '@fairline/proto/promotions/offers';
import type { ClaimTerms } from '../claims/claim.ts';

/** A bet or a round, by its newest event. */
export interface Stake {
  stakeId: string;
  playerId: string;
  product: WageringProduct;
  /** The part of the stake that was decided by results: 0 if void, and without a part that was cashed out. */
  stakeMinor: number;
  /** The part of it that was at risk: without what came back whatever happened, by other bets of the player or other spots of the round. */
  atRiskMinor: number;
  /** The version of the bet or round; older events change nothing. */
  version: number;
  /** Undefined in events of earlier releases; such a stake counts towards no claim. */
  placedAt: Date | undefined;
  /** Only for bets, like `sports`. */
  oddsMilli?: number;
  sports?: readonly string[];
  /** The claim whose free bet was staked. */
  freeBetClaimId?: string;
}

export type DecidedBet = Received<Infer<typeof betEvents.betSettled.data>>;
export type Round = Received<Infer<typeof roundEvents.roundSettled.data>>;

const decidedStatuses: readonly string[] = ['won', 'lost', 'half_won', 'half_lost'];

/** A bet that is void, cashed out, or open again after a correction counts with a stake of 0. */
export function stakeOfBet({ data, version }: DecidedBet): Stake {
  const { betId: stakeId, playerId, closedStakeMinor = 0, status, wager } = data;
  const stakeMinor = decidedStatuses.includes(status) ? data.stakeMinor - closedStakeMinor : 0;
  return {
    stakeId,
    playerId,
    product: 'sports',
    stakeMinor,
    atRiskMinor: Math.min(stakeMinor, wager?.atRiskMinor ?? stakeMinor),
    version,
    placedAt: wager && new Date(wager.placedAt),
    ...(wager && { oddsMilli: wager.oddsMilli, sports: wager.sports }),
    ...(wager?.freeBetClaimId && { freeBetClaimId: wager.freeBetClaimId }),
  };
}

export function stakeOfRound({ data, version }: Round): Stake {
  const { roundId: stakeId, playerId, gameId, status, wagerMinor, createdAt } = data;
  const placedAt = createdAt === undefined ? undefined : new Date(createdAt);
  const stakeMinor = status === 'settled' ? wagerMinor : 0;
  const atRiskMinor = Math.min(stakeMinor, data.atRiskMinor ?? stakeMinor);
  return { stakeId, playerId, product: catalogue[gameId].category, stakeMinor, atRiskMinor, version, placedAt };
}

export interface WageringClaim {
  startedAt: Date;
  expiresAt: Date;
  terms: Pick<ClaimTerms, 'contributionPercent' | 'maxStakeMinor' | 'minOddsMilli' | 'sports'>;
}

/** Whether a stake was placed while the claim was active. */
export function isOfClaim({ placedAt }: Pick<Stake, 'placedAt'>, { startedAt, expiresAt }: WageringClaim): boolean {
  return placedAt !== undefined && placedAt >= startedAt && placedAt < expiresAt;
}

/** The part of a stake that counts, of the part that was at risk. A stake above the highest stake of the terms counts as the highest; free bets do not count. */
export function countedMinor(stake: Stake, { terms }: Pick<WageringClaim, 'terms'>): number {
  if (stake.freeBetClaimId !== undefined) return 0;
  if (stake.product === 'sports' && !isSportCounted(stake, terms)) return 0;
  return Math.floor(
    (Math.min(stake.atRiskMinor, terms.maxStakeMinor) * terms.contributionPercent[stake.product]) / 100,
  );
}

function isSportCounted({ oddsMilli = 0, sports = [] }: Stake, terms: WageringClaim['terms']): boolean {
  if (oddsMilli < terms.minOddsMilli) return false;
  return terms.sports.length === 0 || (sports.length > 0 && sports.every((sport) => terms.sports.includes(sport)));
}

/** The newest version of each stake. */
export function newestOf(stakes: readonly Stake[]): Stake[] {
  const newest = new Map<string, Stake>();
  for (const stake of stakes) {
    const other = newest.get(stake.stakeId);
    if (!other || other.version < stake.version) newest.set(stake.stakeId, stake);
  }
  return [...newest.values()];
}
