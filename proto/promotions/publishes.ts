/** What promotions publishes. */
import { promotionsAuditEvents } from './audit.ts';
import { claimEvents } from './claims.ts';
import { promotionDeskEvents } from './desk.ts';
import { loyaltyEvents } from './loyalty.ts';

export const promotionsPublishes = {
  ...claimEvents,
  ...loyaltyEvents,
  ...promotionDeskEvents,
  ...promotionsAuditEvents,
};
