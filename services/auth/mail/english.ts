/** Mail in English. */
import type { ClaimEndReason } from '@fairline/proto/promotions/claims';
import type { PromotionType, Tier } from '@fairline/proto/promotions/offers';
import { ticketReference } from '@fairline/proto/support/tickets';
import { day, type Language, moment, money, roleTitle } from './templates.ts';

const englishMethods: Record<string, string> = { bank_transfer: 'bank account', credit_card: 'card', crypto: 'crypto wallet', e_wallet: 'e-wallet' };

const englishRequests = { invite: 'an invitation', raise: 'more access for an operator', reset: 'a reset of an operator' } as const;

const englishOffers: Readonly<Record<PromotionType, string>> = {
  welcome_bonus: 'welcome bonus',
  deposit_bonus: 'deposit bonus',
  free_bet: 'free bet',
  cashback: 'cashback offer',
  loyalty_points: 'points offer',
};

const englishTiers: Readonly<Record<Tier, string>> = { bronze: 'Bronze', silver: 'Silver', gold: 'Gold', platinum: 'Platinum' };

const englishEnds: Readonly<Record<ClaimEndReason, string>> = {
  expired: 'Its time is over.',
  spent: 'You have played all of it.',
  excluded: 'It ended because of your time-out or self-exclusion.',
  no_bonus: 'We do not give you bonuses at present.',
  operator: 'Our staff ended it. If you have questions, please contact our support.',
  player: 'You cancelled it.',
  withdrawal: 'It ended because you requested a withdrawal before you finished wagering it.',
  closed: 'It ended with your account.',
};

const ifNotYou = 'If this was not you, set a new password at once and contact our support.';

