/** Records the actions of operators on documents and verifications. */
import { actRecords } from '@fairline/chassis/http/operator-act';
import { kycAuditEvents } from '@fairline/proto/kyc/audit';

export const { recordAction } = actRecords(kycAuditEvents.operatorActed);
