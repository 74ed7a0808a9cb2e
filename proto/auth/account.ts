/** A player's own profile, preferences and privacy, and which fields are required or fixed. */
import { z } from 'zod';
import { Cursor, common, event, fileReply, Id, Instant, Page, refusal, route } from '../contract.ts';
import { countryCode } from '../countries.ts';
import { PlayCurrency } from '../money.ts';
import { oddsFormats } from '../odds.ts';
import { fieldMessages, lineOf } from '../texts.ts';
import { languages, personName, Timezone } from './fields.ts';
import { Code, Password, sessionRefusals } from './sessions.ts';
import { userRefusals } from './users.ts';

export const accountRefusals = {
  currencyFixed: refusal('currency_fixed', 422, 'The currency is fixed by your first deposit, bet or limit'),
  /** The welcome bonus is converted at the current rate. params: {from, to} */
  rateUnavailable: refusal('rate_unavailable', 422, 'No exchange rate is available for this currency right now'),
  termsOutdated: refusal('terms_outdated', 409, 'The terms have changed. Please read the current version.'),
  /** params: {totalMinor, heldMinor, openBets, currency} */
  balanceLeft: refusal(
    'balance_left',
    422,
    'Please withdraw your balance and wait for open bets and payments before you close your account',
  ),
  profileFixed: refusal('profile_fixed', 422, 'Verified details cannot be changed. Please contact support.'),
} as const;

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
  /** Fields that can no longer be changed: those of a verified identity, and the e-mail address. */
  fixed: z.array(z.string()),
  termsVersion: z.string(),
  termsAcceptedAt: Instant,
});
export type Profile = z.infer<typeof Profile>;

const namesRequired = fieldMessages.namesRequired;

