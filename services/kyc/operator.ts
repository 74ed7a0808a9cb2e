/** Records what operators do here. */
import { actRecords } from '@fairline/chassis/http/operator-act';
import { kycAuditEvents } from '@fairline/proto/kyc/audit';

export const { recordAction } = actRecords(kycAuditEvents.operatorActed);
