/** Operators among themselves, and what they read of players at auth: their own settings, the list of operators, sessions, notes and timeline of a player. */

import { z } from 'zod';
import { authRefusals, isText, Operator, OperatorInvitation, Reason, UserRow } from '../auth.ts';
import { Cursor, common, Id, Instant, Page, route } from '../contract.ts';
import { roleNames } from '../permissions.ts';
import { Code, Enrolment, OpenSession, Password, PasswordChange, RecoveryCodes, TwoFactor } from './account.ts';

export const OperatorRow = Operator.extend({
  active: z.boolean(),
  /** False until the one-time link was used. */
  activated: z.boolean(),
  twoFactor: z.boolean(),
  demo: z.boolean(),
  createdAt: Instant,
});
export type OperatorRow = z.infer<typeof OperatorRow>;

/** The one-time link is shown once, to who made it; it works for 24 hours. */
export const Invited = z.object({ operator: OperatorRow, activationUrl: z.string() });

/** Both are null where the player does not show when he is online: each visit moves the end of his session too. */
export const SessionOfPlayer = OpenSession.extend({ lastSeenAt: Instant.nullable(), expiresAt: Instant.nullable() });
export type SessionOfPlayer = z.infer<typeof SessionOfPlayer>;

export const UserNote = z.object({ id: Id, text: z.string(), operatorId: Id, operatorName: z.string(), createdAt: Instant });
export type UserNote = z.infer<typeof UserNote>;

