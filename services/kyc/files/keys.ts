/** Keys of documents: each file has its own, which is stored wrapped by the master key. To change the master key, the keys are wrapped again. */
import { randomBytes } from 'node:crypto';
import { seal, unseal } from '@fairline/chassis/storage/blob';
import { z } from 'zod';
import type { KeyRing } from '../ports.ts';

const keyBytes = 32;

/** The id of a stored file, and the wrapped key of its bytes. */
export const StoredBlob = z.strictObject({ id: z.uuid(), keyId: z.string(), wrappedKey: z.string() });
export type StoredBlob = z.infer<typeof StoredBlob>;

/** A new key for the file with this id. */
export function newKey(ring: KeyRing, id: string): { blob: StoredBlob; key: Uint8Array } {
  const key = randomBytes(keyBytes);
  return { blob: wrapKey(ring, id, key), key };
}

export function unsealBlob(ring: KeyRing, blob: StoredBlob, sealed: Uint8Array): Uint8Array {
  return unseal(unwrapKey(ring, blob), blob.id, sealed);
}

/** The same key, wrapped by the current master key. */
export function rewrapKey(ring: KeyRing, blob: StoredBlob): StoredBlob {
  return wrapKey(ring, blob.id, unwrapKey(ring, blob));
}

function wrapKey({ currentId, keys }: KeyRing, id: string, key: Uint8Array): StoredBlob {
  return {
    id,
    keyId: currentId,
    wrappedKey: Buffer.from(seal(keys.get(currentId) as Uint8Array, id, key)).toString('base64url'),
  };
}

function unwrapKey({ keys }: KeyRing, { id, keyId, wrappedKey }: StoredBlob): Uint8Array {
  const master = keys.get(keyId);
  if (!master) throw new Error(`the master key ${keyId} of documents is not configured`);
  return unseal(master, id, Buffer.from(wrappedKey, 'base64url'));
}
