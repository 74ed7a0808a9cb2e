/** The store that messaging and jobs need, and its implementation on PostgreSQL. */
import type { Job } from '../storage/jobs.ts';
import type { LeaseStore } from '../storage/lease.ts';
import type { Database } from '../storage/postgres.ts';
import type { DeliveryStore } from './deliveries.ts';
import type { InboxStore } from './inbox.ts';
import { PostgresDeliveries } from './postgres-deliveries.ts';
import { PostgresInbox } from './postgres-inbox.ts';
import { PostgresOutbox } from './postgres-outbox.ts';
import type { OutboxReader } from './relay.ts';

export interface MessageStore {
  readonly outbox: OutboxReader;
  readonly inbox: InboxStore;
  readonly deliveries: DeliveryStore;
  readonly leases: LeaseStore;
  readonly housekeeping: Job;
  /** Calls `wake` after this instance wrote events. */
  onWakeRelay(wake: () => void): void;
}

/** Published events, applied events, failures and idempotency keys are kept for this long. */
export const keepDays = 30;

export function rowStore(db: Database): MessageStore {
  return {
    outbox: new PostgresOutbox(db),
    inbox: new PostgresInbox(db),
    deliveries: new PostgresDeliveries(db),
    leases: db,
    housekeeping: hourly(() => deleteOldRows(db)),
    onWakeRelay: (wake) => db.onWakeRelay(wake),
  };
}

export function hourly(run: () => Promise<void>): Job {
  return { name: 'housekeeping', everyMs: 60 * 60 * 1_000, where: 'leased', run };
}

async function deleteOldRows(db: Database): Promise<void> {
  await db.run("select keep_outbox_days((now() at time zone 'utc')::date)");
  for (const [table, at] of Object.entries({ inbox: 'heard_at', idempotency: 'created_at', failures: 'failed_at' })) {
    const some = `select ctid from ${table} where ${at} < now() - interval '${keepDays} days' limit 10000`;
    while ((await db.run(`delete from ${table} where ctid = any (array(${some}))`)) > 0);
  }
}
