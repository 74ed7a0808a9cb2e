/** The ball comes to rest over the pocket that was drawn, wherever ball and rotor were. */
import { expect, it } from 'vitest';
import {
  fall,
  fallMs,
  leastFallMs,
  pocketAngle,
  pocketRadius,
  restAngle,
  rimRadius,
  rotorTurnMs,
} from './wheel-motion.ts';

it('ends over the drawn pocket and never turns back', () => {
  for (const [ball, rotor] of [
    [0, 0],
    [-213.4, 81.2],
    [-9_000.5, 359.9],
  ] as const) {
    for (let pocket = 0; pocket <= 36; pocket += 1) {
      const rest = restAngle(ball, rotor, pocket, leastFallMs);
      const rotorThen = rotor + (360 * leastFallMs) / rotorTurnMs;
      const off = (((rest - rotorThen - pocketAngle(pocket)) % 360) + 360) % 360;
      expect(Math.min(off, 360 - off)).toBeLessThan(1e-6);
      expect(ball - rest).toBeGreaterThanOrEqual(3 * 360);
      expect(ball - rest).toBeLessThan(4 * 360);
    }
  }
});

it.each([
  [0, 4_000],
  [250, 3_750],
  [600, 3_400],
  [5_000, 3_400],
])('answered after %i ms, the ball falls for %i ms', (answeredMs, ms) => {
  expect(fallMs(answeredMs)).toBe(ms);
});

it('falls from the rim into the pocket', () => {
  expect(fall[0]).toEqual({ at: 0, radius: rimRadius });
  expect(fall.at(-1)).toEqual({ at: 1, radius: pocketRadius });
  expect(fall.map(({ at }) => at)).toEqual(fall.map(({ at }) => at).toSorted((one, other) => one - other));
});
