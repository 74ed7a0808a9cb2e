/** Random numbers from the secret: reproducible, uniform, and with the distributions that the models draw. */
import { Id } from '@fairline/proto/contract';
import { expect, it } from 'vitest';
import { idOf, normal, pick, poisson, type Random, secretRandom, seededRandom } from './random.ts';

const secret = 'a secret of one installation, long enough';

it('draws the same numbers for the same secret and label, and others for any other', () => {
  const draw = (key: string, label: string) => Array.from({ length: 20 }, secretRandom(key, label));
  expect(draw(secret, 'course/1')).toEqual(draw(secret, 'course/1'));
  expect(draw(secret, 'course/2')).not.toEqual(draw(secret, 'course/1'));
  expect(draw(`${secret}!`, 'course/1')).not.toEqual(draw(secret, 'course/1'));
});

it.each([
  ['the secret', secretRandom(secret, 'even')],
  ['a seed', seededRandom(42)],
])('draws evenly from %s', (_name, random) => {
  const bins = new Array<number>(20).fill(0);
  for (let draw = 0; draw < 20_000; draw++) {
    const bin = Math.floor(random() * 20);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  // Chi-square with 19 degrees of freedom: above 43.8 once in a thousand.
  expect(bins.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0)).toBeLessThan(43.8);
});

function moments(draw: (random: Random) => number, draws = 40_000): { mean: number; variance: number } {
  const random = seededRandom(7);
  const values = Array.from({ length: draws }, () => draw(random));
  const mean = values.reduce((sum, value) => sum + value, 0) / draws;
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / draws };
}

it('draws normals and Poisson numbers with the moments they should have', () => {
  expect(moments(normal).mean).toBeCloseTo(0, 1);
  expect(moments(normal).variance).toBeCloseTo(1, 1);
  const goals = moments((random) => poisson(random, 2.7));
  expect(goals.mean).toBeCloseTo(2.7, 1);
  expect(Math.abs(goals.variance - 2.7)).toBeLessThan(0.08);
});

it('picks by chance, and the last where rounding leaves a rest', () => {
  expect(pick(() => 0, [0.5, 0.5])).toBe(0);
  expect(pick(() => 0.5, [0.5, 0.5])).toBe(1);
  expect(pick(() => 0.999999, [0.3, 0.3, 0.3])).toBe(2);
});

it('names things by UUIDv7 with the instant in front, the same every time', () => {
  const at = Date.UTC(2026, 0, 31, 12);
  const id = idOf(secret, 'fixture/x', at);
  expect(Id.safeParse(id).success).toBe(true);
  expect(id[14]).toBe('7');
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at);
  expect(idOf(secret, 'fixture/x', at)).toBe(id);
  expect(idOf(secret, 'fixture/y', at)).not.toBe(id);
});
