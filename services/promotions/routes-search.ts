/** HTTP: the operators' search. It finds promotions by name, id or the end of the id, and claims by id, the end of the id, or the player's id. */
import { searchHandler } from '@fairline/chassis/http/search';
import type { Handler } from '@fairline/chassis/http/server';
import { promotionsSearchRoutes } from '@fairline/proto/search';
import type { Promotions } from './config.ts';
import { findClaims, findPromotions } from './desk/store-search.ts';

export function promotionSearch({ db }: Promotions): Handler {
  return searchHandler(promotionsSearchRoutes.search, (sought) =>
    Promise.all([findPromotions(db, sought), findClaims(db, sought)]),
  );
}
