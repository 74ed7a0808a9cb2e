/** Encryption of stored bytes. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { release, seal, sealParts, unseal } from './blob.ts';

test('decrypts sealed bytes only with their key and id, and only unchanged', () => {
  const key = new Uint8Array(32).fill(7);
  const sealed = seal(key, 'row-1', Buffer.from('GB29 NWBK 6016'));
  expect(Buffer.from(unseal(key, 'row-1', sealed)).toString()).toBe('GB29 NWBK 6016');
  expect(() => unseal(key, 'row-2', sealed)).toThrow();
  sealed[20] = (sealed[20] ?? 0) ^ 1;
  expect(() => unseal(key, 'row-1', sealed)).toThrow();
});

test('seals parts as it seals a whole', async () => {
  const key = new Uint8Array(32).fill(7);
  const parts = ['GB29 ', '', 'NWBK', ' 6016'].map((text) => Buffer.from(text));
  const sealed: Buffer[] = [];
  for await (const part of sealParts(key, 'row-1', Readable.from(parts))) sealed.push(Buffer.from(part));
  expect(Buffer.from(unseal(key, 'row-1', Buffer.concat(sealed))).toString()).toBe('GB29 NWBK 6016');
});

test('releases bytes that have their memory to themselves, and no others', () => {
  const [own, part] = [Buffer.allocUnsafeSlow(100), Buffer.allocUnsafeSlow(100).subarray(50)];
  release(own);
  release(part);
  expect([own.length, part.length]).toEqual([0, 50]);
});
