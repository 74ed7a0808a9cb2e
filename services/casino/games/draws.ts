/**
 * Draws: the source of every outcome. The bytes of a round are HMAC-SHA256(key = server seed, message = `clientSeed:nonce:cursor`), cursor 0, 1, 2 and on,
 * taken four at a time as a big-endian number. FAIRNESS.md is the public description.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export interface Draws {
  /** A whole number from 0 to n - 1, all equally likely. n is at most 2^32. */
  integer(n: number): number;
}

export interface Seeds {
  serverSeed: string;
  clientSeed: string;
  nonce: number;
}

const span = 2 ** 32;
const half = 2 ** 16;

/** Up to this n, a product with a 32-bit number is exact. */
const largestExact = 2 ** 21;

/** Draws from a source of 32-bit numbers u: u x n / 2^32, rounded down. A u whose remainder is below 2^32 mod n is skipped, because it would favour some results. */
export function drawsFrom(next: () => number): Draws {
  return {
    integer(n) {
      if (n > largestExact) return largeInteger(next, n);
      for (;;) {
        const product = next() * n;
        const result = Math.trunc(product / span);
        // 2^32 mod n is below n, so it is computed only for a remainder below n: it is the slowest operation here.
        const remainder = product - result * span;
        if (remainder >= n || remainder >= span % n) return result;
      }
    },
  };
}

/** The same for any n, from the products of n with each half of u, which are exact. */
function largeInteger(next: () => number, n: number): number {
  for (;;) {
    const u = next();
    const lower = (u & 0xffff) * n;
    const upper = (u >>> 16) * n + Math.floor(lower / half);
    const result = Math.floor(upper / half);
    const remainder = (upper - result * half) * half + (lower % half);
    if (remainder >= span % n) return result;
  }
}

/** The draws of a round, from its seeds. */
export function seededDraws({ serverSeed, clientSeed, nonce }: Seeds): Draws {
  return seededRounds(serverSeed)(clientSeed, nonce);
}

/** Draws of many rounds of one server seed. The HMAC key is prepared once. */
export function seededRounds(serverSeed: string): (clientSeed: string, nonce: number) => Draws {
  const keyed = hmac.create(sha256, utf8ToBytes(serverSeed));
  const working = keyed.clone();
  return (clientSeed, nonce) => {
    const message = utf8ToBytes(`${clientSeed}:${nonce}:`);
    const bytes = new Uint8Array(32);
    const block = new DataView(bytes.buffer);
    let cursor = 0;
    let offset = bytes.length;
    return drawsFrom(() => {
      if (offset === bytes.length) {
        keyed._cloneInto(working).update(message).update(digitsOf(cursor++)).digestInto(bytes);
        offset = 0;
      }
      offset += 4;
      return block.getUint32(offset - 4);
    });
  };
}

/** The cursors that most rounds need, encoded in advance. Encoding them each time would take a third of a round's time. */
const shortCursors = Array.from({ length: 64 }, (_, cursor) => utf8ToBytes(`${cursor}`));
const digitsOf = (cursor: number) => shortCursors[cursor] ?? utf8ToBytes(`${cursor}`);

/** A fast generator for simulations (sfc32 of Chris Doty-Humphrey's PractRand). Rounds with it follow the same rules, but a player cannot verify them. */
export function fastDraws(seed: number): Draws {
  let [a, b, c, counter] = [0, seed | 0, Math.floor(seed / span) | 0, 1];
  const next = () => {
    const drawn = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + drawn) | 0;
    return drawn >>> 0;
  };
  // The first numbers still depend visibly on the seed, so they are discarded.
  for (let skipped = 0; skipped < 16; skipped++) next();
  return drawsFrom(next);
}

/** The hash of a server seed, which is shown before the first round. */
export function seedHash(serverSeed: string): string {
  return bytesToHex(sha256(utf8ToBytes(serverSeed)));
}
