/**
 * What a room says: facts are written in the transaction of the change, and a relay publishes them, each kind in commit order.
 * A late commit is never skipped and a repeat carries the same id; the message server is told again what it may have lost.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Envelope, EventType, Infer } from '@fairline/proto/contract';
import { allEvents } from '@fairline/proto/services';
import type { Parts } from './inbox.ts';
import { Lease } from './jobs.ts';
import { isInfrastructure, type Tx } from './postgres.ts';
import { traceparent } from './trace.ts';

const pageRows = 500;
/** Facts that travel in one message at most; the stream, its readers and their acknowledgements cost by the message. */
const packFacts = 32;
/** A message of the server holds a million bytes. */
const packBytes = 500_000;
/** The net under the wake-up at commit. */
const pollMs = 250;

/** Says a fact about an aggregate, in its transaction. `version` counts per aggregate. */
export async function say<E extends EventType>(tx: Tx, event: E, aggregate: string, version: number, data: Infer<E['data']>): Promise<void> {
  await sayAll(tx, event, [{ aggregate, version, data }]);
}

/** Says many facts of one kind in one statement. */
export async function sayAll<E extends EventType>(
  tx: Tx,
  event: E,
  facts: readonly { aggregate: string; version: number; data: Infer<E['data']> }[],
): Promise<void> {
  if (facts.length === 0) return;
  await tx.run(
    `insert into outbox (type, subject, version, data, traceparent)
     select $1, f.subject, f.version, f.data, $5 from unnest($2::uuid[], $3::bigint[], $4::jsonb[]) as f(subject, version, data)`,
    [
      event.subject,
      facts.map(({ aggregate }) => aggregate),
      facts.map(({ version }) => version),
      facts.map(({ data }) => JSON.stringify(data)),
      traceparent() ?? null,
    ],
  );
  tx.wake();
}

type Place = { xid: string; seq: number };

interface Row extends Place {
  id: string;
  type: string;
  subject: string;
  version: number;
  data: Record<string, unknown>;
  traceparent: string | null;
  createdAt: Date;
}

const unpublished = `select * from unpublished($1::text::xid8, $2, ${pageRows})`;
const mark = `update relay set xid = $1::text::xid8, seq = $2, server_id = $3
  where ((xid, seq) < ($1::text::xid8, $2) or (xid, seq) = ($1::text::xid8, $2) and server_id is distinct from $3)
  and set_config('synchronous_commit', 'off', true) = 'off'`;
const told = 'from outbox o where (o.xid, o.seq) <= (relay.xid, relay.seq)';
/** Where ten minutes begin that end with the newest published, or 20,000 facts where those go further back; for another message server than was told. */
const lately = `select coalesce(old.xid, '0')::text as xid, coalesce(old.seq, 0) as seq from relay left join lateral (
  select (array_agg(p.xid order by p.xid, p.seq))[1] as xid, (array_agg(p.seq order by p.xid, p.seq))[1] as seq from (
    (select o.xid, o.seq ${told} and o.created_at < (select o.created_at - interval '10 minutes' ${told} order by o.xid desc, o.seq desc limit 1) order by o.xid desc, o.seq desc limit 1)
    union all (select o.xid, o.seq ${told} order by o.xid desc, o.seq desc offset 20000 limit 1)
  ) p having count(*) = 2
) old on true where server_id <> $1`;
const events = new Map(allEvents.map((event) => [event.subject, event]));

