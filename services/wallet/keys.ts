/** Keyed hashes of texts that are stored encrypted, so that they can be found and compared without decryption. */
import { createHmac } from 'node:crypto';

export function searchKeyOf(sealKey: Uint8Array, text: string): Buffer {
  return createHmac('sha256', sealKey).update(text).digest();
}
