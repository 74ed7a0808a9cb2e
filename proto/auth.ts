/**
 * What auth says and answers: registration, sessions, users, operators.
 * Messages are the specification's own; the page, the room and the tests read them here.
 */
import { z } from 'zod';
import { Cursor, common, event, Id, Instant, operatorActed, Page, refusal, request, route } from './contract.ts';
import { countryCode, Jurisdiction } from './countries.ts';
import { PlayCurrency } from './money.ts';
import { permissions, roleNames } from './permissions.ts';

// ---- Refusals ----------------------------------------------------------------------------------

export const authRefusals = {
  badCredentials: refusal('bad_credentials', 401, 'Invalid email or password'),
  badOperatorCredentials: refusal('bad_operator_credentials', 401, 'Invalid admin credentials'),
  emailTaken: refusal('email_taken', 409, 'An account with this email already exists'),
  underage: refusal('underage', 422, 'You must be at least {years} years old'),
  sessionExpired: refusal('session_expired', 401, 'Your session has expired. Please login again.'),
  accountClosed: refusal('account_closed', 403, 'Your account is closed.'),
  accountErased: refusal('account_erased', 409, 'This account was erased. It stays closed.'),
  linkInvalid: refusal('link_invalid', 422, 'Email verification failed. Please try again.'),
  activationInvalid: refusal('link_invalid', 422, 'This link is no longer valid. Please ask for a new one.'),
  totpRequired: refusal('totp_required', 401, 'Enter the code from your authenticator app'),
  totpWrong: refusal('totp_wrong', 422, 'This code is not right. Please try the next one.'),
  totpNotEnrolled: refusal('totp_not_enrolled', 409, 'Two-factor authentication is not being set up'),
  totpAlreadyOn: refusal('totp_already_on', 409, 'Two-factor authentication is already on'),
  totpKept: refusal('totp_kept', 409, 'Operators keep two-factor authentication outside demo mode'),
  passwordWrong: refusal('password_wrong', 422, 'Current password is incorrect'),
  passwordSame: refusal('password_same', 422, 'The new password must differ from the current one'),
  currencyFixed: refusal('currency_fixed', 422, 'The currency is fixed by your first deposit or bet'),
  termsOutdated: refusal('terms_outdated', 409, 'The terms have changed. Please read the current version.'),
  /** params: {totalMinor, heldMinor, openBets, currency} */
  balanceLeft: refusal('balance_left', 422, 'Please withdraw your balance and wait for open bets and payments before you close your account'),
  lastSuperAdmin: refusal('last_super_admin', 422, 'The last active super admin cannot be changed'),
  ownAccount: refusal('own_account', 403, 'You cannot change your own account here'),
  profileFixed: refusal('profile_fixed', 422, 'Verified details cannot be changed. Please contact support.'),
  cardNumber: refusal('card_number', 422, 'Please do not enter card numbers here'),
  /** The sign-ins of demo mode are public: nobody may take them from the others. */
  demoAccount: refusal('demo_account', 403, 'The demo accounts stay as they are'),
} as const;

// ---- Shapes ------------------------------------------------------------------------------------

/** Text, an at sign, text, a dot and text: the specification's rule; delivery decides the rest. A sign that cannot be seen is none of it. */
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A control character is no text: neither a database nor a mail header takes it. */
export const isText = (text: string) => !/\p{Cc}/u.test(text);

export function email(message: string) {
  return z
    .string({ error: 'Email is required' })
    .trim()
    .min(1, 'Email is required')
    .max(254, { error: message, abort: true })
    .regex(emailShape, message)
    .refine((text) => !/[\p{Cc}\p{Cf}]/u.test(text), message);
}

export function personName(label: string) {
  return z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .min(2, `${label} must be at least 2 characters`)
    .max(100, `${label} must be at most 100 characters`)
    .refine(isText, `${label} is not valid`);
}

