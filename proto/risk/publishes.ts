/** What risk publishes. */
import { alertEvents } from './alerts.ts';
import { riskAuditEvents } from './audit.ts';
import { exclusionEvents } from './exclusions.ts';
import { harmEvents } from './harm.ts';
import { levelEvents } from './levels.ts';
import { limitEvents } from './limits.ts';
import { sessionEvents } from './sessions.ts';

export const riskPublishes = {
  ...limitEvents,
  ...exclusionEvents,
  ...sessionEvents,
  ...harmEvents,
  ...levelEvents,
  ...alertEvents,
  ...riskAuditEvents,
};
