/** The draws against their definition: bytes by another HMAC, integers by BigInt, uniformity by chi-square. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawsFrom, fastDraws, seededDraws, seededRounds, seedHash } from './draws.ts';

const span = 2 ** 32;
const from = (...numbers: number[]) => drawsFrom(() => numbers.shift() ?? expect.fail('a number too many was taken'));

describe('an integer', () => {
  const u32 = fc.integer({ min: 0, max: span - 1 });
  const n = fc.oneof(
    fc.integer({ min: 1, max: 1_000 }),
    fc.integer({ min: 1, max: span }),
    fc.constantFrom(1, 2 ** 21, 2 ** 21 + 1, 2 ** 31, span - 1, span),
  );

  it('is u x n / 2^32 rounded down, and skips exactly the u whose remainder is below 2^32 mod n', () => {
    fc.assert(
      fc.property(u32, n, (u, size) => {
        const product = BigInt(u) * BigInt(size);
        const isSkipped = product % BigInt(span) < BigInt(span) % BigInt(size);
        const other = span - 1;
        expect(from(u, other).integer(size)).toBe(isSkipped ? size - 1 : Number(product / BigInt(span)));
      }),
      { numRuns: 20_000, seed: 13 },
    );
  });

  it('is floor(float x n) wherever its u is not skipped', () => {
    fc.assert(
      fc.property(u32, fc.integer({ min: 1, max: 2 ** 20 }), (u, size) => {
        fc.pre((u * size) % span >= span % size);
        expect(from(u).integer(size)).toBe(Math.floor((u / span) * size));
      }),
      { numRuns: 5_000, seed: 13 },
    );
  });

  it.each([
    [1, 0, 0],
    [37, span - 1, 36],
    [span, 4_000_000_000, 4_000_000_000],
    [2 ** 31, span - 1, 2 ** 31 - 1],
  ])('below %s of %s is %s', (size, u, result) => {
    expect(from(u).integer(size)).toBe(result);
  });

  it('takes the next number where one is skipped', () => {
    // 2^32 mod 37 is 7: of 37 x 0 the remainder is 0.
    expect(from(0, span - 1).integer(37)).toBe(36);
  });

  it.each([
    ['seeded', seededDraws({ serverSeed: 'even', clientSeed: 'draws', nonce: 1 })],
    ['fast', fastDraws(1)],
  ])('of a %s source is even: chi-square over 37 and over 100 results', (_, draws) => {
    for (const size of [37, 100]) {
      const counts = new Array<number>(size).fill(0);
      const drawn = 100_000;
      for (let i = 0; i < drawn; i++) {
        const result = draws.integer(size);
        counts[result] = (counts[result] ?? 0) + 1;
      }
      const chiSquare = counts.reduce((sum, count) => sum + (count - drawn / size) ** 2 / (drawn / size), 0);
      // Five standard deviations of chi-square around its mean.
      expect(Math.abs(chiSquare - (size - 1))).toBeLessThan(5 * Math.sqrt(2 * (size - 1)));
    }
  });
});

describe('the draws of seeds', () => {
  const seeds = { serverSeed: 'ü'.repeat(40), clientSeed: 'a'.repeat(64), nonce: 2 ** 40 };

  it('are the HMAC of client seed, nonce and cursor, four bytes at a time, past the 64th cursor', () => {
    const draws = seededDraws(seeds);
    for (let cursor = 0; cursor < 70; cursor++) {
      const block = createHmac('sha256', seeds.serverSeed)
        .update(`${seeds.clientSeed}:${seeds.nonce}:${cursor}`)
        .digest();
      for (let offset = 0; offset < 32; offset += 4) expect(draws.integer(span)).toBe(block.readUInt32BE(offset));
    }
  });

  it('do not depend on other rounds of the same seed that are drawn at the same time', () => {
    const drawsOf = seededRounds(seeds.serverSeed);
    const together = [drawsOf('one', 1), drawsOf('two', 2)];
    const alone = [
      seededDraws({ ...seeds, clientSeed: 'one', nonce: 1 }),
      seededDraws({ ...seeds, clientSeed: 'two', nonce: 2 }),
    ];
    for (let i = 0; i < 50; i++)
      expect(together.map((draws) => draws.integer(span))).toEqual(alone.map((draws) => draws.integer(span)));
  });

  it('come from a seed whose hash is SHA-256 of its text', () => {
    expect(seedHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
