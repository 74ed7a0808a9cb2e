/** Places a rejected bet again: the same stake and selections at the current odds, under a new key. */
import type { Bet, PlaceBet } from '@fairline/proto/betting/bets';
import { playerHere, runInTurn } from '../../../client/session/session.ts';
import { type Policy, priceTerms } from '../price-policy.ts';
import { newAttempt } from './attempt.ts';
import { type PlacedBet, placedActions, placedStore } from './placed.ts';
import { placingLock, refetchAfterPlacing, requestBet } from './request.ts';

/** The body of the same bet at other odds. */
export function bodyAgain(
  { body }: Pick<PlacedBet, 'body'>,
  oddsMilli: ReadonlyMap<string, number>,
  policy: Policy,
): PlaceBet {
  const { tolerance: _, ...same } = body;
  return {
    ...same,
    ...priceTerms(policy),
    legs: body.legs.map((leg) => ({ ...leg, oddsMilli: oddsMilli.get(leg.selectionId) ?? leg.oddsMilli })),
  };
}

/** Places it once, even if pressed repeatedly or in other tabs; null if already placed, or if another player is signed in. */
export async function placeAgain(
  { betId }: PlacedBet,
  body: PlaceBet,
  fixtureIds: readonly string[],
): Promise<Bet | null> {
  const playerId = playerHere();
  return runInTurn(placingLock, async () => {
    const now = placedStore.reread().find((bet) => bet.betId === betId);
    if (!now || !playerId || playerId !== now.playerId || playerHere() !== playerId) return null;
    const attempt = now.again ?? newAttempt(body, playerId);
    placedActions.again(betId, attempt);
    const answer = await requestBet(attempt, fixtureIds, now.again !== undefined);
    if ('bet' in answer) placedActions.replace(betId, answer.bet.id, attempt);
    else if (!answer.open) placedActions.againRefused(betId);
    refetchAfterPlacing();
    if ('error' in answer) throw answer.error;
    return answer.bet;
  });
}
