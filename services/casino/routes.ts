/** HTTP: one entry per route of the contract. */
import type { Handler } from '@fairline/chassis/http/server';
import { deskHandlers } from './desk/routes.ts';
import type { VoidContext } from './desk/voids.ts';
import { fairnessHandlers } from './fairness/routes.ts';
import type { Jackpots } from './lobby/jackpots.ts';
import { Lobby } from './lobby/lobby.ts';
import { lobbyHandlers } from './lobby/routes.ts';
import { roundHandlers } from './rounds/routes.ts';
import { casinoSearch } from './routes-search.ts';
import { sessionHandlers } from './sessions/routes.ts';

export function routesOf(context: VoidContext, jackpots: Jackpots): Handler[] {
  const lobby = new Lobby(context, jackpots);
  return [
    ...lobbyHandlers(context, lobby, jackpots),
    ...deskHandlers(context, lobby, jackpots),
    ...sessionHandlers(context),
    ...roundHandlers(context),
    ...fairnessHandlers(context),
    casinoSearch(context),
  ];
}