export const NewPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(8, 'Password must be at least 8 characters')
  .max(128, 'Password must be at most 128 characters')
  .regex(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/s, 'Password must contain uppercase, lowercase, and number');

export const passwordLabels = ['Very Weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

/** 0 to 5, a point each for length of 8 or more, lower case, upper case, digit, special character. */
export function passwordScore(password: string): number {
  const points = [password.length >= 8, /[a-z]/.test(password), /[A-Z]/.test(password), /\d/.test(password), /[^A-Za-z0-9]/.test(password)];
  return points.filter(Boolean).length;
}

export const minimumAge = 18;

/** The terms in force, by the day they began; a player who accepted earlier ones is asked again. */
export const termsVersion = '2026-11-01';

/** Whole years between a date of birth (YYYY-MM-DD) and a day, both UTC. */
export function ageOn(dateOfBirth: string, day: Date): number {
  const [year = 0, month = 0, date = 0] = dateOfBirth.split('-').map(Number);
  const before = day.getUTCMonth() + 1 < month || (day.getUTCMonth() + 1 === month && day.getUTCDate() < date);
  return day.getUTCFullYear() - year - (before ? 1 : 0);
}

/** Nobody alive was born before 1900. */
const DateOfBirth = z.iso.date({ error: 'Please enter your date of birth' }).refine((date) => date >= '1900', 'Please enter your date of birth');

export const userStatuses = ['active', 'suspended', 'closed'] as const;
export const UserStatus = z.enum(userStatuses);
export const VerificationLevel = z.enum(['unverified', 'verified']);

export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  country: z.string(),
  currency: PlayCurrency,
  isVerified: z.boolean(),
  emailVerified: z.boolean(),
  status: UserStatus,
  createdAt: Instant,
  lastLoginAt: Instant.nullable(),
  /** False where the terms have changed since he accepted them. */
  termsAccepted: z.boolean(),
});
export type User = z.infer<typeof User>;

/** The last sign-in before this one, so that a player can tell a stranger's. */
export const LastSignIn = z.object({ at: Instant, device: z.string(), address: z.string() });

export const Operator = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roleNames),
  permissions: z.array(z.enum(permissions)),
  lastLoginAt: Instant.nullable(),
});
export type Operator = z.infer<typeof Operator>;

/** The clocks that stand first; every other one that the platform knows by name may be chosen. */
export const timezones = ['UTC', 'America/New_York', 'America/Los_Angeles', 'Europe/London'] as const;

/** Whether Intl can tell the time there. Names alone: an offset has no summer. */
export function isTimezone(name: string): boolean {
  try {
    return /^[A-Z][\w+-]*(\/[\w+-]+)*$/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export const Timezone = z.string().max(64).refine(isTimezone, 'Please choose a timezone');
export type Timezone = z.infer<typeof Timezone>;
/** What is written in: languages of the app and of mail. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export const Registration = z.strictObject({
  email: email('Please enter a valid email address'),
  password: NewPassword,
  firstName: personName('First name'),
  lastName: personName('Last name'),
  country: z
    .string({ error: 'Please select your country' })
    .min(1, 'Please select your country')
    .refine((text) => countryCode(text) !== null, 'Please select your country'),
  dateOfBirth: DateOfBirth,
  acceptTerms: z.literal(true, { error: 'You must agree to the terms and conditions' }),
  marketingOptIn: z.boolean().optional(),
  /** What the account begins with; English and UTC unless said. */
  language: z.enum(languages).optional(),
  timezone: Timezone.optional(),
});
export type Registration = z.infer<typeof Registration>;

export const SignIn = z.strictObject({
  email: email('Please enter a valid email'),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .min(6, 'Password must be at least 6 characters')
    .max(128, 'Invalid email or password'),
  remember: z.boolean().optional(),
  totp: z.string().max(20).optional(),
});

export const OperatorSignIn = z.strictObject({
  email: email('Please enter a valid email'),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(128, 'Invalid admin credentials'),
  totp: z.string().max(20).optional(),
});

