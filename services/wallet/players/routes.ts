/** HTTP: a player's settings and withdrawal PIN, the welcome notice, the test win; for operators, clearing a forgotten PIN and pending welcome bonuses. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type Handler, handle } from '@fairline/chassis/http/server';
import { runOnce } from '@fairline/chassis/storage/idempotency';
import { Id } from '@fairline/proto/contract';
import { grantRoutes, welcomeRoutes } from '@fairline/proto/wallet/grants';
import { playerRoutes } from '@fairline/proto/wallet/players';
import type { Wallet } from '../config.ts';
import { actorOf } from '../operator.ts';
import { giveTestWin } from './commands.ts';
import * as settings from './settings.ts';
import { bonuses } from './store-welcome.ts';
import { approveBonus, rejectBonus, toWelcomeBonus } from './welcome.ts';

export function playerHandlers(wallet: Wallet): Handler[] {
  return [
    handle(grantRoutes.welcomeSeen, async ({ player }) => void (await settings.recordWelcomeSeen(wallet, player.id))),
    handle(playerRoutes.testWin, ({ player, idempotencyKey }) =>
      runOnce(wallet.db, idempotencyKey, (tx) => giveTestWin(wallet, tx, player.id)),
    ),
    handle(playerRoutes.settings, ({ player }) => settings.readSettings(wallet, player.id)),
    handle(playerRoutes.setSettings, ({ player, body }) => settings.setSettings(wallet, player.id, body)),
    handle(playerRoutes.setPin, ({ player, body }) => settings.setPin(wallet, player.id, body)),
    handle(playerRoutes.removePin, ({ player, body }) => settings.removePin(wallet, player.id, body.currentPin)),
    handle(playerRoutes.clearPin, async (call) => {
      await settings.clearPin(wallet, call.params.id, call.body.reason, actorOf(call));
      return undefined;
    }),
    handle(welcomeRoutes.welcomeBonuses, async ({ query: { status, cursor } }) =>
      page(await bonuses(wallet.db, { status, before: readCursor(Id, cursor) }), ({ id }) => id, toWelcomeBonus),
    ),
    handle(welcomeRoutes.approveBonus, (call) => approveBonus(wallet, call.params.id, actorOf(call))),
    handle(welcomeRoutes.rejectBonus, (call) => rejectBonus(wallet, call.params.id, call.body.reason, actorOf(call))),
  ];
}
