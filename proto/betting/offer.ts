/** The offer: sports, fixtures, markets and prices, favourites, and the event of a suspended market. */
import { z } from 'zod';
import { byId, Cursor, common, event, Id, Instant, Page, refusal, route } from '../contract.ts';
import { FixtureReason, FixtureStatus, MarketType, Score } from '../feed.ts';
import { OddsMilli } from '../odds.ts';

export const offerRefusals = {
  marketState: refusal('market_state', 409, 'This market is {status}'),
} as const;

export const favouriteRefusals = {
  tooMany: refusal('too_many_favourites', 422, 'You can have up to 200 favourites. Remove one first.'),
} as const;

export const marketStatuses = ['active', 'suspended', 'deactivated', 'settled', 'cancelled'] as const;

export const MarketStatus = z.enum(marketStatuses);

export const SelectionStatus = z.enum(['active', 'suspended']);

export const Selection = z.object({ id: Id, name: z.string(), oddsMilli: OddsMilli, status: SelectionStatus });
export type Selection = z.infer<typeof Selection>;

export const Market = z.object({
  id: Id,
  type: MarketType,
  name: z.string(),
  line: z.number().optional().meta({ description: 'points or goals, in quarters; signed for the home side' }),
  status: MarketStatus,
  stoppedBy: z.enum(['kick_off']).optional().meta({
    description:
      'why it is suspended, where players may know: the match should have begun, and the feed has not reported it yet',
  }),
  selections: z.array(Selection),
});
export type Market = z.infer<typeof Market>;

export const Fixture = z.object({
  id: Id,
  sport: z.string(),
  competitionId: z.string(),
  competition: z.string(),
  country: z.string().optional().meta({ description: 'of the competition: ISO 3166-1 alpha-2' }),
  season: z
    .string()
    .optional()
    .meta({ description: 'of the competition, such as 2026/27; absent where the feed knows none' }),
  homeTeam: z.string(),
  awayTeam: z.string(),
  startsAt: Instant,
  originalStartsAt: Instant.optional().meta({ description: 'the start before it was postponed or moved' }),
  status: FixtureStatus,
  reason: FixtureReason.optional().meta({ description: 'why it does not run as planned' }),
  score: Score.optional(),
  markets: z.array(Market),
});
export type Fixture = z.infer<typeof Fixture>;

export const Sport = z.object({ id: z.string(), name: z.string(), fixtures: z.int(), live: z.int() });
export type Sport = z.infer<typeof Sport>;

export const fixtureSorts = ['time', 'popularity', 'odds'] as const;

/** Bets are settled by results of the feed, or by a virtual coin (`instant`). With `instant`, pages label the installation as play money. */
export const settlements = ['results', 'instant'] as const;

/** Counts on the sports banner: actual bets with real money. */
export const Summary = z.object({
  fixtures: z.int(),
  live: z.int(),
  betsToday: z.int(),
  playersToday: z.int(),
  settlement: z.enum(settlements),
});
export type Summary = z.infer<typeof Summary>;

export const FixtureMoment = z.object({ at: Instant, status: FixtureStatus, score: Score.nullable() });
export type FixtureMoment = z.infer<typeof FixtureMoment>;

export const favouriteKinds = ['sport', 'competition', 'fixture'] as const;

export const mostFavourites = 200;

export const FavouriteKind = z.enum(favouriteKinds);

export const Favourite = z.object({ kind: FavouriteKind, id: z.string() });
export type Favourite = z.infer<typeof Favourite>;

const favourite = z.strictObject({ kind: FavouriteKind, id: z.string().min(1).max(100) });

export const offerRoutes = {
  sports: route('GET /api/betting/sports', {
    summary: 'Sports with the fixtures on offer',
    access: 'open',
    reply: z.object({ items: z.array(Sport) }),
  }),
  summary: route('GET /api/betting/summary', { summary: 'Counts for the sports page', access: 'open', reply: Summary }),
  fixtures: route('GET /api/betting/fixtures', {
    summary: 'Upcoming and live fixtures with their markets and prices',
    access: 'open',
    query: z.strictObject({
      sport: z.string().max(40).optional(),
      live: z.enum(['true', 'false']).optional(),
      q: z.string().max(100).optional(),
      sort: z.enum(fixtureSorts).optional(),
      cursor: Cursor,
    }),
    reply: Page(Fixture),
  }),
  fixture: route('GET /api/betting/fixtures/:id', {
    summary: 'One fixture with all its markets',
    access: 'open',
    params: byId,
    reply: Fixture,
    refusals: [common.notFound],
  }),
  fixtureTimeline: route('GET /api/betting/fixtures/:id/timeline', {
    summary: 'The score history of a fixture, oldest first',
    access: 'open',
    params: byId,
    reply: z.object({ items: z.array(FixtureMoment) }),
    refusals: [common.notFound],
  }),
  favourites: route('GET /api/betting/favourites', {
    summary: "The player's favourites, and the fixtures on offer among them",
    access: 'player',
    reply: z.object({ items: z.array(Favourite), sports: z.array(Sport), fixtures: z.array(Fixture) }),
  }),
  addFavourite: route('PUT /api/betting/favourites/:kind/:id', {
    summary: 'Adds a sport, a competition or a fixture to the favourites; 200 at most',
    access: 'player',
    params: favourite,
    refusals: [common.notFound, favouriteRefusals.tooMany],
  }),
  dropFavourite: route('DELETE /api/betting/favourites/:kind/:id', {
    summary: 'Removes a favourite',
    access: 'player',
    params: favourite,
  }),
} as const;

export const offerEvents = {
  pricesTampered: event('betting', 'PricesTampered', {
    summary:
      'Stored prices of a market do not have their seal: somebody else wrote them. Bets on the market are refused until the feed sends new ones.',
    data: z.object({ marketId: Id }),
    audience: { operators: 'betting.read' },
  }),
  marketSuspended: event('betting', 'MarketSuspended', {
    summary: 'A market was suspended.',
    data: z.object({ marketId: Id, fixtureId: Id, reason: z.enum(['feed', 'feed_silent', 'operator', 'volatility']) }),
    audience: { operators: 'betting.read' },
  }),
} as const;
