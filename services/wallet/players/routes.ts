/** HTTP: a player's settings and withdrawal PIN, the welcome notice, the test win; for operators, clearing a forgotten PIN. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { runOnce } from '@fairline/chassis/storage/idempotency';
import { grantRoutes } from '@fairline/proto/wallet/grants';
import { playerRoutes } from '@fairline/proto/wallet/players';
import type { Wallet } from '../config.ts';
import { actorOf, requireFreshProof } from '../operator.ts';
import { giveTestWin } from './commands.ts';
import * as settings from './settings.ts';

export function playerHandlers(wallet: Wallet): Handler[] {
  return [
    handle(grantRoutes.welcomeSeen, async ({ player }) => void (await settings.recordWelcomeSeen(wallet, player.id))),
    handle(playerRoutes.testWin, ({ player, idempotencyKey }) => runOnce(wallet.db, idempotencyKey, (tx) => giveTestWin(wallet, tx, player.id))),
    handle(playerRoutes.settings, ({ player }) => settings.readSettings(wallet, player.id)),
    handle(playerRoutes.setSettings, ({ player, body }) => settings.setSettings(wallet, player.id, body)),
    handle(playerRoutes.setPin, ({ player, body }) => settings.setPin(wallet, player.id, body)),
    handle(playerRoutes.removePin, ({ player, body }) => settings.removePin(wallet, player.id, body.currentPin)),
    handle(playerRoutes.clearPin, async (call) => {
      requireFreshProof(wallet, call);
      await settings.clearPin(wallet, call.params.id, call.body.reason, actorOf(call));
      return undefined;
    }),
  ];
}
