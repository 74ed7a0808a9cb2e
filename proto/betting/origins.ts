/** The address and browser that a bet was placed from. Operators who read bets see them, and the player in their download; they are in no event. */
import { z } from 'zod';
import { Cursor, Id, Instant, Page, route } from '../contract.ts';

export const BetOrigin = z.object({ address: z.string(), agent: z.string() });

export const originRoutes = {
  betOrigins: route('GET /api/betting/origins', {
    summary: "Addresses and browsers that the player's bets were placed from, newest first; they are kept for 400 days",
    access: 'player',
    query: z.strictObject({ cursor: Cursor }),
    reply: Page(BetOrigin.extend({ betId: Id, at: Instant })),
  }),
} as const;
