/**
 * Operator roles and their permissions, as data. The gateway and the services both read this table,
 * so every permission is checked twice.
 */
export const permissions = [
  'wallet.read',
  'payments',
  'adjustments',
  'rates',
  'users.read',
  'users.status',
  'users.verify',
  'users.notes',
  'betting.read',
  'betting',
  'casino.read',
  'casino',
  'kyc.read',
  'kyc',
  'risk.read',
  'risk',
  'promotions.read',
  'promotions',
  'tickets.read',
  'tickets',
  'chat',
  'payments.proofs',
  'kyc.documents',
  'audit.read',
  'system.read',
  'system',
  'operators',
] as const;
export type Permission = (typeof permissions)[number];

const reads = permissions.filter((permission) => permission.endsWith('.read'));

export const roles = {
  super_admin: [...permissions],
  finance: [
    'payments',
    'adjustments',
    'rates',
    'wallet.read',
    'users.read',
    'users.notes',
    'payments.proofs',
    'promotions',
    'promotions.read',
    'betting.read',
    'casino.read',
  ],
  trader: ['betting', 'betting.read'],
  games: ['casino', 'casino.read'],
  compliance: [
    'kyc',
    'kyc.read',
    'risk',
    'risk.read',
    'users.read',
    'users.status',
    'users.verify',
    'users.notes',
    'audit.read',
    'kyc.documents',
    'promotions.read',
    // To assess a player.
    'wallet.read',
    'betting.read',
    'casino.read',
  ],
  support: ['tickets', 'tickets.read', 'chat', 'users.read', 'users.notes'],
  auditor: [...reads],
} as const satisfies Record<string, readonly Permission[]>;
export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as [Role, ...Role[]];

export function permissionsOf(role: Role): readonly Permission[] {
  return roles[role];
}

/** Earlier releases had one permission for both, and refuse a name that they do not know. So tokens and replies carry the earlier name, and the role says which of the two it is. */
const earlier = { name: 'documents', now: ['payments.proofs', 'kyc.documents'] } as const satisfies {
  name: string;
  now: readonly Permission[];
};
const isNew = (name: string): name is (typeof earlier.now)[number] => (earlier.now as readonly string[]).includes(name);
const isKnown = (name: string): name is Permission => (permissions as readonly string[]).includes(name);

/** A permission as tokens and replies name it. */
type SentPermission = Exclude<Permission, (typeof earlier.now)[number]> | (typeof earlier)['name'];

/** The permissions as a token or a reply carries them. */
export function sentPermissions(held: readonly Permission[]): SentPermission[] {
  return [...new Set(held.map((name) => (isNew(name) ? earlier.name : name)))];
}

export const sentPermissionNames = sentPermissions(permissions) as [SentPermission, ...SentPermission[]];

/** The permissions that a token or a reply of this release or an earlier one carries. */
export function receivedPermissions(role: Role, names: readonly string[]): Permission[] {
  return names.flatMap((name) => {
    if (name === earlier.name) return earlier.now.filter((one) => permissionsOf(role).includes(one));
    return isKnown(name) && !isNew(name) ? [name] : [];
  });
}
