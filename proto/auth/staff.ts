/** Operators: invitations, roles, their own security, and the routes by which they look up players. */
import { z } from 'zod';
import { byId, Cursor, common, Id, Instant, Page, refusal, route } from '../contract.ts';
import { Range } from '../periods.ts';
import { roleNames } from '../permissions.ts';
import { fieldMessages, isText } from '../texts.ts';
import { email, NewPassword, PlainReason, personName } from './fields.ts';
import { mailRefusals } from './mail.ts';
import {
  Code,
  Enrolment,
  OpenSession,
  Operator,
  Password,
  PasswordChange,
  RecoveryCodes,
  sessionRefusals,
  TwoFactor,
} from './sessions.ts';
import { UserRow, userRefusals } from './users.ts';

export const staffRefusals = {
  lastSuperAdmin: refusal('last_super_admin', 422, 'The last active super admin cannot be changed'),
  ownAccount: refusal('own_account', 403, 'You cannot change your own account here'),
  /** No other super admin could approve the request. `npm run operator:create` on the server makes one. */
  secondSuperAdminNeeded: refusal(
    'second_super_admin_needed',
    409,
    'Another super admin must approve this, and no other one can sign in. Create one on the server: npm run operator:create',
  ),
  requestPending: refusal('request_pending', 409, 'Another request about this operator is waiting for approval'),
  alreadyDecided: refusal('already_decided', 409, 'This request was already decided', 'request'),
  /** The operator was changed in another way after the request. */
  requestOutdated: refusal(
    'request_outdated',
    409,
    'This operator has changed since the request. Reject it and request again.',
  ),
  totpKept: refusal('totp_kept', 409, 'Operators must keep two-factor authentication outside demo mode'),
} as const;

/** The new operator and their role. */
export const OperatorInvitation = z.strictObject({
  email: email(fieldMessages.emailInvalid),
  firstName: personName('First name'),
  lastName: personName('Last name'),
  role: z.enum(roleNames, { error: fieldMessages.roleRequired }),
});
export type OperatorInvitation = z.infer<typeof OperatorInvitation>;

export const OperatorRow = Operator.extend({
  active: z.boolean(),
  /** False until the one-time link was used. */
  activated: z.boolean(),
  twoFactor: z.boolean(),
  demo: z.boolean(),
  createdAt: Instant,
});
export type OperatorRow = z.infer<typeof OperatorRow>;

/** An invitation, more access or a reset: another super admin approves or rejects it. */
export const accessRequestKinds = ['invite', 'raise', 'reset'] as const;
export type AccessRequestKind = (typeof accessRequestKinds)[number];

export const accessRequestStatuses = ['pending', 'approved', 'rejected'] as const;