export const timelineKinds = [
  'registered',
  'email_verified',
  'signed_in',
  'sign_in_failed',
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
  /** Null where the player himself acted. */
  operatorId: Id.nullable(),
  operatorName: z.string().nullable(),
  params: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** What another room's list shows of a player. */
export const UserSummary = UserRow.pick({ id: true, email: true, firstName: true, lastName: true, country: true, isVerified: true, status: true, demo: true });
export type UserSummary = z.infer<typeof UserSummary>;

export const ranges = ['1h', '24h', '7d', '30d'] as const;
export const Range = z.enum(ranges);

/** Real players only; `before` is the period of the same length before this one. */
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

const byId = z.strictObject({ id: Id });
const own = { operator: null } as const;

export const staffRoutes = {
  stepUp: route('POST /api/admin/auth/step-up', {
    summary: 'Proves afresh who the operator is; good for 5 minutes, as a sign-in is',
    access: own,
    body: z
      .strictObject({ password: Password.optional(), totp: Code.optional() })
      .refine(({ password, totp }) => (password === undefined) !== (totp === undefined), 'Send either password or totp'),
    refusals: [authRefusals.passwordWrong, authRefusals.totpWrong, authRefusals.sessionExpired, common.rateLimited],
  }),
  changeOwnPassword: route('POST /api/admin/auth/change-password', {
    summary: "Changes the operator's password and ends his other sessions",
    access: own,
    body: PasswordChange,
    refusals: [authRefusals.demoAccount, authRefusals.passwordWrong, authRefusals.passwordSame, authRefusals.sessionExpired, common.rateLimited],
  }),
  ownTwoFactor: route('GET /api/admin/auth/2fa', { summary: 'Whether two-factor authentication is on', access: own, reply: TwoFactor }),
  enrolOwn: route('POST /api/admin/auth/2fa/enrol', {
    summary: 'Begins a new authenticator; the old one works until a code confirms the new',
    access: own,
    stepUp: true,
    reply: Enrolment,
    refusals: [authRefusals.demoAccount, common.stepUpRequired],
  }),
  confirmOwn: route('POST /api/admin/auth/2fa/confirm', {
    summary: 'Takes the new authenticator and answers recovery codes, once',
    access: own,
    body: z.strictObject({ code: Code }),
    reply: RecoveryCodes,
    refusals: [authRefusals.demoAccount, authRefusals.totpWrong, authRefusals.totpNotEnrolled, common.rateLimited],
  }),
  disableOwn: route('POST /api/admin/auth/2fa/disable', {
    summary: 'Switches two-factor authentication off; in demo mode only',
    access: own,
    body: z.strictObject({ password: Password, code: Code }),
    refusals: [
      authRefusals.demoAccount,
      authRefusals.passwordWrong,
      authRefusals.totpWrong,
      authRefusals.totpNotEnrolled,
      authRefusals.totpKept,
      common.rateLimited,
    ],
  }),
  ownSessions: route('GET /api/admin/auth/sessions', {
    summary: 'Where the operator is signed in',
    access: own,
    reply: z.object({ items: z.array(OpenSession) }),
  }),
  endOwnSession: route('DELETE /api/admin/auth/sessions/:id', { summary: 'Ends one', access: own, params: byId, refusals: [common.notFound] }),

  colleagues: route('GET /api/admin/auth/colleagues', {
    summary: 'Who the operators are whose ids stand beside decisions: names, nothing else',
    access: own,
    reply: z.object({ items: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  operators: route('GET /api/admin/auth/operators', {
    summary: 'Everybody on the staff',
    access: { operator: 'operators' },
    reply: z.object({ items: z.array(OperatorRow) }),
  }),
  invite: route('POST /api/admin/auth/operators', {
    summary: 'Makes an operator and his one-time link',
    access: { operator: 'operators' },
    stepUp: true,
    body: OperatorInvitation.extend({ reason: Reason }),
    reply: Invited,
    status: 201,
    refusals: [authRefusals.emailTaken, authRefusals.cardNumber, common.stepUpRequired],
  }),
  changeOperator: route('PATCH /api/admin/auth/operators/:id', {
    summary: 'Changes role or takes access away; ends his sessions',
    access: { operator: 'operators' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ role: z.enum(roleNames).optional(), active: z.boolean().optional(), reason: Reason }),
    reply: OperatorRow,
    refusals: [authRefusals.demoAccount, common.notFound, authRefusals.lastSuperAdmin, authRefusals.ownAccount, authRefusals.cardNumber, common.stepUpRequired],
  }),
  reinvite: route('POST /api/admin/auth/operators/:id/reset', {
    summary: 'Takes password and authenticator back, ends the sessions and makes a new one-time link',
    access: { operator: 'operators' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ reason: Reason }),
    reply: Invited,
    refusals: [authRefusals.demoAccount, common.notFound, authRefusals.ownAccount, authRefusals.cardNumber, common.stepUpRequired],
  }),

  summaries: route('POST /api/admin/auth/summaries', {
    summary: "Players for another room's list, 100 at most",
    access: { operator: 'users.read' },
    body: z.strictObject({ playerIds: z.array(Id).max(100) }),
    reply: z.object({ items: z.array(UserSummary) }),
  }),
  userStats: route('GET /api/admin/auth/stats', {
    summary: 'How many players there are, and how many came and played in a time',
    access: { operator: 'users.read' },
    query: z.strictObject({ range: Range.optional() }),
    reply: UserStats,
  }),
  userSessions: route('GET /api/admin/auth/users/:id/sessions', {
    summary: 'Where a player is signed in',
    access: { operator: 'users.read' },
    params: byId,
    reply: z.object({ items: z.array(SessionOfPlayer) }),
    refusals: [common.notFound],
  }),
  endUserSessions: route('POST /api/admin/auth/users/:id/sign-out', {
    summary: 'Signs a player out everywhere',
    access: { operator: 'users.status' },
    params: byId,
    body: z.strictObject({ reason: Reason }),
    refusals: [common.notFound, authRefusals.cardNumber],
  }),
  notes: route('GET /api/admin/auth/users/:id/notes', {
    summary: 'What operators noted about a player, newest first',
    access: { operator: 'users.read' },
    params: byId,
    query: z.strictObject({ cursor: Cursor }),
    reply: Page(UserNote),
    refusals: [common.notFound],
  }),
  addNote: route('POST /api/admin/auth/users/:id/notes', {
    summary: 'Notes something about a player; the player never sees it, notes are not changed',
    access: { operator: 'users.read' },
    params: byId,
    body: z.strictObject({
      text: z.string({ error: 'Please write a note' }).trim().min(1, 'Please write a note').max(2_000).refine(isText, 'The note is not valid'),
    }),
    reply: UserNote,
    status: 201,
    refusals: [common.notFound, authRefusals.cardNumber],
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
