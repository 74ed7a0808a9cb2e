/** What kyc publishes. */
import { kycAuditEvents } from './audit.ts';
import { documentEvents } from './documents.ts';
import { verificationEvents } from './verifications.ts';

export const kycPublishes = { ...documentEvents, ...verificationEvents, ...kycAuditEvents };
