/** The door for what a provider carries out: instant deposits, saved methods, and the provider's own webhooks. */
import { type Handler, handle } from '@fairline/chassis/http';
import { once } from '@fairline/chassis/keyed';
import { pspSignatureHeader } from '@fairline/proto/psp';
import { cashierRoutes } from '@fairline/proto/wallet/cashier';
import { beginDeposit, carryOut, forgetMethod, hearWebhook, savedMethods } from './commands-provider.ts';
import type { Wallet } from './config.ts';

export function providerHandlers(wallet: Wallet): Handler[] {
  return [
    handle(cashierRoutes.deposit, async ({ player, body, keyed }) => {
      const { id } = await once(wallet.db, keyed, (tx) => beginDeposit(wallet, tx, player.id, body));
      return carryOut(wallet, id);
    }),
    handle(cashierRoutes.savedMethods, ({ player }) => savedMethods(wallet, player.id)),
    handle(cashierRoutes.forgetMethod, async ({ player, params }) => void (await forgetMethod(wallet, player.id, params.id))),
    handle(cashierRoutes.providerWebhook, async ({ bytes, header }) => void (await hearWebhook(wallet, bytes, header(pspSignatureHeader)))),
  ];
}
