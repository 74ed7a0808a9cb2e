/** Tables of the limits of players, and of the order of tiers. */
import { Refusal } from '@fairline/proto/contract';
import { expect, it } from 'vitest';
import { spend, tierRank, type Window } from './player.ts';

const now = new Date('2026-06-02T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const limit = { most: 3, perMs: 60_000 };

it.each<[string, Window | undefined, number, Window | number]>([
  ['a first use begins a window', undefined, 1, { startsAt: now, used: 1 }],
  ['a use within the limit is counted', { startsAt: ago(59_999), used: 2 }, 1, { startsAt: ago(59_999), used: 3 }],
  ['one above the limit waits for the window to end', { startsAt: ago(20_000), used: 3 }, 1, 40],
  ['the wait is at least a second', { startsAt: ago(59_999), used: 3 }, 1, 1],
  ['a window that is over is replaced', { startsAt: ago(60_000), used: 3 }, 1, { startsAt: now, used: 1 }],
  ['demo mode allows more', { startsAt: ago(1), used: 3 }, 100, { startsAt: ago(1), used: 4 }],
])('%s', (_, window, factor, expected) => {
  if (typeof expected !== 'number') expect(spend(window, limit, factor, now)).toEqual(expected);
  else {
    const refusal = (() => {
      try {
        return spend(window, limit, factor, now);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toMatchObject({ code: 'rate_limited', params: { retryAfterSeconds: expected } });
    expect(refusal).toBeInstanceOf(Refusal);
  }
});

it('puts the highest tier first', () => {
  expect((['bronze', 'platinum', 'gold', 'silver'] as const).toSorted((a, b) => tierRank(a) - tierRank(b))).toEqual([
    'platinum',
    'gold',
    'silver',
    'bronze',
  ]);
});
