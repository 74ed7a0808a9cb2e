/** Encryption of stored bytes. */
import { expect, test } from 'vitest';
import { seal, unseal } from './blob.ts';

test('decrypts sealed bytes only with their key and id, and only unchanged', () => {
  const key = new Uint8Array(32).fill(7);
  const sealed = seal(key, 'row-1', Buffer.from('GB29 NWBK 6016'));
  expect(Buffer.from(unseal(key, 'row-1', sealed)).toString()).toBe('GB29 NWBK 6016');
  expect(() => unseal(key, 'row-2', sealed)).toThrow();
  sealed[20] = (sealed[20] ?? 0) ^ 1;
  expect(() => unseal(key, 'row-1', sealed)).toThrow();
});
