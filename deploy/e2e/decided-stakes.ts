/** The decided bets and casino rounds of a platform, by the events that promotions consumes. */
import { promotionRules } from '@fairline/proto/promotions/offers';
import type { Platform } from '../local/platform/platform.ts';
import { connectDatabase, reader } from './databases.ts';

export interface Counted {
  id: string;
  playerId: string;
  stake: number;
  /** At once: what counts towards a bonus. */
  counted: number;
  placedAt: number;
  freeBetClaimId?: string;
}

/** Every decided bet and round, by the newest event that betting and casino published about it. */
export async function stakesOf(platform: Platform): Promise<Counted[]> {
  const [betting, casino] = [await connectDatabase(platform, 'betting'), await connectDatabase(platform, 'casino')];
  try {
    const bets = await reader(betting)<{ id: string; data: never }>(
      `select distinct on (subject) subject as id, data from outbox where type ~ 'Bet(Settled|Voided|Resettled)' and data ->> 'book' = 'real' order by subject, version desc`,
    );
    const rounds = await reader(casino)<{ id: string; data: never }>(
      `select distinct on (subject) subject as id, data from outbox where type ~ 'RoundSettled' and data ->> 'book' = 'real' order by subject, version desc`,
    );
    const decided = ['won', 'lost', 'half_won', 'half_lost'];
    type Bet = { playerId: string; status: string; stakeMinor: number; wager: { placedAt: string; oddsMilli: number; freeBetClaimId?: string } };
    type Round = { playerId: string; status: string; wagerMinor: number; createdAt: string };
    return [
      ...bets.map(({ id, data }) => {
        const { playerId, status, stakeMinor: staked, wager } = data as Bet;
        const stake = decided.includes(status) ? staked : 0;
        const { freeBetClaimId } = wager;
        const counted = freeBetClaimId !== undefined || wager.oddsMilli < promotionRules.minOddsMilli ? 0 : Math.min(stake, promotionRules.maxStakeMinor);
        return { id, playerId, stake, counted, placedAt: Date.parse(wager.placedAt), ...(freeBetClaimId && { freeBetClaimId }) };
      }),
      ...rounds.map(({ id, data }) => {
        const { playerId, status, wagerMinor, createdAt } = data as Round;
        const stake = status === 'settled' ? wagerMinor : 0;
        return { id, playerId, stake, counted: Math.min(stake, promotionRules.maxStakeMinor), placedAt: Date.parse(createdAt) };
      }),
    ];
  } finally {
    await Promise.all([betting.end(), casino.end()]);
  }
}

/** The claims whose free bet was staked on a bet that was won or lost. After a void bet the free bet can be used again. */
export const freeBetsOf = (stakes: readonly Counted[]) =>
  new Set(stakes.filter(({ stake }) => stake > 0).flatMap(({ freeBetClaimId }) => freeBetClaimId ?? []));
