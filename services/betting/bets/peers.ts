/** What betting asks of others: wallet takes stakes, and says what it knows of them. */
import { type Bus, Silence } from '@fairline/chassis/bus';
import type { Bet } from '@fairline/proto/betting';
import { type Infer, Refusal } from '@fairline/proto/contract';
import { walletRequests } from '@fairline/proto/wallet';

/** Silent: wallet may have taken it or not, and is asked again under the same key. */
export type StakeAnswer = { kind: 'taken' } | { kind: 'refused'; refusal: Refusal } | { kind: 'silent' };

export interface StakeAsk {
  id: string;
  playerId: string;
  currency: Bet['currency'];
  stakeMinor: number;
  potentialPayoutMinor: number;
  freeBetClaimId: string | null;
}

export async function takeStake(bus: Bus, bet: StakeAsk, withinMs: number): Promise<StakeAnswer> {
  const { id: betId, playerId, currency, stakeMinor: amountMinor, potentialPayoutMinor: maxPayoutMinor, freeBetClaimId } = bet;
  const ask = { betId, playerId, currency, amountMinor, maxPayoutMinor, ...(freeBetClaimId && { freeBetClaimId }) };
  try {
    await bus.ask(walletRequests.stake, ask, withinMs);
    return { kind: 'taken' };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', refusal: error };
    if (error instanceof Silence) return { kind: 'silent' };
    throw error;
  }
}

export type KnownStake = Infer<typeof walletRequests.stakesOf.output>['stakes'][number];

export async function stakesOf(bus: Bus, ids: string[]): Promise<Map<string, KnownStake>> {
  const { stakes } = await bus.ask(walletRequests.stakesOf, { ids }, 5_000);
  return new Map(stakes.map((stake) => [stake.betId, stake]));
}
