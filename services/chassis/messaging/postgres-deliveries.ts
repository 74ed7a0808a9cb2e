/** Deliveries of a service with PostgreSQL. */
import type { DeliveryCounts } from '@fairline/proto/risk/deliveries';
import type { Database } from '../storage/postgres.ts';
import { instant, integer, nullable, only, text, uuid } from '../storage/rows.ts';
import type { DeliveryStore, StoredDeadLetter } from './deliveries.ts';
import type { ActionDay } from './operator-action.ts';

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
const fromRow = { from: instant };
const dayRow = { day: text, count: integer, hash: text };
const deadLetterRow = {
  id: uuid,
  consumer: text,
  eventId: text,
  subject: text,
  payload: text,
  error: text,
  createdAt: instant,
};
const columns = 'id, consumer, event_id as "eventId", subject, payload, error, created_at as "createdAt"';

export class PostgresDeliveries implements DeliveryStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async counts(most: number): Promise<DeliveryCounts> {
    const statement =
      'select pending, oldest_pending_at as "oldestPendingAt", published, applied, failing, failed, dead from delivery_counts($1)';
    const { pending, oldestPendingAt, published, applied, failing, failed, dead } = only(
      await this.db.row(countsRow, statement, [most]),
    );
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
    return this.db.rows(
      deadLetterRow,
      `select ${columns} from dead_letters order by retried_at nulls first, id limit $1`,
      [most],
    );
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

  async actionDays(_type: string, from: Date, until: Date): Promise<{ from: Date; days: ActionDay[] }> {
    const since = only(
      await this.db.row(fromRow, `select greatest($1::timestamptz, actions_from) as "from" from relay`, [from]),
    );
    const days = await this.db.rows(
      dayRow,
      `select to_char(at at time zone 'utc', 'YYYY-MM-DD') as day, count(*) as count, encode(sha256(string_agg(digest, '' order by digest)), 'hex') as hash
       from operator_actions where at >= $1 and at <= $2 group by 1 order by 1`,
      [since.from, until],
    );
    return { ...since, days };
  }
}
