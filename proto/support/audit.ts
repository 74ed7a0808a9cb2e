/** The audit event of support: one record per operator action. */
import { operatorActed } from '../contract.ts';

export const supportAuditEvents = { operatorActed: operatorActed('support') } as const;
