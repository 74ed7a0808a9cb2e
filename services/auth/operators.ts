/**
 * Operators: how they enter with password and authenticator, how super admins make them and take access away, and what each does for himself.
 * Everything they do is on the record, and somebody who can enter and manage the others always remains.
 */

import { randomBytes } from 'node:crypto';
import { seal, unseal } from '@fairline/chassis/blob';
import { say } from '@fairline/chassis/outbox';
import type { Database, Tx } from '@fairline/chassis/postgres';
import { authEvents, authRefusals, type Operator, type OperatorInvitation, type OperatorSession, type OperatorSignIn } from '@fairline/proto/auth';
import type { Enrolment, PasswordChange, RecoveryCodes, TwoFactor } from '@fairline/proto/auth/account';
import type { Invited, OperatorRow, staffRoutes } from '@fairline/proto/auth/staff';
import { common, type Infer, Refusal, type RefusalType } from '@fairline/proto/contract';
import type { Role } from '@fairline/proto/permissions';
import type { z } from 'zod';
import type { Auth } from './config.ts';
import { newAuthenticator, newRecoveryCodes, recoveryBytes, recoveryHash, stepOfCode } from './credential.ts';
import { hashOf } from './session.ts';
import { type Entered, evenly, freshToken, grantOperator, heldSession, openSession, proven, renew, revokeAll, revokeOthers, withField } from './sessions.ts';
import * as store from './store.ts';
import * as staffStore from './store-staff.ts';
import { asksCode, emailKey, hasTwoFactor, mayEnter, operatorView, refuseCardNumbers, type Staff } from './user.ts';

/** Who acts and from where, for the record. */
export interface Actor {
  id: string;
  address: string;
  agent: string;
}

type Act = Omit<Infer<(typeof authEvents.operatorActed)['data']>, 'operatorId' | 'address' | 'agent'>;

export async function sayActed(tx: Tx, actor: Actor, version: number, act: Act): Promise<void> {
  const { id: operatorId, address, agent } = actor;
  await say(tx, authEvents.operatorActed, act.resourceId, version, { operatorId, ...act, address, agent });
}

// ---- Entering ----------------------------------------------------------------------------------

export type Presence = Pick<Actor, 'address' | 'agent'>;

/** Signs an operator in. Outside demo mode the password alone opens nothing. */
export async function signInOperator(room: Auth, form: z.infer<typeof OperatorSignIn>, presence: Presence): Promise<Entered<OperatorSession>> {
  const admission = await room.throttle.admit(`operator ${emailKey(form.email)}`, presence.address);
  const found = await evenly(
    () => knownOperator(room, form),
    () => new Refusal(authRefusals.badOperatorCredentials),
  );
  if (found === 'code missing') {
    await room.throttle.forgive(admission);
    throw new Refusal(authRefusals.totpRequired);
  }
  await room.throttle.clear(admission);
  const now = room.clock.now();
  const { staff, continued } = await room.db.tx(async (tx) => {
    const staff = await staffStore.markOperatorSignedIn(tx, found.id, found.passwordHash, now);
    if (!staff) throw new Refusal(authRefusals.badOperatorCredentials);
    await sayActed(tx, { id: found.id, ...presence }, staff.version, { ...resource('operator.signed_in', found.id), after: { proof: found.proof } });
    return { staff, continued: await openSession(tx, { kind: 'operator', subjectId: found.id, remember: false }, presence, now) };
  });
  const { cookie, ...grant } = await grantOperator(room, staff, continued);
  return { body: { operator: operatorView(staff), ...grant }, cookie };
}

async function knownOperator(
  room: Auth,
  { email, password, totp }: z.infer<typeof OperatorSignIn>,
): Promise<(staffStore.StaffWithSecrets & { proof: Proof }) | 'code missing' | undefined> {
  const found = await staffStore.operatorByEmail(room.db, email);
  const operator = found && mayServe(found, room) ? found : undefined;
  const right = await room.passwords.matches(password, operator?.passwordHash);
  if (right && operator && !asksCode(operator, room.demo)) return { ...operator, proof: 'password' };
  if (right && operator && !totp?.trim()) return 'code missing';
  const proof = right && operator && totp ? await proofOf(room, operator, totp) : undefined;
  if (operator && proof) return { ...operator, proof };
  if (operator) room.log.warn({ operatorId: operator.id }, 'operator sign-in failed');
  return undefined;
}

