/** Table of profile changes, each with the first error that the form shows. */
import { expect, it } from 'vitest';
import { ProfileChange } from './account.ts';

it.each([
  [{ firstName: 'Ada' }, undefined],
  [{ firstName: '' }, 'First name and last name are required'],
  [{ lastName: '  ' }, 'First name and last name are required'],
  [{ firstName: 'A' }, 'First name must be at least 2 characters'],
  [{}, 'Nothing has changed'],
])('of %j it is %j', (change, message) => {
  expect(ProfileChange.safeParse(change).error?.issues[0]?.message).toBe(message);
});