export const english: Language = {
  code: 'en',
  greeting: (firstName) => (firstName ? `Hello ${firstName},` : 'Hello,'),
  footer: 'You receive this mail because you have an account at Fairline. 18+. Please play responsibly.',
  templates: {
    welcome: (_data, { once }) => ({
      subject: 'Welcome to Fairline! Please confirm your email address',
      paragraphs: ['Welcome to Fairline! Your account is open.', 'Please confirm that this is your email address:'],
      action: { label: 'Confirm email address', url: once },
      closing: 'The link works for 24 hours. If you did not open an account, you need not do anything.',
    }),
    verify_email: (_data, { once }) => ({
      subject: 'Please confirm your email address',
      paragraphs: ['Please confirm that this is your email address:'],
      action: { label: 'Confirm email address', url: once },
      closing: 'The link works for 24 hours. If you did not ask for it, you need not do anything.',
    }),
    reset_password: (_data, { once }) => ({
      subject: 'Set a new password',
      paragraphs: ['Somebody, probably you, asked for a new password for your account. Set it here:'],
      action: { label: 'Set a new password', url: once },
      closing: 'The link works once, for one hour. If you did not ask for it, you need not do anything: your password stays as it is.',
    }),
    signed_in: (data, { security }) => ({
      subject: 'You signed in',
      paragraphs: [`Your account was signed in to with ${data.device} from ${data.address} on ${moment(data.at)}.`, ifNotYou],
      action: { label: 'Review your devices', url: security },
    }),
    new_device: (data, { security }) => ({
      subject: 'A new device signed in to your account',
      paragraphs: [`A device that we did not know signed in: ${data.device} from ${data.address} on ${moment(data.at)}.`, ifNotYou],
      action: { label: 'Review your devices', url: security },
    }),
    password_changed: (_data, { security }) => ({
      subject: 'Your password was changed',
      paragraphs: ['The password of your account was changed, and your other devices were signed out.', ifNotYou],
      action: { label: 'Open security settings', url: security },
    }),
    two_factor_changed: ({ on }, { security }) => ({
      subject: on ? 'Two-factor authentication is on' : 'Two-factor authentication is off',
      paragraphs: [
        on
          ? 'From now on a code from your authenticator app is asked for when you sign in.'
          : 'From now on your password alone opens your account: no code is asked for when you sign in.',
        ifNotYou,
      ],
      action: { label: 'Open security settings', url: security },
    }),
    status_changed: ({ status }, { account }) => ({
      subject: { active: 'Your account is active', suspended: 'Your account is suspended', closed: 'Your account is closed' }[status],
      paragraphs: {
        active: ['Your account is active: you can deposit, play and withdraw.'],
        suspended: ['Your account is suspended. You can still sign in and contact our support, who will tell you what to do.'],
        closed: ['Your account is closed and can no longer be signed in to. If you have questions, please contact our support.'],
      }[status],
      ...(status !== 'closed' && { action: { label: 'Open account', url: account } }),
    }),
    verification_changed: ({ level }, { account }) =>
      level === 'verified'
        ? {
            subject: 'Your account is verified',
            paragraphs: ['Your identity is confirmed. The higher limits for bets, deposits and withdrawals are yours from now on.'],
            action: { label: 'Open account', url: account },
          }
        : {
            subject: 'Your account is no longer verified',
            paragraphs: ['Your identity needs to be confirmed again. Until then the limits of an unverified account hold.'],
            action: { label: 'Open account', url: account },
          },
    player_excluded: ({ kind, endsAt }, { wallet }) => ({
      subject: kind === 'time_out' ? 'Your time-out has begun' : 'Your self-exclusion has begun',
      paragraphs: [
        endsAt
          ? `${kind === 'time_out' ? 'Your time-out' : 'Your self-exclusion'} lasts until ${moment(endsAt)}. It then ends by itself; neither you nor our staff can end it earlier.`
          : 'Your self-exclusion is permanent. Neither you nor our staff can end it.',
        'You cannot bet, play or deposit, and you get no bonuses or offers from us. Open bets stand and are settled as usual. You can still sign in, withdraw your money and contact support.',
      ],
      action: { label: 'Open wallet', url: wallet },
    }),
    kyc_approved: ({ validUntil }, { verification }) => ({
      subject: 'Your identity is verified',
      paragraphs: [
        'We have checked and approved your documents. The higher limits for bets, deposits and withdrawals apply from now on.',
        `Your verification is valid until ${day(validUntil)}.`,
      ],
      action: { label: 'View your verification', url: verification },
    }),
    kyc_rejected: ({ reason }, { verification }) => ({
      subject: 'We could not verify your identity',
      paragraphs: ['We have checked your documents and could not approve them.', `Reason: ${reason}`, 'You can upload new documents at any time.'],
      action: { label: 'Upload documents', url: verification },
    }),
    kyc_expired: ({ wasApproved }, { verification }) => ({
      subject: wasApproved ? 'Your identity document has expired' : 'Your verification has expired',
      paragraphs: wasApproved
        ? ['A document that your account was verified with has expired. The limits of an unverified account apply until you verify your identity again.']
        : ['Your verification could not be completed in time. Please submit your documents again.'],
      action: { label: 'Upload documents', url: verification },
    }),
    deposit_approved: (data, { wallet }) => ({
      subject: 'Your deposit was approved',
      paragraphs: [`Your deposit of ${money(data)} was approved and is in your balance.`],
      action: { label: 'Open wallet', url: wallet },
    }),
    deposit_rejected: (data, { wallet }) => ({
      subject: 'Your deposit was rejected',
      paragraphs: [`Your deposit of ${money(data)} was rejected.`, `Reason: ${data.reason}`],
      action: { label: 'Open wallet', url: wallet },
    }),
    deposit_failed: (data, { wallet }) => ({
      subject: 'Your deposit did not go through',
      paragraphs: [`Your deposit of ${money(data)} did not go through, and nothing was credited.`, `Reason: ${data.reason}`],
      action: { label: 'Open wallet', url: wallet },
    }),
    withdrawal_approved: (data, { wallet }) => ({
      subject: 'Your withdrawal was approved',
      paragraphs: [`Your withdrawal of ${money(data)} was approved and is on its way to you.`],
      action: { label: 'Open wallet', url: wallet },
    }),
    withdrawal_rejected: (data, { wallet }) => ({
      subject: 'Your withdrawal was rejected',
      paragraphs: [`Your withdrawal of ${money(data)} was rejected. The money is available in your balance again.`, `Reason: ${data.reason}`],
      action: { label: 'Open wallet', url: wallet },
    }),
    withdrawal_returned: (data, { wallet }) => ({
      subject: 'Your withdrawal came back',
      paragraphs: [`Your withdrawal of ${money(data)} could not be paid out. The money is in your balance again.`, `Reason: ${data.reason}`],
      action: { label: 'Open wallet', url: wallet },
    }),
    destination_added: ({ method, destinationEnd }, { security }) => ({
      subject: 'A new destination for withdrawals',
      paragraphs: [`A withdrawal to a ${englishMethods[method] ?? method} that we did not know was requested. It ends in ${destinationEnd}.`, ifNotYou],
      action: { label: 'Open security settings', url: security },
    }),
    pin_changed: ({ on }, { security }) => ({
      subject: on ? 'Your withdrawal PIN was set' : 'Your withdrawal PIN was removed',
      paragraphs: [on ? 'From now on withdrawals ask for the PIN that was just set.' : 'From now on withdrawals ask for no PIN.', ifNotYou],
      action: { label: 'Open security settings', url: security },
    }),
    balance_low: (data, { wallet }) => ({
      subject: 'Your balance is low',
      paragraphs: [`You have ${money(data)} left to play with.`, 'Only play with what you can afford to lose.'],
      action: { label: 'Open wallet', url: wallet },
    }),
    balance_adjusted: (data, { wallet }) => ({
      subject: 'Your balance was adjusted',
      paragraphs: [
        data.amountMinor < 0 ? `${money(data)} was taken from your balance by our staff.` : `${money(data)} was added to your balance by our staff.`,
        `Reason: ${data.reason}`,
      ],
      action: { label: 'Open wallet', url: wallet },
    }),
    free_bet_given: (data, { sports }) => ({
      subject: 'You have a free bet',
      paragraphs: [
        `We have given you a free bet of ${money(data)}. It is the stake of one bet, used whole, and can be played until ${moment(data.expiresAt)}.`,
        'The stake is not returned with what it wins.',
      ],
      action: { label: 'Choose a bet', url: sports },
      closing: 'Play only if you want to. You can switch off mail about promotions in your preferences.',
    }),
    bonus_granted: (data, { promotions }) => ({
      subject: 'Your bonus is ready',
      paragraphs: [
        `A bonus of ${money(data)} was added to your balance. You can play with it until ${moment(data.expiresAt)}.`,
        'Once its wagering requirement is met, what is left of it becomes cash.',
      ],
      action: { label: 'View your promotions', url: promotions },
      closing: 'Play only if you want to. You can switch off mail about promotions in your preferences.',
    }),
    promotion_claimed: ({ type, waitingFor }, { promotions }) => ({
      subject: `You claimed a ${englishOffers[type]}`,
      paragraphs: [
        {
          deposit: 'Your next deposit that reaches the minimum activates it.',
          operator: 'We are reviewing your claim. You see the decision under Promotions.',
          nothing: 'It is active.',
        }[waitingFor],
      ],
      action: { label: 'View your promotions', url: promotions },
    }),
    wagering_completed: (data, { wallet }) => ({
      subject: 'Your bonus is now cash',
      paragraphs: [`You have met the wagering requirement. ${money(data)} of your bonus is now cash: you can play with it or withdraw it.`],
      action: { label: 'Open wallet', url: wallet },
    }),
    claim_ended: (data, { promotions }) => ({
      subject: `Your ${englishOffers[data.type]} has ended`,
      paragraphs: [
        englishEnds[data.reason],
        ...(data.amountMinor > 0
          ? [`${data.type === 'free_bet' ? `The free bet of ${money(data)}` : `${money(data)} of bonus money`} was removed. Your cash is not affected.`]
          : []),
      ],
      action: { label: 'View your promotions', url: promotions },
    }),
    cashback_paid: (data, { wallet }) => ({
      subject: 'Your cashback was paid',
      paragraphs: [`${money(data)} of cashback for the week of ${day(data.weekStartsAt)} was added to your balance as cash.`],
      action: { label: 'Open wallet', url: wallet },
      closing: 'You can switch off mail about promotions in your preferences.',
    }),
    tier_changed: ({ tier }, { promotions }) => ({
      subject: `You are now ${englishTiers[tier]}`,
      paragraphs: [`Your loyalty tier is now ${englishTiers[tier]}. It follows the points you earned in the last 365 days.`],
      action: { label: 'View your points', url: promotions },
      closing: 'You can switch off mail about promotions in your preferences.',
    }),
    ticket_answered: ({ ticketId }, { ticket }) => ({
      subject: 'Our support team answered you',
      paragraphs: [`There is a new answer to your ticket #${ticketReference(ticketId)}.`],
      action: { label: 'Read the answer', url: ticket(ticketId) },
    }),
    chat_kept: ({ ticketId }, { ticket }) => ({
      subject: 'Your chat is now a ticket',
      paragraphs: ['Your chat with our support team was saved as a ticket. You can go on writing there, and we will answer you there.'],
      action: { label: 'Open the ticket', url: ticket(ticketId) },
    }),
    operator_invited: ({ role }, { once }) => ({
      subject: 'You are invited to the Fairline back office',
      paragraphs: [`You have been invited to Fairline as an operator. Your role: ${roleTitle(role)}.`, 'Set your password and your authenticator app:'],
      action: { label: 'Set up your access', url: once },
      closing: 'The link works once and expires after 24 hours. If you were not expecting this email, do not open the link. Contact a super admin.',
    }),
    operator_reset: (_data, { once }) => ({
      subject: 'Your operator access was reset',
      paragraphs: ['Two super admins reset your access. Your old password and authenticator no longer work. Set new ones:'],
      action: { label: 'Set up your access', url: once },
      closing: 'The link works once and expires after 24 hours. If you did not ask for this, contact a super admin you know straight away.',
    }),
    operator_raised: ({ role }, { operators }) => ({
      subject: 'Your operator role was changed',
      paragraphs: [
        `Two super admins gave you another role: ${roleTitle(role)}. Please sign in again.`,
        'If you were not expecting this, contact a super admin.',
      ],
      action: { label: 'Open the back office', url: operators },
    }),
    access_requested: ({ kind, role }, { operators }) => ({
      subject: 'A request for operator access is waiting for you',
      paragraphs: [`Another super admin requested ${englishRequests[kind]} (${roleTitle(role)}). It takes effect once you or another super admin approve it.`],
      action: { label: 'Open operators', url: operators },
    }),
  },
};
