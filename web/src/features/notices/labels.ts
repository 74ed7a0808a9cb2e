/** The text of a notice. Its params came from a server and are read as untrusted; an unknown notice has a general text. */
import type { Notice } from '@fairline/proto/auth/mail';
import { Currency } from '@fairline/proto/money';
import { Tier } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { moneyText } from '../../domain/money/money.tsx';
import { dayText, whenText } from '../../domain/people/display-settings.ts';
import { tierName } from '../../domain/promotions/promotion-labels.ts';
import { translate } from '../../server-texts.ts';
import { localText } from '../../ui/content/when.tsx';

export interface NoticeText {
  title: string;
  /** Additional information. */
  detail?: string;
  to: string;
}

const wallet = '/wallet?tab=history';
const security = '/account?tab=security';
const verification = '/account?tab=verification';

export function noticeText({ template, params }: Pick<Notice, 'template' | 'params'>): NoticeText {
  const text = (name: string) => (typeof params[name] === 'string' ? (params[name] as string) : '');
  const on = params.on === true;
  const currency = Currency.safeParse(params.currency);
  const amount = typeof params.amountMinor === 'number' && currency.success ? moneyText(params.amountMinor, currency.data) : '';
  const reason = text('reason');
  const because = reason ? { detail: translate(reason) } : {};
  const place = { detail: [translate(text('device')), text('address')].filter(Boolean).join(', ') };
  switch (template) {
    case 'welcome':
      return { title: i18n._({ id: 'notice.welcome', message: 'Welcome to Fairline! Please confirm your email address.' }), to: '/account' };
    case 'signed_in':
      return { title: i18n._({ id: 'notice.signedIn', message: 'You signed in' }), ...place, to: security };
    case 'new_device':
      return { title: i18n._({ id: 'notice.newDevice', message: 'A new device signed in to your account' }), ...place, to: security };
    case 'password_changed':
      return { title: i18n._({ id: 'notice.password', message: 'Your password was changed' }), to: security };
    case 'two_factor_changed':
      return {
        title: on
          ? i18n._({ id: 'notice.totpOn', message: 'Two-factor authentication is on' })
          : i18n._({ id: 'notice.totpOff', message: 'Two-factor authentication is off' }),
        to: security,
      };
    case 'status_changed':
      return { title: accountStatusText(text('status')), to: '/account' };
    case 'verification_changed':
      return {
        title:
          params.level === 'verified'
            ? i18n._({ id: 'notice.verified', message: 'Your account is verified' })
            : i18n._({ id: 'notice.unverified', message: 'Your account is no longer verified' }),
        to: '/account?tab=verification',
      };
    case 'deposit_approved':
      return { title: i18n._({ id: 'notice.depositApproved', message: 'Your deposit of {amount} was approved', values: { amount } }), to: wallet };
    case 'deposit_rejected':
      return { title: i18n._({ id: 'notice.depositRejected', message: 'Your deposit of {amount} was rejected', values: { amount } }), ...because, to: wallet };
    case 'deposit_failed':
      return { title: i18n._({ id: 'notice.depositFailed', message: 'Your deposit of {amount} failed', values: { amount } }), ...because, to: wallet };
    case 'withdrawal_approved':
      return { title: i18n._({ id: 'notice.withdrawalApproved', message: 'Your withdrawal of {amount} was approved', values: { amount } }), to: wallet };
    case 'withdrawal_rejected':
      return {
        title: i18n._({ id: 'notice.withdrawalRejected', message: 'Your withdrawal of {amount} was rejected', values: { amount } }),
        ...because,
        to: wallet,
      };
    case 'withdrawal_returned':
      return {
        title: i18n._({ id: 'notice.withdrawalReturned', message: 'Your withdrawal of {amount} came back', values: { amount } }),
        ...because,
        to: wallet,
      };
    case 'destination_added':
      return {
        title: i18n._({ id: 'notice.destination', message: 'A withdrawal goes to a new destination ending in {end}', values: { end: text('destinationEnd') } }),
        to: wallet,
      };
    case 'pin_changed':
      return {
        title: on
          ? i18n._({ id: 'notice.pinOn', message: 'A withdrawal PIN is set' })
          : i18n._({ id: 'notice.pinOff', message: 'The withdrawal PIN was removed' }),
        to: '/wallet?tab=settings',
      };
    case 'balance_low':
      return {
        title: i18n._({ id: 'notice.balanceLow', message: 'Your balance is low: {amount}', values: { amount } }),
        to: '/wallet?tab=deposit',
      };
    case 'balance_adjusted':
      return { title: i18n._({ id: 'notice.adjusted', message: 'Your balance was adjusted by {amount}', values: { amount } }), ...because, to: wallet };
    case 'free_bet_given':
      return {
        title: i18n._({ id: 'notice.freeBet', message: 'You were given a free bet of {amount}', values: { amount } }),
        ...untilDetail(text('expiresAt')),
        to: '/sports',
      };
    case 'player_excluded':
      return {
        title:
          text('kind') === 'time_out'
            ? i18n._({ id: 'notice.timeOut', message: 'Your time-out has begun' })
            : i18n._({ id: 'notice.selfExclusion', message: 'Your self-exclusion has begun' }),
        detail: excludedText(text('endsAt')),
        to: '/safe-play',
      };
    case 'kyc_approved':
      return {
        title: i18n._({ id: 'notice.kycApproved', message: 'Your identity is verified' }),
        ...dateDetail(text('validUntil'), (date) => i18n._({ id: 'notice.kycUntil', message: 'Valid until {date}', values: { date } })),
        to: verification,
      };
    case 'kyc_rejected':
      return { title: i18n._({ id: 'notice.kycRejected', message: 'Your identity could not be verified' }), ...because, to: verification };
    case 'kyc_expired':
      return {
        title:
          params.wasApproved === true
            ? i18n._({ id: 'notice.kycExpired', message: 'A document you were verified with has expired' })
            : i18n._({ id: 'notice.kycUndecided', message: 'Your verification has expired. Please submit your documents again.' }),
        to: verification,
      };
    case 'ticket_answered':
      return {
        title: i18n._({ id: 'notice.ticketAnswered', message: 'Support answered your ticket' }),
        to: ticket(text('ticketId')),
      };
    case 'chat_kept':
      return { title: i18n._({ id: 'notice.chatKept', message: 'Your chat was saved as a ticket' }), to: ticket(text('ticketId')) };
    default:
      return (
        promotionNoticeText(template, { text, amount }) ?? {
          title: i18n._({ id: 'notice.other', message: 'Something changed in your account' }),
          to: '/account',
        }
      );
  }
}

