/** The session's figures: each round counts once, and a new session starts at zero. */
import { expect, it } from 'vitest';
import { noStats, statsSince, withRound } from './stats.ts';

const hand = (status: 'won' | 'lost' | 'blackjack' | 'push', doubled = false) => ({
  cards: ['Td', '6c'],
  stakeMinor: 1_000,
  doubled,
  status,
});
const round = (
  createdAt: string,
  hands: ReturnType<typeof hand>[],
  actions: ('hit' | 'stand' | 'double' | 'split')[] = [],
) => ({
  createdAt,
  actions,
  outcome: { hands, dealer: ['9h', '9c'], actions: [] },
});

it('counts hands, wins, blackjacks, doubles and splits', () => {
  const first = withRound(
    noStats,
    round('2026-01-01T10:00:00.000Z', [hand('won'), hand('lost', true)], ['split', 'stand', 'double']),
  );
  const second = withRound(first, round('2026-01-01T10:01:00.000Z', [hand('blackjack')]));
  expect(second).toMatchObject({ handsPlayed: 3, handsWon: 2, blackjacks: 1, doubles: 1, splits: 1 });
  expect(withRound(second, round('2026-01-01T10:01:00.000Z', [hand('blackjack')]))).toBe(second);
});

it('restarts after half an hour, and with a later session', () => {
  const first = withRound(noStats, round('2026-01-01T10:00:00.000Z', [hand('won')]));
  expect(withRound(first, round('2026-01-01T10:31:00.000Z', [hand('lost')]))).toMatchObject({
    handsPlayed: 1,
    handsWon: 0,
  });
  expect(statsSince(first, '2026-01-01T09:59:59.990Z')).toBe(first);
  expect(statsSince(first, '2026-01-01T10:00:00.400Z')).toBe(first);
  expect(statsSince(first, '2026-01-01T11:00:00.000Z')).toBe(noStats);
});
