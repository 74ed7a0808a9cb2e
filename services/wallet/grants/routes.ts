/** HTTP: the free bets that a player can use now. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { grantRoutes } from '@fairline/proto/wallet/grants';
import type { Wallet } from '../config.ts';
import { listFreeBets } from './commands.ts';

export function grantHandlers(wallet: Wallet): Handler[] {
  return [handle(grantRoutes.freeBets, async ({ player }) => ({ items: await listFreeBets(wallet, player.id) }))];
}