export const PlayerSession = z.object({ user: User, accessToken: z.string(), expiresAt: Instant, lastSignIn: LastSignIn.nullable() });
export type PlayerSession = z.infer<typeof PlayerSession>;
export const OperatorSession = z.object({ operator: Operator, accessToken: z.string(), expiresAt: Instant });
export type OperatorSession = z.infer<typeof OperatorSession>;

/** Who becomes an operator, and as what. */
export const OperatorInvitation = z.strictObject({
  email: email('Please enter a valid email'),
  firstName: personName('First name'),
  lastName: personName('Last name'),
  role: z.enum(roleNames, { error: 'Please choose a role' }),
});
export type OperatorInvitation = z.infer<typeof OperatorInvitation>;

/** The access token: an EdDSA JWT of 15 minutes that auth signs and the gateway reads. */
const claims = { sub: Id, sid: Id, iat: z.int(), exp: z.int() };
export const AccessClaims = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('player'), ...claims, level: VerificationLevel, jurisdiction: Jurisdiction, book: z.enum(['real', 'play']) }),
  z.object({ kind: z.literal('operator'), ...claims, role: z.enum(roleNames), permissions: z.array(z.enum(permissions)) }),
]);
export type AccessClaims = z.infer<typeof AccessClaims>;

/** How long an access token lasts: auth signs it for so long, and the gateway keeps revocations for as long. */
export const sessionRules = { accessTokenSeconds: 15 * 60 } as const;

/** Where each refresh cookie goes, and nowhere else. */
export const refreshCookies = {
  player: { name: 'fairline_session', path: '/api/auth' },
  operator: { name: 'fairline_operator', path: '/api/admin/auth' },
} as const;

export const Mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), at: Instant });

/** What the app shows before anyone signs in: which helps of demo mode are on. */
export const AuthSettings = z.object({
  demo: z.boolean(),
  termsVersion: z.string(),
  welcomeBonusMinor: z.int(),
  demoPlayer: z.object({ email: z.string(), password: z.string() }).nullable(),
  demoOperators: z.array(z.object({ email: z.string(), password: z.string(), role: z.enum(roleNames) })),
});
export type AuthSettings = z.infer<typeof AuthSettings>;

export const UserRow = User.extend({
  demo: z.boolean(),
  /** Accounts with the same name and date of birth. */
  duplicates: z.int(),
});
export type UserRow = z.infer<typeof UserRow>;
export const Reason = z.string({ error: 'A reason is required' }).trim().min(1, 'A reason is required').max(500).refine(isText, 'The reason is not valid');

// ---- Routes ------------------------------------------------------------------------------------

const userParams = z.strictObject({ id: Id });

