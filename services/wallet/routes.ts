/** The door for people: one entry per route of the contract. */
import { page, readCursor } from '@fairline/chassis/cursor';
import { checkFresh, type Handler, handle } from '@fairline/chassis/http';
import { fingerprint, once } from '@fairline/chassis/keyed';
import { Id } from '@fairline/proto/contract';
import { pspSignatureHeader } from '@fairline/proto/psp';
import { walletRoutes } from '@fairline/proto/wallet';
import { cashierRoutes } from '@fairline/proto/wallet/cashier';
import { officeRoutes } from '@fairline/proto/wallet/office';
import type { Wallet } from './config.ts';
import * as exchange from './exchange/commands.ts';
import { balanceOf, limitsOf, ownStats } from './history/player-figures.ts';
import { historyHandlers } from './history/routes.ts';
import * as reads from './history/store.ts';
import { freeBets, testWin } from './ledger/stakes.ts';
import { beginDeposit, cancelDeposit, carryOut, forgetMethod, hearWebhook, savedMethods } from './payments/instant-deposits.ts';
import * as cashier from './payments/manual-deposits.ts';
import { methodList, toPayment } from './payments/payment.ts';
import { by, file, officeHandlers } from './payments/routes.ts';
import * as settings from './players/settings.ts';

export function routesOf(wallet: Wallet): Handler[] {
  const { db } = wallet;
  return [
    handle(walletRoutes.balance, ({ player }) => balanceOf(wallet, player.id)),
    handle(walletRoutes.methods, async () => ({ items: methodList(wallet.provider !== undefined) })),
    handle(walletRoutes.limits, ({ player }) => limitsOf(wallet, player.id)),
    handle(walletRoutes.stats, ({ player }) => ownStats(wallet, player.id)),
    handle(walletRoutes.payments, async ({ player, query }) => {
      const rows = await reads.paymentsOf(db, player.id, query.status, readCursor(Id, query.cursor));
      return page(rows, ({ id }) => id, toPayment);
    }),
    handle(cashierRoutes.payment, ({ player, params }) => cashier.ownPayment(wallet, player.id, params.id)),
    handle(cashierRoutes.cancelDeposit, ({ player, params }) => cancelDeposit(wallet, player.id, params.id)),
    handle(cashierRoutes.ownProof, async ({ player, params }) => file(await cashier.ownProof(wallet, player.id, params.id))),
    handle(walletRoutes.depositManually, async ({ player, body, file: proof, keyed }) => {
      const kept = await cashier.keepProof(wallet, player.id, body, proof, keyed);
      return once(db, keyed, (tx) => cashier.reportDeposit(wallet, tx, player.id, body, kept));
    }),
    handle(walletRoutes.withdraw, async ({ player, body, keyed }) => {
      // Before the key: a wrong PIN is counted for good, and the right one may come under the same key. No trace of a PIN is kept with it.
      const { pin, ...withdrawal } = body;
      await settings.checkPin(wallet, player.id, pin);
      return once(db, { ...keyed, fingerprint: fingerprint(withdrawal) }, (tx) => cashier.requestWithdrawal(wallet, tx, player.id, withdrawal));
    }),
    handle(cashierRoutes.deposit, async ({ player, body, keyed }) => {
      const { id } = await once(db, keyed, (tx) => beginDeposit(wallet, tx, player.id, body));
      return carryOut(wallet, id);
    }),
    handle(cashierRoutes.savedMethods, ({ player }) => savedMethods(wallet, player.id)),
    handle(cashierRoutes.forgetMethod, async ({ player, params }) => void (await forgetMethod(wallet, player.id, params.id))),
    handle(cashierRoutes.providerWebhook, async ({ bytes, header }) => void (await hearWebhook(wallet, bytes, header(pspSignatureHeader)))),
    handle(cashierRoutes.rates, () => exchange.ratesShown(wallet)),
    handle(cashierRoutes.quote, ({ player, body }) => exchange.quote(wallet, player.id, body)),
    handle(cashierRoutes.convert, ({ player, body, keyed }) => once(db, keyed, (tx) => exchange.convert(wallet, tx, player.id, body.quoteId))),
    handle(cashierRoutes.freeBets, async ({ player }) => ({ items: await freeBets(wallet, player.id) })),
    handle(cashierRoutes.welcomeSeen, async ({ player }) => void (await settings.welcomeSeen(wallet, player.id))),
    handle(cashierRoutes.testWin, ({ player, keyed }) => once(db, keyed, (tx) => testWin(wallet, tx, player.id))),
    handle(cashierRoutes.settings, ({ player }) => settings.settings(wallet, player.id)),
    handle(cashierRoutes.setSettings, ({ player, body }) => settings.setSettings(wallet, player.id, body)),
    handle(cashierRoutes.setPin, ({ player, body }) => settings.setPin(wallet, player.id, body)),
    handle(cashierRoutes.removePin, ({ player, body }) => settings.removePin(wallet, player.id, body.currentPin)),
    handle(officeRoutes.operatorRates, () => exchange.ratesForOperators(wallet)),
    handle(officeRoutes.setRate, (call) => {
      checkFresh(call.operator, wallet.clock.now());
      return exchange.setRate(wallet, call.body, by(call));
    }),
    handle(officeRoutes.clearPin, async (call) => {
      checkFresh(call.operator, wallet.clock.now());
      await settings.clearPin(wallet, call.params.id, call.body.reason, by(call));
      return undefined;
    }),
    ...historyHandlers(wallet),
    ...officeHandlers(wallet),
  ];
}
