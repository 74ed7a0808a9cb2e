/**
 * Passkeys of players and operators (WebAuthn): register one, sign in with one, and list those of an account.
 * Bodies and replies have the JSON form of the WebAuthn standard.
 */
import { z } from 'zod';
import { byId, common, event, Id, Instant, refusal, route } from '../contract.ts';
import { lineOf } from '../texts.ts';
import { Code, OperatorSession, Password, PlayerSession, sessionRefusals } from './sessions.ts';
import { userRefusals } from './users.ts';

/** `most`: passkeys per account. `challengeSeconds`: the time to answer a challenge. `longestName`: in characters. */
export const passkeyRules = { most: 10, challengeSeconds: 300, longestName: 60 } as const;

export const passkeyRefusals = {
  passkeyUnknown: refusal(
    'passkey_unknown',
    401,
    'This passkey does not belong to an account here. Please sign in with your email and password.',
  ),
  passkeyRefused: refusal('passkey_refused', 422, 'This passkey could not be checked. Please try again.'),
  passkeyOutdated: refusal('passkey_outdated', 422, 'This took too long, or was used before. Please try again.'),
  passkeyCopied: refusal(
    'passkey_copied',
    401,
    'This passkey seems to have been copied and was refused. Please sign in with your password and remove it.',
  ),
  passkeyTaken: refusal('passkey_taken', 409, 'This passkey is already registered'),
  passkeyLimit: refusal('passkey_limit', 409, 'An account has at most 10 passkeys. Please remove one first.'),
} as const;

const Base64Url = z.string().regex(/^[\w-]+$/);
const CredentialId = Base64Url.max(1_366);
const extensionResults = z.record(z.string(), z.unknown());
const transports = z.array(z.string().max(40)).max(10);

/** The browser's answer after it made a passkey. */
export const PasskeyAttestation = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url.max(4_000),
    attestationObject: Base64Url.max(16_000),
    transports: transports.optional(),
  }),
  clientExtensionResults: extensionResults,
});

/** The browser's answer after a passkey signed the challenge. */
export const PasskeyAssertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url.max(4_000),
    authenticatorData: Base64Url.max(4_000),
    signature: Base64Url.max(4_000),
    userHandle: Base64Url.max(200).optional(),
  }),
  clientExtensionResults: extensionResults,
});

/** Options with which the browser makes a passkey. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(
    z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** Options with which the browser asks for a passkey. The passkey itself identifies the account. */
