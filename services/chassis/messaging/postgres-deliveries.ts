/** Deliveries of a service with PostgreSQL. */
import type { DeliveryCounts } from '@fairline/proto/risk/deliveries';
import type { Database } from '../storage/postgres.ts';
import { instant, integer, nullable, only, text, uuid } from '../storage/rows.ts';
import type { DeliveryStore, StoredDeadLetter } from './deliveries.ts';

const countsRow = {
  pending: integer,
  oldestPendingAt: nullable(instant),
  published: integer,
  applied: integer,
  failing: integer,
  failed: integer,
  dead: integer,
};
const prunedRow = { pruned: integer };
const deadLetterRow = { id: uuid, consumer: text, eventId: text, subject: text, payload: text, error: text, createdAt: instant };
const columns = 'id, consumer, event_id as "eventId", subject, payload, error, created_at as "createdAt"';

export class PostgresDeliveries implements DeliveryStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async counts(most: number): Promise<DeliveryCounts> {
    const statement = 'select pending, oldest_pending_at as "oldestPendingAt", published, applied, failing, failed, dead from delivery_counts($1)';
    const { pending, oldestPendingAt, published, applied, failing, failed, dead } = only(await this.db.row(countsRow, statement, [most]));
    return {
      outbox: { pending, published, ...(oldestPendingAt && { oldestPendingAt: oldestPendingAt.toISOString() }) },
      inbox: { applied, failing, failed },
      dead,
    };
  }

  listDeadLetters(id: string | undefined, most: number): Promise<StoredDeadLetter[]> {
    const statement = `select ${columns} from dead_letters where $1::uuid is null or id < $1 order by id desc limit $2`;
    return this.db.rows(deadLetterRow, statement, [id ?? null, most]);
  }

  takeDeadLettersInTurn(most: number): Promise<StoredDeadLetter[]> {
    return this.db.rows(deadLetterRow, `select ${columns} from dead_letters order by retried_at nulls first, id limit $1`, [most]);
  }

  deadLetter(id: string): Promise<StoredDeadLetter | undefined> {
    return this.db.row(deadLetterRow, `select ${columns} from dead_letters where id = $1`, [id]);
  }

  async deleteDeadLetter({ id }: StoredDeadLetter): Promise<void> {
    await this.db.run('delete from dead_letters where id = $1', [id]);
  }

  async setError(id: string, error: string): Promise<void> {
    await this.db.run('update dead_letters set error = $2, retried_at = clock_timestamp() where id = $1', [id, error]);
  }

  async prune(most: number): Promise<number> {
    return only(await this.db.row(prunedRow, 'select prune_outbox($1) as pruned', [most])).pruned;
  }
}
