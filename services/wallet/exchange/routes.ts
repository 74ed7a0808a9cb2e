/** HTTP: rates, quotes and conversions; for operators, setting a rate. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { runOnce } from '@fairline/chassis/storage/idempotency';
import { exchangeRoutes } from '@fairline/proto/wallet/exchange';
import type { Wallet } from '../config.ts';
import { actorOf, requireFreshProof } from '../operator.ts';
import * as exchange from './commands.ts';

export function exchangeHandlers(wallet: Wallet): Handler[] {
  return [
    handle(exchangeRoutes.rates, () => exchange.customerRates(wallet)),
    handle(exchangeRoutes.quote, ({ player, body }) => exchange.makeQuote(wallet, player.id, body)),
    handle(exchangeRoutes.convert, ({ player, body, idempotencyKey }) =>
      runOnce(wallet.db, idempotencyKey, (tx) => exchange.convert(wallet, tx, player.id, body.quoteId)),
    ),
    handle(exchangeRoutes.operatorRates, () => exchange.operatorRates(wallet)),
    handle(exchangeRoutes.setRate, (call) => {
      requireFreshProof(wallet, call);
      return exchange.setRate(wallet, call.body, actorOf(call));
    }),
  ];
}
