/**
 * The outbox in PostgreSQL, as the relay reads it: by a position in the order of commits, which is saved from time to time.
 * After a crash, events since the last save are published again under the same ids.
 */
import { z } from 'zod';
import type { Database } from '../storage/postgres.ts';
import { instant, integer, json, nullable, type Row, text, uuid } from '../storage/rows.ts';
import type { OutboxReader } from './relay.ts';

const pageRows = 500;
const saveMs = 250;

/** A position in the outbox: transaction, then sequence. */
const position = { xid: text, seq: integer };
type Position = Row<typeof position>;

const eventRow = {
  ...position,
  id: uuid,
  type: text,
  subject: uuid,
  version: integer,
  data: json(z.custom<Record<string, unknown>>()),
  traceparent: nullable(text),
  createdAt: instant,
};

const unpublished = `select * from unpublished($1::text::xid8, $2, ${pageRows})`;
const saveProgress = `update relay set xid = $1::text::xid8, seq = $2, server_id = $3
  where ((xid, seq) < ($1::text::xid8, $2) or (xid, seq) = ($1::text::xid8, $2) and server_id is distinct from $3)
  and set_config('synchronous_commit', 'off', true) = 'off'`;
const published = 'from outbox o where (o.xid, o.seq) <= (relay.xid, relay.seq)';
/** Start of a replay: ten minutes or 20,000 events before the newest published event, whichever is earlier. No row if the message server is the same. */
const replayStart = `select coalesce(old.xid, '0')::text as xid, coalesce(old.seq, 0) as seq from relay left join lateral (
  select (array_agg(p.xid order by p.xid, p.seq))[1] as xid, (array_agg(p.seq order by p.xid, p.seq))[1] as seq from (
    (select o.xid, o.seq ${published} and o.created_at < (select o.created_at - interval '10 minutes' ${published} order by o.xid desc, o.seq desc limit 1) order by o.xid desc, o.seq desc limit 1)
    union all (select o.xid, o.seq ${published} order by o.xid desc, o.seq desc offset 20000 limit 1)
  ) p having count(*) = 2
) old on true where server_id <> $1`;

export class PostgresOutbox implements OutboxReader {
  /** The message server that received everything up to `publishedUpTo`. */
  private serverId = '';
  /** Position of the last event that this instance published under its lease; the saved position may lag behind. */
  private publishedUpTo: Position | undefined;
  private pageUpTo: Position | undefined;
  private savedUpTo: Position | undefined;
  private savedAt = 0;

  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  forget(): void {
    [this.publishedUpTo, this.serverId] = [undefined, ''];
  }

  /** The message server acknowledges before it syncs to disk. So after its restart the last ten minutes are published again, under the same ids. */
  async rewindFor(serverId: string): Promise<boolean> {
    if (serverId === this.serverId) return false;
    this.publishedUpTo = await this.db.row(position, replayStart, [serverId]);
    this.serverId = serverId;
    return this.publishedUpTo !== undefined;
  }

  async nextPage() {
    const events = await this.db.rows(eventRow, unpublished, [this.publishedUpTo?.xid, this.publishedUpTo?.seq]);
    this.pageUpTo = events.at(-1) ?? this.publishedUpTo;
    return { events, isLast: events.length < pageRows };
  }

  async confirmPage(): Promise<void> {
    this.publishedUpTo = this.pageUpTo;
    if (this.publishedUpTo !== this.savedUpTo && performance.now() >= this.savedAt + saveMs) await this.close();
  }

  /** Saves the position without waiting for the disk. */
  async close(): Promise<void> {
    await this.db.run(saveProgress, [this.publishedUpTo?.xid, this.publishedUpTo?.seq, this.serverId]);
    [this.savedUpTo, this.savedAt] = [this.publishedUpTo, performance.now()];
  }
}
