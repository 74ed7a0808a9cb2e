/**
 * The relay of the outbox: publishes committed events, each type in commit order, on the instance that holds the lease.
 * It never skips a late commit, repeats an event under the same id, and publishes recent events again after the message server restarted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Envelope } from '@fairline/proto/contract';
import { allEvents } from '@fairline/proto/services';
import { z } from 'zod';
import { Lease } from '../storage/lease.ts';
import { isInfrastructure } from '../storage/postgres.ts';
import { instant, integer, json, nullable, type Row, text, uuid } from '../storage/rows.ts';
import type { MessagingContext } from './inbox.ts';

const pageRows = 500;
/** Most events per message. Storing, delivering and acknowledging cost per message, not per event. */
const messageEvents = 32;
/** Half of what the message server accepts per message. */
const messageBytes = 500_000;
/** Polls in case the wake-up at commit was missed. */
const pollMs = 250;

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
type EventRow = Row<typeof eventRow>;

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
const events = new Map(allEvents.map((event) => [event.subject, event]));

export class Relay {
  private readonly lease: Lease;
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private wakeRequested = false;
  private stopped = false;
  /** The message server that received everything up to `publishedUpTo`. */
  private serverId = '';
  private lagMs = 0;
  /** Position of the last event that this instance published under its lease; the saved position may lag behind. */
  private publishedUpTo: Position | undefined;
  private savedUpTo: Position | undefined;
  private savedAt = 0;
  /** Milliseconds to wait between pages; lets a service under load serve its callers first. */
  pauseMs: (lagMs: number) => number = () => 0;

  private readonly parts: MessagingContext;

  constructor(parts: MessagingContext) {
    this.parts = parts;
    this.lease = new Lease(parts.db, 'relay', parts.log);
  }

  start(): void {
    this.lease.start();
    this.parts.db.onWakeRelay(() => this.wake());
    this.timer = setInterval(() => this.wake(), pollMs);
  }

  wake(): void {
    this.wakeRequested = true;
    this.working ??= this.work().finally(() => {
      this.working = undefined;
    });
  }

  /** Publishes all committed events, then releases the lease. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.working;
    await this.saveProgress().catch(() => undefined);
    await this.lease.stop();
  }

  private async work(): Promise<void> {
    if (!this.lease.isHeld()) [this.publishedUpTo, this.serverId] = [undefined, ''];
    while (this.wakeRequested && this.lease.isHeld() && this.parts.bus.connected) {
      this.wakeRequested = false;
      try {
        await this.replayAfterRestart();
        if (await this.publishPage()) this.wakeRequested = !this.stopped;
      } catch (error) {
        this.parts.log[isInfrastructure(error) ? 'warn' : 'error']({ error: (error as Error).message }, 'relay delayed');
        await sleep(pollMs);
      }
      const pause = this.wakeRequested ? this.pauseMs(this.lagMs) : 0;
      if (pause > 0) await sleep(pause);
    }
  }

  /** Publishes one page; returns true if there may be more. */
  private async publishPage(): Promise<boolean> {
    const rows = await this.parts.db.rows(eventRow, unpublished, [this.publishedUpTo?.xid, this.publishedUpTo?.seq]);
    this.lagMs = rows[0] ? Date.now() - rows[0].createdAt.getTime() : 0;
    this.parts.metrics.outboxLagSeconds.set(this.lagMs / 1_000);
    if (rows.length > 0) await this.publish(rows);
    this.publishedUpTo = rows.at(-1) ?? this.publishedUpTo;
    if (this.publishedUpTo !== this.savedUpTo && performance.now() >= this.savedAt + pollMs) await this.saveProgress();
    return rows.length === pageRows;
  }

  /** Saves every `pollMs` without waiting for the disk. After a crash, events since the last save are published again under the same ids. */
  private async saveProgress(): Promise<void> {
    await this.parts.db.run(saveProgress, [this.publishedUpTo?.xid, this.publishedUpTo?.seq, this.serverId]);
    [this.savedUpTo, this.savedAt] = [this.publishedUpTo, performance.now()];
  }

  private async publish(rows: readonly EventRow[]): Promise<void> {
    const byType = Map.groupBy(rows, ({ type }) => type);
    await this.parts.bus.publishAll(
      [...byType].flatMap(([subject, ofType]) => packMessages(ofType.map((row) => this.envelope(row))).map((message) => ({ subject, ...message }))),
    );
    this.parts.metrics.eventsPublished.inc(rows.length);
    for (const row of rows) this.sendHints(row);
  }

  private envelope(row: EventRow): Envelope {
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

  /** Tells the browsers of the event's audience to refetch. */
  private sendHints(row: EventRow): void {
    const audience = events.get(row.type)?.audience;
    const hint = { type: row.type, id: row.subject, version: row.version };
    if (audience?.player) this.parts.bus.hint(`live.player.${row.data[audience.player]}`, hint);
    if (audience?.operators) this.parts.bus.hint('live.operators', { ...hint, permission: audience.operators });
  }

  /** The message server acknowledges before it syncs to disk. So after its restart the last ten minutes are published again, under the same ids. */
  private async replayAfterRestart(): Promise<void> {
    const { serverId } = this.parts.bus;
    if (serverId === this.serverId) return;
    this.publishedUpTo = await this.parts.db.row(position, replayStart, [serverId]);
    this.serverId = serverId;
    if (this.publishedUpTo) this.parts.log.info('the message server was restarted or replaced: publishing recent events again');
  }
}

/**
 * Packs events of one type into messages, in order: the CloudEvents JSON batch format, or a single event by itself.
 * The id of a message is made of its first and last event ids, so a batch with another end is another message. Consumers recognise each event by its own id.
 */
export function packMessages(envelopes: readonly Envelope[]): { id: string; data: string }[] {
  const messages: { ids: string[]; events: string[]; bytes: number }[] = [];
  for (const envelope of envelopes) {
    const event = JSON.stringify(envelope);
    const bytes = Buffer.byteLength(event);
    const open = messages.at(-1);
    if (open && open.ids.length < messageEvents && open.bytes + bytes <= messageBytes) {
      open.ids.push(envelope.id);
      open.events.push(event);
      open.bytes += bytes;
    } else messages.push({ ids: [envelope.id], events: [event], bytes });
  }
  return messages.map(({ ids: [first = '', ...more], events }) =>
    events.length === 1 ? { id: first, data: events.join() } : { id: `${first} ${more.at(-1)}`, data: `[${events.join()}]` },
  );
}
