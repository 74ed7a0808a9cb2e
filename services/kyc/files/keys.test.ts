/** Master keys, and documents that are sealed under keys of their own. */
import { seal } from '@fairline/chassis/storage/blob';
import { describe, expect, it } from 'vitest';
import { MasterKeys } from '../config.ts';
import type { KeyRing } from '../ports.ts';
import { newKey, rewrapKey, unsealBlob } from './keys.ts';

const [id, otherId] = ['019aa1c8-7f00-7000-8000-000000000001', '019aa1c8-7f00-7000-8000-000000000002'];
const key = (fill: number) => Buffer.alloc(32, fill).toString('base64url');
const ring = (text: string): KeyRing => MasterKeys.parse(text);
const old = ring(`a:${key(1)}`);
const rotated = ring(`b:${key(2)}, a:${key(1)}`);
const bytes = Buffer.from('a passport');

describe('master keys', () => {
  it('are read in order, the current one first', () => {
    expect([rotated.currentId, [...rotated.keys.keys()]]).toEqual(['b', ['b', 'a']]);
  });

  it.each(['', 'a', `a:${key(1)},`, `a:${key(1).slice(2)}`, `a:${key(1)},a:${key(2)}`, `:${key(1)}`])(
    'are refused as "%s"',
    (text) => {
      expect(MasterKeys.safeParse(text).success).toBe(false);
    },
  );
});

describe('a sealed document', () => {
  const { blob, key: own } = newKey(old, id);
  const sealed = seal(own, id, bytes);

  it('opens under its key and shows nothing of itself', () => {
    expect(Buffer.from(unsealBlob(old, blob, sealed))).toEqual(bytes);
    expect(Buffer.from(sealed).includes('passport')).toBe(false);
  });

  it('has a key of its own each time', () => {
    expect(newKey(old, id).blob.wrappedKey).not.toBe(blob.wrappedKey);
  });

  it('opens under a new master key once its own key is wrapped again', () => {
    const rewrapped = rewrapKey(rotated, blob);
    expect(rewrapped.keyId).toBe('b');
    expect(Buffer.from(unsealBlob(ring(`b:${key(2)}`), rewrapped, sealed))).toEqual(bytes);
  });

  it.each([
    ['without its master key', () => unsealBlob(ring(`b:${key(2)}`), blob, sealed)],
    ['under the id of another', () => unsealBlob(old, { ...blob, id: otherId }, sealed)],
    ['when a byte changed', () => unsealBlob(old, blob, Buffer.from(sealed).fill(0, 20, 21))],
  ])('does not open %s', (_, open) => {
    expect(open).toThrow();
  });
});
