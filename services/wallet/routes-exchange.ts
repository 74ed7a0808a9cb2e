/** The door for people, of conversion and settings: one entry per route of the contract. */
import { type Call, checkFresh, type Handler, handle } from '@fairline/chassis/http';
import { once } from '@fairline/chassis/keyed';
import { cashierRoutes } from '@fairline/proto/wallet/cashier';
import { officeRoutes } from '@fairline/proto/wallet/office';
import type { By } from './cashier.ts';
import * as exchange from './commands-exchange.ts';
import * as settings from './commands-settings.ts';
import type { Wallet } from './config.ts';

export function exchangeRoutesOf(wallet: Wallet): Handler[] {
  return [
    handle(cashierRoutes.rates, () => exchange.ratesShown(wallet)),
    handle(cashierRoutes.quote, ({ player, body }) => exchange.quote(wallet, player.id, body)),
    handle(cashierRoutes.convert, ({ player, body, keyed }) => once(wallet.db, keyed, (tx) => exchange.convert(wallet, tx, player.id, body.quoteId))),
    handle(cashierRoutes.settings, ({ player }) => settings.settings(wallet, player.id)),
    handle(cashierRoutes.setSettings, ({ player, body }) => settings.setSettings(wallet, player.id, body)),
    handle(cashierRoutes.setPin, ({ player, body }) => settings.setPin(wallet, player.id, body)),
    handle(cashierRoutes.removePin, ({ player, body }) => settings.removePin(wallet, player.id, body.currentPin)),
    handle(officeRoutes.operatorRates, () => exchange.ratesForOperators(wallet)),
    handle(officeRoutes.setRate, (call) => exchange.setRate(wallet, call.body, by(call))),
    handle(officeRoutes.clearPin, async (call) => {
      checkFresh(call.operator, wallet.clock.now());
      await settings.clearPin(wallet, call.params.id, call.body.reason, by(call));
      return undefined;
    }),
  ];
}

function by({ operator, address, agent }: Call): By {
  return { operatorId: operator.id, address, agent };
}
