/** The rules of an operator: who may serve, who is asked for a code, and what of an operator is shown. Pure. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { OperatorOrigin } from '@fairline/proto/operator-control';
import { permissionsOf, type Role } from '@fairline/proto/permissions';
import { mayEnter } from '../users/user.ts';

export interface Staff {
  id: string;
  version: number;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** False: access was taken away. */
  active: boolean;
  demo: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
  /** When they last set credentials by their link; null before. */
  activatedAt: Date | null;
  /** Null for operators made on the command line. */
  invitedBy: string | null;
  resetBy: string | null;
  resetAt: Date | null;
  raisedBy: string | null;
  raisedAt: Date | null;
}

/** Outside demo mode always; in it of those who enrolled an authenticator themselves, and of a demo account never, or one visitor could keep out the others. */
export function asksCode({ demo, totpEnrolledAt }: { demo: boolean; totpEnrolledAt: Date | null }, demoMode: boolean): boolean {
  return !demoMode || (!demo && totpEnrolledAt !== null);
}

export function hasTwoFactor(staff: { demo: boolean; totpSecret: Uint8Array | null; totpEnrolledAt: Date | null }, demoMode: boolean): boolean {
  return staff.totpSecret !== null && asksCode(staff, demoMode);
}

export function operatorView({ id, email, firstName, lastName, role, lastLoginAt }: Staff): Operator {
  return { id, email, firstName, lastName, role, permissions: [...permissionsOf(role)], lastLoginAt: lastLoginAt?.toISOString() ?? null };
}

/** The operator's origin, for the four-eyes rules of all services. */
export function originOf({ activatedAt, invitedBy, resetBy, resetAt, raisedBy, raisedAt, createdAt }: Staff): OperatorOrigin {
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

/** Whether a change of role or access lets somebody do what they could not do before. */
export function gainsAccess(before: Pick<Staff, 'role' | 'active'>, after: Pick<Staff, 'role' | 'active'>): boolean {
  const held = before.active ? permissionsOf(before.role) : [];
  return after.active && permissionsOf(after.role).some((permission) => !held.includes(permission));
}

export interface ClientOrigin {
  address: string;
  agent: string;
}

/** Who acts and from where, for the audit log. */
export interface Actor extends ClientOrigin {
  operatorId: string;
}

export function onOperator(action: string, id: string) {
  return { action, resourceType: 'operator', resourceId: id };
}
