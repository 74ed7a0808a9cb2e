/** The audit event of promotions: one record per operator action. */
import { operatorActed } from '../contract.ts';

export const promotionsAuditEvents = { operatorActed: operatorActed('promotions') } as const;
