/** Notices in English: the list of notices and the mails about them. */
import type { ClaimEndReason } from '../promotions/claims.ts';
import type { PromotionType, Tier } from '../promotions/offers.ts';
import { ticketReference } from '../support/tickets.ts';
import type { NoticeTexts } from './notices.ts';

const methods: Readonly<Record<string, string>> = {
  bank_transfer: 'bank account',
  credit_card: 'card',
  crypto: 'crypto wallet',
  e_wallet: 'e-wallet',
};

const offers: Readonly<Record<PromotionType, string>> = {
  welcome_bonus: 'welcome bonus',
  deposit_bonus: 'deposit bonus',
  free_bet: 'free bet',
  cashback: 'cashback offer',
  loyalty_points: 'points offer',
};

const tiers: Readonly<Record<Tier, string>> = {
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
  platinum: 'Platinum',
};

const ends: Readonly<Record<ClaimEndReason, string>> = {
  expired: 'It expired.',
  spent: 'You have used all of it.',
  excluded: 'It ended because of your time-out or self-exclusion.',
  no_bonus: 'We are not offering you bonuses at present.',
  operator: 'Our staff ended it. If you have questions, please contact our support.',
  player: 'You cancelled it.',
  withdrawal: 'It ended because you requested a withdrawal before you finished wagering it.',
  closed: 'It ended with your account.',
};

const ifNotYou = 'If this was not you, set a new password at once and contact our support.';
const mailOfPromotions = 'You can switch off emails about promotions in your preferences.';
const because = (reason: string) => `Reason: ${reason}`;

