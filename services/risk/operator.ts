/** Records operators' actions in this service. */
import { actRecords } from '@fairline/chassis/http/operator-act';
import { riskAuditEvents } from '@fairline/proto/risk/audit';

export const { recordAction, recordActionOnUnversioned, recordExport } = actRecords(riskAuditEvents.operatorActed);
