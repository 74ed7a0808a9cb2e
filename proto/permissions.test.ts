/** Permissions by role. They are listed here again, so that no role gains a permission by accident. */
import { expect, it } from 'vitest';
import { type Permission, permissions, permissionsOf, type Role, roleNames } from './permissions.ts';
import { services } from './services.ts';

const reads = permissions.filter((permission) => permission.endsWith('.read'));

const expected: Record<Role, readonly Permission[]> = {
  super_admin: permissions,
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
    'wallet.read',
    'betting.read',
    'casino.read',
  ],
  support: ['tickets', 'tickets.read', 'chat', 'users.read', 'users.notes'],
  auditor: reads,
};

it.each(roleNames)('%s has exactly the listed permissions', (role) => {
  expect([...permissionsOf(role)].sort()).toEqual([...expected[role]].sort());
});

it('there are seven roles', () => {
  expect(roleNames).toEqual(Object.keys(expected));
});

it('only super_admin may create operators', () => {
  expect(roleNames.filter((role) => permissionsOf(role).includes('operators'))).toEqual(['super_admin']);
});

it('the auditor has every read permission and no other', () => {
  expect(permissionsOf('auditor').every((permission) => permission.endsWith('.read'))).toBe(true);
  expect(reads.every((permission) => permissionsOf('auditor').includes(permission))).toBe(true);
});

it('support may see neither documents nor money', () => {
  const hidden: Permission[] = ['documents', 'kyc.read', 'kyc', 'wallet.read', 'payments', 'adjustments'];
  expect(permissionsOf('support').filter((permission) => hidden.includes(permission))).toEqual([]);
});

it('a role that may change something may also read it', () => {
  for (const role of roleNames) {
    const held = permissionsOf(role);
    for (const permission of held) {
      const read = permissions.find((other) => other === `${permission}.read`);
      if (read) expect(held, `${role} holds ${permission}`).toContain(read);
    }
  }
});

it('every permission guards a route', () => {
  const guarded = Object.values(services).flatMap(({ routes }) =>
    Object.values(routes).flatMap(({ access }) => (typeof access === 'object' ? Object.values(access).flat() : [])),
  );
  expect(permissions.filter((permission) => !guarded.includes(permission))).toEqual([]);
});