export const english: NoticeTexts = {
  welcome: () => ({
    subject: 'Welcome to Fairline! Please confirm your email address',
    summary: 'Your account is open.',
    more: ['Please confirm that this is your email address:'],
    action: 'Confirm email address',
    closing: 'The link works for 24 hours. If you did not open an account, you do not need to do anything.',
  }),
  signed_in: ({ device, address, at }, { moment }) => ({
    subject: 'You signed in',
    summary: `There was a sign-in with ${device} from ${address} on ${moment(at)}.`,
    more: [ifNotYou],
    action: 'Review your devices',
  }),
  new_device: ({ device, address, at }, { moment }) => ({
    subject: 'A new device signed in to your account',
    summary: `A new device signed in: ${device} from ${address} on ${moment(at)}.`,
    more: [ifNotYou],
    action: 'Review your devices',
  }),
  email_change_requested: ({ by }) => ({
    subject: 'A new email address was requested',
    summary: `${by === 'operator' ? 'Our team requested' : 'You requested'} a new email address for your account. The old one stays until the new one is confirmed.`,
    more: ['If you do not want this, keep this address:'],
    action: 'Keep this address',
    closing:
      'The link works once, for 96 hours. Once the new address is confirmed, it signs out all devices, and you get a link to set a new password.',
  }),
  email_changed: ({ how }) => ({
    subject: how === 'changed' ? 'Your email address was changed' : 'Your old email address was restored',
    summary:
      how === 'changed'
        ? 'Sign in with the new address from now on. All your devices were signed out.'
        : 'The change was undone from the old mailbox. All devices were signed out.',
    more: [ifNotYou],
    action: 'Open your account',
  }),
  password_changed: () => ({
    subject: 'Your password was changed',
    summary: 'Your other devices were signed out.',
    more: [ifNotYou],
    action: 'Open security settings',
  }),
  two_factor_changed: ({ on }) => ({
    subject: on ? 'Two-factor authentication is on' : 'Two-factor authentication is off',
    summary: on
      ? 'From now on signing in needs a code from your authenticator app.'
      : 'From now on your password alone is enough to sign in.',
    more: [ifNotYou],
    action: 'Open security settings',
  }),
  passkey_changed: ({ change }) =>
    ({
      added: {
        subject: 'A passkey was added to your account',
        summary: 'It can now sign in to your account, without a password or code.',
        more: [ifNotYou],
        action: 'Review your passkeys',
      },
      removed: {
        subject: 'A passkey was removed from your account',
        summary: 'It can no longer sign in to your account.',
        more: [ifNotYou],
        action: 'Review your passkeys',
      },
      copied: {
        subject: 'A sign-in with a passkey was refused',
        summary: 'The passkey seems to have been copied. Remove it, and add a new one.',
        more: [ifNotYou],
        action: 'Review your passkeys',
      },
    })[change],
  status_changed: ({ status }) =>
    ({
      active: {
        subject: 'Your account is active',
        summary: 'You can deposit, play and withdraw.',
        action: 'Open account',
      },
      suspended: {
        subject: 'Your account is suspended',
        summary: 'You can still sign in and contact our support, who will tell you what to do.',
        action: 'Open account',
      },
      closed: {
        subject: 'Your account is closed',
        summary: 'You can no longer sign in. If you have questions, please contact our support.',
      },
    })[status],
  verification_changed: ({ level }) =>
    level === 'verified'
      ? {
          subject: 'Your account is verified',
          summary:
            'Your identity is confirmed. The higher limits for bets, deposits and withdrawals apply from now on.',
          action: 'View your verification',
        }
      : {
          subject: 'Your account is no longer verified',
          summary: 'Your identity needs to be confirmed again. Until then the limits of an unverified account apply.',
          action: 'View your verification',
        },
  player_excluded: ({ kind, endsAt }, { moment }) => ({
    subject: kind === 'time_out' ? 'Your time-out has begun' : 'Your self-exclusion has begun',
    summary: endsAt ? `It lasts until ${moment(endsAt)}.` : 'It is permanent.',
    more: [
      endsAt
        ? 'It then ends by itself; neither you nor our staff can end it earlier.'
        : 'Neither you nor our staff can end it.',
      'You cannot bet, play or deposit, and you get no bonuses or offers from us. Open bets stand and are settled as usual. You can still sign in, withdraw your money and contact support.',
    ],
    action: 'Open Safe play',
  }),
  kyc_approved: ({ validUntil }, { day }) => ({
    subject: 'Your identity is verified',
    summary: `Your verification is valid until ${day(validUntil)}.`,
    more: [
      'We have checked and approved your documents. The higher limits for bets, deposits and withdrawals apply from now on.',
    ],
    action: 'View your verification',
  }),
  kyc_rejected: ({ reason }) => ({
    subject: 'We could not verify your identity',
    summary: because(reason),
    more: ['We have checked your documents and could not approve them. You can upload new documents at any time.'],
    action: 'Upload documents',
  }),
  kyc_expired: ({ wasApproved }) =>
    wasApproved
      ? {
          subject: 'Your identity document has expired',
          summary: 'The limits of an unverified account apply until you verify your identity again.',
          more: ['A document that your account was verified with has expired.'],
          action: 'Upload documents',
        }
      : {
          subject: 'Your verification has expired',
          summary: 'It could not be completed in time. Please submit your documents again.',
          action: 'Upload documents',
        },
  deposit_approved: (data, { amount }) => ({
    subject: 'Your deposit was approved',
    summary: `${amount(data)} is in your balance.`,
    action: 'Open wallet',
  }),
  deposit_rejected: (data, { amount }) => ({
    subject: 'Your deposit was rejected',
    summary: `${amount(data)} was not credited. ${because(data.reason)}`,
    action: 'Open wallet',
  }),
  deposit_failed: (data, { amount }) => ({
    subject: 'Your deposit did not go through',
    summary: `${amount(data)} was not credited. ${because(data.reason)}`,
    action: 'Open wallet',
  }),
  withdrawal_approved: (data, { amount }) => ({
    subject: 'Your withdrawal was approved',
    summary: `${amount(data)} is on its way to you.`,
    action: 'Open wallet',
  }),
  withdrawal_paid: (data, { amount }) => ({
    subject: 'Your withdrawal was paid',
    summary: `${amount(data)} was transferred to your bank account. Bank reference: ${data.bankReference}`,
    action: 'Open wallet',
  }),
  withdrawal_rejected: (data, { amount }) => ({
    subject: 'Your withdrawal was rejected',
    summary: `${amount(data)} is available in your balance again. ${because(data.reason)}`,
    action: 'Open wallet',
  }),
  withdrawal_returned: (data, { amount }) => ({
    subject: 'Your withdrawal was returned',
    summary: `${amount(data)} could not be paid out and is in your balance again. ${because(data.reason)}`,
    action: 'Open wallet',
  }),
  destination_added: ({ method, destinationEnd }) => ({
    subject: 'A new destination for withdrawals',
    summary: `A withdrawal to a new ${methods[method] ?? method} was requested. It ends in ${destinationEnd}.`,
    more: [ifNotYou],
    action: 'Open security settings',
  }),
  destination_saved: ({ method, destinationEnd }) => ({
    subject: 'A destination for withdrawals was saved',
    summary: `A ${methods[method] ?? method} that you have not withdrawn to before was saved${destinationEnd && `. It ends in ${destinationEnd}`}.`,
    more: [ifNotYou],
    action: 'Open wallet settings',
  }),
  pin_changed: ({ on }) => ({
    subject: on ? 'Your withdrawal PIN was set' : 'Your withdrawal PIN was removed',
    summary: on ? 'From now on withdrawals need this PIN.' : 'Withdrawals no longer need a PIN.',
    more: [ifNotYou],
    action: 'Open security settings',
  }),
  balance_low: (data, { amount }) => ({
    subject: 'Your balance is low',
    summary: `You have ${amount(data)} left to play with.`,
    more: ['Only play with what you can afford to lose.'],
    action: 'Open wallet',
  }),
  balance_adjusted: (data, { amount }) => ({
    subject: 'Your balance was adjusted',
    summary: `${amount(data)} was ${data.amountMinor < 0 ? 'taken from' : 'added to'} your balance by our staff. ${because(data.reason)}`,
    action: 'Open wallet',
  }),
  free_bet_given: (data, { amount, moment }) => ({
    subject: 'You have a free bet',
    summary: `Your free bet of ${amount(data)} can be used until ${moment(data.expiresAt)}.`,
    more: ['It must be staked in full on one bet. The stake is not returned with the winnings.'],
    action: 'Choose a bet',
    closing: `Play only if you want to. ${mailOfPromotions}`,
  }),
  bonus_granted: (data, { amount, moment }) => ({
    subject: 'Your bonus is ready',
    summary: `A bonus of ${amount(data)} was added to your balance. You can play with it until ${moment(data.expiresAt)}.`,
    more: ['Once its wagering requirement is met, what is left of it becomes cash.'],
    action: 'View your promotions',
    closing: `Play only if you want to. ${mailOfPromotions}`,
  }),
  promotion_claimed: ({ type, waitingFor }) => ({
    subject: `You claimed a ${offers[type]}`,
    summary: {
      deposit: 'Your next deposit that reaches the minimum activates it.',
      operator: 'We are reviewing your claim. You will see the decision under Promotions.',
      nothing: 'It is active.',
    }[waitingFor],
    action: 'View your promotions',
  }),
  wagering_completed: (data, { amount }) => ({
    subject: 'Your bonus is now cash',
    summary: `You have met the wagering requirement. ${amount(data)} of your bonus is now cash: you can play with it or withdraw it.`,
    action: 'Open wallet',
  }),
  claim_ended: (data, { amount }) => ({
    subject: `Your ${offers[data.type]} has ended`,
    summary: ends[data.reason],
    more:
      data.amountMinor > 0
        ? [
            `${data.type === 'free_bet' ? `The free bet of ${amount(data)}` : `${amount(data)} of bonus money`} was removed. Your cash is not affected.`,
          ]
        : [],
    action: 'View your promotions',
  }),
  cashback_paid: (data, { amount, day }) => ({
    subject: 'Your cashback was paid',
    summary: `${amount(data)} of cashback for the week of ${day(data.weekStartsAt)} was added to your balance as cash.`,
    action: 'Open wallet',
    closing: mailOfPromotions,
  }),
  tier_changed: ({ tier }) => ({
    subject: `You are now ${tiers[tier]}`,
    summary: 'Your loyalty tier follows the points you earned in the last 365 days.',
    action: 'View your points',
    closing: mailOfPromotions,
  }),
  ticket_answered: ({ ticketId }) => ({
    subject: 'Our support team answered you',
    summary: `There is a new answer to your ticket #${ticketReference(ticketId)}.`,
    action: 'Read the answer',
  }),
  chat_kept: () => ({
    subject: 'Your chat is now a ticket',
    summary: 'You can continue there, and we will answer you there.',
    more: ['Your chat with our support team was saved as a ticket.'],
    action: 'Open the ticket',
  }),
};
