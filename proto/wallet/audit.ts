/** The audit event of wallet: one record per operator action. */
import { operatorActed } from '../contract.ts';

export const walletAuditEvents = {
  operatorActed: operatorActed('wallet'),
} as const;
