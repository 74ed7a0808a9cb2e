/** HTTP: one entry per route of the contract. */
import type { Handler } from '@fairline/chassis/http/server';
import type { CasinoContext } from './catalogue/context.ts';
import { deskHandlers } from './desk/routes.ts';
import type { Jackpots } from './lobby/jackpots.ts';
import { Lobby } from './lobby/lobby.ts';
import { lobbyHandlers } from './lobby/routes.ts';

export function routesOf(context: CasinoContext, jackpots: Jackpots): Handler[] {
  const lobby = new Lobby(context, jackpots);
  return [...lobbyHandlers(context, lobby, jackpots), ...deskHandlers(context, lobby, jackpots)];
}
