/**
 * Operators: how they enter with password and authenticator, how super admins make them and take access away, and what each does for himself.
 * Everything they do is on the record, and somebody who can enter and manage the others always remains.
 */

import { seal } from '@fairline/chassis/blob';
import { say } from '@fairline/chassis/outbox';
import type { Database, Tx } from '@fairline/chassis/postgres';
import { authEvents, authRefusals, type Operator, type OperatorInvitation, type OperatorSession, type OperatorSignIn } from '@fairline/proto/auth';
import type { Enrolment, PasswordChange, RecoveryCodes, TwoFactor } from '@fairline/proto/auth/account';
import type { Invited, OperatorRow, staffRoutes } from '@fairline/proto/auth/staff';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import type { Role } from '@fairline/proto/permissions';
import type { z } from 'zod';
import type { Auth } from './config.ts';
import { newAuthenticator } from './credential.ts';
import * as proofs from './proofs.ts';
import { hashOf } from './session.ts';
import { type Continued, type Entered, evenly, freshToken, grantOperator, heldSession, openSession, renew, revokeAll } from './sessions.ts';
import * as store from './store.ts';
import { holdsStill } from './store-secrets.ts';
import * as staffStore from './store-staff.ts';
import { asksCode, hasTwoFactor, mayEnter, operatorView, refuseCardNumbers, type Staff } from './user.ts';

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
  const admission = await room.throttle.admit(proofs.throttled({ kind: 'operator', email: form.email }), presence.address);
  const found = await evenly(
    () => knownOperator(room, form, presence),
    () => new Refusal(authRefusals.badOperatorCredentials),
  );
  if (found === 'code missing') {
    await room.throttle.forgive(admission);
    throw new Refusal(authRefusals.totpRequired);
  }
  const entered = await room.db.tx((tx) => enter(room, tx, found, presence));
  if (!entered) {
    await noteFailure(room, { id: found.id, ...presence }, 'operator.sign_in_failed', 'changed meanwhile');
    throw new Refusal(authRefusals.badOperatorCredentials);
  }
  await room.throttle.clear(admission);
  const { staff, continued } = entered;
  const { cookie, ...grant } = await grantOperator(room, staff, continued);
  return { body: { operator: operatorView(staff), ...grant }, cookie };
}

/** Nothing where password, authenticator or access were changed since he proved himself: that change has ended every session, and none may come after it. */
async function enter(
  room: Auth,
  tx: Tx,
  found: Holder & { proof: proofs.Proof },
  presence: Presence,
): Promise<{ staff: Staff; continued: Continued } | undefined> {
  const still = await holdsStill(tx, found);
  const now = room.clock.now();
  const staff = still ? await staffStore.markOperatorSignedIn(tx, found.id, now) : undefined;
  if (!staff) return undefined;
  await sayActed(tx, { id: found.id, ...presence }, staff.version, { ...resource('operator.signed_in', found.id), after: { proof: found.proof } });
  return { staff, continued: await openSession(tx, { kind: 'operator', subjectId: found.id, remember: false }, presence, now) };
}

/** The operator whose address, password and code these are. A failure is on the record of the one whose address it was; a stranger's is counted, for anybody could fill the record with those. */
async function knownOperator(
  room: Auth,
  form: z.infer<typeof OperatorSignIn>,
  presence: Presence,
): Promise<(Holder & { proof: proofs.Proof }) | 'code missing' | undefined> {
  const found = await staffStore.operatorByEmail(room.db, form.email);
  const operator = found && mayServe(found, room) ? holderOf(found) : undefined;
  const shown = await proofs.examine(room, operator, form, operator !== undefined && asksCode(operator, room.demo));
  if (shown === 'code missing') return shown;
  if (operator && typeof shown === 'object') return { ...operator, ...shown };
  if (found) await noteFailure(room, { id: found.id, ...presence }, 'operator.sign_in_failed', operator ? String(shown) : 'no access');
  else room.count.stranger('operator');
  return undefined;
}

