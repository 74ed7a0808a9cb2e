/** Players: identity, status and verification level, and the routes by which operators change them. */
import { z } from 'zod';
import { byId, Cursor, common, event, fileReply, Id, Instant, Page, refusal, request, route } from '../contract.ts';
import { countryCodes, Jurisdiction } from '../countries.ts';
import { PlayCurrency } from '../money.ts';
import { screeningRefusals } from '../screening.ts';
import { fieldMessages, isText } from '../texts.ts';
import { PlainReason, RiskLevelName } from './fields.ts';

export const userRefusals = {
  emailTaken: refusal('email_taken', 409, 'An account with this email already exists'),
  underage: refusal('underage', 422, 'You must be at least {years} years old'),
  accountClosed: refusal('account_closed', 403, 'Your account is closed.'),
  accountErased: refusal('account_erased', 409, 'This account was erased and stays closed.'),
  /** Only approved documents verify a player, also by hand. */
  notIdentified: refusal('documents_not_approved', 409, 'The required documents of this player are not approved'),
  /** Demo accounts are shared, so nobody may change their sign-in. */
  demoAccount: refusal('demo_account', 403, 'Demo accounts cannot be changed'),
  /** Anyone can sign in to the demo account, so its users would see the files of others. */
  sharedAccount: refusal(
    'demo_account',
    403,
    'This demo account is shared, so files cannot be uploaded here. Please register your own account.',
    'files',
  ),
} as const;

export const userStatuses = ['active', 'suspended', 'closed'] as const;

export const UserStatus = z.enum(userStatuses);

export const VerificationLevel = z.enum(['unverified', 'verified']);

/** The source of a level: an operator on the page of the player, or a review of documents, which has notices of its own. */
export const LevelCause = z.enum(['operator', 'documents']);

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
  /** False if the terms have changed since the player accepted them. */
  termsAccepted: z.boolean(),
});
export type User = z.infer<typeof User>;

export const UserRow = User.extend({
  demo: z.boolean(),
  /** Other accounts with the same name and date of birth. */
  duplicates: z.int(),
  riskLevel: RiskLevelName,
});
export type UserRow = z.infer<typeof UserRow>;

/** The filter of the list of players and of its export. */
const userFilter = {
  q: z.string().max(200).refine(isText, fieldMessages.searchInvalid).optional(),
  status: UserStatus.optional(),
  risk: RiskLevelName.optional(),
  level: VerificationLevel.optional(),
  country: z.enum(countryCodes).optional(),
  /** Registered at this instant or later. */
  from: Instant.optional(),
  /** Registered before this instant. */
  until: Instant.optional(),
};

export const userRoutes = {
  users: route('GET /api/admin/auth/users', {
    summary: 'Lists or searches players by id, e-mail or name, newest first',
    access: { operator: 'users.read' },
    query: z.strictObject({ ...userFilter, cursor: Cursor }),
    reply: Page(UserRow),
  }),
  exportUsers: route('GET /api/admin/auth/users/export.csv', {
    summary:
      'The list of players as CSV, streamed: the same filter gives the same players. It holds addresses, so it needs more than reading players; each export is audited',
    access: { operator: 'users.status' },
    stepUp: true,
    query: z.strictObject(userFilter),
    reply: fileReply('text/csv'),
  }),
  user: route('GET /api/admin/auth/users/:id', {
    summary: 'One player',
    access: { operator: 'users.read' },
    params: byId,
    reply: UserRow,
    refusals: [common.notFound],
  }),
  setUserStatus: route('PATCH /api/admin/auth/users/:id', {
    summary: 'Sets a player active, suspended or closed; replies once wallet enforces it',
    access: { operator: 'users.status' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ status: UserStatus, reason: PlainReason }),
    reply: UserRow,
    refusals: [
      userRefusals.demoAccount,
      userRefusals.accountErased,
      common.notFound,
      common.unavailable,
      common.cardNumber,
    ],
  }),
  verifyUser: route('POST /api/admin/auth/users/:id/verify', {
    summary: 'Marks a player verified whose documents are approved and who has no open screening match',
    access: { operator: 'users.verify' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ reason: PlainReason }),
    reply: UserRow,
    refusals: [
      userRefusals.accountErased,
      userRefusals.notIdentified,
      screeningRefusals.match,
      common.notFound,
      common.unavailable,
      common.cardNumber,
    ],
  }),
} as const;

/** Traits that two accounts of one person may share. */
export const personKinds = ['mailbox', 'device', 'person'] as const;

/** A keyed hash; nothing personal can be read from it. */
export const PersonKey = z.object({ kind: z.enum(personKinds), key: z.string().min(1).max(200) });
export type PersonKey = z.infer<typeof PersonKey>;

export const userRequests = {
  person: request('auth', 'person', {
    summary: 'A player as other services may know them, with the keyed hashes that link the accounts of one person.',
    input: z.object({ playerId: Id }),
    output: z.object({
      playerId: Id,
      country: z.string(),
      jurisdiction: Jurisdiction,
      currency: PlayCurrency,
      level: VerificationLevel,
      status: UserStatus,
      registeredAt: Instant,
      demo: z.boolean(),
      personKeys: z.array(PersonKey),
    }),
    refusals: [common.notFound],
  }),
  identity: request('auth', 'identity', {
    summary: 'The name and date of birth that a player gave, for a screening.',
    input: z.object({ playerId: Id }),
    output: z.object({
      firstName: z.string(),
      lastName: z.string(),
      dateOfBirth: z.iso.date().optional(),
      country: z.string(),
    }),
    refusals: [common.notFound],
  }),
} as const;

const player = { playerId: Id };

export const userEvents = {
  userRegistered: event('auth', 'UserRegistered', {
    summary: 'An account was created; wallet opens its accounts, and in demo mode pays the welcome bonus, once.',
    data: z.object({
      ...player,
      country: z.string(),
      jurisdiction: Jurisdiction,
      currency: PlayCurrency,
      level: VerificationLevel,
      demo: z.boolean(),
      welcomeBonus: z.boolean().optional().meta({ description: 'false: the player wants no welcome bonus' }),
    }),
    audience: { operators: 'users.read' },
    notice: { template: 'welcome' },
  }),
  userStatusChanged: event('auth', 'UserStatusChanged', {
    summary: 'A player was set active, suspended or closed.',
    data: z.object({
      ...player,
      status: UserStatus,
      level: VerificationLevel,
      jurisdiction: Jurisdiction,
      at: Instant,
    }),
    audience: { player: 'playerId', operators: 'users.read' },
    notice: { template: 'status_changed' },
  }),
  verificationChanged: event('auth', 'VerificationChanged', {
    summary:
      'A player was verified, is no longer verified, or moved (no cause). The player is notified of what an operator decided; kyc notifies of documents.',
    data: z.object({
      ...player,
      status: UserStatus,
      level: VerificationLevel,
      jurisdiction: Jurisdiction,
      cause: LevelCause.optional(),
    }),
    audience: { player: 'playerId', operators: 'users.read' },
    notice: { template: 'verification_changed' },
  }),
  duplicateSuspected: event('auth', 'DuplicateSuspected', {
    summary: 'A new account has the same name and date of birth as others.',
    data: z.object({ ...player, others: z.array(Id) }),
    audience: { operators: 'users.read' },
  }),
  accountErased: event('auth', 'AccountErased', {
    summary: 'The personal fields of a closed account were erased.',
    data: z.object(player),
  }),
} as const;
