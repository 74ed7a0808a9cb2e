/** Betting's requests to wallet: take a stake, and list the stakes it knows. */
import { type Bus, RequestTimeout } from '@fairline/chassis/messaging/bus';
import type { Bet } from '@fairline/proto/betting/bets';
import { type Infer, Refusal } from '@fairline/proto/contract';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';

/** `unanswered`: no reply, so wallet may have taken the stake. The request is repeated with the same key. */
export type StakeAnswer = { kind: 'taken' } | { kind: 'refused'; refusal: Refusal } | { kind: 'unanswered' };

export interface StakeAsk {
  id: string;
  playerId: string;
  currency: Bet['currency'];
  stakeMinor: number;
  potentialPayoutMinor: number;
  freeBetClaimId: string | null;
  oddsMilli: number;
}

export async function takeStake(bus: Bus, bet: StakeAsk, withinMs: number): Promise<StakeAnswer> {
  const { id: betId, playerId, currency, stakeMinor, potentialPayoutMinor, freeBetClaimId, oddsMilli } = bet;
  const ask = {
    betId,
    playerId,
    currency,
    stakeMinor,
    potentialPayoutMinor,
    ...(freeBetClaimId && { freeBetClaimId, oddsMilli }),
  };
  try {
    await bus.request(ledgerRequests.stake, ask, withinMs);
    return { kind: 'taken' };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', refusal: error };
    if (error instanceof RequestTimeout) return { kind: 'unanswered' };
    throw error;
  }
}

export type KnownStake = Infer<typeof ledgerRequests.stakesOf.output>['stakes'][number];

export async function stakesOf(bus: Bus, ids: string[]): Promise<Map<string, KnownStake>> {
  const { stakes } = await bus.request(ledgerRequests.stakesOf, { ids }, 5_000);
  return new Map(stakes.map((stake) => [stake.betId, stake]));
}