/** A wrong guess at who an operator is, on the record. How many there may be is the throttle's to say. */
async function noteFailure(room: Auth, actor: Actor, action: string, reason: string): Promise<void> {
  await room.db.tx(async (tx) => {
    const version = await staffStore.nextOperatorVersion(tx, actor.id);
    await sayActed(tx, actor, version, { ...resource(action, actor.id), after: { reason } });
  });
}

/** An operator with what he proves himself by. */
type Holder = staffStore.StaffWithSecrets & proofs.Holder;

function holderOf(staff: staffStore.StaffWithSecrets): Holder {
  return { ...staff, kind: 'operator' };
}

function mayServe(staff: Staff, { demo }: Auth): boolean {
  return staff.active && mayEnter(staff, demo);
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
  const claim = password !== undefined ? proofs.byPassword(room, staff, password) : proofs.byOwnCode(room, staff, totp ?? '', 'totp');
  await proofs.prove(room, staff, prover(room, self), claim);
  await room.db.tx(async (tx) => {
    if (!(await staffStore.markProven(tx, self.sessionId, self.id, room.clock.now()))) throw new Refusal(authRefusals.sessionExpired);
    await sayOwn(tx, self, 'operator.stepped_up');
  });
}

export async function changeOwnPassword(room: Auth, self: Self, form: z.infer<typeof PasswordChange>): Promise<void> {
  const by = { ...prover(room, self), sessionId: self.sessionId };
  await proofs.changePassword(room, await changeable(room, self), by, form, (tx) => sayOwn(tx, self, 'operator.password_changed'));
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
  return proofs.beginAuthenticator(room, await changeable(room, self));
}

/** Takes the new authenticator in place of the one there was. */
export async function confirmOwn(room: Auth, self: Self, code: string): Promise<z.input<typeof RecoveryCodes>> {
  return proofs.confirmAuthenticator(room, await changeable(room, self), prover(room, self), code, (tx) => sayOwn(tx, self, 'operator.two_factor_on'));
}

/** In demo mode only: elsewhere the password alone opens nothing. */
export async function disableOwn(room: Auth, self: Self, form: { password: string; code: string }): Promise<void> {
  if (!room.demo) throw new Refusal(authRefusals.totpKept);
  const staff = await changeable(room, self);
  if (!hasTwoFactor(staff, room.demo)) throw new Refusal(authRefusals.totpNotEnrolled);
  await proofs.switchOffAuthenticator(room, staff, prover(room, self), form, (tx) => sayOwn(tx, self, 'operator.two_factor_off'));
}

// ---- What these share ---------------------------------------------------------------------------

async function ownRow(room: Auth, { id, sessionId }: Self): Promise<Holder> {
  const session = await heldSession(room, 'operator', sessionId);
  const staff = await staffStore.operatorSecrets(room.db, id);
  if (!staff || session.subjectId !== id) throw new Refusal(authRefusals.sessionExpired);
  return holderOf(staff);
}

/** His own row, unless it is an account that all visitors of a demo share. */
async function changeable(room: Auth, self: Self): Promise<Holder> {
  const staff = await ownRow(room, self);
  if (staff.demo) throw new Refusal(authRefusals.demoAccount);
  return staff;
}

/** Who is signed in and guesses wrong is on the record too. */
function prover(room: Auth, self: Self): proofs.Prover {
  const onWrong = (field: string) => noteFailure(room, { id: self.id, address: self.address, agent: self.agent }, 'operator.proof_failed', `${field} wrong`);
  return { address: self.address, onWrong };
}

/** Something an operator did to his own account. */
async function sayOwn(tx: Tx, self: Self, action: string): Promise<void> {
  const version = await staffStore.nextOperatorVersion(tx, self.id);
  await sayActed(tx, self, version, { action, resourceType: 'operator', resourceId: self.id });
}
