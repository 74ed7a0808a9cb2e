/** The audit event of casino: one record per operator action. */
import { operatorActed } from '../contract.ts';

export const casinoAuditEvents = { operatorActed: operatorActed('casino') } as const;
