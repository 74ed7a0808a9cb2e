/** A player's own profile, preferences and privacy. Declares once which fields are required, fixed or kept. */
import { z } from 'zod';
import { common, event, FileReply, Id, Instant, refusal, route } from '../contract.ts';
import { countryCode } from '../countries.ts';
import { PlayCurrency } from '../money.ts';
import { oddsFormats } from '../odds.ts';
import { isText, languages, personName, Timezone } from './fields.ts';
import { Password, sessionRefusals } from './sessions.ts';
import { userRefusals } from './users.ts';

export const accountRefusals = {
  currencyFixed: refusal('currency_fixed', 422, 'The currency is fixed by your first deposit or bet'),
  termsOutdated: refusal('terms_outdated', 409, 'The terms have changed. Please read the current version.'),
  /** params: {totalMinor, heldMinor, openBets, currency} */
  balanceLeft: refusal('balance_left', 422, 'Please withdraw your balance and wait for open bets and payments before you close your account'),
  profileFixed: refusal('profile_fixed', 422, 'Verified details cannot be changed. Please contact support.'),
} as const;

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
  /** Nothing is collected and there are no partners, so there is no setting for those; choices about them that an older page sends are dropped. */
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
  notifications: { email: true, deposits: true, withdrawals: true, lowBalance: true, signIns: false, promotions: false, marketing: false },
  privacy: { showOnlineStatus: false },
};

export const accountRoutes = {
  profile: route('GET /api/auth/profile', { summary: 'Who the player is', access: 'player', reply: Profile, refusals: [sessionRefusals.sessionExpired] }),
  changeProfile: route('PATCH /api/auth/profile', {
    summary: 'Changes what is given',
    access: 'player',
    body: ProfileChange,
    reply: Profile,
    refusals: [userRefusals.demoAccount, accountRefusals.profileFixed, common.cardNumber, sessionRefusals.sessionExpired, common.unavailable],
  }),
  preferences: route('GET /api/auth/preferences', { summary: 'How the player wants it', access: 'player', reply: Preferences }),
  setPreferences: route('PUT /api/auth/preferences', {
    summary: 'Sets all preferences; another play currency only before the first deposit or stake (`currency_fixed`)',
    access: 'player',
    body: Preferences,
    reply: Preferences,
    refusals: [accountRefusals.currencyFixed, sessionRefusals.sessionExpired, common.unavailable],
  }),
  acceptTerms: route('POST /api/auth/terms', {
    summary: 'Accepts the terms in force',
    access: 'player',
    body: z.strictObject({ version: z.string().max(40) }),
    refusals: [accountRefusals.termsOutdated, sessionRefusals.sessionExpired],
  }),
  download: route('GET /api/auth/export', {
    summary: 'All that auth keeps of the player, as a JSON file',
    access: 'player',
    reply: FileReply,
    refusals: [sessionRefusals.sessionExpired, common.rateLimited],
  }),
  close: route('POST /api/auth/close', {
    summary: 'Closes the account for good; money, open bets and pending payments must be gone first',
    access: 'player',
    body: z.strictObject({ password: Password, reason: optionalText('PlainReason', 500).optional() }),
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
    summary: 'A player changed profile or preferences; values stay with auth.',
    data: z.object({ ...player, fields: z.array(z.string()) }),
    audience: { player: 'playerId' },
  }),
} as const;
