/** The page of a resource, as rows. */
import { expect, it } from 'vitest';
import { resourcePage } from './resource-page.ts';

it.each([
  ['user', 'a', '/admin/users/a'],
  ['player', 'a', '/admin/users/a'],
  ['payment', 'p', '/admin/financial?status=all&payment=p'],
  ['game', 'x&y=1/../z', '/admin/games?game=x%26y%3D1%2F..%2Fz'],
  ['proof', 'p', '/admin/integrity'],
  ['alert', 'a', '/admin/risk?alert=a'],
  ['rule', 'late_bets', '/admin/risk/rules?rule=late_bets'],
  ['adjustment', 'a', '/admin/financial?tab=adjustments&adjustments=all'],
  ['audit_log', 'audit_log', undefined],
  ['constructor', 'a', undefined],
  ['__proto__', 'a', undefined],
])('%s %s is at %s', (type, id, to) => {
  expect(resourcePage(type, id)?.to).toBe(to);
});
