/** HTTP: the audit log as a list and as CSV. */
import { csv, csvHeaders, rowsAtOnce } from '@fairline/chassis/http/csv';
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { type AuditRecord, auditLogRoutes, auditPage } from '@fairline/proto/risk/audit';
import { z } from 'zod';
import type { Risk } from '../config.ts';
import { recordExport } from '../operator.ts';
import * as store from './store.ts';

type Shown = z.infer<typeof AuditRecord>;

export function toRecord({ reason, before, after, address, agent, at, ...row }: store.RecordRow): Shown {
  return {
    ...row,
    at: at.toISOString(),
    ...(reason !== null && { reason }),
    ...(before && { before }),
    ...(after && { after }),
    ...(address !== null && { address }),
    ...(agent !== null && { agent }),
  };
}

export function auditHandlers(risk: Risk): Handler[] {
  const { db } = risk;
  return [
    handle(auditLogRoutes.auditLogs, async ({ query: { limit = auditPage.initial, cursor, ...filter } }) => {
      const before = readCursor(z.int().min(0), cursor) ?? (await store.readHead(db)).sequence + 1;
      const rows = await store.newest(db, before, filter, limit + 1);
      const searchedTo = before - (store.reachOf(filter) ?? before);
      const more = searchedTo > 1 ? searchedTo : null;
      return page(rows, ({ sequence }) => sequence, toRecord, more, limit);
    }),
    handle(auditLogRoutes.auditExport, async ({ query, operator, address, agent }) => {
      const exported = { action: 'audit.export', resourceType: 'audit_log', resourceId: 'audit_log' };
      await db.tx((tx) => recordExport(tx, { operator, address, agent }, exported, query));
      const until = (await store.readHead(db)).sequence;
      return new Reply({
        stream: csv(header, cells(risk, query, until)),
        headers: csvHeaders('audit-log', risk.clock.now()),
      });
    }),
  ];
}

const header = [
  'Sequence',
  'Time',
  'Service',
  'Operator',
  'Action',
  'Resource',
  'Resource id',
  'Reason',
  'Before',
  'After',
  'Address',
  'Agent',
  'Id',
  'Hash',
];

/** Exports the records that existed when the export began. */
async function* cells({ db }: Risk, filter: store.LogFilter, until: number) {
  for (let after = 0; after < until; ) {
    const rows = await store.oldest(db, after, filter, rowsAtOnce);
    yield rows.filter(({ sequence }) => sequence <= until).map(toCells);
    after = rows.length === rowsAtOnce ? (rows.at(-1)?.sequence ?? until) : after + (store.reachOf(filter) ?? until);
  }
}

function toCells(row: store.RecordRow) {
  const asText = (value: unknown) => (value === null ? '' : JSON.stringify(value));
  return [
    row.sequence,
    row.at.toISOString(),
    row.service,
    row.operatorId,
    row.action,
    row.resourceType,
    row.resourceId,
    row.reason ?? '',
    asText(row.before),
    asText(row.after),
    row.address ?? '',
    row.agent ?? '',
    row.id,
    row.hash,
  ];
}
