/** HTTP: the operators' search in betting. It finds bets by their id, its end or their player's id, and fixtures by their id, its end or their teams. */
import { searchHandler } from '@fairline/chassis/http/search';
import type { Handler } from '@fairline/chassis/http/server';
import { bettingSearchRoutes } from '@fairline/proto/search';
import type { BetContext } from './bets/context.ts';
import { findBets, findFixtures } from './store-search.ts';

export function bettingSearch({ db }: BetContext): Handler {
  return searchHandler(bettingSearchRoutes.search, (sought) =>
    Promise.all([findBets(db, sought), findFixtures(db, sought)]),
  );
}
