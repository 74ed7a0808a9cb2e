/** HTTP: what operators find of risk: alerts by their id, its end, or the id of their player or of what they are about. */
import { searching } from '@fairline/chassis/http/search';
import { type Handler, handle } from '@fairline/chassis/http/server';
import { riskSearchRoutes } from '@fairline/proto/search';
import { findAlerts } from './alerts/store-search.ts';
import type { Risk } from './config.ts';

export function alertSearch({ db }: Risk): Handler {
  return handle(
    riskSearchRoutes.search,
    searching(async (sought) => [await findAlerts(db, sought)]),
  );
}
