/** HTTP: rates, quotes and conversions; for operators, setting a rate and deciding pending changes. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { runOnce } from '@fairline/chassis/storage/idempotency';
import { Id } from '@fairline/proto/contract';
import { exchangeRoutes } from '@fairline/proto/wallet/exchange';
import type { Wallet } from '../config.ts';
import { deciderOf } from '../operator.ts';
import * as exchange from './commands.ts';
import * as rates from './rates.ts';
import { changes } from './store-rates.ts';

export function exchangeHandlers(wallet: Wallet): Handler[] {
  return [
    handle(exchangeRoutes.rates, () => rates.customerRates(wallet)),
    handle(exchangeRoutes.quote, ({ player, body }) => exchange.makeQuote(wallet, player.id, body)),
    handle(exchangeRoutes.convert, ({ player, body, idempotencyKey }) =>
      runOnce(wallet.db, idempotencyKey, (tx) => exchange.convert(wallet, tx, player.id, body.quoteId)),
    ),
    handle(exchangeRoutes.operatorRates, () => rates.operatorRates(wallet)),
    handle(exchangeRoutes.setRate, async (call) => {
      const answer = await rates.setRate(wallet, call.body, deciderOf(call));
      return new Reply(
        'requestedBy' in answer
          ? { status: 202, body: { ...answer, changedAt: answer.createdAt, changedBy: null } }
          : { body: answer },
      );
    }),
    handle(exchangeRoutes.rateChanges, async ({ query: { status, cursor }, operator }) =>
      page(
        await changes(wallet.db, { status, before: readCursor(Id, cursor) }),
        ({ id }) => id,
        (row) => rates.toListedChange(wallet, row, operator),
      ),
    ),
    handle(exchangeRoutes.approveRateChange, (call) =>
      rates.approveRateChange(wallet, call.params.id, deciderOf(call)),
    ),
    handle(exchangeRoutes.rejectRateChange, (call) =>
      rates.rejectRateChange(wallet, call.params.id, call.body.reason, deciderOf(call)),
    ),
  ];
}
