/** HTTP: one entry per route of the contract. */
import type { Handler } from '@fairline/chassis/http/server';
import { cashbackHandlers } from './cashback/routes.ts';
import { claimHandlers } from './claims/routes.ts';
import type { Promotions } from './config.ts';
import { deskHandlers } from './desk/routes.ts';
import { loyaltyHandlers } from './loyalty/routes.ts';
import { offerHandlers } from './offers/routes.ts';
import { promotionSearch } from './routes-search.ts';

export function routesOf(context: Promotions): Handler[] {
  return [
    ...offerHandlers(context),
    ...claimHandlers(context),
    ...loyaltyHandlers(context),
    ...cashbackHandlers(context),
    ...deskHandlers(context),
    promotionSearch(context),
  ];
}
