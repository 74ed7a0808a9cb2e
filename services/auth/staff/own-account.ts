/** Operators' own accounts: step-up, password, authenticator. Every change is in the audit log. */
import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import {
  type Enrolment,
  type PasswordChange,
  type RecoveryCodes,
  sessionRefusals,
  type TwoFactor,
} from '@fairline/proto/auth/sessions';
import { staffRefusals } from '@fairline/proto/auth/staff';
import { userRefusals } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import type { z } from 'zod';
import { requireSession } from '../sessions/commands.ts';
import {
  appCodeClaim,
  beginAuthenticator,
  changeHolderPassword,
  confirmAuthenticator,
  type Prover,
  passwordClaim,
  prove,
  switchOffAuthenticator,
} from '../sessions/proofs.ts';
import { markProven, readProvenAt } from '../sessions/store.ts';
import type { StaffContext } from './context.ts';
import { type Actor, hasTwoFactor } from './operator.ts';
import { type OperatorHolder, operatorHolder, recordOperatorFailure } from './sign-in.ts';
import { incrementOperatorVersion, readOperatorSecrets } from './store.ts';

/** An operator who acts on their own account, with their session. */
export interface OperatorSelf extends Actor {
  sessionId: string;
}

/** The time of the last proof in a session: sign-in or step-up; null if the session is over. */
export async function readProofTime(ctx: StaffContext, sessionId: string): Promise<{ provenAt: string | null }> {
  const at = await readProvenAt(ctx.db, 'operator', sessionId, ctx.clock.now());
  return { provenAt: at?.toISOString() ?? null };
}

/** Steps up: a fresh proof by password or code, which counts for this session only. */
export async function stepUp(
  ctx: StaffContext,
  self: OperatorSelf,
  { password, totp }: { password?: string | undefined; totp?: string | undefined },
): Promise<void> {
  const staff = await readOwn(ctx, self);
  const claim =
    password !== undefined ? passwordClaim(ctx, staff, password) : appCodeClaim(ctx, staff, totp ?? '', 'totp');
  await prove(ctx, staff, operatorProver(ctx, self), claim);
  await ctx.db.tx(async (tx) => {
    if (!(await markProven(tx, 'operator', { sessionId: self.sessionId, subjectId: self.operatorId }, ctx.clock.now())))
      throw new Refusal(sessionRefusals.sessionExpired);
    await recordOwnAction(tx, self, 'operator.stepped_up');
  });
}

export async function changeOwnPassword(
  ctx: StaffContext,
  self: OperatorSelf,
  form: z.infer<typeof PasswordChange>,
): Promise<void> {
  await changeHolderPassword(ctx, await readOwnChangeable(ctx, self), operatorProver(ctx, self), form, (tx) =>
    recordOwnAction(tx, self, 'operator.password_changed'),
  );
}

export async function readOwnTwoFactor(ctx: StaffContext, self: OperatorSelf): Promise<z.input<typeof TwoFactor>> {
  const staff = await readOwn(ctx, self);
  return {
    on: hasTwoFactor(staff, ctx.demo),
    enrolledAt: staff.totpEnrolledAt?.toISOString() ?? null,
    recoveryCodesLeft: staff.recoveryCodesLeft,
  };
}

/** Begins the enrolment of a new authenticator. The old one stays in use until a code confirms the new one. */
export async function beginOwnEnrolment(ctx: StaffContext, self: OperatorSelf): Promise<z.input<typeof Enrolment>> {
  return beginAuthenticator(ctx, await readOwnChangeable(ctx, self));
}

/** Replaces the authenticator with the new one. */
export async function confirmOwnEnrolment(
  ctx: StaffContext,
  self: OperatorSelf,
  code: string,
): Promise<z.input<typeof RecoveryCodes>> {
  return confirmAuthenticator(ctx, await readOwnChangeable(ctx, self), operatorProver(ctx, self), code, (tx) =>
    recordOwnAction(tx, self, 'operator.two_factor_on'),
  );
}

/** Switches the authenticator off; in demo mode only, because elsewhere operators always need a code. */
export async function disableOwnTwoFactor(
  ctx: StaffContext,
  self: OperatorSelf,
  form: { password: string; code: string },
): Promise<void> {
  if (!ctx.demo) throw new Refusal(staffRefusals.totpKept);
  const staff = await readOwnChangeable(ctx, self);
  if (!hasTwoFactor(staff, ctx.demo)) throw new Refusal(sessionRefusals.totpNotEnrolled);
  await switchOffAuthenticator(ctx, staff, operatorProver(ctx, self), form, (tx) =>
    recordOwnAction(tx, self, 'operator.two_factor_off'),
  );
}

export async function readOwn(ctx: StaffContext, { operatorId: id, sessionId }: OperatorSelf): Promise<OperatorHolder> {
  await requireSession(ctx, 'operator', { id, sessionId });
  const staff = await readOperatorSecrets(ctx.db, id);
  if (!staff) throw new Refusal(sessionRefusals.sessionExpired);
  return operatorHolder(staff);
}

/** The operator's own account; refused for shared demo accounts. */
export async function readOwnChangeable(ctx: StaffContext, self: OperatorSelf): Promise<OperatorHolder> {
  const staff = await readOwn(ctx, self);
  if (staff.demo) throw new Refusal(userRefusals.demoAccount);
  return staff;
}

/** Records wrong guesses of a signed-in operator in the audit log. */
function operatorProver(ctx: StaffContext, self: OperatorSelf): Prover {
  const onWrong = (field: string) => recordOperatorFailure(ctx, self, 'operator.proof_failed', `${field} wrong`);
  return { sessionId: self.sessionId, onWrong };
}

/** Records an operator's action on their own account. */
async function recordOwnAction(tx: Tx, self: OperatorSelf, action: string): Promise<void> {
  const version = await incrementOperatorVersion(tx, self.operatorId);
  await recordOperatorAction(tx, authAuditEvents.operatorActed, self, version, {
    action,
    resourceType: 'operator',
    resourceId: self.operatorId,
  });
}
