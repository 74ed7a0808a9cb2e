/** HTTP: risk's part of the operators' search. Finds alerts by their id, the end of it, or the id of their player or resource. */
import { searchHandler } from '@fairline/chassis/http/search';
import type { Handler } from '@fairline/chassis/http/server';
import { riskSearchRoutes } from '@fairline/proto/search';
import { findAlerts } from './alerts/store-search.ts';
import type { Risk } from './config.ts';

export function alertSearch({ db }: Risk): Handler {
  return searchHandler(riskSearchRoutes.search, async (sought) => [await findAlerts(db, sought)]);
}
