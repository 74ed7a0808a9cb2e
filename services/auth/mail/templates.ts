/**
 * The mails and notices a player may get: what each is filled with, and the one-time links they carry.
 * A language is one record of templates; the compiler names those it lacks.
 */
import type { AccessRequestKind } from '@fairline/proto/auth/staff';
import { type CurrencyCode, formatMoney, type NumberMarks } from '@fairline/proto/money';
import type { Role } from '@fairline/proto/permissions';
import type { ClaimEndReason } from '@fairline/proto/promotions/claims';
import type { PromotionType, Tier } from '@fairline/proto/promotions/offers';

type Nothing = Record<string, never>;

export interface Amount {
  amountMinor: number;
  currency: CurrencyCode;
}

interface SignInData {
  /** Browser and system, as people call them. */
  device: string;
  address: string;
  at: string;
}

interface Switched {
  on: boolean;
}

type Reasoned = { paymentId: string; reason: string } & Amount;

/** What each mail and its notice are filled with; kept in the queue, so never a secret. */
export interface TemplateData {
  welcome: Nothing;
  verify_email: Nothing;
  reset_password: Nothing;
  signed_in: SignInData;
  new_device: SignInData;
  password_changed: Nothing;
  two_factor_changed: Switched;
  status_changed: { status: 'active' | 'suspended' | 'closed' };
  verification_changed: { level: 'unverified' | 'verified' };
  /** `endsAt` is empty if it is permanent. */
  player_excluded: { kind: 'time_out' | 'self_exclusion'; endsAt: string };
  kyc_approved: { validUntil: string };
  kyc_rejected: { reason: string };
  kyc_expired: { wasApproved: boolean };
  deposit_approved: Amount & { paymentId: string };
  deposit_rejected: Reasoned;
  deposit_failed: Reasoned;
  withdrawal_approved: Amount & { paymentId: string };
  withdrawal_rejected: Reasoned;
  withdrawal_returned: Reasoned;
  destination_added: { paymentId: string; method: string; destinationEnd: string };
  pin_changed: Switched;
  balance_low: Amount;
  balance_adjusted: Amount & { adjustmentId: string; reason: string };
  free_bet_given: Amount & { claimId: string; expiresAt: string };
  bonus_granted: Amount & { claimId: string; expiresAt: string };
  promotion_claimed: { claimId: string; type: PromotionType; waitingFor: 'deposit' | 'operator' | 'nothing' };
  wagering_completed: Amount & { claimId: string };
  claim_ended: Amount & { claimId: string; type: PromotionType; reason: ClaimEndReason };
  cashback_paid: Amount & { statementId: string; weekStartsAt: string };
  tier_changed: { tier: Tier; from: Tier };
  ticket_answered: { ticketId: string };
  chat_kept: { ticketId: string };
  operator_invited: { role: Role };
  operator_reset: Nothing;
  operator_raised: { role: Role };
  access_requested: { kind: AccessRequestKind; role: Role };
}

export type Template = keyof TemplateData;

/** Every template; the compiler names one that is missing here. */
const listed: Record<Template, true> = {
  welcome: true,
  verify_email: true,
  reset_password: true,
  signed_in: true,
  new_device: true,
  password_changed: true,
  two_factor_changed: true,
  status_changed: true,
  verification_changed: true,
  player_excluded: true,
  kyc_approved: true,
  kyc_rejected: true,
  kyc_expired: true,
  deposit_approved: true,
  deposit_rejected: true,
  deposit_failed: true,
  withdrawal_approved: true,
  withdrawal_rejected: true,
  withdrawal_returned: true,
  destination_added: true,
  pin_changed: true,
  balance_low: true,
  balance_adjusted: true,
  free_bet_given: true,
  bonus_granted: true,
  promotion_claimed: true,
  wagering_completed: true,
  claim_ended: true,
  cashback_paid: true,
  tier_changed: true,
  ticket_answered: true,
  chat_kept: true,
  operator_invited: true,
  operator_reset: true,
  operator_raised: true,
  access_requested: true,
};
export const templates = Object.keys(listed) as Template[];

/** Where a mail may link to. */
interface Links {
  /** Confirms the address, or sets a new password: the page of the mail's own one-time link. */
  once: string;
  wallet: string;
  sports: string;
  account: string;
  security: string;
  verification: string;
  promotions: string;
  /** A ticket of the player. */
  ticket: (id: string) => string;
  operators: string;
}

export interface MailContent {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Shown below the action. */
  closing?: string;
}

export interface Language {
  code: string;
  /** Without a name if the address is unconfirmed. */
  greeting: (firstName: string | undefined) => string;
  footer: string;
  templates: { [T in Template]: (data: TemplateData[T], links: Links) => MailContent };
}

/** Mails with a one-time link: what it is good for, and for how long after it was sent. */
export const oneTimeLinks: Partial<Record<Template, { purpose: 'verify_email' | 'reset_password' | 'activate'; hours: number; path: string }>> = {
  welcome: { purpose: 'verify_email', hours: 24, path: '/auth/callback?type=signup&token=' },
  verify_email: { purpose: 'verify_email', hours: 24, path: '/auth/callback?type=signup&token=' },
  reset_password: { purpose: 'reset_password', hours: 1, path: '/reset-password?token=' },
  operator_invited: { purpose: 'activate', hours: 24, path: '/admin/activate?token=' },
  operator_reset: { purpose: 'activate', hours: 24, path: '/admin/activate?token=' },
};

/** An amount without its sign, for sentences that already state the direction. */
export const money = ({ amountMinor, currency }: Amount, marks?: NumberMarks) => formatMoney(Math.abs(amountMinor), currency, marks);

/** "2026-11-21 03:20 UTC": read alike in every language. */
export const moment = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

/** "2026-11-21". */
export const day = (at: string) => at.slice(0, 10);

/** Roles are named alike in every language. */
export const roleTitle = (role: Role) => role.replaceAll('_', ' ');
