/** HTTP: what operators find of promotions: promotions by name and id, claims by their id, its end or their player's id. */
import { searchHandler } from '@fairline/chassis/http/search';
import type { Handler } from '@fairline/chassis/http/server';
import { promotionsSearchRoutes } from '@fairline/proto/search';
import type { Promotions } from './config.ts';
import { findClaims, findPromotions } from './desk/store-search.ts';

export function promotionSearch({ db }: Promotions): Handler {
  return searchHandler(promotionsSearchRoutes.search, (sought) => Promise.all([findPromotions(db, sought), findClaims(db, sought)]));
}
