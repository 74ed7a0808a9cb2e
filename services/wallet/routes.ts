/** The door for people: one entry per route of the contract. */
import { page, readCursor } from '@fairline/chassis/cursor';
import { type Handler, handle } from '@fairline/chassis/http';
import { fingerprint, once } from '@fairline/chassis/keyed';
import { Id } from '@fairline/proto/contract';
import { walletRoutes } from '@fairline/proto/wallet';
import { cashierRoutes } from '@fairline/proto/wallet/cashier';
import * as cashier from './cashier.ts';
import { checkPin } from './commands-settings.ts';
import type { Wallet } from './config.ts';
import { methodList, toPayment } from './payment.ts';
import { exchangeRoutesOf } from './routes-exchange.ts';
import { historyHandlers } from './routes-history.ts';
import { file, officeHandlers } from './routes-office.ts';
import { providerHandlers } from './routes-provider.ts';
import { balanceOf, limitsOf, statsOf } from './standing.ts';
import * as reads from './store-reads.ts';

export function routesOf(wallet: Wallet): Handler[] {
  const { db } = wallet;
  return [
    handle(walletRoutes.balance, ({ player }) => balanceOf(wallet, player.id)),
    handle(walletRoutes.methods, async () => ({ items: methodList(wallet.provider !== undefined) })),
    handle(walletRoutes.limits, ({ player }) => limitsOf(wallet, player.id)),
    handle(walletRoutes.stats, ({ player }) => statsOf(wallet, player.id)),
    handle(walletRoutes.payments, async ({ player, query }) => {
      const rows = await reads.paymentsOf(db, player.id, query.status, readCursor(Id, query.cursor));
      return page(rows, ({ id }) => id, toPayment);
    }),
    handle(cashierRoutes.payment, ({ player, params }) => cashier.ownPayment(wallet, player.id, params.id)),
    handle(cashierRoutes.ownProof, async ({ player, params }) => file(await cashier.ownProof(wallet, player.id, params.id))),
    handle(walletRoutes.depositManually, ({ player, body, file: proof, keyed }) =>
      once(db, keyed, (tx) => cashier.reportDeposit(wallet, tx, player.id, body, proof)),
    ),
    handle(walletRoutes.withdraw, async ({ player, body, keyed }) => {
      // Before the key: a wrong PIN is counted for good, and the right one may come under the same key. No trace of a PIN is kept with it.
      const { pin, ...withdrawal } = body;
      await checkPin(wallet, player.id, pin);
      return once(db, { ...keyed, fingerprint: fingerprint(withdrawal) }, (tx) => cashier.requestWithdrawal(wallet, tx, player.id, withdrawal));
    }),
    ...providerHandlers(wallet),
    ...exchangeRoutesOf(wallet),
    ...historyHandlers(wallet),
    ...officeHandlers(wallet),
  ];
}
