/**
 * Transactional outbox: an event is written in the transaction of its change, or into the document that changes; the relay (relay.ts) publishes it after the commit.
 */
import type { EventType, Infer } from '@fairline/proto/contract';
import type { Outgoing } from '../documents/collection.ts';
import { traceparent } from '../process/trace.ts';
import type { Tx } from '../storage/postgres.ts';

/** The write that an event belongs to: the transaction of its change, or the change of a document. */
export type UnitOfWork = Tx | Outgoing;

/** Publishes an event of an aggregate as part of its change. `version` counts per aggregate. */
export async function publish<E extends EventType>(
  unit: UnitOfWork,
  event: E,
  aggregate: string,
  version: number,
  data: Infer<E['data']>,
): Promise<void> {
  await publishAll(unit, event, [{ aggregate, version, data }]);
}

/** Publishes many events of one type in one statement. */
export async function publishAll<E extends EventType>(
  unit: UnitOfWork,
  event: E,
  events: readonly { aggregate: string; version: number; data: Infer<E['data']> }[],
): Promise<void> {
  if (events.length === 0) return;
  if ('add' in unit) {
    const parent = traceparent() ?? null;
    unit.add(
      events.map(({ aggregate, version, data }) => ({
        type: event.subject,
        subject: aggregate,
        version,
        data,
        traceparent: parent,
      })),
    );
    return;
  }
  await unit.run(
    `insert into outbox (type, subject, version, data, traceparent)
     select $1, e.subject, e.version, e.data, $5 from unnest($2::uuid[], $3::bigint[], $4::jsonb[]) as e(subject, version, data)`,
    [
      event.subject,
      events.map(({ aggregate }) => aggregate),
      events.map(({ version }) => version),
      events.map(({ data }) => JSON.stringify(data)),
      traceparent() ?? null,
    ],
  );
  unit.wakeRelay();
}
