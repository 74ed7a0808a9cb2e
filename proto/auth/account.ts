/** A player's own account at auth: profile, preferences, security, notices and privacy. What is fixed, required or kept is said here once. */

import { z } from 'zod';
import { authRefusals, isText, languages, NewPassword, personName, Timezone } from '../auth.ts';
import { Cursor, common, FileReply, Id, Instant, Page, route } from '../contract.ts';
import { countryCode } from '../countries.ts';
import { PlayCurrency } from '../money.ts';
import { oddsFormats } from '../odds.ts';

// ---- Profile -----------------------------------------------------------------------------------

const optionalText = (label: string, max: number) =>
  z.string().trim().max(max, `${label} must be at most ${max} characters`).refine(isText, `${label} is not valid`);

export const Profile = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.iso.date(),
  country: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  /** Fields that no longer change: verified identity, and the e-mail address. */
  fixed: z.array(z.string()),
  termsVersion: z.string(),
  termsAcceptedAt: Instant,
});
export type Profile = z.infer<typeof Profile>;

/** Only fields that are given change; a verified player's name, date of birth and country do not (`profile_fixed`). */
export const ProfileChange = z
  .strictObject({
    firstName: personName('First name').optional(),
    lastName: personName('Last name').optional(),
    country: z
      .string()
      .refine((text) => countryCode(text) !== null, 'Please select your country')
      .optional(),
    phone: optionalText('Phone', 30)
      .regex(/^(\+?[0-9 ()-]{5,})?$/, 'Please enter a valid phone number')
      // No number of the world has more than 15 digits; one of a card may.
      .refine((text) => text.replaceAll(/\D/g, '').length <= 15, 'Please enter a valid phone number')
      .optional(),
    address: optionalText('Address', 200).optional(),
    city: optionalText('City', 100).optional(),
    postalCode: optionalText('Postal code', 20).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Nothing has changed');
export type ProfileChange = z.infer<typeof ProfileChange>;

// ---- Preferences -------------------------------------------------------------------------------

/** What may be mailed and listed; security notices are not here, for they cannot be switched off. */
export const Notifications = z.strictObject({
  /** Off: notices are listed in the app and not mailed; security notices are mailed all the same. */
  email: z.boolean(),
  deposits: z.boolean(),
  withdrawals: z.boolean(),
  lowBalance: z.boolean(),
  signIns: z.boolean(),
  promotions: z.boolean(),
  marketing: z.boolean(),
});
export type NotificationName = keyof z.infer<typeof Notifications>;

export const Preferences = z.strictObject({
  currency: PlayCurrency,
  oddsFormat: z.enum(oddsFormats),
  timezone: Timezone,
  language: z.enum(languages),
  notifications: Notifications,
  /** Nothing is collected and there are no partners, so nothing asks about those; choices about them that an older page sends are dropped. */
  privacy: z.object({
    /** Operators see when he was last seen. */
    showOnlineStatus: z.boolean(),
  }),
});
export type Preferences = z.infer<typeof Preferences>;

export const defaultPreferences: Preferences = {
  currency: 'USD',
  oddsFormat: 'decimal',
  timezone: 'UTC',
  language: 'en',
  notifications: { email: true, deposits: true, withdrawals: true, lowBalance: true, signIns: false, promotions: false, marketing: false },
  privacy: { showOnlineStatus: false },
};

// ---- Security ----------------------------------------------------------------------------------

export const PasswordChange = z.strictObject({
  currentPassword: z.string({ error: 'Current password is required' }).min(1, 'Current password is required').max(128, authRefusals.passwordWrong.message),
  newPassword: NewPassword.refine((text) => text.length >= 8, 'New password must be at least 8 characters'),
});

export const OpenSession = z.object({
  id: Id,
  current: z.boolean(),
  /** Browser and system, as people say them. */
  device: z.string(),
  address: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
});
export type OpenSession = z.infer<typeof OpenSession>;

export const TwoFactor = z.object({ on: z.boolean(), enrolledAt: Instant.nullable(), recoveryCodesLeft: z.int() });
/** `uri` is what a QR code carries; `secret` is typed where no camera is. */
export const Enrolment = z.object({ secret: z.string(), uri: z.string() });
/** Shown once; each signs in once in place of a code. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
/** Six digits of the app, or where said a recovery code. */
export const Code = z.string({ error: 'Please enter the code' }).trim().min(1, 'Please enter the code').max(20, authRefusals.totpWrong.message);
export const Password = z.string({ error: 'Password is required' }).min(1, 'Password is required').max(128, authRefusals.passwordWrong.message);

// ---- Notices -----------------------------------------------------------------------------------

export const Notice = z.object({
  id: Id,
  template: z.string(),
  /** What its words are filled with: amounts as `amountMinor` and `currency`, reasons, devices. */
  params: z.record(z.string(), z.unknown()),
  createdAt: Instant,
  readAt: Instant.nullable(),
});
export type Notice = z.infer<typeof Notice>;

// ---- Routes ------------------------------------------------------------------------------------

const bySession = z.strictObject({ id: Id });

export const accountRoutes = {
  forgotPassword: route('POST /api/auth/forgot-password', {
    summary: 'Mails a link to set a new password; answers alike whether or not there is such an account',
    access: 'open',
    body: z.strictObject({ email: z.string({ error: 'Email is required' }).trim().min(1, 'Email is required').max(254).refine(isText) }),
    refusals: [common.rateLimited],
  }),
  resetPassword: route('POST /api/auth/reset-password', {
    summary: 'Sets a new password by the token of the mail, once, and ends every session',
    access: 'open',
    body: z.strictObject({ token: z.string().min(1).max(200), password: NewPassword }),
    refusals: [authRefusals.activationInvalid, common.rateLimited],
  }),
  changePassword: route('POST /api/auth/change-password', {
    summary: 'Changes the password and ends the other sessions',
    access: 'player',
    body: PasswordChange,
    refusals: [authRefusals.demoAccount, authRefusals.passwordWrong, authRefusals.passwordSame, authRefusals.sessionExpired, common.rateLimited],
  }),
  profile: route('GET /api/auth/profile', { summary: 'Who the player is', access: 'player', reply: Profile, refusals: [authRefusals.sessionExpired] }),
  changeProfile: route('PATCH /api/auth/profile', {
    summary: 'Changes what is given',
    access: 'player',
    body: ProfileChange,
    reply: Profile,
    refusals: [authRefusals.demoAccount, authRefusals.profileFixed, authRefusals.cardNumber, authRefusals.sessionExpired, common.unavailable],
  }),
  preferences: route('GET /api/auth/preferences', { summary: 'How the player wants it', access: 'player', reply: Preferences }),
  setPreferences: route('PUT /api/auth/preferences', {
    summary: 'Sets all preferences; another play currency only before the first deposit or stake (`currency_fixed`)',
    access: 'player',
    body: Preferences,
    reply: Preferences,
    refusals: [authRefusals.currencyFixed, authRefusals.sessionExpired, common.unavailable],
  }),
  acceptTerms: route('POST /api/auth/terms', {
    summary: 'Accepts the terms in force',
    access: 'player',
    body: z.strictObject({ version: z.string().max(40) }),
    refusals: [authRefusals.termsOutdated, authRefusals.sessionExpired],
  }),
  sessions: route('GET /api/auth/sessions', { summary: 'Devices that are signed in', access: 'player', reply: z.object({ items: z.array(OpenSession) }) }),
  endSession: route('DELETE /api/auth/sessions/:id', {
    summary: 'Signs a device out',
    access: 'player',
    params: bySession,
    refusals: [common.notFound],
  }),
  twoFactor: route('GET /api/auth/2fa', { summary: 'Whether two-factor authentication is on', access: 'player', reply: TwoFactor }),
  enrol: route('POST /api/auth/2fa/enrol', {
    summary: 'Begins two-factor authentication, by the password; nothing changes until a code confirms it',
    access: 'player',
    body: z.strictObject({ password: Password }),
    reply: Enrolment,
    refusals: [authRefusals.demoAccount, authRefusals.passwordWrong, authRefusals.totpAlreadyOn, authRefusals.sessionExpired, common.rateLimited],
  }),
  confirm: route('POST /api/auth/2fa/confirm', {
    summary: 'Switches two-factor authentication on and answers the recovery codes, once',
    access: 'player',
    body: z.strictObject({ code: Code }),
    reply: RecoveryCodes,
    refusals: [authRefusals.demoAccount, authRefusals.totpWrong, authRefusals.totpNotEnrolled, authRefusals.totpAlreadyOn, common.rateLimited],
  }),
  disable: route('POST /api/auth/2fa/disable', {
    summary: 'Switches two-factor authentication off, by password and a code or recovery code',
    access: 'player',
    body: z.strictObject({ password: Password, code: Code }),
    refusals: [authRefusals.demoAccount, authRefusals.passwordWrong, authRefusals.totpWrong, authRefusals.totpNotEnrolled, common.rateLimited],
  }),
  notices: route('GET /api/auth/notices', {
    summary: 'What the player was told, newest first',
    access: 'player',
    query: z.strictObject({ cursor: Cursor }),
    reply: Page(Notice).extend({ unread: z.int() }),
  }),
  readNotices: route('POST /api/auth/notices/read', {
    summary: 'Marks notices read up to one, that one included',
    access: 'player',
    body: z.strictObject({ upTo: Id }),
    reply: z.object({ unread: z.int() }),
  }),
  download: route('GET /api/auth/export', {
    summary: 'All that auth keeps of the player, as a JSON file',
    access: 'player',
    reply: FileReply,
    refusals: [authRefusals.sessionExpired, common.rateLimited],
  }),
  close: route('POST /api/auth/close', {
    summary: 'Closes the account for good; money, open bets and pending payments must be gone first',
    access: 'player',
    body: z.strictObject({ password: Password, reason: optionalText('Reason', 500).optional() }),
    refusals: [
      authRefusals.demoAccount,
      common.forbidden,
      authRefusals.passwordWrong,
      authRefusals.balanceLeft,
      authRefusals.cardNumber,
      common.unavailable,
      common.rateLimited,
    ],
  }),
} as const;
