/** The rules for unread notices, as rows. */
import { expect, it } from 'vitest';
import { unreadOf, withLess, withSeen } from './notices.ts';

const payments = (count: number) => ({ key: 'payments', count });
const alert = { key: 'alert a', count: 1 };

it.each([
  [[payments(2), alert], {}, ['payments', 'alert a']],
  [[payments(2), alert], { payments: 2 }, ['alert a']],
  [[payments(3)], { payments: 2 }, ['payments']],
  [[payments(1)], { payments: 2 }, []],
  [[{ key: 'constructor', count: 1 }], {}, ['constructor']],
])('finds the unread lines of %j with %j seen', (notices, seen, unread) => {
  expect(unreadOf(notices, seen as Record<string, number>).map(({ key }) => key)).toEqual(unread);
});

it('counts every shown line as seen', () => {
  const seen = withSeen({ payments: 1, 'alert b': 1 }, [payments(4), alert]);
  expect(seen).toEqual({ 'alert b': 1, payments: 4, 'alert a': 1 });
  expect(unreadOf([payments(4), alert], seen)).toEqual([]);
});

it('marks a line as unread again when its count grows after a fall', () => {
  const less = withLess({ payments: 5, tickets: 1 }, new Map([['payments', 2]]));
  expect(less).toEqual({ payments: 2, tickets: 1 });
  expect(unreadOf([payments(3)], less ?? {})).toHaveLength(1);
  expect(withLess({ payments: 2 }, new Map([['payments', 2]]))).toBeNull();
  expect(withLess({ payments: 2 }, new Map([['payments', 0]]))).toEqual({});
});

it('remembers only the latest lines', () => {
  const many = Array.from({ length: 300 }, (_, place) => ({ key: `alert ${place}`, count: 1 }));
  expect(Object.keys(withSeen({}, many))).toHaveLength(200);
});
