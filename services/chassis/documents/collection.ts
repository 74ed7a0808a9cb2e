/**
 * Collections of a service: their names, shapes and indexes, and what chassis keeps in each document besides the shape.
 */
import type { z } from 'zod';

/** The fields that every aggregate has. `version` counts its changes, from 1. */
export interface Aggregate {
  _id: string;
  version: number;
}

export interface CollectionIndex {
  readonly keys: Readonly<Record<string, 1 | -1>>;
  readonly unique?: boolean;
  /** Leaves out documents without the field. */
  readonly sparse?: boolean;
}

export interface Collection<D extends Aggregate = Aggregate> {
  readonly name: string;
  readonly shape: z.ZodType<D>;
  readonly indexes: readonly CollectionIndex[];
}

/** Declares a collection. Documents are checked against the shape when they are read and before they are written. */
export function collection<D extends Aggregate>(
  name: string,
  shape: z.ZodType<D>,
  indexes: readonly CollectionIndex[] = [],
): Collection<D> {
  return { name, shape, indexes };
}

/** An event in the outbox of a document, until the relay has published it. */
export interface OutgoingEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly version: number;
  readonly data: unknown;
  readonly traceparent: string | null;
  readonly createdAt: Date;
}

/** Collects the events of one write; `publish` adds to it. */
export interface Outgoing {
  add(events: readonly Omit<OutgoingEvent, 'id' | 'createdAt'>[]): void;
}

/** The fields that a document holds besides its shape. `unsent` exists while the outbox may hold events. */
export interface Bookkeeping {
  _id: string;
  version: number;
  applied: string[];
  outbox: OutgoingEvent[];
  unsent?: true;
}

export const withoutBookkeeping = { applied: 0, outbox: 0, unsent: 0 } as const;

/** An index of the documents with unpublished events only. */
export const unsentIndex: CollectionIndex = { keys: { unsent: 1 }, sparse: true };

/** Documents for events that belong to no change of an aggregate; the relay deletes them once they are published. */
export const carriers = 'outbox';

/** Collections of chassis, with their indexes. */
export const ownIndexes: Readonly<Record<string, readonly CollectionIndex[]>> = {
  [carriers]: [unsentIndex],
  sent: [{ keys: { seq: 1 } }, { keys: { createdAt: 1 } }, { keys: { type: 1, createdAt: 1 } }],
  relay: [],
  inbox: [{ keys: { appliedAt: 1 } }],
  failures: [{ keys: { failedAt: 1 } }],
  dead_letters: [{ keys: { createdAt: 1 } }, { keys: { id: 1 } }, { keys: { retriedAt: 1, id: 1 } }],
  leases: [],
  idempotency: [{ keys: { createdAt: 1 } }],
};
