/** Keys of documents: each file has its own, stored wrapped by the master key. A new master key takes the place of an old one by wrapping again. */
import { randomBytes } from 'node:crypto';
import { seal, unseal } from '@fairline/chassis/storage/blob';
import { z } from 'zod';

const keyBytes = 32;

/** Master keys by id; the first is the current one, others only unwrap. */
export interface KeyRing {
  readonly currentId: string;
  readonly keys: ReadonlyMap<string, Uint8Array>;
}

/** `id:key` pairs separated by commas, keys of 32 bytes in base64url. */
export const MasterKeys = z.string().transform((text, context): KeyRing => {
  const pairs = text.split(',').map((pair) => /^([\w-]{1,40}):([\w-]+)$/.exec(pair.trim()));
  const entries = pairs.map((pair) => [pair?.[1] ?? '', new Uint8Array(Buffer.from(pair?.[2] ?? '', 'base64url'))] as const);
  const keys = new Map(entries);
  if (entries.some(([id, key]) => !id || key.length !== keyBytes) || keys.size !== entries.length) {
    context.addIssue('must be id:key pairs separated by commas, each id once, keys of 32 bytes in base64url');
    return z.NEVER;
  }
  return { currentId: entries[0]?.[0] as string, keys };
});

/** Where the bytes of a document lie, and its key. */
export const StoredBlob = z.strictObject({ id: z.uuid(), keyId: z.string(), wrappedKey: z.string() });
export type StoredBlob = z.infer<typeof StoredBlob>;

/** Encrypts bytes under a new key. */
export function sealUnderNewKey(ring: KeyRing, id: string, bytes: Uint8Array): { blob: StoredBlob; sealed: Uint8Array } {
  const key = randomBytes(keyBytes);
  return { blob: wrapKey(ring, id, key), sealed: seal(key, id, bytes) };
}

export function unsealBlob(ring: KeyRing, blob: StoredBlob, sealed: Uint8Array): Uint8Array {
  return unseal(unwrapKey(ring, blob), blob.id, sealed);
}

/** The same key, wrapped by the current master key. */
export function rewrapKey(ring: KeyRing, blob: StoredBlob): StoredBlob {
  return wrapKey(ring, blob.id, unwrapKey(ring, blob));
}

function wrapKey({ currentId, keys }: KeyRing, id: string, key: Uint8Array): StoredBlob {
  return { id, keyId: currentId, wrappedKey: Buffer.from(seal(keys.get(currentId) as Uint8Array, id, key)).toString('base64url') };
}

function unwrapKey({ keys }: KeyRing, { id, keyId, wrappedKey }: StoredBlob): Uint8Array {
  const master = keys.get(keyId);
  if (!master) throw new Error(`the master key ${keyId} of documents is not configured`);
  return unseal(master, id, Buffer.from(wrappedKey, 'base64url'));
}
