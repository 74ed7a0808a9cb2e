/** The audit event of betting: one record per operator action. */
import { operatorActed } from '../contract.ts';

export const bettingAuditEvents = {
  operatorActed: operatorActed('betting'),
} as const;