export const PasskeyQuestion = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** `multiDevice`: a password manager may keep it on several devices; `singleDevice`: it stays on one. */
  deviceType: z.enum(['singleDevice', 'multiDevice']),
  /** Whether it was backed up when it was last used. */
  backedUp: z.boolean(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

const Passkeys = z.object({ items: z.array(Passkey) });

const Name = lineOf('Name', passkeyRules.longestName);
/** Without a name, the passkey gets that of the browser and system that made it. */
const NewPasskey = z.strictObject({ name: Name.optional(), attestation: PasskeyAttestation });
const PasskeyName = z.strictObject({ name: Name.min(1) });

const addRefusals = [
  userRefusals.demoAccount,
  passkeyRefusals.passkeyRefused,
  passkeyRefusals.passkeyOutdated,
  passkeyRefusals.passkeyTaken,
  passkeyRefusals.passkeyLimit,
  sessionRefusals.sessionExpired,
  sessionRefusals.sessionRevoked,
  common.cardNumber,
  common.rateLimited,
] as const;
const signInRefusals = [
  passkeyRefusals.passkeyUnknown,
  passkeyRefusals.passkeyRefused,
  passkeyRefusals.passkeyOutdated,
  passkeyRefusals.passkeyCopied,
  common.rateLimited,
] as const;
const changeRefusals = [
  userRefusals.demoAccount,
  common.notFound,
  sessionRefusals.sessionExpired,
  sessionRefusals.sessionRevoked,
] as const;
const own = { operator: null } as const;

export const passkeyRoutes = {
  passkeyQuestion: route('POST /api/auth/passkeys/question', {
    summary: 'A challenge to sign a player in by a passkey; it works once, within 5 minutes',
    access: 'open',
    reply: PasskeyQuestion,
  }),
  passkeyLogin: route('POST /api/auth/passkeys/login', {
    summary: 'Signs a player in by a passkey, without password or code; the refresh token is set as a cookie',
    access: 'open',
    body: z.strictObject({ assertion: PasskeyAssertion, remember: z.boolean().optional() }),
    reply: PlayerSession,
    refusals: [...signInRefusals, sessionRefusals.badCredentials, userRefusals.accountClosed],
  }),
  passkeys: route('GET /api/auth/passkeys', {
    summary: 'Lists the passkeys of the player',
    access: 'player',
    reply: Passkeys,
  }),
  passkeyBegin: route('POST /api/auth/passkeys/begin', {
    summary: 'Starts a new passkey by the password, and by a code too if two-factor authentication is on',
    access: 'player',
    body: z.strictObject({ password: Password, code: Code.optional() }),
    reply: PasskeyCreation,
    refusals: [
      userRefusals.demoAccount,
      sessionRefusals.emailUnconfirmed,
      sessionRefusals.passwordWrong,
      sessionRefusals.totpWrong,
      passkeyRefusals.passkeyLimit,
      sessionRefusals.sessionExpired,
      sessionRefusals.sessionRevoked,
      common.rateLimited,
    ],
  }),
  passkeyAdd: route('POST /api/auth/passkeys', {
    summary: 'Adds the passkey that the browser made',
    access: 'player',
    body: NewPasskey,
    reply: Passkey,
    status: 201,
    refusals: [...addRefusals, sessionRefusals.emailUnconfirmed],
  }),
  passkeyRename: route('PATCH /api/auth/passkeys/:id', {
    summary: 'Renames a passkey',
    access: 'player',
    params: byId,
    body: PasskeyName,
    refusals: [...changeRefusals, common.cardNumber],
  }),
  passkeyRemove: route('DELETE /api/auth/passkeys/:id', {
    summary: 'Removes a passkey; it can no longer sign in to the account',
    access: 'player',
    params: byId,
    refusals: [...changeRefusals],
  }),
  operatorPasskeyQuestion: route('POST /api/admin/auth/passkeys/question', {
    summary: 'A challenge to sign an operator in by a passkey; it works once, within 5 minutes',
    access: 'open',
    reply: PasskeyQuestion,
  }),
  operatorPasskeyLogin: route('POST /api/admin/auth/passkeys/login', {
    summary: 'Signs an operator in by a passkey, without password or code',
    access: 'open',
    body: z.strictObject({ assertion: PasskeyAssertion }),
    reply: OperatorSession,
    refusals: [...signInRefusals, sessionRefusals.badOperatorCredentials],
  }),
  ownPasskeys: route('GET /api/admin/auth/passkeys', {
    summary: 'Lists the passkeys of the operator',
    access: own,
    reply: Passkeys,
  }),
  ownPasskeyBegin: route('POST /api/admin/auth/passkeys/begin', {
    summary: 'Starts a new passkey',
    access: own,
    stepUp: true,
    reply: PasskeyCreation,
    refusals: [
      userRefusals.demoAccount,
      passkeyRefusals.passkeyLimit,
      sessionRefusals.sessionExpired,
      sessionRefusals.sessionRevoked,
      common.stepUpRequired,
    ],
  }),
  ownPasskeyAdd: route('POST /api/admin/auth/passkeys', {
    summary: 'Adds the passkey that the browser made',
    access: own,
    body: NewPasskey,
    reply: Passkey,
    status: 201,
    refusals: [...addRefusals],
  }),
  ownPasskeyRename: route('PATCH /api/admin/auth/passkeys/:id', {
    summary: 'Renames a passkey of the operator',
    access: own,
    params: byId,
    body: PasskeyName,
    refusals: [...changeRefusals, common.cardNumber],
  }),
  ownPasskeyRemove: route('DELETE /api/admin/auth/passkeys/:id', {
    summary: 'Removes a passkey of the operator',
    access: own,
    params: byId,
    refusals: [...changeRefusals],
  }),
} as const;

/** `copied`: its signature counter went back, so the sign-in was refused. */
export const passkeyChanges = ['added', 'removed', 'copied'] as const;

export const passkeyEvents = {
  passkeyChanged: event('auth', 'PasskeyChanged', {
    summary: 'A player added or removed a passkey, or one was refused because it seems to have been copied.',
    data: z.object({ playerId: Id, change: z.enum(passkeyChanges) }),
    audience: { player: 'playerId' },
    notice: { template: 'passkey_changed' },
  }),
} as const;
