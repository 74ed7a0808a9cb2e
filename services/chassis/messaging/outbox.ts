/**
 * Transactional outbox: an event is written in the transaction of its change; the relay (relay.ts) publishes it after the commit.
 */
import type { EventType, Infer } from '@fairline/proto/contract';
import { traceparent } from '../process/trace.ts';
import type { Tx } from '../storage/postgres.ts';

/** Publishes an event of an aggregate as part of the transaction. `version` counts per aggregate. */
export async function publish<E extends EventType>(tx: Tx, event: E, aggregate: string, version: number, data: Infer<E['data']>): Promise<void> {
  await publishAll(tx, event, [{ aggregate, version, data }]);
}

/** Publishes many events of one type in one statement. */
export async function publishAll<E extends EventType>(
  tx: Tx,
  event: E,
  events: readonly { aggregate: string; version: number; data: Infer<E['data']> }[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.run(
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
  tx.wakeRelay();
}
