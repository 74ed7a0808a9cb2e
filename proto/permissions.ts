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
  'documents',
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
    'documents',
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
    'documents',
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