export const AccessRequest = z.object({
  id: Id,
  kind: z.enum(accessRequestKinds),
  /** Null until an invitation is approved. */
  operatorId: Id.nullable(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The role after the request, which may be the current one. */
  role: z.enum(roleNames),
  reason: z.string(),
  status: z.enum(accessRequestStatuses),
  requestedBy: Id,
  requestedAt: Instant,
  decidedBy: Id.nullable(),
  decidedAt: Instant.nullable(),
  rejectionReason: z.string().nullable(),
  /** Whether the operator who reads it may approve it. */
  approvable: z.boolean(),
});
export type AccessRequest = z.infer<typeof AccessRequest>;

/** A player's session. Both times are null if the player hides their online status, because the end of a session would reveal it too. */
export const SessionOfPlayer = OpenSession.extend({ lastSeenAt: Instant.nullable(), expiresAt: Instant.nullable() });
export type SessionOfPlayer = z.infer<typeof SessionOfPlayer>;

export const UserNote = z.object({
  id: Id,
  text: z.string(),
  operatorId: Id,
  operatorName: z.string(),
  createdAt: Instant,
});
export type UserNote = z.infer<typeof UserNote>;

export const timelineKinds = [
  'registered',
  'email_verified',
  'signed_in',
  'sign_in_failed',
  'email_change_requested',
  'email_changed',
  'password_changed',
  'two_factor_changed',
  'profile_changed',
  'status_changed',
  'verification_changed',
  'sessions_ended',
  'note_added',
  'closed',
  'erased',
] as const;

export const TimelineEntry = z.object({
  id: Id,
  kind: z.enum(timelineKinds),
  at: Instant,
  /** Null if the player acted. */
  operatorId: Id.nullable(),
  operatorName: z.string().nullable(),
  params: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** A player as shown in lists of other services. */
export const UserSummary = UserRow.pick({
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  country: true,
  isVerified: true,
  status: true,
  demo: true,
});
export type UserSummary = z.infer<typeof UserSummary>;

/** The identity that a player claims, to compare with their documents. */
export const UserIdentity = z.object({
  playerId: Id,
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.iso.date().optional(),
  country: z.string(),
  /** The address in one line, with the parts that the player gave. */
  address: z.string().optional(),
});
export type UserIdentity = z.infer<typeof UserIdentity>;

/** Counts of real players. `before` is the preceding period of the same length. */
const countsOfPeriod = { newUsers: z.int(), activeUsers: z.int() };

export const UserStats = z.object({
  range: Range,
  since: Instant,
  totalUsers: z.int(),
  verifiedUsers: z.int(),
  suspendedUsers: z.int(),
  newToday: z.int(),
  ...countsOfPeriod,
  before: z.object(countsOfPeriod),
});
export type UserStats = z.infer<typeof UserStats>;

const own = { operator: null } as const;

export const staffRoutes = {
  operatorActivate: route('POST /api/admin/auth/activate', {
    summary:
      'Sets the first password of an operator by the one-time link; returns the secret for the authenticator app',
    access: 'open',
    body: z.strictObject({ token: z.string().min(1).max(200), password: NewPassword }),
    reply: z.object({ email: z.string(), totpUri: z.string() }),
    refusals: [
      mailRefusals.activationInvalid,
      sessionRefusals.passwordCommon,
      sessionRefusals.passwordPersonal,
      common.rateLimited,
    ],
  }),
  stepUp: route('POST /api/admin/auth/step-up', {
    summary: 'Step-up: confirms who the operator is, by password or code. Valid for 5 minutes, as a sign-in is',
    access: own,
    body: z
      .strictObject({ password: Password.optional(), totp: Code.optional() })
      .refine(({ password, totp }) => (password === undefined) !== (totp === undefined), fieldMessages.passwordOrCode),
    refusals: [
      sessionRefusals.passwordWrong,
      sessionRefusals.totpWrong,
      sessionRefusals.sessionExpired,
      sessionRefusals.sessionRevoked,
      common.rateLimited,
    ],
  }),
  changeOwnPassword: route('POST /api/admin/auth/change-password', {
    summary: "Changes the operator's own password and ends their other sessions",
    access: own,
    body: PasswordChange,
    refusals: [
      userRefusals.demoAccount,
      sessionRefusals.passwordWrong,
      sessionRefusals.passwordSame,
      sessionRefusals.passwordCommon,
      sessionRefusals.passwordPersonal,
      sessionRefusals.sessionExpired,
      sessionRefusals.sessionRevoked,
      common.rateLimited,
    ],
  }),
  ownTwoFactor: route('GET /api/admin/auth/2fa', {
    summary: 'Whether two-factor authentication is on',
    access: own,
    reply: TwoFactor,
  }),
  enrolOwn: route('POST /api/admin/auth/2fa/enrol', {
    summary: 'Starts enrolment of a new authenticator; the old one works until a code confirms the new one',
    access: own,
    stepUp: true,
    reply: Enrolment,
    refusals: [userRefusals.demoAccount, common.stepUpRequired],
  }),
  confirmOwn: route('POST /api/admin/auth/2fa/confirm', {
    summary: 'Activates the new authenticator; the recovery codes are returned this once',
    access: own,
    body: z.strictObject({ code: Code }),
    reply: RecoveryCodes,
    refusals: [
      userRefusals.demoAccount,
      sessionRefusals.totpWrong,
      sessionRefusals.totpNotEnrolled,
      common.rateLimited,
    ],
  }),
  disableOwn: route('POST /api/admin/auth/2fa/disable', {
    summary: 'Switches two-factor authentication off; in demo mode only',
    access: own,
    body: z.strictObject({ password: Password, code: Code }),
    refusals: [
      userRefusals.demoAccount,
      sessionRefusals.passwordWrong,
      sessionRefusals.totpWrong,
      sessionRefusals.totpNotEnrolled,
      staffRefusals.totpKept,
      common.rateLimited,
    ],
  }),
  ownSessions: route('GET /api/admin/auth/sessions', {
    summary: "Lists the operator's own sessions",
    access: own,
    reply: z.object({ items: z.array(OpenSession) }),
  }),
  endOwnSession: route('DELETE /api/admin/auth/sessions/:id', {
    summary: 'Ends one of the own sessions',
    access: own,
    params: byId,
    refusals: [common.notFound],
  }),
  endOtherOwnSessions: route('DELETE /api/admin/auth/sessions', {
    summary: 'Ends all own sessions except the current one',
    access: own,
    reply: z.object({ ended: z.int() }),
  }),
  colleagues: route('GET /api/admin/auth/colleagues', {
    summary: 'Names of operators by id, to show beside decisions',
    access: own,
    reply: z.object({ items: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  operators: route('GET /api/admin/auth/operators', {
    summary: 'Lists all operators',
    access: { operator: 'operators' },
    reply: z.object({ items: z.array(OperatorRow) }),
  }),
  invite: route('POST /api/admin/auth/operators', {
    summary:
      'Requests an invitation. Once another super admin approves it, the new operator is emailed a one-time link. A repeat returns the pending request',
    access: { operator: 'operators' },
    stepUp: true,
    body: OperatorInvitation.extend({ reason: PlainReason }),
    reply: AccessRequest,
    status: 202,
    refusals: [
      userRefusals.emailTaken,
      staffRefusals.secondSuperAdminNeeded,
      staffRefusals.requestPending,
      common.cardNumber,
      common.stepUpRequired,
    ],
  }),
  changeOperator: route('PATCH /api/admin/auth/operators/:id', {
    summary:
      'Changes role or access. Less access takes effect at once and ends all sessions of that operator; more access is a request (202) that another super admin approves',
    access: { operator: 'operators' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ role: z.enum(roleNames).optional(), active: z.boolean().optional(), reason: PlainReason }),
    reply: OperatorRow.extend({ request: AccessRequest.nullable() }),
    also: 202,
    refusals: [
      userRefusals.demoAccount,
      common.notFound,
      staffRefusals.lastSuperAdmin,
      staffRefusals.ownAccount,
      staffRefusals.secondSuperAdminNeeded,
      staffRefusals.requestPending,
      common.cardNumber,
      common.stepUpRequired,
    ],
  }),
  reinvite: route('POST /api/admin/auth/operators/:id/reset', {
    summary:
      'Requests a reset of password and authenticator, or a new link for an operator who never used theirs. Another super admin approves it; the operator is emailed the link',
    access: { operator: 'operators' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ reason: PlainReason }),
    reply: AccessRequest,
    status: 202,
    refusals: [
      userRefusals.demoAccount,
      common.notFound,
      staffRefusals.ownAccount,
      staffRefusals.secondSuperAdminNeeded,
      staffRefusals.requestPending,
      common.cardNumber,
      common.stepUpRequired,
    ],
  }),
  accessRequests: route('GET /api/admin/auth/access-requests', {
    summary: 'Lists requests for access that are waiting for approval, oldest first',
    access: { operator: 'operators' },
    reply: z.object({ items: z.array(AccessRequest) }),
  }),
  approveAccess: route('POST /api/admin/auth/access-requests/:id/approve', {
    summary: 'Approves a request for access; a repeat returns the first result',
    access: { operator: 'operators' },
    stepUp: true,
    params: byId,
    reply: AccessRequest,
    refusals: [
      common.notFound,
      common.secondOperatorNeeded,
      staffRefusals.ownAccount,
      staffRefusals.alreadyDecided,
      staffRefusals.requestOutdated,
      common.stepUpRequired,
    ],
  }),
  rejectAccess: route('POST /api/admin/auth/access-requests/:id/reject', {
    summary: 'Rejects a request for access, or withdraws a request of the caller; a repeat returns the first result',
    access: { operator: 'operators' },
    params: byId,
    body: z.strictObject({ reason: PlainReason }),
    reply: AccessRequest,
    refusals: [common.notFound, staffRefusals.alreadyDecided, common.cardNumber],
  }),
  summaries: route('POST /api/admin/auth/summaries', {
    summary: 'Players by id, for lists of other services; 100 at most',
    access: { operator: 'users.read' },
    body: z.strictObject({ playerIds: z.array(Id).max(100) }),
    reply: z.object({ items: z.array(UserSummary) }),
  }),
  userStats: route('GET /api/admin/auth/stats', {
    summary: 'How many players there are, and how many registered and played in a period',
    access: { operator: 'users.read' },
    query: z.strictObject({ range: Range.optional() }),
    reply: UserStats,
  }),
  userSessions: route('GET /api/admin/auth/users/:id/sessions', {
    summary: 'Lists the sessions of a player',
    access: { operator: 'users.read' },
    params: byId,
    reply: z.object({ items: z.array(SessionOfPlayer) }),
    refusals: [common.notFound],
  }),
  endUserSessions: route('POST /api/admin/auth/users/:id/sign-out', {
    summary: 'Signs a player out everywhere',
    access: { operator: 'users.status' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ reason: PlainReason }),
    refusals: [common.notFound, common.cardNumber],
  }),
  notes: route('GET /api/admin/auth/users/:id/notes', {
    summary: "Operators' notes about a player, newest first",
    access: { operator: 'users.read' },
    params: byId,
    query: z.strictObject({ cursor: Cursor }),
    reply: Page(UserNote),
    refusals: [common.notFound],
  }),
  addNote: route('POST /api/admin/auth/users/:id/notes', {
    summary: 'Adds a note about a player; players never see notes, and notes cannot be changed',
    access: { operator: 'users.notes' },
    params: byId,
    body: z.strictObject({
      text: z
        .string({ error: fieldMessages.noteRequired })
        .trim()
        .min(1, fieldMessages.noteRequired)
        .max(2_000)
        .refine(isText, fieldMessages.noteInvalid),
    }),
    reply: UserNote,
    status: 201,
    refusals: [common.notFound, common.cardNumber],
  }),
  userIdentity: route('GET /api/admin/auth/users/:id/identity', {
    summary: 'Name, date of birth, country and address of a player, to compare with documents. Every view is recorded',
    access: { operator: 'kyc.read' },
    params: byId,
    reply: UserIdentity,
    refusals: [common.notFound],
  }),
  timeline: route('GET /api/admin/auth/users/:id/timeline', {
    summary: 'What happened to an account, newest first',
    access: { operator: 'users.read' },
    params: byId,
    query: z.strictObject({ cursor: Cursor }),
    reply: Page(TimelineEntry),
    refusals: [common.notFound],
  }),
} as const;
