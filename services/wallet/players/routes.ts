/** HTTP: a player's settings and withdrawal PIN, the welcome notice, the test win; for operators, clearing a forgotten PIN. */
import { type Handler, handle } from '@fairline/chassis/http';
import { once } from '@fairline/chassis/keyed';
import { cashierRoutes } from '@fairline/proto/wallet/cashier';
import { officeRoutes } from '@fairline/proto/wallet/office';
import type { Wallet } from '../config.ts';
import { actorOf, requireFreshProof } from '../operator.ts';
import { giveTestWin } from './commands.ts';
import * as settings from './settings.ts';

export function playerHandlers(wallet: Wallet): Handler[] {
  return [
    handle(cashierRoutes.welcomeSeen, async ({ player }) => void (await settings.recordWelcomeSeen(wallet, player.id))),
    handle(cashierRoutes.testWin, ({ player, keyed }) => once(wallet.db, keyed, (tx) => giveTestWin(wallet, tx, player.id))),
    handle(cashierRoutes.settings, ({ player }) => settings.readSettings(wallet, player.id)),
    handle(cashierRoutes.setSettings, ({ player, body }) => settings.setSettings(wallet, player.id, body)),
    handle(cashierRoutes.setPin, ({ player, body }) => settings.setPin(wallet, player.id, body)),
    handle(cashierRoutes.removePin, ({ player, body }) => settings.removePin(wallet, player.id, body.currentPin)),
    handle(officeRoutes.clearPin, async (call) => {
      requireFreshProof(wallet, call);
      await settings.clearPin(wallet, call.params.id, call.body.reason, actorOf(call));
      return undefined;
    }),
  ];
}
