/** Results: matches that are over, with their final scores. */
import { z } from 'zod';
import { Cursor, Page, route } from '../contract.ts';
import { Fixture } from './offer.ts';

/** Without a score if the match was cancelled before it began. */
export const FixtureResult = Fixture.omit({ markets: true });
export type FixtureResult = z.infer<typeof FixtureResult>;

export const resultRoutes = {
  results: route('GET /api/betting/results', {
    summary: 'Matches that are over with their final scores, latest first, for seven days',
    access: 'open',
    query: z.strictObject({ sport: z.string().max(40).optional(), q: z.string().max(100).optional(), cursor: Cursor }),
    reply: Page(FixtureResult),
  }),
} as const;
