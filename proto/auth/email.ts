/** Change of an account's e-mail address: requested, confirmed from the new mailbox, undone from the old one. */
import { z } from 'zod';
import { byId, common, event, Id, refusal, route } from '../contract.ts';
import { fieldMessages } from '../texts.ts';
import { email, PlainReason } from './fields.ts';
import { mailRefusals } from './mail.ts';
import { Password, sessionRefusals } from './sessions.ts';
import { userRefusals } from './users.ts';

/** `confirm`: hours to confirm the new address. `undo`: hours after that in which the old address can undo the change. */
export const emailChangeHours = { confirm: 24, undo: 72 } as const;

export const emailRefusals = {
  emailSame: refusal('email_same', 422, 'This is already the email address of the account'),
  emailConfirmed: refusal(
    'email_confirmed',
    409,
    'The player has confirmed this address. Only the player can change it.',
  ),
} as const;

/** `code`: from the authenticator or a recovery code, if two-factor authentication is on. */
export const EmailChange = z.strictObject({
  email: email(fieldMessages.emailAddressInvalid),
  password: Password,
  code: z.string().max(40).optional(),
});

const Token = z.strictObject({ token: z.string().min(1).max(200) });

export const emailRoutes = {
  changeEmail: route('POST /api/auth/email-change', {
    summary:
      'Mails a link to a new address; the reply is the same whether or not the address has an account. The link of an earlier request no longer works',
    access: 'player',
    body: EmailChange,
    refusals: [
      userRefusals.demoAccount,
      sessionRefusals.passwordWrong,
      sessionRefusals.totpWrong,
      sessionRefusals.sessionExpired,
      emailRefusals.emailSame,
      common.rateLimited,
    ],
  }),
  confirmEmailChange: route('POST /api/auth/email-change/confirm', {
    summary: 'Changes the address by the link that was mailed to the new one, once, and ends all sessions',
    access: 'open',
    body: Token,
    reply: z.object({ email: z.string() }),
    refusals: [mailRefusals.activationInvalid, userRefusals.emailTaken, common.rateLimited],
  }),
  undoEmailChange: route('POST /api/auth/email-change/undo', {
    summary:
      'Cancels a change by the link that was mailed to the old address. If it has taken effect, the old address is restored, all sessions end, and a link to a new password is mailed',
    access: 'open',
    body: Token,
    reply: z.object({ email: z.string() }),
    refusals: [mailRefusals.activationInvalid, userRefusals.emailTaken, common.rateLimited],
  }),
  correctEmail: route('POST /api/admin/auth/users/:id/email', {
    summary: 'Mails a link to a corrected address; only while the address of the account is unconfirmed',
    access: { operator: 'users.verify' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ email: email(fieldMessages.emailAddressInvalid), reason: PlainReason }),
    refusals: [
      userRefusals.demoAccount,
      emailRefusals.emailConfirmed,
      emailRefusals.emailSame,
      common.notFound,
      common.cardNumber,
      common.rateLimited,
    ],
  }),
} as const;

const player = { playerId: Id };

export const emailEvents = {
  emailChangeRequested: event('auth', 'EmailChangeRequested', {
    summary: 'A new e-mail address was requested; the old one stays until the new one is confirmed.',
    data: z.object({ ...player, changeId: Id, by: z.enum(['player', 'operator']) }),
    audience: { player: 'playerId' },
    notice: { template: 'email_change_requested' },
  }),
  emailChanged: event('auth', 'EmailChanged', {
    summary: 'An account has another e-mail address, or its old one again; all sessions ended.',
    data: z.object({ ...player, how: z.enum(['changed', 'undone']) }),
    audience: { player: 'playerId' },
    notice: { template: 'email_changed' },
  }),
} as const;
