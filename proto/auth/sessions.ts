/** Sign-in and sessions of players and operators: registration, access tokens, refresh cookies, passwords and two-factor authentication. */
import { z } from 'zod';
import { byId, common, event, Id, Instant, refusal, request, route } from '../contract.ts';
import { countryCode, Jurisdiction } from '../countries.ts';
import { OperatorOrigin } from '../operator-control.ts';
import { roleNames, sentPermissionNames } from '../permissions.ts';
import { fieldMessages } from '../texts.ts';
import { DateOfBirth, email, languages, NewPassword, personName, Timezone } from './fields.ts';
import { User, userRefusals, VerificationLevel } from './users.ts';

/** Lifetime of an access token. Revocations are kept as long, because older tokens have expired. */
export const sessionRules = { accessTokenSeconds: 15 * 60 } as const;

/** The name of a device whose browser and system are unknown. */
export const unknownDevice = 'Unknown device';

export const sessionRefusals = {
  badCredentials: refusal('bad_credentials', 401, 'Invalid email or password'),
  badOperatorCredentials: refusal('bad_operator_credentials', 401, 'Invalid admin credentials'),
  sessionExpired: refusal('session_expired', 401, 'Your session has expired. Please login again.'),
  /** The session was ended early: by a sign-out elsewhere, a change of password, or the closing of the account. */
  sessionRevoked: refusal('session_revoked', 401, 'Session validation failed. Please login again.'),
  totpRequired: refusal('totp_required', 401, 'Enter the code from your authenticator app'),
  totpWrong: refusal('totp_wrong', 422, 'This code is incorrect. Please try the next one.'),
  totpNotEnrolled: refusal('totp_not_enrolled', 409, 'Two-factor authentication is not being set up'),
  totpAlreadyOn: refusal('totp_already_on', 409, 'Two-factor authentication is already on'),
  emailUnconfirmed: refusal('email_unconfirmed', 409, 'Please confirm your email address first'),
  passwordWrong: refusal('password_wrong', 422, 'Current password is incorrect'),
  passwordCommon: refusal('password_common', 422, 'This password is too easy to guess. Please choose another one.'),
  passwordPersonal: refusal(
    'password_personal',
    422,
    'The password must not contain your email name or "Fairline". Please choose another one.',
  ),
  passwordSame: refusal('password_same', 422, 'The new password must differ from the current one'),
} as const;

/** The previous sign-in, so that a player can notice one by somebody else. */
export const LastSignIn = z.object({ at: Instant, device: z.string(), address: z.string() });

export const Operator = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roleNames),
  permissions: z.array(z.enum(sentPermissionNames)),
  lastLoginAt: Instant.nullable(),
});
export type Operator = z.infer<typeof Operator>;

export const Registration = z.strictObject({
  email: email(fieldMessages.emailAddressInvalid),
  password: NewPassword,
  firstName: personName('First name'),
  lastName: personName('Last name'),
  country: z
    .string({ error: fieldMessages.countryRequired })
    .min(1, fieldMessages.countryRequired)
    .refine((text) => countryCode(text) !== null, fieldMessages.countryRequired),
  dateOfBirth: DateOfBirth,
  acceptTerms: z.literal(true, { error: fieldMessages.termsUnaccepted }),
  marketingOptIn: z.boolean().optional(),
  /** False: the player wants no welcome bonus. */
  welcomeBonus: z.boolean().optional(),
  /** Initial preferences; English and UTC by default. */
  language: z.enum(languages).optional(),
  timezone: Timezone.optional(),
});
export type Registration = z.infer<typeof Registration>;

export const SignIn = z.strictObject({
  email: email(fieldMessages.emailInvalid),
  password: z
    .string({ error: fieldMessages.passwordRequired })
    .min(1, fieldMessages.passwordRequired)
    .min(6, fieldMessages.passwordOfSix)
    .max(128, 'Invalid email or password'),
  remember: z.boolean().optional(),
  totp: z.string().max(20).optional(),
});

export const OperatorSignIn = z.strictObject({
  email: email(fieldMessages.emailInvalid),
  password: z
    .string({ error: fieldMessages.passwordRequired })
    .min(1, fieldMessages.passwordRequired)
    .max(128, 'Invalid admin credentials'),
  totp: z.string().max(20).optional(),
});

export const PlayerSession = z.object({
  user: User,
  accessToken: z.string(),
  expiresAt: Instant,
  lastSignIn: LastSignIn.nullable(),
});
export type PlayerSession = z.infer<typeof PlayerSession>;

export const OperatorSession = z.object({ operator: Operator, accessToken: z.string(), expiresAt: Instant });
export type OperatorSession = z.infer<typeof OperatorSession>;

/** Claims of the access token: an EdDSA JWT that auth signs and the gateway verifies. Its permissions are read by `receivedPermissions`. */
const claims = { sub: Id, sid: Id, iat: z.int(), exp: z.int() };

