/** How PAR sheets are parsed, and how the returns of all games share one scale. */
import { expect, it } from 'vitest';
import { isPlayed, type PlayedReturns, scaleOf } from './interval.ts';
import { readBlocks, readInline } from './markdown.ts';

it('reads headings, paragraphs, lists, tables and code', () => {
  const sheet = [
    '# Sheet',
    '',
    'One',
    'line',
    '',
    '| a | b |',
    '|---|---|',
    '| 1 | 2 |',
    '',
    '- x',
    '- y',
    '```',
    '# no heading',
    '```',
    '## End',
  ].join('\n');
  expect(readBlocks(sheet)).toEqual([
    { kind: 'heading', level: 1, text: 'Sheet' },
    { kind: 'paragraph', text: 'One line' },
    { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
    { kind: 'list', items: ['x', 'y'] },
    { kind: 'code', text: '# no heading' },
    { kind: 'heading', level: 2, text: 'End' },
  ]);
});

it('parses strong text and code, and leaves the rest unchanged', () => {
  expect(readInline('RTP **97.3 %** by `integer(37)` * 2')).toEqual([
    { text: 'RTP ', look: 'plain' },
    { text: '97.3 %', look: 'strong' },
    { text: ' by ', look: 'plain' },
    { text: 'integer(37)', look: 'code' },
    { text: ' * 2', look: 'plain' },
  ]);
});

const returns = (low: number | null, observed: number, high: number): PlayedReturns => ({
  gameId: 'premium-roulette',
  version: 1,
  rounds: 10,
  wageredMinor: 1_000,
  paidMinor: 970,
  computed: 97,
  low,
  observed,
  high,
  alpha: 0.0001,
});

it('draws every return inside the picture, even a wide interval or a single point', () => {
  const scale = scaleOf([returns(90, 98, 104), returns(-500, 97, 900)]);
  for (const rtp of [-500, 0, 97, 200, 900]) {
    expect(scale(rtp)).toBeGreaterThanOrEqual(20);
    expect(scale(rtp)).toBeLessThanOrEqual(380);
  }
  expect(scaleOf([returns(97, 97, 97)])(97)).toBe(20);
  expect(scale(98)).toBeGreaterThan(scale(97));
});

it('counts a version as played although nothing bounds its returns from below', () => {
  const blackjack = returns(null, 84, 101);
  expect(isPlayed(blackjack)).toBe(true);
  const scale = scaleOf([blackjack, returns(90, 98, 104)]);
  expect([scale(84), scale(104)]).toEqual([20, 380]);
});

it('handles a version without rounds', () => {
  expect(isPlayed({ ...returns(1, 2, 3), observed: null, computed: null, low: null, high: null })).toBe(false);
});
