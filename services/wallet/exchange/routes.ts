/** HTTP: rates, quotes and conversions; for operators, setting a rate. */
import { type Handler, handle } from '@fairline/chassis/http';
import { once } from '@fairline/chassis/keyed';
import { cashierRoutes } from '@fairline/proto/wallet/cashier';
import { officeRoutes } from '@fairline/proto/wallet/office';
import type { Wallet } from '../config.ts';
import { actorOf, requireFreshProof } from '../operator.ts';
import * as exchange from './commands.ts';

export function exchangeHandlers(wallet: Wallet): Handler[] {
  return [
    handle(cashierRoutes.rates, () => exchange.customerRates(wallet)),
    handle(cashierRoutes.quote, ({ player, body }) => exchange.makeQuote(wallet, player.id, body)),
    handle(cashierRoutes.convert, ({ player, body, keyed }) => once(wallet.db, keyed, (tx) => exchange.convert(wallet, tx, player.id, body.quoteId))),
    handle(officeRoutes.operatorRates, () => exchange.operatorRates(wallet)),
    handle(officeRoutes.setRate, (call) => {
      requireFreshProof(wallet, call);
      return exchange.setRate(wallet, call.body, actorOf(call));
    }),
  ];
}
