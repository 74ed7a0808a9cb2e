/** What wallet publishes. */
import { walletCheckEvents } from '../checks.ts';
import { adjustmentEvents } from './adjustments.ts';
import { automaticEvents } from './approvals.ts';
import { walletAuditEvents } from './audit.ts';
import { bookEvents } from './books.ts';
import { exchangeEvents } from './exchange.ts';
import { grantEvents, welcomeEvents } from './grants.ts';
import { ledgerEvents } from './ledger.ts';
import { paymentEvents } from './payments.ts';
import { playerEvents } from './players.ts';

export const walletPublishes = {
  ...ledgerEvents,
  ...grantEvents,
  ...playerEvents,
  ...welcomeEvents,
  ...exchangeEvents,
  ...paymentEvents,
  ...automaticEvents,
  ...adjustmentEvents,
  ...bookEvents,
  ...walletCheckEvents,
  ...walletAuditEvents,
};
