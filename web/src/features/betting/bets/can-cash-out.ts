/** Whether a bet can be sold. */
import type { Bet } from '@fairline/proto/betting';

/** A bet that stands with the player's own money in it. */
export function canCashOut(bet: Pick<Bet, 'status' | 'freeBet' | 'openStakeMinor'>): boolean {
  return bet.status === 'accepted' && !bet.freeBet && bet.openStakeMinor > 0;
}
