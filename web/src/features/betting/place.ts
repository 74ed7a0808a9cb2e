/**
 * Places the slip, one bet after the other, each under a key of its own that is written down before it is sent.
 * What succeeded leaves the slip; what was refused stays with the reason; what got no answer is asked for again under the same key.
 */
import { type Bet, bettingRoutes, type PlaceBet } from '@fairline/proto/betting';
import { call } from '../../client/call.ts';
import { isUndecided } from '../../client/http.ts';
import { randomKey } from '../../client/intent.ts';
import { queryClient } from '../../client/query.ts';
import { fixtureQuery } from './queries.ts';
import type { SlipItem } from './slip.ts';
import { slipActions } from './slip-store.ts';

export interface Placement {
  item: SlipItem;
  body: PlaceBet;
}

export type Outcome = { item: SlipItem; bet: Bet } | { item: SlipItem; error: unknown };

export async function place(placements: readonly Placement[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { item, body } of placements) outcomes.push(await placeOne(item, body));
  void queryClient.invalidateQueries({ queryKey: ['betting', 'bets'] });
  void queryClient.invalidateQueries({ queryKey: ['betting', 'summary'] });
  void queryClient.invalidateQueries({ queryKey: ['wallet'] });
  return outcomes;
}

async function placeOne(item: SlipItem, body: PlaceBet): Promise<Outcome> {
  const attempt = item.attempt ?? { key: randomKey(), body };
  slipActions.attempt(item.selectionId, attempt);
  try {
    const bet = await call(bettingRoutes.placeBet, { body: attempt.body, key: attempt.key });
    slipActions.remove(item.selectionId);
    return { item, bet };
  } catch (error) {
    if (!isUndecided(error)) {
      slipActions.decided(item.selectionId);
      void queryClient.invalidateQueries(fixtureQuery(item.fixtureId));
    }
    return { item, error };
  }
}
