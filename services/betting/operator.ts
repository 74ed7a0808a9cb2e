/** Records what operators do here. */
import { actRecords } from '@fairline/chassis/http/operator-act';
import { bettingAuditEvents } from '@fairline/proto/betting/audit';

export const { recordAction, recordActionOnUnversioned } = actRecords(bettingAuditEvents.operatorActed);
