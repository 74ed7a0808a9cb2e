/** The audit event of auth: one record per operator action. */
import { operatorActed } from '../contract.ts';

export const authAuditEvents = {
  operatorActed: operatorActed('auth'),
} as const;
