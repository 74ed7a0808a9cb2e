/** Margins of games and their colours. */
import { expect, it } from 'vitest';
import { marginOf, marginTone } from './margin.ts';

it.each([
  [0.12, 'act'],
  [0.08, 'act'],
  [0.0799, 'live'],
  [0.05, 'live'],
  [0.0499, 'down'],
  [-0.3, 'down'],
] as const)('colours a margin of %d as %s', (margin, tone) => {
  expect(marginTone(margin)).toBe(tone);
});

it.each([
  [{ wageredMinor: 10_000, ggrMinor: 360 }, 0.036],
  [{ wageredMinor: 10_000, ggrMinor: -360 }, -0.036],
  [{ wageredMinor: 0, ggrMinor: 0 }, null],
  [{ wageredMinor: -100, ggrMinor: -100 }, null],
])('computes for %o a margin of %d', (game, margin) => {
  expect(marginOf(game)).toBe(margin);
});
