/** The smallest values of schemas: valid as they are, with the fields that a test sets, and refused if those do not fit. */
import { UserRow } from '@fairline/proto/auth/users';
import { Bet } from '@fairline/proto/betting/bets';
import { services } from '@fairline/proto/services';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { checked, sample } from './sample.ts';

it('is valid, and as small as its schema allows', () => {
  expect(
    sample(
      z.object({
        text: z.string().min(2),
        count: z.int().min(3),
        list: z.array(z.int()),
        none: z.int().nullable(),
        maybe: z.int().optional(),
      }),
    ),
  ).toEqual({
    text: 'xx',
    count: 3,
    list: [],
    none: null,
  });
});

it('has a new id each time', () => {
  expect(sample(Bet).id).not.toBe(sample(Bet).id);
});

it('has the fields that are named', () => {
  expect(sample(UserRow, { firstName: 'Ada' })).toMatchObject({ firstName: 'Ada', status: 'active' });
});

it('fails if a named field is invalid', () => {
  expect(() => sample(Bet, { stakeMinor: 0 })).toThrow('stakeMinor');
});

it('names each field that the contract does not allow', () => {
  expect(() => checked(z.object({ a: z.int(), b: z.int() }), { a: 'x' }, 'The reply')).toThrow(
    /^The reply is not what the contract allows: a: .*; b: /,
  );
});

it.each(
  Object.values(services).flatMap(({ routes }) =>
    Object.values(routes).map((route) => [`${route.method} ${route.path}`, route] as const),
  ),
)('makes a reply of %s', (_line, { reply }) => {
  if (reply.safeParse(new Uint8Array()).success) return;
  expect(() => sample(reply)).not.toThrow();
});
