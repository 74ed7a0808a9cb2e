/** HTTP: operators find tickets by their id, reference, player's id or words of their subject. */
import { searchHandler } from '@fairline/chassis/http/search';
import type { Handler } from '@fairline/chassis/http/server';
import { supportSearchRoutes } from '@fairline/proto/search';
import type { SupportContext } from './context.ts';
import { findTickets } from './tickets/store.ts';

export function ticketSearch({ mongo }: SupportContext): Handler {
  return searchHandler(supportSearchRoutes.search, async (sought) => {
    const found = await findTickets(mongo, sought);
    return [
      found.map(({ _id, subject, status, playerId }) => ({
        kind: 'ticket' as const,
        id: _id,
        title: subject,
        detail: status,
        playerId,
      })),
    ];
  });
}
