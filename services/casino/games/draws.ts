/**
 * Draws: the source of every outcome. The bytes of a round are HMAC-SHA256(key = server seed, message = `clientSeed:nonce:cursor`), cursor 0, 1, 2 and on,
 * taken four at a time as a big-endian number. FAIRNESS.md is the public description.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export interface Draws {
  /** A whole number from 0 to n - 1, each equally likely; n is at most 2^32. */
  integer(n: number): number;
}

export interface Seeds {
  serverSeed: string;
  clientSeed: string;
  nonce: number;
}

const span = 2 ** 32;

/** The draws that a source of 32-bit numbers gives. Numbers that would favour some results are skipped. */
export function drawsFrom(next: () => number): Draws {
  return {
    integer(n) {
      const skipped = span % n;
      for (;;) {
        const product = BigInt(next()) * BigInt(n);
        if (Number(product & 0xffff_ffffn) >= skipped) return Number(product >> 32n);
      }
    },
  };
}

/** The draws of a round, from its seeds. */
export function seededDraws({ serverSeed, clientSeed, nonce }: Seeds): Draws {
  const keyed = hmac.create(sha256, utf8ToBytes(serverSeed));
  let cursor = 0;
  let block = new DataView(new ArrayBuffer(0));
  let offset = 0;
  return drawsFrom(() => {
    if (offset === block.byteLength) {
      const bytes = keyed
        .clone()
        .update(utf8ToBytes(`${clientSeed}:${nonce}:${cursor++}`))
        .digest();
      block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      offset = 0;
    }
    offset += 4;
    return block.getUint32(offset - 4);
  });
}

/** The hash of a server seed that is shown before its first round. */
export function seedHash(serverSeed: string): string {
  return bytesToHex(sha256(utf8ToBytes(serverSeed)));
}
