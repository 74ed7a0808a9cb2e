/** Records the actions of operators on games and rounds. */
import { actRecords } from '@fairline/chassis/http/operator-act';
import { casinoAuditEvents } from '@fairline/proto/casino/audit';

export const { recordAction, recordActionOnUnversioned } = actRecords(casinoAuditEvents.operatorActed);
