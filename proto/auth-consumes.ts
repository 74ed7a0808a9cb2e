/** What auth consumes: among others every event that declares a notice, because auth sends all mail. */

import { emailEvents } from './auth/email.ts';
import { passkeyEvents } from './auth/passkeys.ts';
import { sessionEvents } from './auth/sessions.ts';
import { userEvents } from './auth/users.ts';
import { verificationEvents } from './kyc/verifications.ts';
import { claimEvents } from './promotions/claims.ts';
import { loyaltyEvents } from './promotions/loyalty.ts';
import { exclusionEvents } from './risk/exclusions.ts';
import { levelEvents } from './risk/levels.ts';
import { ticketEvents } from './support/tickets.ts';
import { adjustmentEvents } from './wallet/adjustments.ts';
import { grantEvents } from './wallet/grants.ts';
import { ledgerEvents } from './wallet/ledger.ts';
import { paymentEvents } from './wallet/payments.ts';
import { playerEvents } from './wallet/players.ts';

export const authConsumes = [
  userEvents.userRegistered,
  sessionEvents.userSignedIn,
  sessionEvents.deviceAdded,
  sessionEvents.passwordChanged,
  sessionEvents.twoFactorChanged,
  emailEvents.emailChangeRequested,
  emailEvents.emailChanged,
  passkeyEvents.passkeyChanged,
  userEvents.userStatusChanged,
  userEvents.verificationChanged,
  paymentEvents.depositApproved,
  paymentEvents.depositRejected,
  paymentEvents.depositFailed,
  paymentEvents.withdrawalApproved,
  paymentEvents.withdrawalPaid,
  paymentEvents.withdrawalRejected,
  paymentEvents.withdrawalReturned,
  paymentEvents.destinationAdded,
  paymentEvents.destinationSaved,
  playerEvents.withdrawalPinChanged,
  ledgerEvents.balanceLow,
  adjustmentEvents.balanceAdjusted,
  grantEvents.bonusGranted,
  verificationEvents.approved,
  verificationEvents.rejected,
  verificationEvents.expired,
  verificationEvents.changed,
  claimEvents.promotionClaimed,
  claimEvents.wageringCompleted,
  claimEvents.claimEnded,
  loyaltyEvents.tierChanged,
  loyaltyEvents.cashbackPaid,
  ticketEvents.ticketOpened,
  ticketEvents.ticketAnswered,
  exclusionEvents.playerExcluded,
  exclusionEvents.exclusionEnded,
  levelEvents.riskLevelChanged,
] as const;
