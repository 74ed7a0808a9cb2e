/** Use cases of the audit log: operator actions of all services are appended to the chain, and its head is written to a file outside the database. */
import type { Received } from '@fairline/chassis/messaging/inbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { Infer, operatorActed } from '@fairline/proto/contract';
import type { Risk } from '../config.ts';
import { link, type Recorded } from './chain.ts';
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
  const records = events.filter(({ id }) => !known.has(id)).map(({ id, at, data }): Recorded => ({ ...data, id, service, at: at.toISOString() }));
  if (records.length > 0) await store.append(tx, link(head, records));
}

/** Writes the head to the file if it has moved. Several instances may write: every line is a head that the chain had. */
export async function writeHead({ db, auditHeadFile, clock }: Pick<Risk, 'db' | 'auditHeadFile' | 'clock'>): Promise<void> {
  const head = await store.readHead(db);
  const written = await lastHead(auditHeadFile);
  if (head.sequence > 0 && head.hash !== written?.hash) await addHead(auditHeadFile, head, clock.now());
}
