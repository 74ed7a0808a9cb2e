/** HTTP: the operators' search in auth. It finds players by name, address and id. */
import { searchHandler } from '@fairline/chassis/http/search';
import type { Handler } from '@fairline/chassis/http/server';
import { authSearchRoutes, searchRules } from '@fairline/proto/search';
import type { StaffContext } from './staff/context.ts';
import { searchPlayers } from './staff/store-players.ts';

export function playerSearch({ db }: StaffContext): Handler {
  return searchHandler(authSearchRoutes.search, async ({ text }) => {
    const players = await searchPlayers(db, { q: text, beforeId: undefined }, searchRules.most);
    return [
      players.map(({ id, firstName, lastName, email }) => ({
        kind: 'player' as const,
        id,
        title: `${firstName} ${lastName}`,
        detail: email,
        playerId: id,
      })),
    ];
  });
}
