/** HTTP: the handlers of every subject, one per route of the contract. */
import type { Handler } from '@fairline/chassis/http/server';
import { adjustmentHandlers } from './adjustments/routes.ts';
import { approvalHandlers } from './approvals/routes.ts';
import { automaticHandlers } from './automatic/routes.ts';
import { bookHandlers } from './books/routes.ts';
import type { Wallet } from './config.ts';
import { destinationHandlers } from './destinations/routes.ts';
import { exchangeHandlers } from './exchange/routes.ts';
import { figureHandlers } from './figures/routes.ts';
import { grantHandlers } from './grants/routes.ts';
import { historyHandlers } from './history/routes.ts';
import { paymentHandlers } from './payments/routes.ts';
import { playerHandlers } from './players/routes.ts';
import { paymentSearch } from './routes-search.ts';

export function routesOf(wallet: Wallet): Handler[] {
  return [
    ...historyHandlers(wallet),
    ...approvalHandlers(wallet),
    ...adjustmentHandlers(wallet),
    ...automaticHandlers(wallet),
    ...paymentHandlers(wallet),
    ...destinationHandlers(wallet),
    ...exchangeHandlers(wallet),
    ...playerHandlers(wallet),
    ...bookHandlers(wallet),
    ...grantHandlers(wallet),
    ...figureHandlers(wallet),
    paymentSearch(wallet),
  ];
}
