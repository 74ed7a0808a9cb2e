/**
 * The feed's random numbers and ids: HMAC-SHA256 over a label, keyed by the installation's secret.
 * The same secret and label always give the same numbers, in every process. Without the secret none can be predicted.
 */
import { createHmac } from 'node:crypto';

/** Draws the next number from [0, 1). */
export type Random = () => number;

const floatBytes = 8;
const blockBytes = 32;

/** A stream of random numbers for one label, such as `course/<fixture>`, `news/<fixture>` or `competitor/<name>`. */
export function secretRandom(secret: string, label: string): Random {
  let block = Buffer.alloc(0);
  let blocks = 0;
  let cursor = blockBytes;
  return () => {
    if (cursor + floatBytes > blockBytes) {
      block = secretBytes(secret, `${label}:${blocks++}`);
      cursor = 0;
    }
    const bits = block.readBigUInt64BE(cursor) >> 11n;
    cursor += floatBytes;
    return Number(bits) / 2 ** 53;
  };
}

export function secretBytes(secret: string, label: string): Buffer<ArrayBuffer> {
  return createHmac('sha256', secret).update(label).digest();
}

/** An id in the format of UUIDv7: the instant, then bytes from the secret. So every feed of an installation gives the same thing the same id. */
export function idOf(secret: string, label: string, at: number): string {
  const bytes = Buffer.alloc(16);
  secretBytes(secret, `id/${label}`).copy(bytes, 6, 0, 10);
  bytes.writeUIntBE(at, 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The generator sfc32: fast and reproducible, for millions of trials. Anyone can predict it, so no fixture is ever played from it. */
export function seededRandom(seed: number): Random {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let counter = 1;
  const next = () => {
    const mixed = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + mixed) | 0;
    return mixed >>> 0;
  };
  for (let warm = 0; warm < 12; warm++) next();
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}

/** Standard normal, by Box and Muller. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Poisson by inversion; the means here are goals, so a few steps are enough. */
export function poisson(random: Random, mean: number): number {
  let left = random();
  let chance = Math.exp(-mean);
  let count = 0;
  while (left >= chance && count < 200) {
    left -= chance;
    count += 1;
    chance *= mean / count;
  }
  return count;
}

/** The index drawn from chances that add up to one. */
export function pick(random: Random, chances: ArrayLike<number>): number {
  let left = random();
  for (let index = 0; index < chances.length - 1; index++) {
    left -= chances[index] ?? 0;
    if (left < 0) return index;
  }
  return chances.length - 1;
}
