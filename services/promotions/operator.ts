/** Records operator actions in promotions. */
import { actRecords } from '@fairline/chassis/http/operator-act';
import { promotionsAuditEvents } from '@fairline/proto/promotions/audit';

export const { recordAction, recordActionOnUnversioned } = actRecords(promotionsAuditEvents.operatorActed);
