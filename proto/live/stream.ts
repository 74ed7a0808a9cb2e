/** The live stream: its messages, its intervals and its route. Players' pages load this file, so it is separate from the gateway's routes for operators. */
import { z } from 'zod';
import { Market, Selection } from '../betting/offer.ts';
import { Id, route } from '../contract.ts';
import { FixtureStatus, Score } from '../feed.ts';

/** Limits and intervals that clients of the stream need. */
export const streamRules = {
  maxFixtures: 50,
  /** At most one frame of prices and one of changes per interval. Changes of a chat are sent at once in separate frames. */
  frameMs: 250,
  /** The page locks prices once nothing has arrived for this long. */
  staleAfterMs: 5_000,
  /** The interval of heartbeats on an idle stream. It is so short that one late heartbeat does not lock prices. */
  heartbeatMs: 2_000,
  /** How often gateways count viewers and share the counts. */
  viewersEveryMs: 5_000,
  /** Fewer viewers are not shown, because one of them is the reader. */
  leastViewers: 2,
} as const;

/** Type of a change, and subject of its hint: a fixture was added to the offer, began or ended. Every player's stream carries it, whatever its fixtures. */
export const offerChange = 'live.offer';

/** Type of a change, and subject of its hint: a pool of the progressive jackpot changed. Every player's stream carries it, at most every 2 s. Its id is always `jackpotId`. */
export const jackpotChange = 'live.jackpot';
export const jackpotId = '00000000-0000-7000-8000-000000000000';

/** A change of data that the page may show. The page should refetch it. */
export const Change = z.object({
  type: z.string().meta({
    description:
      'subject of the event, or a type of hint: live.offer, live.jackpot, support.typing, support.queue, support.agents',
    example: 'evt.wallet.BalanceChanged.v1',
  }),
  id: Id,
  version: z.int(),
});
export type Change = z.infer<typeof Change>;

/** Current prices of one fixture; the hint `live.fixture.<id>` has the same shape. A market that is missing has not changed. */
export const Prices = z.object({
  fixtureId: Id,
  sequence: z.int(),
  status: FixtureStatus,
  score: Score.optional(),
  markets: z.array(
    Market.pick({ id: true, status: true, stoppedBy: true }).extend({
      selections: z.array(Selection.pick({ id: true, oddsMilli: true, status: true })),
    }),
  ),
});
export type Prices = z.infer<typeof Prices>;

/** How many players' streams carry a fixture, over all gateways. */
export interface FixtureViewers {
  fixtureId: string;
  viewers: number;
}

const frames = [
  'Messages of four kinds with JSON data, each coalesced to one frame per 250 ms, except changes of a chat (`evt.support.Chat...`, `support.typing`, `support.queue`), which are sent one by one at once. An idle stream sends a comment at least every 3 s; a stream without any message for 5 s is dead.',
  '`ready` {}: the stream has started, or messages were lost; refetch what is shown.',
  '`changes` [{type, id, version}]: events that concern this client; `type` is the subject in the catalogue, `id` the aggregate. Type `live.offer`, for players: the fixture `id` came on offer, was postponed, began or ended, so lists of fixtures are to be refetched. Type `live.jackpot`, for players: a jackpot changed.',
  '`prices` [{fixtureId, sequence, status, score?, markets: [{id, status, stoppedBy?, selections: [{id, oddsMilli, status}]}]}]: current prices of fixtures.',
  '`viewers` [{fixtureId, viewers}]: how many players have it open.',
  'Past messages are not sent again. The stream ends when the access token that opened it expires; `retry` gives the delay before a reconnect.',
].join('\n\n');

export const streamRoutes = {
  stream: route('GET /api/stream', {
    summary:
      'Server-sent events: `ready` (refetch what is shown), `changes` (a list of Change), `prices` (a list of Prices), `viewers`',
    access: { operator: null, player: true },
    query: z.strictObject({
      fixtures: z
        .string()
        .max(2_000)
        .optional()
        .meta({ description: 'ids of fixtures, separated by commas, 50 at most' }),
    }),
    reply: z
      .string()
      .meta({ description: frames, override: { type: 'string', contentMediaType: 'text/event-stream' } }),
  }),
} as const;
