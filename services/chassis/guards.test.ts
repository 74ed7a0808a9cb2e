/** What must not slip through: card numbers in text, cursors that are not ours, sealed bytes that were touched. */
import { Refusal } from '@fairline/proto/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { page, readCursor } from './http/cursor.ts';
import { hasCardNumber, maskCards } from './process/card-number.ts';
import { readConfig } from './process/config.ts';
import { seal, unseal } from './storage/blob.ts';
import { fingerprint } from './storage/idempotency.ts';

test.each([
  ['a Visa number', 'pay 4111 1111 1111 1111 now', true],
  ['a number with dashes', '5500-0055-5555-5559', true],
  ['an American Express number', '378282246310005', true],
  ['a number that fails the check', '4111111111111112', false],
  ['a bank reference', '0000111122223333', false],
  ['a longer run', '41111111111111111111', false],
])('%s in free text is a card number: %#', (_name, text, expected) => {
  expect(hasCardNumber(text)).toBe(expected);
  expect(maskCards(text).includes('[card]')).toBe(expected);
});

test('a cursor round-trips and a made-up one is an invalid request', () => {
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

test('sealed bytes open only with their key and id, untouched', () => {
  const key = new Uint8Array(32).fill(7);
  const sealed = seal(key, 'row-1', Buffer.from('GB29 NWBK 6016'));
  expect(Buffer.from(unseal(key, 'row-1', sealed)).toString()).toBe('GB29 NWBK 6016');
  expect(() => unseal(key, 'row-2', sealed)).toThrow();
  sealed[20] = (sealed[20] ?? 0) ^ 1;
  expect(() => unseal(key, 'row-1', sealed)).toThrow();
});

test('a fingerprint does not depend on the order of fields, but on every value', () => {
  expect(fingerprint({ a: 1, b: [2, { c: 3, d: undefined }] })).toBe(fingerprint({ b: [2, { c: 3 }], a: 1 }));
  expect(fingerprint({ a: 1 })).not.toBe(fingerprint({ a: '1' }));
});

test('every fault of the configuration is reported at once', () => {
  expect(() => readConfig('wallet', { HTTP_PORT: 'x', LOG_LEVEL: 'loud' }, { BLOB_KEY: z.string() })).toThrow(/HTTP_PORT[\s\S]*LOG_LEVEL[\s\S]*BLOB_KEY/);
});
