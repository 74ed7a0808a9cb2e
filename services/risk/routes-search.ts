/** HTTP: what operators find of risk: alerts by their id, its end, or the id of their player or of what they are about. */
import { searchHandler } from '@fairline/chassis/http/search';
import type { Handler } from '@fairline/chassis/http/server';
import { riskSearchRoutes } from '@fairline/proto/search';
import { findAlerts } from './alerts/store-search.ts';
import type { Risk } from './config.ts';

export function alertSearch({ db }: Risk): Handler {
  return searchHandler(riskSearchRoutes.search, async (sought) => [await findAlerts(db, sought)]);
}
