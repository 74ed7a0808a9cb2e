/** Operators sign in with password and authenticator. Every sign-in and every failure is in the audit log. */
import { randomUUIDv7 } from 'node:crypto';
import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import {
  type Operator,
  type OperatorSession,
  type OperatorSignIn,
  sessionRefusals,
} from '@fairline/proto/auth/sessions';
import { Refusal } from '@fairline/proto/contract';
import type { z } from 'zod';
import {
  type ContinuedSession,
  grantOperator,
  type OnSignedOut,
  openSession,
  renewSession,
  requireSession,
  type SignedIn,
} from '../sessions/commands.ts';
import { admitSignIn, answerEvenly, checkSignIn, type Holder, type Proof } from '../sessions/proofs.ts';
import { lockUnchanged } from '../users/store-secrets.ts';
import type { StaffContext } from './context.ts';
import {
  type Actor,
  asksCode,
  type ClientOrigin,
  mayServe,
  onOperator,
  operatorView,
  originOf,
  type Staff,
} from './operator.ts';
import {
  incrementOperatorVersion,
  markOperatorSignedIn,
  readOperator,
  readOperatorByEmail,
  type StaffWithSecrets,
} from './store.ts';

/** Signs an operator in. Outside demo mode a code is always required. */
export async function signInOperator(
  ctx: StaffContext,
  form: z.infer<typeof OperatorSignIn>,
  presence: ClientOrigin,
): Promise<SignedIn<OperatorSession>> {
  const admission = await admitSignIn(ctx, { kind: 'operator', email: form.email }, presence);
  const found = await answerEvenly(
    () => checkOperatorSignIn(ctx, form, presence),
    () => new Refusal(sessionRefusals.badOperatorCredentials),
  );
  if (found === 'code missing') {
    await ctx.throttle.forgive(admission);
    throw new Refusal(sessionRefusals.totpRequired);
  }
  const entry = await admitOperator(ctx, found, presence);
  await ctx.throttle.clear(admission);
  return entry;
}

/** Opens the session of an operator whose proof was accepted; `alongside` runs in the same transaction. */
export async function admitOperator(
  ctx: StaffContext,
  found: OperatorHolder & { proof: Proof },
  presence: ClientOrigin,
  alongside?: (tx: Tx) => Promise<void>,
): Promise<SignedIn<OperatorSession>> {
  const entered = await ctx.db.tx(async (tx) => {
    const entry = await enterOperator(ctx, tx, found, presence);
    if (entry) await alongside?.(tx);
    return entry;
  });
  if (!entered) {
    await recordOperatorFailure(
      ctx,
      { operatorId: found.id, ...presence },
      'operator.sign_in_failed',
      'changed meanwhile',
    );
    throw new Refusal(sessionRefusals.badOperatorCredentials);
  }
  const { staff, continued } = entered;
  const { cookie, ...grant } = await grantOperator(ctx, staff.role, originOf(staff), continued);
  return { body: { operator: operatorView(staff), ...grant }, cookie };
}

/** Opens the session; undefined if password, authenticator or access have changed since the check: that change ended every session, so no later one may rely on the old secrets. */
async function enterOperator(
  ctx: StaffContext,
  tx: Tx,
  found: OperatorHolder & { proof: Proof },
  presence: ClientOrigin,
): Promise<{ staff: Staff; continued: ContinuedSession } | undefined> {
  const still = await lockUnchanged(tx, found);
  const now = ctx.clock.now();
  const staff = still ? await markOperatorSignedIn(tx, found.id, now) : undefined;
  if (!staff) return undefined;
  await recordOperatorAction(tx, authAuditEvents.operatorActed, { operatorId: found.id, ...presence }, staff.version, {
    ...onOperator('operator.signed_in', found.id),
    after: { proof: found.proof },
  });
  return {
    staff,
    continued: await openSession(tx, { kind: 'operator', subjectId: found.id, remember: false }, presence, now),
  };
}

/** The operator with this address, password and code. A failure is recorded for that operator. An unknown address is only counted, because anyone could create any number of records. */
async function checkOperatorSignIn(
  ctx: StaffContext,
  form: z.infer<typeof OperatorSignIn>,
  presence: ClientOrigin,
): Promise<(OperatorHolder & { proof: Proof }) | 'code missing' | undefined> {
  const found = await readOperatorByEmail(ctx.db, form.email);
  const operator = found && mayServe(found, ctx) ? operatorHolder(found) : undefined;
  const shown = await checkSignIn(ctx, operator, form, operator !== undefined && asksCode(operator, ctx.demo));
  if (shown === 'code missing') return shown;
  if (operator && typeof shown === 'object') return { ...operator, ...shown };
  if (found)
    await recordOperatorFailure(
      ctx,
      { operatorId: found.id, ...presence },
      'operator.sign_in_failed',
      operator ? String(shown) : 'no access',
    );
  else ctx.count.stranger('operator');
  return undefined;
}

/** Records a failed proof in the audit log. The throttle bounds their number. */
export async function recordOperatorFailure(
  ctx: StaffContext,
  actor: Actor,
  action: string,
  reason: string,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const version = await incrementOperatorVersion(tx, actor.operatorId);
    await recordOperatorAction(tx, authAuditEvents.operatorActed, actor, version, {
      ...onOperator(action, actor.operatorId),
      after: { reason },
    });
  });
}

/** Records a sign-out under an aggregate of its own (a random id). To raise the operator's version would lock the operator after a session, while a change of access locks them in the opposite order. */
export function recordSignedOut({ address, agent }: ClientOrigin): OnSignedOut {
  return (tx, { subjectId, id }) => {
    const act = { ...onOperator('operator.signed_out', subjectId), after: { sessionId: id } };
    return recordOperatorAction(
      tx,
      authAuditEvents.operatorActed,
      { operatorId: subjectId, address, agent },
      1,
      act,
      randomUUIDv7(),
    );
  };
}

/** An operator with their stored credentials. */
export type OperatorHolder = StaffWithSecrets & Holder;

export function operatorHolder(staff: StaffWithSecrets): OperatorHolder {
  return { ...staff, kind: 'operator' };
}

export async function refreshOperator(
  ctx: StaffContext,
  token: string | undefined,
): Promise<SignedIn<OperatorSession>> {
  const continued = await renewSession(ctx, 'operator', token);
  const staff = await readOperator(ctx.db, continued.session.subjectId);
  if (!staff || !mayServe(staff, ctx)) throw new Refusal(sessionRefusals.sessionRevoked);
  const { cookie, ...grant } = await grantOperator(ctx, staff.role, originOf(staff), continued);
  return { body: { operator: operatorView(staff), ...grant }, cookie };
}

export async function currentOperator(
  ctx: StaffContext,
  operatorId: string,
  sessionId: string,
): Promise<{ operator: Operator; sessionId: string; expiresAt: string }> {
  const session = await requireSession(ctx, 'operator', { id: operatorId, sessionId });
  const staff = await readOperator(ctx.db, operatorId);
  if (!staff) throw new Refusal(sessionRefusals.sessionExpired);
  return { operator: operatorView(staff), sessionId, expiresAt: session.expiresAt.toISOString() };
}
