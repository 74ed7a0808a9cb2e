/** Asks for one bet under its key, and brings the page up to date with the answer. */
import { type Bet, betRefusals, betRoutes } from '@fairline/proto/betting/bets';
import type { Fixture } from '@fairline/proto/betting/offer';
import { common, Refusal } from '@fairline/proto/contract';
import { queryClient } from '../../../client/cache/query.ts';
import { isUndecided } from '../../../client/http/http.ts';
import { call } from '../../../client/requests/call.ts';
import { betKey, betKeys } from '../../../domain/betting/bet-keys.ts';
import { fixtureKeys } from '../../../domain/betting/fixture-prices.ts';
import { withOdds } from '../offer/price.ts';
import { fixtureQuery } from '../offer/queries.ts';
import type { Attempt } from './attempt.ts';

/** One press after the other, also of other tabs: the later one finds what became of the earlier. */
export const placingLock = 'fairline.place';

/** `open` where the bet may have been taken all the same: then it is asked for again under its key. */
export type Answer = { bet: Bet } | { error: unknown; open: boolean };

/** `repeated` where the same key was sent before. */
export async function askFor(attempt: Attempt, fixtureIds: readonly string[], repeated: boolean): Promise<Answer> {
  try {
    const bet = await call(betRoutes.placeBet, { body: attempt.body, key: attempt.key });
    queryClient.setQueryData(betKey(bet.id), bet);
    return { bet };
  } catch (error) {
    // That nobody is signed in any more does not decide what was sent before.
    const open = isUndecided(error) || (repeated && error instanceof Refusal && error.is(common.unauthenticated));
    if (!open) takePrices(error, fixtureIds);
    return { error, open };
  }
}

/** The prices a refusal names are the ones the bet can be had at: they stand on the page at once, then everything is read again. */
function takePrices(error: unknown, fixtureIds: readonly string[]): void {
  if (error instanceof Refusal && error.is(betRefusals.priceChanged) && Array.isArray(error.params?.prices)) {
    const prices = new Map((error.params.prices as { selectionId: string; oddsMilli: number }[]).map((price) => [price.selectionId, price.oddsMilli]));
    queryClient.setQueriesData<Fixture>({ queryKey: fixtureKeys.one }, (fixture) => fixture && withOdds(fixture, prices));
  }
  for (const id of fixtureIds) void queryClient.invalidateQueries(fixtureQuery(id));
}

export function refetchAfterPlacing(): void {
  void queryClient.invalidateQueries({ queryKey: betKeys });
  void queryClient.invalidateQueries({ queryKey: ['betting', 'summary'] });
  void queryClient.invalidateQueries({ queryKey: ['wallet'] });
}
