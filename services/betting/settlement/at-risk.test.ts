/** What of a bet is at risk beside the player's other bets: both sides of a market, all but an unlikely side, other lines and markets, other times, bets of several legs. */
import { describe, expect, it, test } from 'vitest';
import { type BackedRow, risksOf } from './at-risk.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
const lowest = {
  group: 'f winner',
  type: 'moneyline',
  lineQuarters: null,
  isSingle: true,
  isFreeBet: false,
  status: 'won',
  stakeMinor: 1_000,
  oddsMilli: 1_910,
} as const;
const leg = (betId: string, outcome: string, changes: Partial<BackedRow> = {}): BackedRow => ({
  ...lowest,
  betId,
  outcome,
  chance: 0.5,
  placedAt: at(0),
  settledAt: at(90),
  ...changes,
});
const total = (betId: string, outcome: string, line: number, changes: Partial<BackedRow> = {}) =>
  leg(betId, outcome, { group: 'f total', type: 'total', lineQuarters: line * 4, ...changes });
const spread = (betId: string, outcome: string, line: number, changes: Partial<BackedRow> = {}) =>
  leg(betId, outcome, { type: 'spread', lineQuarters: line * 4, ...changes });
const result = (betId: string, outcome: string, chance: number, oddsMilli: number) =>
  leg(betId, outcome, { type: '1x2', chance, oddsMilli });

/** The parts of the bets at risk, in the order of their ids. */
const parts = (rows: BackedRow[], now?: Parameters<typeof risksOf>[1]) => {
  const risks = risksOf(rows, now);
  const stakeMinor = new Map(rows.map((row) => [row.betId, row.stakeMinor]));
  return [...stakeMinor.keys()].sort().map((id) => risks(id, stakeMinor.get(id) ?? 0).atRiskMinor);
};

