/**
 * What the gateway answers itself: the live stream, its own documents and the state of the platform.
 * Everything else under /api is a service's.
 */
import { z } from 'zod';
import { Market, Selection } from './betting/offer.ts';
import { common, Id, Instant, route } from './contract.ts';
import { FixtureStatus, Score } from './feed.ts';

/** The numbers a reader of the stream must know. */
export const streamRules = {
  maxFixtures: 50,
  /** One frame of prices and one of changes at most in this time. */
  frameMs: 250,
  /** Prices are locked once the stream has sent nothing for this long. */
  staleAfterMs: 5_000,
  /** How often an idle stream sends a heartbeat, so that one late heartbeat locks nothing. */
  heartbeatMs: 2_000,
} as const;

/** Something the reader shows may have changed: look again. */
export const Change = z.object({
  type: z.string().meta({ description: 'subject of the event', example: 'evt.wallet.BalanceChanged.v1' }),
  id: Id,
  version: z.int(),
});
export type Change = z.infer<typeof Change>;

/** Prices of one fixture as they now stand; the same shape travels in the hint `live.fixture.<id>`. A market that is not named has not changed. */
export const Prices = z.object({
  fixtureId: Id,
  sequence: z.int(),
  status: FixtureStatus,
  score: Score.optional(),
  markets: z.array(
    Market.pick({ id: true, status: true, stoppedBy: true }).extend({ selections: z.array(Selection.pick({ id: true, oddsMilli: true, status: true })) }),
  ),
});
export type Prices = z.infer<typeof Prices>;

const HealthPart = z.object({
  name: z.string(),
  state: z.enum(['up', 'down']),
  /** How long it took to answer; null where it did not, or where nothing is asked. */
  latencyMs: z.number().nullable(),
  detail: z.string(),
});
export const SystemHealth = z.object({ state: z.enum(['up', 'degraded']), checkedAt: Instant, openStreams: z.int(), parts: z.array(HealthPart) });
export type SystemHealth = z.infer<typeof SystemHealth>;

/** A reply that is no JSON. */
const text = (contentMediaType: string, description?: string) =>
  z.string().meta({ ...(description && { description }), override: { type: 'string', contentMediaType } });

const frames = [
  'Messages of three kinds, with JSON as their data, coalesced to one frame each in 250 ms; a comment at least every 3 s where there is nothing to send: a stream without a message for 5 s is dead.',
  '`ready` {}: the stream begins, or something was missed; read again what is shown.',
  '`changes` [{type, id, version}]: events that the reader may see; `type` is the subject in the catalogue, `id` the thing it is about.',
  '`prices` [{fixtureId, sequence, status, score?, markets: [{id, status, stoppedBy?, selections: [{id, oddsMilli, status}]}]}]: fixtures as they now stand.',
  'It has no past and ends with the access token it was opened with; `retry` gives the delay before a reconnect.',
].join('\n\n');

export const gatewayRoutes = {
  stream: route('GET /api/stream', {
    summary: 'Server-sent events: `ready` (read again what is shown), `changes` (a list of Change), `prices` (a list of Prices)',
    access: { operator: null, player: true },
    query: z.strictObject({ fixtures: z.string().max(2_000).optional().meta({ description: 'ids of fixtures, separated by commas, 50 at most' }) }),
    reply: text('text/event-stream', frames),
  }),
  systemHealth: route('GET /api/admin/system/health', {
    summary: 'Whether each process and server answers, and how fast',
    access: { operator: 'system.read' },
    reply: SystemHealth,
  }),
  openapi: route('GET /api/openapi.json', { summary: 'This document', access: 'open', reply: z.looseObject({ openapi: z.string() }) }),
  docs: route('GET /api/docs', { summary: 'This document as a page', access: 'open', reply: text('text/html') }),
  alive: route('GET /healthz', { summary: 'Whether the gateway runs', access: 'open', reply: text('text/plain') }),
  ready: route('GET /readyz', { summary: 'Whether the gateway can serve', access: 'open', reply: text('text/plain'), refusals: [common.unavailable] }),
} as const;