export const AccessClaims = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('player'),
    ...claims,
    level: VerificationLevel,
    jurisdiction: Jurisdiction,
    /** The day of the player's 25th birthday, while it lies ahead and the jurisdiction limits stakes by age. */
    under25Until: z.iso.date().optional(),
    book: z.enum(['real', 'play']),
  }),
  z.object({
    kind: z.literal('operator'),
    ...claims,
    role: z.enum(roleNames),
    permissions: z.array(z.string().max(60)),
    ...OperatorOrigin.shape,
  }),
]);
export type AccessClaims = z.infer<typeof AccessClaims>;

/** The path of each refresh cookie: browsers send it only there. */
export const refreshCookies = {
  player: { name: 'fairline_session', path: '/api/auth' },
  operator: { name: 'fairline_operator', path: '/api/admin/auth' },
} as const;

/** Settings for pages before sign-in: the features of demo mode that are on. */
export const AuthSettings = z.object({
  demo: z.boolean(),
  termsVersion: z.string(),
  welcomeBonusMinor: z.int(),
  demoPlayer: z.object({ email: z.string(), password: z.string() }).nullable(),
  /** `second`: another operator of the role, for decisions that need two. */
  demoOperators: z.array(
    z.object({ email: z.string(), password: z.string(), role: z.enum(roleNames), second: z.boolean() }),
  ),
});
export type AuthSettings = z.infer<typeof AuthSettings>;

export const PasswordChange = z.strictObject({
  currentPassword: z
    .string({ error: fieldMessages.currentPasswordRequired })
    .min(1, fieldMessages.currentPasswordRequired)
    .max(128, sessionRefusals.passwordWrong.message),
  newPassword: NewPassword.refine((text) => text.length >= 8, fieldMessages.newPasswordOfEight),
});

export const OpenSession = z.object({
  id: Id,
  current: z.boolean(),
  /** Names of the browser and the operating system. */
  device: z.string(),
  address: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
});
export type OpenSession = z.infer<typeof OpenSession>;

export const TwoFactor = z.object({ on: z.boolean(), enrolledAt: Instant.nullable(), recoveryCodesLeft: z.int() });

/** `uri` is for the QR code; `secret` can be typed instead. */
export const Enrolment = z.object({ secret: z.string(), uri: z.string() });

/** Recovery codes, shown once. Each can replace the code of the authenticator for one sign-in. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Six digits from the authenticator app, or a recovery code where accepted. */
export const Code = z
  .string({ error: fieldMessages.codeRequired })
  .trim()
  .min(1, fieldMessages.codeRequired)
  .max(20, sessionRefusals.totpWrong.message);

export const Password = z
  .string({ error: fieldMessages.passwordRequired })
  .min(1, fieldMessages.passwordRequired)
  .max(128, sessionRefusals.passwordWrong.message);