export const authRoutes = {
  settings: route('GET /api/auth/settings', { summary: 'What the sign-in pages may offer', access: 'open', reply: AuthSettings }),
  register: route('POST /api/auth/register', {
    summary: 'Creates an account and signs it in',
    access: 'open',
    body: Registration,
    reply: PlayerSession,
    status: 201,
    refusals: [authRefusals.emailTaken, authRefusals.underage, authRefusals.cardNumber, common.rateLimited],
  }),
  login: route('POST /api/auth/login', {
    summary: 'Signs a player in; the refresh token comes as a cookie',
    access: 'open',
    body: SignIn,
    reply: PlayerSession,
    refusals: [authRefusals.badCredentials, authRefusals.totpRequired, authRefusals.accountClosed, common.rateLimited],
  }),
  refresh: route('POST /api/auth/refresh', {
    summary: 'Trades the refresh cookie for a new pair; the old one answers the same for 20 s',
    access: 'open',
    reply: PlayerSession,
    refusals: [authRefusals.sessionExpired],
  }),
  logout: route('POST /api/auth/logout', { summary: 'Ends the session of the refresh cookie', access: 'open' }),
  session: route('GET /api/auth/session', {
    summary: 'The signed-in player, while the session holds',
    access: 'player',
    reply: z.object({ user: User, sessionId: Id, expiresAt: Instant }),
    refusals: [authRefusals.sessionExpired],
  }),
  verifyEmail: route('POST /api/auth/verify-email', {
    summary: 'Confirms an e-mail address by the token of the mail; once confirmed it stays so',
    access: 'open',
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    reply: z.object({ email: z.string() }),
    refusals: [authRefusals.linkInvalid, common.rateLimited],
  }),
  resendVerification: route('POST /api/auth/resend-verification', {
    summary: 'Sends the confirmation mail again',
    access: 'player',
    refusals: [authRefusals.sessionExpired, common.rateLimited],
  }),
  operatorLogin: route('POST /api/admin/auth/login', {
    summary: 'Signs an operator in',
    access: 'open',
    body: OperatorSignIn,
    reply: OperatorSession,
    refusals: [authRefusals.badOperatorCredentials, authRefusals.totpRequired, common.rateLimited],
  }),
  operatorRefresh: route('POST /api/admin/auth/refresh', {
    summary: 'Trades the operator cookie for a new pair',
    access: 'open',
    reply: OperatorSession,
    refusals: [authRefusals.sessionExpired],
  }),
  operatorLogout: route('POST /api/admin/auth/logout', { summary: 'Ends the operator session', access: 'open' }),
  operatorSession: route('GET /api/admin/auth/session', {
    summary: 'The signed-in operator, while the session holds',
    access: { operator: null },
    reply: z.object({ operator: Operator, sessionId: Id, expiresAt: Instant }),
    refusals: [authRefusals.sessionExpired],
  }),
  operatorActivate: route('POST /api/admin/auth/activate', {
    summary: 'Sets the first password of an operator by the one-time link; answers the secret for the authenticator app',
    access: 'open',
    body: z.strictObject({ token: z.string().min(1).max(200), password: NewPassword }),
    reply: z.object({ email: z.string(), totpUri: z.string() }),
    refusals: [authRefusals.activationInvalid, common.rateLimited],
  }),
  users: route('GET /api/admin/auth/users', {
    summary: 'Players, newest first, searched by id, e-mail or name',
    access: { operator: 'users.read' },
    query: z.strictObject({ q: z.string().max(200).refine(isText, 'The search is not valid').optional(), status: UserStatus.optional(), cursor: Cursor }),
    reply: Page(UserRow),
  }),
  user: route('GET /api/admin/auth/users/:id', {
    summary: 'One player',
    access: { operator: 'users.read' },
    params: userParams,
    reply: UserRow,
    refusals: [common.notFound],
  }),
  setUserStatus: route('PATCH /api/admin/auth/users/:id', {
    summary: 'Sets a player active, suspended or closed; answers once money is bound by it',
    access: { operator: 'users.status' },
    params: userParams,
    body: z.strictObject({ status: UserStatus, reason: Reason }),
    reply: UserRow,
    refusals: [authRefusals.demoAccount, authRefusals.accountErased, common.notFound, common.unavailable, authRefusals.cardNumber],
  }),
  verifyUser: route('POST /api/admin/auth/users/:id/verify', {
    summary: 'Marks a player verified',
    access: { operator: 'users.verify' },
    params: userParams,
    body: z.strictObject({ reason: Reason }),
    reply: UserRow,
    refusals: [authRefusals.accountErased, common.notFound, common.unavailable, authRefusals.cardNumber],
  }),
  mailbox: route('GET /api/dev/mailbox', {
    summary: 'Mail sent, newest first; demo mode only',
    access: 'open',
    query: z.strictObject({ to: z.string().max(254).optional() }),
    reply: z.object({ items: z.array(Mail) }),
    refusals: [common.notFound],
  }),
} as const;

// ---- Events ------------------------------------------------------------------------------------

const player = { playerId: Id };

