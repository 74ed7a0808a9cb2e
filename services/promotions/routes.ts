/** HTTP: one entry per route of the contract. */
import type { Handler } from '@fairline/chassis/http/server';
import { cashbackHandlers } from './cashback/routes.ts';
import type { ClaimsContext } from './claims/context.ts';
import { judgePromotions } from './claims/judging.ts';
import { claimHandlers } from './claims/routes.ts';
import { deskHandlers } from './desk/routes.ts';
import { loyaltyHandlers } from './loyalty/routes.ts';
import { offerHandlers } from './offers/routes.ts';

export function routesOf(context: ClaimsContext): Handler[] {
  return [
    ...offerHandlers(context, (player, promotions) => judgePromotions(context, player, promotions)),
    ...claimHandlers(context),
    ...loyaltyHandlers(context),
    ...cashbackHandlers(context),
    ...deskHandlers(context),
  ];
}
