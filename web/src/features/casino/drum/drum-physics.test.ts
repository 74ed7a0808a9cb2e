/** Balls in the drum. */
import { describe, expect, it } from 'vitest';
import { areAtRest, ballRadius, fillDrum, moveBalls } from './drum-physics.ts';

const frame = 1 / 60;

describe('the drum', () => {
  it('contains every number once, inside the wall', () => {
    const balls = fillDrum(49);
    expect(balls.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 49 }, (_, index) => index + 1),
    );
    for (const { x, y } of balls) expect(Math.hypot(x, y)).toBeLessThan(1);
  });

  it('keeps its balls inside while the air blows, and lifts them', () => {
    const balls = fillDrum(49);
    let highest = 1;
    for (let count = 0; count < 300; count += 1) {
      moveBalls(balls, frame, true, count * frame);
      for (const { x, y } of balls) expect(Math.hypot(x, y)).toBeLessThanOrEqual(1 - ballRadius + 1e-9);
      highest = Math.min(highest, ...balls.map(({ y }) => y));
    }
    expect(highest).toBeLessThan(-0.6);
  });

  it('comes to rest once the air is off', () => {
    const balls = fillDrum(12);
    for (let count = 0; count < 120; count += 1) moveBalls(balls, frame, true, count * frame);
    for (let count = 0; count < 900; count += 1) moveBalls(balls, frame, false, 0);
    expect(areAtRest(balls)).toBe(true);
  });
});