export const authEvents = {
  userRegistered: event('auth', 'UserRegistered', {
    summary: 'An account exists. Its wallet opens and the welcome bonus is paid, once.',
    data: z.object({ ...player, country: z.string(), jurisdiction: Jurisdiction, currency: PlayCurrency, level: VerificationLevel, demo: z.boolean() }),
    audience: { operators: 'users.read' },
    notice: { template: 'welcome' },
  }),
  emailVerified: event('auth', 'EmailVerified', {
    summary: 'A player confirmed the e-mail address.',
    data: z.object(player),
    audience: { player: 'playerId' },
  }),
  userSignedIn: event('auth', 'UserSignedIn', {
    summary: 'A player signed in.',
    data: z.object({ ...player, sessionId: Id }),
    notice: { template: 'signed_in', preference: 'signIns' },
  }),
  deviceAdded: event('auth', 'DeviceAdded', {
    summary: 'A player signed in from a device that was not known.',
    data: z.object({ ...player, sessionId: Id }),
    notice: { template: 'new_device' },
  }),
  passwordChanged: event('auth', 'PasswordChanged', {
    summary: 'A player changed or reset the password; the other sessions ended.',
    data: z.object(player),
    notice: { template: 'password_changed' },
  }),
  twoFactorChanged: event('auth', 'TwoFactorChanged', {
    summary: 'A player switched two-factor authentication on or off.',
    data: z.object({ ...player, on: z.boolean() }),
    audience: { player: 'playerId' },
    notice: { template: 'two_factor_changed' },
  }),
  profileUpdated: event('auth', 'ProfileUpdated', {
    summary: 'A player changed profile or preferences; values stay with auth.',
    data: z.object({ ...player, fields: z.array(z.string()) }),
    audience: { player: 'playerId' },
  }),
  noticeAdded: event('auth', 'NoticeAdded', { summary: 'A player has a notice to read.', data: z.object(player), audience: { player: 'playerId' } }),
  duplicateSuspected: event('auth', 'DuplicateSuspected', {
    summary: 'A new account has the name and date of birth of others.',
    data: z.object({ ...player, others: z.array(Id) }),
    audience: { operators: 'users.read' },
  }),
  accountErased: event('auth', 'AccountErased', { summary: 'The personal fields of a closed account were erased.', data: z.object(player) }),
  signInFailed: event('auth', 'SignInFailed', {
    summary: 'A sign-in to a known account failed.',
    data: z.object({ ...player, reason: z.enum(['password', 'status', 'totp', 'throttled']) }),
  }),
  sessionRevoked: event('auth', 'SessionRevoked', {
    summary: 'A session ended before its time; the gateway refuses its tokens from now on. Without sessionId: all sessions of the subject.',
    data: z.object({
      subjectKind: z.enum(['player', 'operator']),
      subjectId: Id,
      sessionId: Id.nullable(),
      reason: z.enum(['signed_out', 'reuse', 'password', 'status', 'role', 'operator']),
      at: Instant,
    }),
  }),
  userStatusChanged: event('auth', 'UserStatusChanged', {
    summary: 'A player is active, suspended or closed from now on.',
    data: z.object({ ...player, status: UserStatus, level: VerificationLevel, jurisdiction: Jurisdiction, at: Instant }),
    audience: { player: 'playerId', operators: 'users.read' },
    notice: { template: 'status_changed' },
  }),
  verificationChanged: event('auth', 'VerificationChanged', {
    summary: 'A player is verified, or no longer.',
    data: z.object({ ...player, status: UserStatus, level: VerificationLevel, jurisdiction: Jurisdiction }),
    audience: { player: 'playerId', operators: 'users.read' },
    notice: { template: 'verification_changed' },
  }),
  operatorActed: operatorActed('auth'),
} as const;

export const authRequests = {
  provenAt: request('auth', 'provenAt', {
    summary: 'When the operator of a session last signed in or stepped up; asked by the gateway before routes that need a fresh proof',
    input: z.object({ sessionId: Id }),
    output: z.object({ provenAt: Instant.nullable() }),
  }),
} as const;
