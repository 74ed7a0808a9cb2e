/** Keyset cursors: round trip, end of a list, invalid cursors. */
import { Refusal } from '@fairline/proto/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { page, readCursor } from './cursor.ts';

test('reads its own cursor and refuses any other as an invalid request', () => {
  const rows = Array.from({ length: 51 }, (_, id) => ({ id }));
  const first = page(
    rows,
    ({ id }) => id,
    ({ id }) => id,
  );
  expect(first.items).toHaveLength(50);
  expect(readCursor(z.int(), first.nextCursor ?? '')).toBe(49);
  expect(
    page(
      rows.slice(0, 50),
      ({ id }) => id,
      ({ id }) => id,
    ).nextCursor,
  ).toBeNull();
  expect(() => readCursor(z.int(), 'nonsense')).toThrow(Refusal);
});
