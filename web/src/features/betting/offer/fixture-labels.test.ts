/** How markets are named and ordered. */
import type { Market } from '@fairline/proto/betting/offer';
import { i18n } from '@lingui/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { marketText } from '../../../domain/betting/market-labels.ts';
import { loadEnglish } from '../../../i18n.ts';
import { marketGroups, quarterLineText } from './fixture-labels.ts';

const market = (type: Market['type'], name: string, line?: number) =>
  ({ type, name, ...(line !== undefined && { line }) }) as Market;

beforeAll(loadEnglish);

describe('the name of a market', () => {
  it.each([
    [market('1x2', 'Match Result'), 'Match Result'],
    [market('total', 'Total Goals', 2.5), 'Total Goals 2.5'],
    [market('spread', 'Spread', -0.75), 'Spread −0.75'],
  ])('%j is %s', (given, text) => {
    expect(marketText(given)).toBe(text);
  });
});

describe('a quarter line', () => {
  it.each([
    [2.25, 'Half of the stake on 2, half on 2.5'],
    [-0.75, 'Half of the stake on 0.5, half on 1'],
    [2.5, null],
    [2, null],
    [undefined, null],
  ])('%s means %s', (line, text) => {
    expect(quarterLineText(line)).toBe(text);
    expect(i18n.locale).toBe('en');
  });
});

describe('the markets of a fixture', () => {
  it('are ordered by type, lines from the lowest up', () => {
    const groups = marketGroups([
      market('btts', 'Both Teams to Score'),
      market('total', 'Total Goals', 3.5),
      market('total', 'Total Goals', 2.5),
      market('odd_even', 'Odd or Even'),
      market('1x2', 'Match Result'),
      market('spread', 'Spread', 0.5),
      market('spread', 'Spread', -1.5),
    ]);
    expect(groups.map(({ name, markets }) => [name, markets.map(({ line }) => line)])).toEqual([
      ['Match Result', [undefined]],
      ['Spread', [-1.5, 0.5]],
      ['Total Goals', [2.5, 3.5]],
      ['Both Teams to Score', [undefined]],
      ['Odd or Even', [undefined]],
    ]);
  });
});
