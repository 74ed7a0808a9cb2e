/** The inbox in PostgreSQL: the effect of an event and its inbox row are written in one transaction. */
import type { Database } from '../storage/postgres.ts';
import { integer, uuid } from '../storage/rows.ts';
import type { Consumer, DeadEvent, InboxStore, Received } from './inbox.ts';

const inboxRow = { id: uuid };
const failureRow = { count: integer };

export class PostgresInbox implements InboxStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async apply(durable: string, consumer: Consumer, events: readonly Received<unknown>[]): Promise<void> {
    if (!('handle' in consumer)) throw new Error(`${durable} writes documents, but its service has PostgreSQL`);
    await this.db.tx(async (tx) => {
      const ids = [...new Set(events.map(({ id }) => id))].sort();
      const fresh = await tx.rows(
        inboxRow,
        'insert into inbox (consumer, event_id) select $1, id from unnest($2::uuid[]) as id on conflict do nothing returning event_id as id',
        [durable, ids],
      );
      const unapplied = new Set(fresh.map(({ id }) => id));
      const received = events.filter(({ id }) => unapplied.delete(id));
      if (received.length > 0) await consumer.handle(tx, received as never[]);
    });
  }

  isDead(durable: string, eventId: string): Promise<boolean> {
    return this.db.exists('select from dead_letters where consumer = $1 and event_id = $2', [durable, eventId]);
  }

  async countFailure(durable: string, eventId: string, error: string): Promise<number> {
    const row = await this.db.row(
      failureRow,
      `insert into failures (consumer, event_id, count, error) values ($1, $2, 1, $3)
       on conflict (consumer, event_id) do update set count = failures.count + 1, error = $3 returning count`,
      [durable, eventId, error],
    );
    return row?.count ?? 1;
  }

  async addDeadLetter(durable: string, { eventId, subject, payload, error }: DeadEvent): Promise<void> {
    const insert =
      'insert into dead_letters (consumer, event_id, subject, payload, error) values ($1, $2, $3, $4, $5) on conflict do nothing';
    await this.db.run(insert, [durable, eventId, subject, payload, error]);
  }
}