export class Relay {
  private readonly lease: Lease;
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private toldServer = '';
  private lagMs = 0;
  /** Published so far, by this instance while it holds the lease; what is marked for the next one may lie behind. */
  private reached: Place | undefined;
  private marked: Place | undefined;
  private markedAt = 0;
  /** Milliseconds to wait between pages; a room under load lets its callers go first. */
  pace: (lagMs: number) => number = () => 0;

  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    this.lease = new Lease(parts.db, 'relay', parts.log);
  }

  start(): void {
    this.lease.start();
    this.parts.db.onWake(() => this.wake());
    this.timer = setInterval(() => this.wake(), pollMs);
  }

  wake(): void {
    this.again = true;
    this.working ??= this.work().finally(() => {
      this.working = undefined;
    });
  }

  /** Publishes what is committed, then gives the lease away. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.working;
    await this.mark().catch(() => undefined);
    await this.lease.stop();
  }

  private async work(): Promise<void> {
    if (!this.lease.held()) [this.reached, this.toldServer] = [undefined, ''];
    while (this.again && this.lease.held() && this.parts.bus.connected) {
      this.again = false;
      try {
        await this.beginAgain();
        if (await this.publishPage()) this.again = !this.stopped;
      } catch (error) {
        this.parts.log[isInfrastructure(error) ? 'warn' : 'error']({ error: (error as Error).message }, 'relay waits');
        await sleep(pollMs);
      }
      const pause = this.again ? this.pace(this.lagMs) : 0;
      if (pause > 0) await sleep(pause);
    }
  }

  /** Publishes one page; true when there may be more. */
  private async publishPage(): Promise<boolean> {
    const rows = await this.parts.db.rows<Row>(unpublished, [this.reached?.xid, this.reached?.seq]);
    this.lagMs = rows[0] ? Date.now() - rows[0].createdAt.getTime() : 0;
    this.parts.metrics.outboxLagSeconds.set(this.lagMs / 1_000);
    if (rows.length > 0) await this.publish(rows);
    this.reached = rows.at(-1) ?? this.reached;
    if (this.reached !== this.marked && performance.now() >= this.markedAt + pollMs) await this.mark();
    return rows.length === pageRows;
  }

  /** Now and then: what a crash leaves unmarked is published again under its ids, so nobody waits for the disk here either. */
  private async mark(): Promise<void> {
    await this.parts.db.run(mark, [this.reached?.xid, this.reached?.seq, this.toldServer]);
    [this.marked, this.markedAt] = [this.reached, performance.now()];
  }

  private async publish(rows: readonly Row[]): Promise<void> {
    const byType = Map.groupBy(rows, ({ type }) => type);
    await this.parts.bus.recordAll(
      [...byType].flatMap(([subject, facts]) => packed(facts.map((row) => this.envelope(row))).map((pack) => ({ subject, ...pack }))),
    );
    this.parts.metrics.eventsPublished.inc(rows.length);
    for (const row of rows) this.tell(row);
  }

  private envelope(row: Row): Envelope {
    return {
      specversion: '1.0',
      id: row.id,
      source: `/fairline/${this.parts.name}`,
      type: row.type,
      subject: row.subject,
      time: row.createdAt.toISOString(),
      datacontenttype: 'application/json',
      ...(row.traceparent && { traceparent: row.traceparent }),
      version: row.version,
      data: row.data,
    };
  }

  /** Tells the browsers that the event's contract names to look again. */
  private tell(row: Row): void {
    const audience = events.get(row.type)?.audience;
    const hint = { type: row.type, id: row.subject, version: row.version };
    if (audience?.player) this.parts.bus.hint(`live.player.${row.data[audience.player]}`, hint);
    if (audience?.operators) this.parts.bus.hint('live.operators', { ...hint, permission: audience.operators });
  }

  /** The server acknowledges before it syncs to disk, so after a restart of it the last ten minutes of facts are published again, ids unchanged. */
  private async beginAgain(): Promise<void> {
    const { serverId } = this.parts.bus;
    if (serverId === this.toldServer) return;
    this.reached = await this.parts.db.row<Place>(lately, [serverId]);
    this.toldServer = serverId;
    if (this.reached) this.parts.log.info('publishes the last ten minutes again after a restart of the message server');
  }
}

/**
 * Facts of one kind, in their order, as the messages they travel in: the JSON batch format of CloudEvents, one alone as itself. A message is known by its first
 * and its last fact, so that a page read again that ends elsewhere is another message, and each fact of it is known by its own id.
 */
export function packed(envelopes: readonly Envelope[]): { id: string; data: string }[] {
  const packs: { ids: string[]; facts: string[]; bytes: number }[] = [];
  for (const envelope of envelopes) {
    const fact = JSON.stringify(envelope);
    const bytes = Buffer.byteLength(fact);
    const open = packs.at(-1);
    if (open && open.ids.length < packFacts && open.bytes + bytes <= packBytes) {
      open.ids.push(envelope.id);
      open.facts.push(fact);
      open.bytes += bytes;
    } else packs.push({ ids: [envelope.id], facts: [fact], bytes });
  }
  return packs.map(({ ids: [first = '', ...more], facts }) =>
    facts.length === 1 ? { id: first, data: facts.join() } : { id: `${first} ${more.at(-1)}`, data: `[${facts.join()}]` },
  );
}
