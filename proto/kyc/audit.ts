/** The audit event of kyc: one record per operator action, views of documents included. */
import { operatorActed } from '../contract.ts';

export const kycAuditEvents = { operatorActed: operatorActed('kyc') } as const;
