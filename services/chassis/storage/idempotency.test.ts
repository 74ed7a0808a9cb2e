/** Fingerprints of request bodies. */
import { expect, test } from 'vitest';
import { fingerprint } from './idempotency.ts';

test('a fingerprint depends on every value but not on the order of fields', () => {
  expect(fingerprint({ a: 1, b: [2, { c: 3, d: undefined }] })).toBe(fingerprint({ b: [2, { c: 3 }], a: 1 }));
  expect(fingerprint({ a: 1 })).not.toBe(fingerprint({ a: '1' }));
});
