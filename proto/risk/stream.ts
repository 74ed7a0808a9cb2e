/** Events of all services as the data monitor shows them: a timeline, and the full story of one bet, payment, round or claim. */
import { z } from 'zod';
import { Cursor, common, Id, Instant, Page, route } from '../contract.ts';
import { AuditRecord } from './audit.ts';

/** How many days the timeline keeps events. */
export const streamKeptDays = 7;
/** The most events of a story: the newest that name the id, then those of the requests that caused them. */
export const storyMost = 500;

export const StreamEvent = z.object({
  id: Id,
  service: z.string(),
  /** The name without version, such as BetPlaced. */
  name: z.string(),
  aggregate: Id,
  version: z.int(),
  at: Instant,
  /** W3C trace id: equal for all events of one request. */
  traceId: z.string().optional(),
  playerId: Id.optional(),
  data: z.record(z.string(), z.unknown()),
});
export type StreamEvent = z.infer<typeof StreamEvent>;

export const Story = z.object({
  id: z.string(),
  /** Oldest first. `events`: those that name the id, and those of the requests that caused them. */
  events: z.array(StreamEvent),
  /** Operators' actions on it, without address and browser. Empty for an operator who may not read the audit log. */
  records: z.array(AuditRecord),
  isPartial: z.boolean(),
});
export type Story = z.infer<typeof Story>;

export const streamRoutes = {
  events: route('GET /api/admin/risk/events', {
    summary: 'Events of all services, newest first, kept for 7 days. If risk lags behind, the newest are missing',
    access: { operator: 'system.read' },
    query: z.strictObject({
      service: z.string().max(20).optional(),
      name: z.string().max(60).optional(),
      playerId: Id.optional(),
      aggregate: Id.optional(),
      cursor: Cursor,
    }),
    reply: Page(StreamEvent),
  }),
  story: route('GET /api/admin/risk/stories/:id', {
    summary: 'Everything that happened to one bet, payment, round, claim or trace across all services, oldest first',
    access: { operator: 'system.read' },
    params: z.strictObject({ id: z.string().max(64) }),
    reply: Story,
    refusals: [common.notFound],
  }),
} as const;