/** What an operator was known by, for the record. */
type Proof = 'password' | 'code' | 'recovery_code';

/** What he typed for a code is taken, once: that of his authenticator or one for the day it is lost. */
async function proofOf(room: Auth, operator: staffStore.StaffWithSecrets, typed: string): Promise<Exclude<Proof, 'password'> | undefined> {
  if (operator.totpSecret && (await takeCode(room, operator, operator.totpSecret, typed))) return 'code';
  return (await staffStore.takeRecoveryCode(room.db, operator.id, recoveryHash(room.keys.totp, typed))) ? 'recovery_code' : undefined;
}

function mayServe(staff: Staff, { demo }: Auth): boolean {
  return staff.active && mayEnter(staff, demo);
}

/** Takes a code of his authenticator, once. */
async function takeCode(room: Auth, { id, totpStep }: staffStore.StaffWithSecrets, sealed: Uint8Array, code: string): Promise<boolean> {
  const secret = Buffer.from(unseal(room.keys.totp, id, sealed)).toString('utf8');
  const step = await stepOfCode(secret, code, totpStep, room.clock.now());
  return step !== undefined && (await staffStore.takeTotpStep(room.db, id, step));
}

export async function refreshOperator(room: Auth, token: string | undefined): Promise<Entered<OperatorSession>> {
  const continued = await renew(room, 'operator', token);
  const staff = await staffStore.operator(room.db, continued.session.subjectId);
  if (!staff || !mayServe(staff, room)) throw new Refusal(authRefusals.sessionExpired);
  const { cookie, ...grant } = await grantOperator(room, staff, continued);
  return { body: { operator: operatorView(staff), ...grant }, cookie };
}

export async function currentOperator(
  room: Auth,
  operatorId: string,
  sessionId: string,
): Promise<{ operator: Operator; sessionId: string; expiresAt: string }> {
  const session = await heldSession(room, 'operator', sessionId);
  const staff = await staffStore.operator(room.db, operatorId);
  if (!staff || session.subjectId !== operatorId) throw new Refusal(authRefusals.sessionExpired);
  return { operator: operatorView(staff), sessionId, expiresAt: session.expiresAt.toISOString() };
}

// ---- Becoming one ------------------------------------------------------------------------------

const activationHours = 24;

/** A one-time link in place of earlier ones. */
async function newLink(tx: Tx, operatorId: string, now: Date): Promise<string> {
  const token = freshToken();
  await store.dropLinks(tx, 'activate', operatorId);
  const expiresAt = new Date(now.getTime() + activationHours * 3_600_000);
  await store.insertLink(tx, { hash: hashOf(token), purpose: 'activate', subjectId: operatorId, createdAt: now, expiresAt });
  return token;
}

