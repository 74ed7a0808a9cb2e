/** Permissions by role. They are listed here again, so that no role gains a permission by accident. */
import { describe, expect, it } from 'vitest';
import {
  type Permission,
  permissions,
  permissionsOf,
  type Role,
  receivedPermissions,
  roleNames,
  sentPermissions,
} from './permissions.ts';
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

it('payment proofs and identity papers are for different roles', () => {
  const may = (permission: Permission) => roleNames.filter((role) => permissionsOf(role).includes(permission));
  expect([may('payments.proofs'), may('kyc.documents')]).toEqual([
    ['super_admin', 'finance'],
    ['super_admin', 'compliance'],
  ]);
});

describe('permissions in a token', () => {
  it.each(roleNames)('of %s are those of the role, and earlier releases know each name', (role) => {
    const names = sentPermissions(permissionsOf(role));
    expect(receivedPermissions(role, names).toSorted()).toEqual([...permissionsOf(role)].toSorted());
    expect(names).not.toContain('payments.proofs');
    expect(names).not.toContain('kyc.documents');
  });
  it('of an earlier release give each role its part, and unknown names nothing', () => {
    const given = ['users.read', 'documents', 'unheard.of', 'payments.proofs'];
    expect(receivedPermissions('finance', given)).toEqual(['users.read', 'payments.proofs']);
    expect(receivedPermissions('compliance', given)).toEqual(['users.read', 'kyc.documents']);
    expect(receivedPermissions('support', given)).toEqual(['users.read']);
  });
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
  const hidden: Permission[] = [
    'payments.proofs',
    'kyc.documents',
    'kyc.read',
    'kyc',
    'wallet.read',
    'payments',
    'adjustments',
  ];
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