interface Filled {
  text: (name: string) => string;
  /** Empty where none was sent. */
  amount: string;
}

function promotionNoticeText(template: string, { text, amount }: Filled): NoticeText | undefined {
  const to = '/promotions';
  switch (template) {
    case 'bonus_granted':
      return { title: i18n._({ id: 'notice.bonus', message: 'You received a bonus of {amount}', values: { amount } }), ...untilDetail(text('expiresAt')), to };
    case 'promotion_claimed':
      return { title: i18n._({ id: 'notice.claimed', message: 'You claimed a promotion' }), ...detail(waitText(text('waitingFor'))), to };
    case 'wagering_completed':
      return { title: i18n._({ id: 'notice.wagered', message: '{amount} of your bonus is now cash', values: { amount } }), to: wallet };
    case 'claim_ended':
      return { title: i18n._({ id: 'notice.claimEnded', message: 'Your promotion has ended' }), ...detail(endText(text('reason'))), to };
    case 'cashback_paid':
      return { title: i18n._({ id: 'notice.cashback', message: 'Your cashback of {amount} was paid', values: { amount } }), to: wallet };
    case 'tier_changed': {
      const tier = Tier.safeParse(text('tier'));
      return tier.success
        ? { title: i18n._({ id: 'notice.tier', message: 'Your loyalty tier is now {tier}', values: { tier: tierName(tier.data) } }), to }
        : undefined;
    }
    default:
      return undefined;
  }
}

function waitText(waitingFor: string): string {
  if (waitingFor === 'deposit') return i18n._({ id: 'notice.claimDeposit', message: 'A deposit activates it' });
  if (waitingFor === 'operator') return i18n._({ id: 'notice.claimReview', message: 'We are checking your claim' });
  return '';
}

function endText(reason: string): string {
  switch (reason) {
    case 'expired':
      return i18n._({ id: 'notice.endExpired', message: 'Its time is over' });
    case 'spent':
      return i18n._({ id: 'notice.endSpent', message: 'You have played all of it' });
    case 'excluded':
      return i18n._({ id: 'notice.endBreak', message: 'It ended because of your time-out or self-exclusion' });
    case 'operator':
      return i18n._({ id: 'notice.endStaff', message: 'Our staff ended it' });
    case 'player':
      return i18n._({ id: 'notice.endCancelled', message: 'You cancelled it' });
    case 'withdrawal':
      return i18n._({ id: 'notice.endWithdrawal', message: 'It ended because you requested a withdrawal' });
    default:
      return '';
  }
}

const detail = (text: string): Pick<NoticeText, 'detail'> => (text ? { detail: text } : {});
const ticket = (id: string) => `/support?ticket=${encodeURIComponent(id)}`;

/** Without an end it is permanent. */
function excludedText(endsAt: string): string {
  return Number.isNaN(Date.parse(endsAt))
    ? i18n._({ id: 'safe.exclusion.permanent', message: 'Permanent' })
    : i18n._({ id: 'notice.excludedUntil', message: 'Until {at}', values: { at: whenText(endsAt) } });
}

function dateDetail(instant: string, textOf: (date: string) => string): Pick<NoticeText, 'detail'> {
  return Number.isNaN(Date.parse(instant)) ? {} : { detail: textOf(dayText(instant)) };
}

function untilDetail(instant: string): Pick<NoticeText, 'detail'> {
  if (Number.isNaN(Date.parse(instant))) return {};
  return { detail: i18n._({ id: 'notice.freeBetUntil', message: 'It can be played until {until}', values: { until: localText(instant) } }) };
}

function accountStatusText(status: string): string {
  switch (status) {
    case 'active':
      return i18n._({ id: 'notice.active', message: 'Your account is active' });
    case 'suspended':
      return i18n._({ id: 'notice.suspended', message: 'Your account is suspended' });
    default:
      return i18n._({ id: 'notice.closed', message: 'Your account is closed' });
  }
}
