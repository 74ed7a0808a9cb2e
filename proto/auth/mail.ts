/** Mail and notices: confirmation and password links, the player's list of notices, and the mailbox of demo mode. */
import { z } from 'zod';
import { Cursor, common, event, Id, Instant, Page, refusal, route } from '../contract.ts';
import { fieldMessages, isText } from '../texts.ts';
import { NewPassword } from './fields.ts';
import { sessionRefusals } from './sessions.ts';
import { PersonKey } from './users.ts';

export const mailRefusals = {
  linkInvalid: refusal('link_invalid', 422, 'Email verification failed. Please try again.', 'email'),
  activationInvalid: refusal('link_invalid', 422, 'This link is no longer valid. Please ask for a new one.'),
} as const;

export const Mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), at: Instant });

export const Notice = z.object({
  id: Id,
  template: z.string(),
  /** Values for the placeholders of its text, such as amounts (`amountMinor` and `currency`), reasons and devices. */
  params: z.record(z.string(), z.unknown()),
  createdAt: Instant,
  readAt: Instant.nullable(),
});
export type Notice = z.infer<typeof Notice>;

export const mailRoutes = {
  verifyEmail: route('POST /api/auth/verify-email', {
    summary: 'Confirms an e-mail address by the token in the mail; a repeat succeeds as well',
    access: 'open',
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    reply: z.object({ email: z.string() }),
    refusals: [mailRefusals.linkInvalid, common.rateLimited],
  }),
  resendVerification: route('POST /api/auth/resend-verification', {
    summary: 'Sends the confirmation mail again',
    access: 'player',
    refusals: [sessionRefusals.sessionExpired, common.rateLimited],
  }),
  forgotPassword: route('POST /api/auth/forgot-password', {
    summary: 'Mails a link to set a new password; the reply is the same whether or not the account exists',
    access: 'open',
    body: z.strictObject({
      email: z
        .string({ error: fieldMessages.emailRequired })
        .trim()
        .min(1, fieldMessages.emailRequired)
        .max(254)
        .refine(isText),
    }),
    refusals: [common.rateLimited],
  }),
  resetPassword: route('POST /api/auth/reset-password', {
    summary: 'Sets a new password by the token in the mail, which works once, and ends all sessions',
    access: 'open',
    body: z.strictObject({ token: z.string().min(1).max(200), password: NewPassword }),
    refusals: [
      mailRefusals.activationInvalid,
      sessionRefusals.passwordCommon,
      sessionRefusals.passwordPersonal,
      common.rateLimited,
    ],
  }),
  notices: route('GET /api/auth/notices', {
    summary: 'The notices of the player, newest first',
    access: 'player',
    query: z.strictObject({ cursor: Cursor }),
    reply: Page(Notice).extend({ unread: z.int() }),
  }),
  readNotices: route('POST /api/auth/notices/read', {
    summary: 'Marks all notices up to and including this one as read',
    access: 'player',
    body: z.strictObject({ upTo: Id }),
    reply: z.object({ unread: z.int() }),
  }),
  mailbox: route('GET /api/dev/mailbox', {
    summary: 'Mail sent, newest first; demo mode only',
    access: 'open',
    query: z.strictObject({ to: z.string().max(254).optional() }),
    reply: z.object({ items: z.array(Mail) }),
    refusals: [common.notFound],
  }),
} as const;

const player = { playerId: Id };

export const mailEvents = {
  emailVerified: event('auth', 'EmailVerified', {
    summary: 'A player confirmed their e-mail address.',
    /** `personKeys`: keyed hashes that identify the person. */
    data: z.object({ ...player, personKeys: z.array(PersonKey).optional() }),
    audience: { player: 'playerId' },
  }),
  noticeAdded: event('auth', 'NoticeAdded', {
    summary: 'A player has a new notice.',
    data: z.object(player),
    audience: { player: 'playerId' },
  }),
} as const;
