/** Requests one bet under its key and updates the page with the response. */
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

/** Serialises presses across tabs: a later one finds the outcome of an earlier one. */
export const placingLock = 'fairline.place';

/** `open`: the bet may still have been taken, so it is retried under its key. */
export type Answer = { bet: Bet } | { error: unknown; open: boolean };

/** `repeated`: the same key was sent before. */
export async function requestBet(attempt: Attempt, fixtureIds: readonly string[], repeated: boolean): Promise<Answer> {
  try {
    const bet = await call(betRoutes.placeBet, { body: attempt.body, key: attempt.key });
    queryClient.setQueryData(betKey(bet.id), bet);
    return { bet };
  } catch (error) {
    // A 401 does not decide a request sent earlier.
    const open = isUndecided(error) || (repeated && error instanceof Refusal && error.is(common.unauthenticated));
    if (!open) takePrices(error, fixtureIds);
    return { error, open };
  }
}

/** A refusal carries the current prices: they are shown at once, then everything is refetched. */
function takePrices(error: unknown, fixtureIds: readonly string[]): void {
  if (error instanceof Refusal && error.is(betRefusals.priceChanged) && Array.isArray(error.params?.prices)) {
    const prices = new Map(
      (error.params.prices as { selectionId: string; oddsMilli: number }[]).map((price) => [
        price.selectionId,
        price.oddsMilli,
      ]),
    );
    queryClient.setQueriesData<Fixture>(
      { queryKey: fixtureKeys.one },
      (fixture) => fixture && withOdds(fixture, prices),
    );
  }
  for (const id of fixtureIds) void queryClient.invalidateQueries(fixtureQuery(id));
}

export function refetchAfterPlacing(): void {
  void queryClient.invalidateQueries({ queryKey: betKeys });
  void queryClient.invalidateQueries({ queryKey: ['betting', 'summary'] });
  void queryClient.invalidateQueries({ queryKey: ['wallet'] });
}
