/** Mail in English. The texts of notices are in proto/notices. */
import { numberMarks } from '@fairline/proto/money';
import { english as notices } from '@fairline/proto/notices/english';
import { type Language, roleTitle } from './templates.ts';

const requests = {
  invite: 'an invitation',
  raise: 'more access for an operator',
  reset: 'a reset of an operator',
} as const;

export const english: Language = {
  code: 'en',
  greeting: (firstName) => (firstName ? `Hello ${firstName},` : 'Hello,'),
  footer: 'You are receiving this email because you have an account at Fairline. 18+. Please play responsibly.',
  marks: numberMarks.en,
  notices,
  mails: {
    verify_email: () => ({
      subject: 'Please confirm your email address',
      paragraphs: ['Please confirm that this is your email address:'],
      action: 'Confirm email address',
      closing: 'The link works for 24 hours. If you did not ask for it, you do not need to do anything.',
    }),
    reset_password: () => ({
      subject: 'Set a new password',
      paragraphs: ['Someone, probably you, asked for a new password for your account. Set it here:'],
      action: 'Set a new password',
      closing:
        'The link works once, for one hour. If you did not ask for it, you do not need to do anything: your password stays as it is.',
    }),
    confirm_new_email: () => ({
      subject: 'Please confirm your new email address',
      paragraphs: [
        'Someone, probably you, wants to use this address for a Fairline account. Confirm it here, and sign in with it from then on:',
      ],
      action: 'Confirm the new address',
      closing: 'The link works once, for 24 hours. If you did not ask for it, you do not need to do anything.',
    }),
    email_in_use: () => ({
      subject: 'Your email address already has an account',
      paragraphs: [
        'Someone, perhaps you, tried to use this address for another Fairline account. That is not possible, because it belongs to yours. Nothing has changed.',
      ],
      action: 'Log in',
    }),
    email_replaced: () => ({
      subject: 'Your account has a new email address',
      paragraphs: [
        'The new address of your Fairline account was confirmed. You can no longer sign in with this address. If this was not you, restore your account:',
      ],
      action: 'Restore this address',
      closing: 'The link works once, for 72 hours. It ends all sessions, and you get a link to set a new password.',
    }),
    operator_invited: ({ role }) => ({
      subject: 'You are invited to the Fairline back office',
      paragraphs: [
        `You have been invited to Fairline as an operator. Your role: ${roleTitle(role)}.`,
        'Set your password and your authenticator app:',
      ],
      action: 'Set up your access',
      closing:
        'The link works once and expires after 24 hours. If you were not expecting this email, do not open the link. Contact a super admin.',
    }),
    operator_reset: () => ({
      subject: 'Your operator access was reset',
      paragraphs: [
        'Two super admins reset your access. Your old password and authenticator no longer work. Set new ones:',
      ],
      action: 'Set up your access',
      closing:
        'The link works once and expires after 24 hours. If you did not ask for this, contact a super admin you know straight away.',
    }),
    operator_raised: ({ role }) => ({
      subject: 'Your operator role was changed',
      paragraphs: [
        `Two super admins gave you another role: ${roleTitle(role)}. Please sign in again.`,
        'If you were not expecting this, contact a super admin.',
      ],
      action: 'Open the back office',
    }),
    operator_passkey: ({ change, name }) => ({
      subject: {
        added: 'A passkey was added to your operator account',
        removed: 'A passkey was removed from your operator account',
        copied: 'A sign-in with your passkey was refused',
      }[change],
      paragraphs: [
        {
          added: `The passkey "${name}" can now sign in to the back office in your name, without a password or code.`,
          removed: `The passkey "${name}" can no longer sign in to the back office.`,
          copied: `The passkey "${name}" seems to have been copied. Remove it, and add a new one.`,
        }[change],
        'If this was not you, contact a super admin straight away.',
      ],
      action: 'Open settings',
    }),
    access_requested: ({ kind, role }) => ({
      subject: 'A request for operator access is waiting for you',
      paragraphs: [
        `Another super admin requested ${requests[kind]} (${roleTitle(role)}). It takes effect once you or another super admin approve it.`,
      ],
      action: 'Open operators',
    }),
  },
};
