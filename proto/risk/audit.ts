/** The audit log: every operator action of every service, append-only, each record with the hash of the one before it. */
import { z } from 'zod';
import { fileReply, Id, Instant, OperatorAct, operatorActed, Page, route } from '../contract.ts';

/** The newest records that a page shows by default, and at most. */
export const auditPage = { initial: 100, most: 500 } as const;

export const AuditRecord = OperatorAct.extend({
  sequence: z.int(),
  /** The id of the event. */
  id: Id,
  service: z.string(),
  at: Instant,
  hash: z.string().meta({ description: 'SHA-256 over the hash before it and this record, in hex' }),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

const filter = {
  q: z.string().max(100).optional().meta({
    description:
      'part of an action, a kind of resource or a reason, or a whole id: of an event, an operator or a resource',
  }),
  operator: Id.optional(),
  service: z.string().max(20).optional(),
  from: Instant.optional(),
  until: Instant.optional(),
};

export const auditLogRoutes = {
  auditLogs: route('GET /api/admin/risk/audit-logs', {
    summary: 'The audit log, newest first',
    access: { operator: 'audit.read' },
    query: z.strictObject({
      ...filter,
      limit: z.coerce.number().int().min(1).max(auditPage.most).optional(),
      cursor: z.string().max(400).optional(),
    }),
    reply: Page(AuditRecord),
  }),
  auditExport: route('GET /api/admin/risk/audit-logs/export', {
    summary: 'The audit log as CSV, oldest first; the export is itself recorded',
    access: { operator: 'audit.read' },
    stepUp: true,
    query: z.strictObject(filter),
    reply: fileReply('text/csv'),
  }),
} as const;

/** The stream of the heads of the audit log. Risk publishes to it and may not read it; the administrator alone does. */
export const auditStream = 'AUDIT';
export const auditHeadSubject = 'audit.heads';

export const riskAuditEvents = { operatorActed: operatorActed('risk') } as const;