/** Changes only the fields that are present. The name, date of birth and country of a verified player are fixed (`profile_fixed`). */
export const ProfileChange = z
  .strictObject({
    firstName: personName('First name', namesRequired).optional(),
    lastName: personName('Last name', namesRequired).optional(),
    country: z
      .string()
      .refine((text) => countryCode(text) !== null, fieldMessages.countryRequired)
      .optional(),
    phone: lineOf('Phone', 30)
      .regex(/^(\+?[0-9 ()-]{5,})?$/, fieldMessages.phoneInvalid)
      // No phone number has more than 15 digits; a card number may.
      .refine((text) => text.replaceAll(/\D/g, '').length <= 15, fieldMessages.phoneInvalid)
      .optional(),
    address: lineOf('Address', 200).optional(),
    city: lineOf('City', 100).optional(),
    postalCode: lineOf('Postal code', 20).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, fieldMessages.unchanged);
export type ProfileChange = z.infer<typeof ProfileChange>;

/** Kinds of notices that a player may switch off. Security notices cannot be switched off. */
export const Notifications = z.strictObject({
  /** If off, notices are listed in the app but not mailed. Security notices are always mailed. */
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
  /** No data is collected for analytics or partners, so there are no such settings. If an old page sends them, they are ignored. */
  privacy: z.object({
    /** Operators see when the player was last active. */
    showOnlineStatus: z.boolean(),
  }),
});
export type Preferences = z.infer<typeof Preferences>;

export const defaultPreferences: Preferences = {
  currency: 'USD',
  oddsFormat: 'decimal',
  timezone: 'UTC',
  language: 'en',
  notifications: {
    email: true,
    deposits: true,
    withdrawals: true,
    lowBalance: true,
    signIns: false,
    promotions: false,
    marketing: false,
  },
  privacy: { showOnlineStatus: false },
};

/** How far back a player sees sign-ins. */
export const signInDays = 90;

export const signInMethods = [
  'password',
  'password_and_code',
  'password_and_recovery_code',
  'passkey',
  'registration',
  'reset',
] as const;
export type SignInMethod = (typeof signInMethods)[number];

export const signInResults = [
  'signed_in',
  'wrong_password',
  'wrong_code',
  'passkey_refused',
  'locked',
  'closed',
  'password_reset',
] as const;

/** An attempt to sign in to the account, by anyone who knows its address. A null field was not recorded. */
export const SignInAttempt = z.object({
  id: Id,
  at: Instant,
  result: z.enum(signInResults),
  method: z.enum(signInMethods).nullable(),
  /** Names of the browser and the operating system. */
  device: z.string().nullable(),
  address: z.string().nullable(),
});
export type SignInAttempt = z.infer<typeof SignInAttempt>;

export const accountRoutes = {
  profile: route('GET /api/auth/profile', {
    summary: 'The profile of the player',
    access: 'player',
    reply: Profile,
    refusals: [sessionRefusals.sessionExpired],
  }),
  changeProfile: route('PATCH /api/auth/profile', {
    summary: 'Changes the fields that are present',
    access: 'player',
    body: ProfileChange,
    reply: Profile,
    refusals: [
      userRefusals.demoAccount,
      accountRefusals.profileFixed,
      common.cardNumber,
      sessionRefusals.sessionExpired,
      common.unavailable,
    ],
  }),
  preferences: route('GET /api/auth/preferences', {
    summary: 'The preferences of the player',
    access: 'player',
    reply: Preferences,
  }),
  setPreferences: route('PUT /api/auth/preferences', {
    summary:
      'Sets all preferences; the play currency can change only before the first deposit, stake or limit (`currency_fixed`)',
    access: 'player',
    body: Preferences,
    reply: Preferences,
    refusals: [
      accountRefusals.currencyFixed,
      accountRefusals.rateUnavailable,
      sessionRefusals.sessionExpired,
      common.unavailable,
    ],
  }),
  acceptTerms: route('POST /api/auth/terms', {
    summary: 'Accepts the terms in force',
    access: 'player',
    body: z.strictObject({ version: z.string().max(40) }),
    refusals: [accountRefusals.termsOutdated, sessionRefusals.sessionExpired],
  }),
  endOtherSessions: route('DELETE /api/auth/sessions', {
    summary: 'Signs all other devices out; the current session continues',
    access: 'player',
    reply: z.object({ ended: z.int() }),
  }),
  signIns: route('GET /api/auth/sign-ins', {
    summary: 'The sign-ins to the account of the player in the last 90 days, failed ones too, newest first',
    access: 'player',
    query: z.strictObject({ cursor: Cursor }),
    reply: Page(SignInAttempt),
  }),
  playerStepUp: route('POST /api/auth/step-up', {
    summary:
      'Step-up: confirms who the player is, by password, and by a code too if two-factor authentication is on. Valid for 5 minutes',
    access: 'player',
    body: z.strictObject({ password: Password, code: Code.optional() }),
    refusals: [
      sessionRefusals.passwordWrong,
      sessionRefusals.totpWrong,
      sessionRefusals.sessionExpired,
      common.rateLimited,
    ],
  }),
  download: route('GET /api/auth/export', {
    summary: 'All data that auth holds about the player, as a JSON file',
    access: 'player',
    stepUp: 'depends',
    reply: fileReply('application/octet-stream'),
    refusals: [sessionRefusals.sessionExpired, common.rateLimited, common.stepUpRequired],
  }),
  close: route('POST /api/auth/close', {
    summary: 'Closes the account permanently; refused while it has money, open bets or pending payments',
    access: 'player',
    body: z.strictObject({ password: Password, reason: lineOf('The reason', 500).optional() }),
    refusals: [
      userRefusals.demoAccount,
      common.forbidden,
      sessionRefusals.passwordWrong,
      accountRefusals.balanceLeft,
      common.cardNumber,
      common.unavailable,
      common.rateLimited,
    ],
  }),
} as const;

const player = { playerId: Id };

export const accountEvents = {
  profileUpdated: event('auth', 'ProfileUpdated', {
    summary: 'A player changed profile or preferences; the event carries no values.',
    data: z.object({
      ...player,
      fields: z.array(z.string()),
      move: z
        .object({
          at: Instant,
          needsProof: z.boolean().meta({
            description: 'the earlier jurisdiction applies until a proof of address uploaded after `at` is approved',
          }),
        })
        .optional()
        .meta({ description: 'a change of country; repeated, without a field, while it waits for the proof' }),
    }),
    audience: { player: 'playerId' },
  }),
} as const;