export const sessionRoutes = {
  settings: route('GET /api/auth/settings', {
    summary: 'Settings of the sign-in pages',
    access: 'open',
    reply: AuthSettings,
  }),
  register: route('POST /api/auth/register', {
    summary: 'Creates an account and signs the player in',
    access: 'open',
    body: Registration,
    reply: PlayerSession,
    status: 201,
    refusals: [
      userRefusals.emailTaken,
      userRefusals.underage,
      sessionRefusals.passwordCommon,
      sessionRefusals.passwordPersonal,
      common.cardNumber,
      common.rateLimited,
    ],
  }),
  login: route('POST /api/auth/login', {
    summary: 'Signs a player in; the refresh token is set as a cookie',
    access: 'open',
    body: SignIn,
    reply: PlayerSession,
    refusals: [
      sessionRefusals.badCredentials,
      sessionRefusals.totpRequired,
      userRefusals.accountClosed,
      common.rateLimited,
    ],
  }),
  refresh: route('POST /api/auth/refresh', {
    summary: 'Exchanges the refresh cookie for new tokens; for 20 s the old cookie returns the same ones',
    access: 'open',
    reply: PlayerSession,
    refusals: [sessionRefusals.sessionExpired, sessionRefusals.sessionRevoked],
  }),
  logout: route('POST /api/auth/logout', { summary: 'Ends the session of the refresh cookie', access: 'open' }),
  session: route('GET /api/auth/session', {
    summary: 'The signed-in player, while the session is valid',
    access: 'player',
    reply: z.object({ user: User, sessionId: Id, expiresAt: Instant }),
    refusals: [sessionRefusals.sessionExpired, sessionRefusals.sessionRevoked],
  }),
  operatorLogin: route('POST /api/admin/auth/login', {
    summary: 'Signs an operator in',
    access: 'open',
    body: OperatorSignIn,
    reply: OperatorSession,
    refusals: [sessionRefusals.badOperatorCredentials, sessionRefusals.totpRequired, common.rateLimited],
  }),
  operatorRefresh: route('POST /api/admin/auth/refresh', {
    summary: 'Exchanges the operator cookie for new tokens',
    access: 'open',
    reply: OperatorSession,
    refusals: [sessionRefusals.sessionExpired, sessionRefusals.sessionRevoked],
  }),
  operatorLogout: route('POST /api/admin/auth/logout', { summary: 'Ends the operator session', access: 'open' }),
  operatorSession: route('GET /api/admin/auth/session', {
    summary: 'The signed-in operator, while the session is valid',
    access: { operator: null },
    reply: z.object({ operator: Operator, sessionId: Id, expiresAt: Instant }),
    refusals: [sessionRefusals.sessionExpired, sessionRefusals.sessionRevoked],
  }),
  sessions: route('GET /api/auth/sessions', {
    summary: 'Lists the signed-in devices',
    access: 'player',
    reply: z.object({ items: z.array(OpenSession) }),
  }),
  endSession: route('DELETE /api/auth/sessions/:id', {
    summary: 'Signs a device out',
    access: 'player',
    params: byId,
    refusals: [common.notFound],
  }),
  changePassword: route('POST /api/auth/change-password', {
    summary: 'Changes the password and ends the other sessions',
    access: 'player',
    body: PasswordChange,
    refusals: [
      userRefusals.demoAccount,
      sessionRefusals.passwordWrong,
      sessionRefusals.passwordSame,
      sessionRefusals.passwordCommon,
      sessionRefusals.passwordPersonal,
      sessionRefusals.sessionExpired,
      common.rateLimited,
    ],
  }),
  twoFactor: route('GET /api/auth/2fa', {
    summary: 'Whether two-factor authentication is on',
    access: 'player',
    reply: TwoFactor,
  }),
  enrol: route('POST /api/auth/2fa/enrol', {
    summary: 'Starts two-factor enrolment by the password; it takes effect once a code confirms it',
    access: 'player',
    body: z.strictObject({ password: Password }),
    reply: Enrolment,
    refusals: [
      userRefusals.demoAccount,
      sessionRefusals.emailUnconfirmed,
      sessionRefusals.passwordWrong,
      sessionRefusals.totpAlreadyOn,
      sessionRefusals.sessionExpired,
      common.rateLimited,
    ],
  }),
  confirm: route('POST /api/auth/2fa/confirm', {
    summary: 'Switches two-factor authentication on; the recovery codes are returned this once',
    access: 'player',
    body: z.strictObject({ code: Code }),
    reply: RecoveryCodes,
    refusals: [
      userRefusals.demoAccount,
      sessionRefusals.emailUnconfirmed,
      sessionRefusals.totpWrong,
      sessionRefusals.totpNotEnrolled,
      sessionRefusals.totpAlreadyOn,
      common.rateLimited,
    ],
  }),
  disable: route('POST /api/auth/2fa/disable', {
    summary: 'Switches two-factor authentication off, by password and a code or recovery code',
    access: 'player',
    body: z.strictObject({ password: Password, code: Code }),
    refusals: [
      userRefusals.demoAccount,
      sessionRefusals.passwordWrong,
      sessionRefusals.totpWrong,
      sessionRefusals.totpNotEnrolled,
      common.rateLimited,
    ],
  }),
} as const;

export const sessionRequests = {
  provenAt: request('auth', 'provenAt', {
    summary:
      'When the operator of a session last signed in or stepped up; the gateway requests it for routes that need a fresh proof',
    input: z.object({ sessionId: Id }),
    output: z.object({ provenAt: Instant.nullable() }),
  }),
} as const;

const player = { playerId: Id };

/** Keyed hashes of the device and the network address; equal hashes mean the same ones. */
const traits = { deviceKey: z.string().optional(), addressKey: z.string().optional() };

export const sessionEvents = {
  userSignedIn: event('auth', 'UserSignedIn', {
    summary: 'A player signed in.',
    data: z.object({ ...player, sessionId: Id, ...traits }),
    notice: { template: 'signed_in', preference: 'signIns' },
  }),
  deviceAdded: event('auth', 'DeviceAdded', {
    summary: 'A player signed in from a new device.',
    data: z.object({ ...player, sessionId: Id }),
    notice: { template: 'new_device' },
  }),
  passwordChanged: event('auth', 'PasswordChanged', {
    summary: 'A player changed or reset the password, which ended the other sessions.',
    data: z.object(player),
    notice: { template: 'password_changed' },
  }),
  twoFactorChanged: event('auth', 'TwoFactorChanged', {
    summary: 'A player switched two-factor authentication on or off.',
    data: z.object({ ...player, on: z.boolean() }),
    audience: { player: 'playerId' },
    notice: { template: 'two_factor_changed' },
  }),
  signInFailed: event('auth', 'SignInFailed', {
    summary: 'A sign-in to an existing account failed.',
    // A refused passkey counts as `totp` too, because it replaces the code.
    data: z.object({
      ...player,
      reason: z.enum(['password', 'status', 'totp', 'throttled']),
      addressKey: traits.addressKey,
    }),
  }),
  sessionRevoked: event('auth', 'SessionRevoked', {
    summary:
      'A session was ended early; the gateway refuses its tokens from now on. Without sessionId: all sessions of the subject.',
    data: z.object({
      subjectKind: z.enum(['player', 'operator']),
      subjectId: Id,
      sessionId: Id.nullable(),
      reason: z.enum(['signed_out', 'reuse', 'password', 'status', 'role', 'operator']),
      at: Instant,
    }),
  }),
} as const;