describe('of singles', () => {
  test.each<[string, BackedRow[], number[]]>([
    ['alone: all of it', [leg('a', 'home')], [1_000]],
    ['on one side: all of both', [leg('a', 'home'), leg('b', 'home')], [1_000, 1_000]],
    ['on both sides at 1.91: 0.90 of 20.00', [leg('a', 'home'), leg('b', 'away')], [45, 45]],
    [
      'on both sides by unequal stakes: what the smaller return leaves',
      [leg('a', 'home', { stakeMinor: 3_000 }), leg('b', 'away')],
      [1_567, 522],
    ],
    ['on both sides, three of them', [leg('a', 'home'), leg('b', 'home'), leg('c', 'away')], [363, 363, 363]],
    ['on a side that is all but certain: none', [leg('a', 'home', { chance: 0.96, oddsMilli: 1_020 })], [0]],
    [
      'on two of three results: all of both',
      [result('a', 'home', 0.5, 1_900), result('b', 'draw', 0.27, 3_500)],
      [1_000, 1_000],
    ],
    ['on all but an unlikely result', [result('a', 'home', 0.76, 1_280), result('b', 'draw', 0.2, 4_700)], [360, 360]],
    [
      'on all three results',
      [result('a', 'home', 0.5, 1_900), result('b', 'draw', 0.27, 3_500), result('c', 'away', 0.23, 4_100)],
      [366, 366, 366],
    ],
    [
      'on both sides after the chances have moved',
      [leg('a', 'home'), leg('b', 'away', { chance: 0.3, oddsMilli: 3_100, placedAt: at(50) })],
      [45, 45],
    ],
    [
      'on an over and an under on a higher line',
      [total('a', 'over', 2.5), total('b', 'under', 3.5, { chance: 0.3 })],
      [45, 45],
    ],
    [
      'on an over and an under with a gap between',
      [total('a', 'over', 3.5, { chance: 0.4 }), total('b', 'under', 2.5, { chance: 0.4 })],
      [1_000, 1_000],
    ],
    [
      'on a team and the other with a start',
      [leg('a', 'home'), spread('b', 'away', 1.5, { chance: 0.3 })],
      [1_000, 1_000],
    ],
    [
      'on a team with a start and the other',
      [spread('a', 'home', 1.5, { chance: 0.7 }), leg('b', 'away', { chance: 0.2 })],
      [45, 45],
    ],
    [
      'on a draw-no-bet and the other results',
      [leg('a', 'home', { type: 'draw_no_bet' }), result('b', 'draw', 0.25, 3_800), result('c', 'away', 0.2, 4_500)],
      [363, 363, 363],
    ],
    ['on other fixtures: all of each', [leg('a', 'home'), leg('b', 'away', { group: 'g winner' })], [1_000, 1_000]],
    [
      'one after the other: all of each',
      [leg('a', 'home', { settledAt: at(40) }), leg('b', 'away', { placedAt: at(40) })],
      [1_000, 1_000],
    ],
    ['where the other is still open', [leg('a', 'home'), leg('b', 'away', { settledAt: null })], [45, 45]],
    [
      'where the other was cashed out later',
      [leg('a', 'home'), leg('b', 'away', { status: 'cashed_out', settledAt: at(89) })],
      [45, 45],
    ],
    [
      'where the other was cashed out before',
      [leg('a', 'home', { placedAt: at(40) }), leg('b', 'away', { status: 'cashed_out', settledAt: at(40) })],
      [1_000, 1_000],
    ],
    ['where the other is a free bet', [leg('a', 'home'), leg('b', 'away', { isFreeBet: true })], [90, 0]],
    ['whose chances are not known', [leg('a', 'home', { chance: null }), leg('b', 'away', { chance: null })], [45, 45]],
    [
      'on selections that are not known any more: all of each',
      [leg('a', 'id-1', { type: '' }), leg('b', 'id-2', { type: '', chance: 0.4 })],
      [1_000, 1_000],
    ],
  ])('%s', (_, rows, expected) => {
    expect(parts(rows)).toEqual(expected);
    expect(parts(rows.toReversed())).toEqual(expected);
  });

  it('where the others are void or about to be: all of it', () => {
    const rows = [leg('a', 'home'), leg('b', 'away'), leg('c', 'away', { status: 'void' })];
    expect(risksOf(rows)('a', 1_000).atRiskMinor).toBe(45);
    expect(risksOf(rows, new Map([['b', { status: 'void', settledAt: at(91) }]]))('a', 1_000).atRiskMinor).toBe(1_000);
  });

  test.each([
    ['alone', [leg('a', 'home')], [1_000, 500, 10, 0]],
    ['on both sides', [leg('a', 'home'), leg('b', 'away')], [45, 22, 0, 0]],
    ['as a free bet', [leg('a', 'home', { isFreeBet: true })], [0, 0, 0, 0]],
  ])('%s: of what is still open of it, its share of the risk', (_, rows, expected) => {
    expect([1_000, 500, 10, 0].map((openMinor) => risksOf(rows)('a', openMinor).atRiskMinor)).toEqual(expected);
  });

  it('shared by many adds up to no more than all of them risk', () => {
    const rows = Array.from({ length: 30 }, (_, index) =>
      leg(String(index).padStart(2, '0'), index % 3 === 0 ? 'home' : 'away', { stakeMinor: 100 + 37 * index }),
    );
    const stakedMinor = rows.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0);
    const returns = ['home', 'away'].map((side) =>
      rows
        .filter(({ outcome }) => outcome === side)
        .reduce((sum, { stakeMinor }) => sum + Math.floor(stakeMinor * 1.91), 0),
    );
    const sum = parts(rows).reduce((all, part) => all + part, 0);
    const risked = stakedMinor - Math.min(...returns);
    expect(sum).toBeLessThanOrEqual(risked);
    expect(sum).toBeGreaterThan(risked - rows.length);
  });
});

describe('of bets of several legs', () => {
  const multiple = (betId: string, outcome: string, group = 'f winner') =>
    leg(betId, outcome, { group, isSingle: false });

  test.each<[string, BackedRow[], number[]]>([
    ['alone: all of it', [multiple('a', 'home'), multiple('a', 'home', 'g winner')], [1_000]],
    [
      'beside others on the same sides: all of each',
      [multiple('a', 'home'), multiple('a', 'home', 'g winner'), multiple('b', 'home')],
      [1_000, 1_000],
    ],
    [
      'beside another on another side: none',
      [
        multiple('a', 'home'),
        multiple('a', 'home', 'g winner'),
        multiple('b', 'away'),
        multiple('b', 'home', 'g winner'),
      ],
      [0, 0],
    ],
    [
      'beside a single on another side: none, and all of the single',
      [multiple('a', 'home'), multiple('a', 'home', 'g winner'), leg('b', 'away')],
      [0, 1_000],
    ],
  ])('%s', (_, rows, expected) => {
    expect(parts(rows)).toEqual(expected);
  });
});

it('names bets on other sides as opposed, and no others', () => {
  const opposed = (rows: BackedRow[]) => risksOf(rows)('a', 1_000).isOpposed;
  expect(opposed([leg('a', 'home'), leg('b', 'away')])).toBe(true);
  expect(opposed([leg('a', 'home', { status: 'void' }), leg('b', 'away')])).toBe(true);
  expect(opposed([leg('a', 'home'), leg('b', 'away', { status: 'void' })])).toBe(false);
  expect(opposed([leg('a', 'home'), leg('b', 'home')])).toBe(false);
  expect(opposed([leg('a', 'home'), leg('b', 'away', { isSingle: false })])).toBe(true);
});
