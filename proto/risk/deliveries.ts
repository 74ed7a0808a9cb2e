/**
 * The delivery of a service's events: its outbox, inbox and dead letters. Chassis serves these requests in every service with a store. Only risk sends them,
 * and shows operators the deliveries of all services.
 */
import { z } from 'zod';
import { Cursor, common, Instant, type RequestType, refusal, request, route } from '../contract.ts';

/** An event that a consumer gave up on. */
export const DeadLetter = z.object({
  id: z.string(),
  consumer: z.string(),
  eventId: z.string(),
  subject: z.string(),
  payload: z.string(),
  error: z.string(),
  createdAt: Instant,
});
export type DeadLetter = z.infer<typeof DeadLetter>;

/** Each count stops at 100,000. */
export const DeliveryCounts = z.object({
  outbox: z.object({
    /** Committed and not yet published. */
    pending: z.int(),
    oldestPendingAt: Instant.optional(),
    /** Published in the last hour. */
    published: z.int(),
  }),
  inbox: z.object({
    /** Applied in the last hour. */
    applied: z.int(),
    /** Failed at least once and will be retried. */
    failing: z.int(),
    /** Given up in the last hour and still dead. The success rate is applied / (applied + failing + failed). */
    failed: z.int().optional(),
  }),
  dead: z.int(),
});
export type DeliveryCounts = z.infer<typeof DeliveryCounts>;

export const Deliveries = DeliveryCounts.extend({
  /** Newest first. */
  deadLetters: z.array(DeadLetter),
  nextCursor: z.string().nullable(),
});
export type Deliveries = z.infer<typeof Deliveries>;

export const deliveryRefusals = {
  unknown: refusal('not_found', 404, 'Dead letter not found', 'dead_letter'),
  /** params: {error} */
  failedAgain: refusal('delivery_failed', 409, 'It failed again: {error}'),
} as const;

/**
 * Outbox rows that were published longer ago than this may be pruned, except the newest `unprunedEvents` and the actions of operators. A database that is restored
 * from a dump publishes its outbox again, without the rows pruned before the dump. Inbox rows are kept as long as the stream keeps messages, or an event could be applied twice.
 */
export const prunableAfterMinutes = 24 * 60;
/** At least this many events can be published again to a message server that lost its last messages. */
export const unprunedEvents = 20_000;
/** The most dead letters that one call retries, oldest first. */
export const retriesPerCall = 200;

export const Retries = z.object({ retried: z.int(), failed: z.int(), left: z.int() });

const input = z.object({ limit: z.int().min(1).max(50).optional(), cursor: Cursor });
const none = z.object({});
const Pruned = z.object({ pruned: z.int() });
/** A service answers for at most so many days back: a store with documents keeps its published events 30 days. */
export const actionDaysKept = 29;

const actionsInput = z.object({ from: Instant, until: Instant });
export const OperatorActions = z.object({
  /** The start of the comparison: later than asked for if the service has no fingerprints of earlier actions. */
  from: Instant,
  /** The time of the oldest event that is committed and not yet published. */
  oldestPendingAt: Instant.optional(),
  /** UTC days with actions. `hash`: SHA-256 over the sorted digests of the actions, in hex. */
  days: z.array(z.object({ day: z.iso.date(), count: z.int(), hash: z.string() })),
});
export type OperatorActions = z.infer<typeof OperatorActions>;

const retryInput = z.object({ id: z.string().max(200) });

export interface DeliveryRequests {
  readonly deliveries: RequestType<typeof input, typeof Deliveries>;
  readonly retryDelivery: RequestType<typeof retryInput, z.ZodObject<{ id: z.ZodString }>>;
  readonly retryDeliveries: RequestType<typeof none, typeof Retries>;
  readonly pruneDeliveries: RequestType<typeof none, typeof Pruned>;
  readonly operatorActions: RequestType<typeof actionsInput, typeof OperatorActions>;
}

/** The requests of one service. */
export function deliveryRequests(service: string): DeliveryRequests {
  return {
    deliveries: request(service, 'deliveries', {
      summary: 'Outbox, inbox and dead letters of the service, dead letters newest first',
      input,
      output: Deliveries,
    }),
    retryDelivery: request(service, 'retryDelivery', {
      summary:
        'Gives a dead letter to its consumer again; it is deleted once it is applied. Repeating the request is harmless: the inbox applies an event once',
      input: retryInput,
      output: z.object({ id: z.string() }),
      refusals: [deliveryRefusals.unknown, deliveryRefusals.failedAgain],
    }),
    retryDeliveries: request(service, 'retryDeliveries', {
      summary: 'Retries dead letters, oldest first; those that fail again are kept, with their error',
      input: none,
      output: Retries,
    }),
    pruneDeliveries: request(service, 'pruneDeliveries', {
      summary:
        'Deletes outbox rows that were published more than a day ago, but none of the newest 20,000 and no action of an operator. A restore from a later dump cannot publish them again',
      input: none,
      output: Pruned,
    }),
    operatorActions: request(service, 'operatorActions', {
      summary:
        'The number and a hash of the operator actions that the service committed, per UTC day, for a comparison with the audit log',
      input: actionsInput,
      output: OperatorActions,
    }),
  };
}

const ofService = z.strictObject({ service: z.string().max(20) });

export const deliveryRoutes = {
  deliveries: route('GET /api/admin/risk/deliveries', {
    summary:
      'Outbox, inbox and newest dead letters of every service; one that does not answer is named without figures',
    access: { operator: 'system.read' },
    reply: z.object({ services: z.array(z.object({ service: z.string(), deliveries: Deliveries.optional() })) }),
  }),
  serviceDeliveries: route('GET /api/admin/risk/deliveries/:service', {
    summary: 'Outbox, inbox and dead letters of one service, dead letters newest first, a page at a time',
    access: { operator: 'system.read' },
    params: ofService,
    query: z.strictObject({ cursor: Cursor }),
    reply: Deliveries,
    refusals: [common.notFound, common.unavailable],
  }),
  retryDeliveries: route('POST /api/admin/risk/deliveries/:service/retry', {
    summary: 'Retries the dead letters of one service, oldest first, 200 a call',
    access: { operator: 'system' },
    params: ofService,
    reply: Retries,
    refusals: [common.notFound, common.unavailable],
  }),
  pruneDeliveries: route('POST /api/admin/risk/deliveries/:service/prune', {
    summary:
      'Deletes outbox rows of one service that were published more than a day ago, but none of the newest 20,000 and no action of an operator. A restore from a later dump cannot publish them again',
    access: { operator: 'system' },
    params: ofService,
    reply: Pruned,
    refusals: [common.notFound, common.unavailable],
  }),
  retryDelivery: route('POST /api/admin/risk/deliveries/:service/:id/retry', {
    summary: 'Gives a dead letter to its consumer again',
    access: { operator: 'system' },
    params: z.strictObject({ service: z.string().max(20), id: z.string().max(200) }),
    refusals: [deliveryRefusals.unknown, deliveryRefusals.failedAgain, common.unavailable],
  }),
} as const;
