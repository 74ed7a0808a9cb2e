/** The rules of operators: who has access, who needs a code, and which data is shown. Pure. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { OperatorOrigin } from '@fairline/proto/operator-control';
import { permissionsOf, type Role, sentPermissions } from '@fairline/proto/permissions';
import { mayEnter } from '../users/user.ts';

export interface Staff {
  id: string;
  version: number;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** False if access was revoked. */
  active: boolean;
  demo: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
  /** When they last set credentials by a link; null if never. */
  activatedAt: Date | null;
  /** Null for operators created on the command line. */
  invitedBy: string | null;
  resetBy: string | null;
  resetAt: Date | null;
  raisedBy: string | null;
  raisedAt: Date | null;
}

/** Whether a sign-in needs a code. Outside demo mode always; in demo mode if the operator has enrolled an authenticator, but never for a demo account, or one visitor could lock out the others. */
export function asksCode(
  { demo, totpEnrolledAt }: { demo: boolean; totpEnrolledAt: Date | null },
  demoMode: boolean,
): boolean {
  return !demoMode || (!demo && totpEnrolledAt !== null);
}

export function hasTwoFactor(
  staff: { demo: boolean; totpSecret: Uint8Array | null; totpEnrolledAt: Date | null },
  demoMode: boolean,
): boolean {
  return staff.totpSecret !== null && asksCode(staff, demoMode);
}

export function operatorView({ id, email, firstName, lastName, role, lastLoginAt }: Staff): Operator {
  return {
    id,
    email,
    firstName,
    lastName,
    role,
    permissions: sentPermissions(permissionsOf(role)),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  };
}

/** The operator's origin, for the four-eyes rules of all services. */
export function originOf({
  activatedAt,
  invitedBy,
  resetBy,
  resetAt,
  raisedBy,
  raisedAt,
  createdAt,
}: Staff): OperatorOrigin {
  return {
    activatedAt: (activatedAt ?? createdAt).toISOString(),
    invitedBy,
    resetBy,
    resetAt: resetAt?.toISOString() ?? null,
    raisedBy,
    raisedAt: raisedAt?.toISOString() ?? null,
  };
}

export function mayServe(staff: Staff, { demo }: { demo: boolean }): boolean {
  return staff.active && mayEnter(staff, demo);
}

/** Whether a change of role or access adds a permission. */
export function gainsAccess(before: Pick<Staff, 'role' | 'active'>, after: Pick<Staff, 'role' | 'active'>): boolean {
  const held = before.active ? permissionsOf(before.role) : [];
  return after.active && permissionsOf(after.role).some((permission) => !held.includes(permission));
}

export interface ClientOrigin {
  address: string;
  agent: string;
}

/** The acting operator with address and browser, for the audit log. */
export interface Actor extends ClientOrigin {
  operatorId: string;
}

export function onOperator(action: string, id: string) {
  return { action, resourceType: 'operator', resourceId: id };
}
