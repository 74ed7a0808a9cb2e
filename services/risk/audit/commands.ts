/** Use cases of the audit log: operator actions of all services are appended to the chain, and its heads are written outside the database before the actions are acknowledged. */
import type { Received } from '@fairline/chassis/messaging/inbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { Infer, operatorActed } from '@fairline/proto/contract';
import { auditHeadSubject } from '@fairline/proto/risk/audit';
import type { Risk } from '../config.ts';
import { type Head, link, type Recorded } from './chain.ts';
import { addHead, lastHead } from './head-file.ts';
import * as store from './store.ts';

export type Acted = Received<Infer<ReturnType<typeof operatorActed>['data']>>;

/** Appends a service's actions to the chain, in the order of their arrival. Actions that are recorded already are skipped. */
export async function appendActions(tx: Tx, service: string, events: readonly Acted[]): Promise<void> {
  const head = await store.lockHead(tx);
  const known = await store.recordedAmong(
    tx,
    events.map(({ id }) => id),
  );
  const records = events
    .filter(({ id }) => !known.has(id))
    .map(({ id, at, data }): Recorded => ({ ...data, id, service, at: at.toISOString() }));
  if (records.length > 0) await store.append(tx, link(head, records));
}

type Parts = Pick<Risk, 'db' | 'bus' | 'auditHeadFile' | 'clock'>;

/**
 * Writes the newest head to the head file and to the stream AUDIT. Calls that wait for a running write share the next one, so that many consumers cost one sync.
 * All instances write the same file: every line is a head that the chain had.
 */
export class HeadWriter {
  private running: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private published = '';
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Resolves when the head as of this call, or a newer one, is on disk and in the stream. */
  write(): Promise<void> {
    this.next ??= this.running.then(() => {
      this.next = undefined;
      const writing = this.writeNewest();
      this.running = writing.catch(() => undefined);
      return writing;
    });
    return this.next;
  }

  private async writeNewest(): Promise<void> {
    const { db, bus, auditHeadFile, clock } = this.parts;
    const head = await store.readHead(db);
    if (head.sequence === 0) return;
    await db.tx((tx) => writeOnce(tx, auditHeadFile, head, clock.now()));
    if (head.hash === this.published) return;
    await bus.publish(auditHeadSubject, { sequence: head.sequence, hash: head.hash }, `${head.sequence} ${head.hash}`);
    this.published = head.hash;
  }
}

/** Adds the head to the file unless it is there already. One instance writes at a time. */
async function writeOnce(tx: Tx, file: string, head: Head, at: Date): Promise<void> {
  await store.lockHeadFile(tx);
  const last = await lastHead(file);
  if ((last?.sequence ?? 0) < head.sequence) await addHead(file, head, at);
  await store.noteWritten(tx, head.sequence);
}
