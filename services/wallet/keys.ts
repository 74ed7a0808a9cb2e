/** Keyed hashes by which an encrypted text is found and compared without being read. */
import { createHmac } from 'node:crypto';

export function searchKeyOf(sealKey: Uint8Array, text: string): Buffer {
  return createHmac('sha256', sealKey).update(text).digest();
}
