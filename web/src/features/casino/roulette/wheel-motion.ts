/**
 * The ball's way: it circles while the round is decided, then falls into the pocket that the server drew. Angles are degrees, clockwise from the top.
 * Animations change `rotate` and `translate` only.
 */
import { wheel } from '@fairline/proto/games/roulette';

export const pocketDegrees = 360 / wheel.length;

/** The angle of a pocket on the rotor at rest. */
export const pocketAngle = (pocket: number) => wheel.indexOf(pocket as (typeof wheel)[number]) * pocketDegrees;

/** One turn of the rotor. */
export const rotorTurnMs = 9_000;
/** One turn of the ball while it waits. */
export const ballTurnMs = 720;
/** From the press to the ball at rest, where the answer comes soon. */
const spinMs = 4_000;
/** The least from the answer to the ball at rest. */
export const leastFallMs = 3_400;
/** Turns the ball makes at least on its way down. */
const turnsDown = 3;

/** Radii of the ball's way, in shares of half the wheel: on the rim, and in the pocket. */
export const rimRadius = 0.865;
export const pocketRadius = 0.6;

/** How long the ball falls if the answer came so long after the press: the longer it waited, the less, down to the least. */
export const fallMs = (answeredMs: number) => Math.max(leastFallMs, spinMs - answeredMs);

/** The angle at which the ball comes to rest: counterclockwise, over the pocket at the rotor's final angle. */
export function restAngle(ballFrom: number, rotorFrom: number, pocket: number, durationMs: number): number {
  const target = rotorFrom + (360 * durationMs) / rotorTurnMs + pocketAngle(pocket);
  const behind = (((ballFrom - target) % 360) + 360) % 360;
  return ballFrom - behind - 360 * turnsDown;
}

/** How far out the ball is on its way down: on the rim, then down with three bounces. */
export const fall: readonly { at: number; radius: number }[] = [
  { at: 0, radius: rimRadius },
  { at: 0.52, radius: rimRadius },
  { at: 0.68, radius: 0.63 },
  { at: 0.755, radius: 0.71 },
  { at: 0.83, radius: 0.6 },
  { at: 0.885, radius: 0.645 },
  { at: 0.935, radius: 0.595 },
  { at: 1, radius: pocketRadius },
];