/** Where the link of a token leads. */
export function activationUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/admin/activate?token=${token}`;
}

/** From the command line: makes an operator and a one-time link; for one who is known already, a new link with which he begins anew. */
export async function inviteOperator(db: Database, invitation: OperatorInvitation, now: Date): Promise<{ token: string; role: Role; known: boolean }> {
  return db.tx(async (tx) => {
    const made = await staffStore.insertOperator(tx, { ...invitation, demo: false, passwordHash: null, createdAt: now });
    const staff = made ?? (await staffStore.operatorByEmail(tx, invitation.email));
    if (!staff) throw new Error(`no operator ${invitation.email}`);
    const version = made ? staff.version : await staffStore.nextOperatorVersion(tx, staff.id);
    await sayActed(tx, { id: staff.id, address: '', agent: 'command line' }, version, {
      action: made ? 'operator.created' : 'operator.invited_again',
      resourceType: 'operator',
      resourceId: staff.id,
      after: { role: staff.role },
    });
    return { token: await newLink(tx, staff.id, now), role: staff.role, known: !made };
  });
}

/** Sets password and authenticator by a one-time link, and ends whatever sessions there were. The secret is shown here and never again. */
export async function activateOperator(
  room: Auth,
  { token, password }: { token: string; password: string },
  presence: Presence,
): Promise<{ email: string; totpUri: string }> {
  await room.throttle.spend('link', presence.address);
  const link = await store.link(room.db, 'activate', hashOf(token), room.clock.now());
  if (!link || link.usedAt) throw new Refusal(authRefusals.activationInvalid);
  const passwordHash = await room.passwords.hash(password);
  return room.db.tx(async (tx) => {
    if (!(await store.markLinkUsed(tx, hashOf(token), room.clock.now()))) throw new Refusal(authRefusals.activationInvalid);
    const known = await staffStore.lockOperator(tx, link.subjectId);
    if (!known?.active) throw new Refusal(authRefusals.activationInvalid);
    const { secret, uri } = newAuthenticator(known.email);
    const staff = await staffStore.setOperatorSecrets(tx, known.id, passwordHash, seal(room.keys.totp, known.id, Buffer.from(secret, 'utf8')));
    await sayActed(tx, { id: staff.id, ...presence }, staff.version, { action: 'operator.activated', resourceType: 'operator', resourceId: staff.id });
    await revokeAll(tx, { kind: 'operator', id: staff.id, version: await staffStore.nextOperatorVersion(tx, staff.id) }, 'password', room.clock.now());
    return { email: staff.email, totpUri: uri };
  });
}

// ---- Looking after them ------------------------------------------------------------------------

type Row = z.input<typeof OperatorRow>;
type OperatorChange = Infer<(typeof staffRoutes.changeOperator)['body']>;

export async function listOperators(room: Auth): Promise<{ items: Row[] }> {
  return { items: (await staffStore.operators(room.db)).map((staff) => operatorRow(room, staff)) };
}

/** Makes an operator; refuses an address that has one. */
export async function invite(room: Auth, actor: Actor, { reason, ...invitation }: OperatorInvitation & { reason: string }): Promise<z.input<typeof Invited>> {
  refuseCardNumbers({ firstName: invitation.firstName, lastName: invitation.lastName, reason });
  const now = room.clock.now();
  return room.db.tx(async (tx) => {
    const made = await staffStore.insertOperator(tx, { ...invitation, demo: false, passwordHash: null, createdAt: now });
    if (!made) throw new Refusal(authRefusals.emailTaken);
    await sayActed(tx, actor, made.version, { ...resource('operator.created', made.id), reason, after: { role: made.role } });
    return invited(room, tx, made.id, now);
  });
}

/** Changes role or access, and ends the sessions that had the old one. The same again changes nothing. */
export async function changeOperator(room: Auth, actor: Actor, id: string, { role, active, reason }: OperatorChange): Promise<Row> {
  refuseCardNumbers({ reason });
  return room.db.tx(async (tx) => {
    const before = await another(tx, actor, id);
    const after = { role: role ?? before.role, active: active ?? before.active };
    if (after.role === before.role && after.active === before.active) return operatorRow(room, before);
    if (before.role === 'super_admin' && (after.role !== 'super_admin' || !after.active)) await keepOneSuperAdmin(room, tx, id);
    const version = await staffStore.setAccess(tx, id, after);
    if (!after.active) await store.dropLinks(tx, 'activate', id);
    await sayActed(tx, actor, version, {
      ...resource('operator.changed', id),
      reason,
      before: { role: before.role, active: before.active },
      after,
    });
    await endSessions(room, tx, id, after.active ? 'role' : 'status');
    return operatorRow(room, (await staffStore.operatorSecrets(tx, id)) as staffStore.StaffWithSecrets);
  });
}

/** Takes password and authenticator back: he begins anew with the link. */
export async function resetOperator(room: Auth, actor: Actor, id: string, reason: string): Promise<z.input<typeof Invited>> {
  refuseCardNumbers({ reason });
  return room.db.tx(async (tx) => {
    await another(tx, actor, id);
    const version = await staffStore.clearSecrets(tx, id);
    await sayActed(tx, actor, version, { ...resource('operator.reset', id), reason });
    await endSessions(room, tx, id, 'operator');
    return invited(room, tx, id, room.clock.now());
  });
}

/** The operator who is to be changed, locked; nobody changes himself here, and nobody a demo account. Super admins are locked first, always in one order. */
async function another(tx: Tx, actor: Actor, id: string): Promise<staffStore.StaffWithSecrets> {
  if (id === actor.id) throw new Refusal(authRefusals.ownAccount);
  await staffStore.lockSuperAdmins(tx);
  const found = await staffStore.lockOperator(tx, id);
  if (!found) throw new Refusal(common.notFound);
  if (found.demo) throw new Refusal(authRefusals.demoAccount);
  return found;
}

/** One who could not enter is no super admin to rely on. */
async function keepOneSuperAdmin(room: Auth, tx: Tx, without: string): Promise<void> {
  const others = (await staffStore.lockSuperAdmins(tx)).filter((staff) => staff.id !== without && staff.passwordHash && mayServe(staff, room));
  if (others.length === 0) throw new Refusal(authRefusals.lastSuperAdmin);
}

async function endSessions(room: Auth, tx: Tx, id: string, reason: 'role' | 'status' | 'operator'): Promise<void> {
  await revokeAll(tx, { kind: 'operator', id, version: await staffStore.nextOperatorVersion(tx, id) }, reason, room.clock.now());
}

async function invited(room: Auth, tx: Tx, id: string, now: Date): Promise<z.input<typeof Invited>> {
  const token = await newLink(tx, id, now);
  const staff = (await staffStore.operatorSecrets(tx, id)) as staffStore.StaffWithSecrets;
  return { operator: operatorRow(room, staff), activationUrl: activationUrl(room.publicUrl, token) };
}

function operatorRow(room: Auth, staff: staffStore.StaffWithSecrets): Row {
  return {
    ...operatorView(staff),
    active: staff.active,
    activated: staff.passwordHash !== null,
    twoFactor: hasTwoFactor(staff, room.demo),
    demo: staff.demo,
    createdAt: staff.createdAt.toISOString(),
  };
}

function resource(action: string, id: string) {
  return { action, resourceType: 'operator', resourceId: id };
}

// ---- For themselves ----------------------------------------------------------------------------

/** Who acts for himself, and in which session. */
export interface Self extends Actor {
  sessionId: string;
}

/** When the operator of a session last proved who he is; null where the session is over. */
export async function provenAt(room: Auth, sessionId: string): Promise<{ provenAt: string | null }> {
  const at = await staffStore.provenAt(room.db, sessionId, room.clock.now());
  return { provenAt: at?.toISOString() ?? null };
}

/** A fresh proof of who the operator is, by password or code; it counts for this session alone. */
export async function stepUp(room: Auth, self: Self, { password, totp }: { password?: string | undefined; totp?: string | undefined }): Promise<void> {
  const staff = await ownRow(room, self);
  if (password !== undefined)
    await attempt(room, staff, self, authRefusals.passwordWrong, 'password', () => room.passwords.matches(password, staff.passwordHash));
  else
    await attempt(
      room,
      staff,
      self,
      authRefusals.totpWrong,
      'totp',
      async () => staff.totpSecret !== null && takeCode(room, staff, staff.totpSecret, totp ?? ''),
    );
  await room.db.tx(async (tx) => {
    if (!(await staffStore.markProven(tx, self.sessionId, self.id, room.clock.now()))) throw new Refusal(authRefusals.sessionExpired);
    await sayOwn(tx, self, 'operator.stepped_up');
  });
}

export async function changeOwnPassword(room: Auth, self: Self, { currentPassword, newPassword }: z.infer<typeof PasswordChange>): Promise<void> {
  const staff = await changeable(room, self);
  await attempt(room, staff, self, authRefusals.passwordWrong, 'currentPassword', () => room.passwords.matches(currentPassword, staff.passwordHash));
  if (await room.passwords.matches(newPassword, staff.passwordHash)) throw withField(authRefusals.passwordSame, 'newPassword');
  const hashed = await room.passwords.hash(newPassword);
  await room.db.tx(async (tx) => {
    if (!(await staffStore.setPassword(tx, self.id, staff.passwordHash as string, hashed))) throw new Refusal(authRefusals.passwordWrong);
    await revokeOthers(tx, 'operator', self.id, self.sessionId, 'password', room.clock.now());
    await sayOwn(tx, self, 'operator.password_changed');
  });
}

// ---- His own authenticator ---------------------------------------------------------------------

export async function ownTwoFactor(room: Auth, self: Self): Promise<z.input<typeof TwoFactor>> {
  const staff = await ownRow(room, self);
  return {
    on: hasTwoFactor(staff, room.demo),
    enrolledAt: staff.totpEnrolledAt?.toISOString() ?? null,
    recoveryCodesLeft: staff.recoveryCodesLeft,
  };
}

/** Begins a new authenticator. Until a code confirms it, the old one is asked for. */
export async function enrolOwn(room: Auth, self: Self): Promise<z.input<typeof Enrolment>> {
  const staff = await changeable(room, self);
  const enrolment = newAuthenticator(staff.email);
  await staffStore.setPendingTotp(room.db, self.id, seal(room.keys.totp, self.id, Buffer.from(enrolment.secret, 'utf8')));
  return enrolment;
}

/** Takes the new authenticator. The recovery codes are shown here and never again; earlier ones are worth nothing. */
export async function confirmOwn(room: Auth, self: Self, code: string): Promise<z.input<typeof RecoveryCodes>> {
  const staff = await changeable(room, self);
  const pending = staff.totpPending;
  if (!pending) throw new Refusal(authRefusals.totpNotEnrolled);
  const secret = Buffer.from(unseal(room.keys.totp, self.id, pending)).toString('utf8');
  const step = await attempt(room, staff, self, authRefusals.totpWrong, 'code', () => stepOfCode(secret, code, 0, room.clock.now()));
  const recoveryCodes = newRecoveryCodes(randomBytes(recoveryBytes));
  const hashes = recoveryCodes.map((recoveryCode) => recoveryHash(room.keys.totp, recoveryCode));
  await room.db.tx(async (tx) => {
    if (!(await staffStore.takePendingTotp(tx, self.id, pending, step, hashes, room.clock.now()))) throw new Refusal(authRefusals.totpNotEnrolled);
    await sayOwn(tx, self, 'operator.two_factor_on');
  });
  return { recoveryCodes };
}

/** In demo mode only: elsewhere the password alone opens nothing. */
export async function disableOwn(room: Auth, self: Self, { password, code }: { password: string; code: string }): Promise<void> {
  if (!room.demo) throw new Refusal(authRefusals.totpKept);
  const staff = await changeable(room, self);
  if (!hasTwoFactor(staff, room.demo)) throw new Refusal(authRefusals.totpNotEnrolled);
  await attempt(room, staff, self, authRefusals.passwordWrong, 'password', () => room.passwords.matches(password, staff.passwordHash));
  await attempt(room, staff, self, authRefusals.totpWrong, 'code', () => proofOf(room, staff, code));
  await room.db.tx(async (tx) => {
    await staffStore.clearTotp(tx, self.id);
    await sayOwn(tx, self, 'operator.two_factor_off');
  });
}

// ---- What these share ---------------------------------------------------------------------------

async function ownRow(room: Auth, { id, sessionId }: Self): Promise<staffStore.StaffWithSecrets> {
  const session = await heldSession(room, 'operator', sessionId);
  const staff = await staffStore.operatorSecrets(room.db, id);
  if (!staff || session.subjectId !== id) throw new Refusal(authRefusals.sessionExpired);
  return staff;
}

/** His own row, unless it is an account that all visitors of a demo share. */
async function changeable(room: Auth, self: Self): Promise<staffStore.StaffWithSecrets> {
  const staff = await ownRow(room, self);
  if (staff.demo) throw new Refusal(authRefusals.demoAccount);
  return staff;
}

/** Something only he can know. */
function attempt<T>(
  room: Auth,
  staff: staffStore.StaffWithSecrets,
  { address }: Self,
  refusal: RefusalType,
  field: string,
  check: () => Promise<T | undefined | false>,
): Promise<T> {
  return proven(room, { account: `operator ${emailKey(staff.email)}`, address }, () => withField(refusal, field), check);
}

/** Something an operator did to his own account. */
async function sayOwn(tx: Tx, self: Self, action: string): Promise<void> {
  const version = await staffStore.nextOperatorVersion(tx, self.id);
  await sayActed(tx, self, version, { action, resourceType: 'operator', resourceId: self.id });
}
