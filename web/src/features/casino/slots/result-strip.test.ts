/** The result under the reels by jurisdiction: a return of at most the stake looks like a win only where it may. */
import { casinoProfiles } from '@fairline/proto/games/profiles';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../../i18n.ts';
import { isCelebrated } from '../stage/win-notice.tsx';
import { ResultStrip } from './result-strip.tsx';
import { type SlotRound, spokenResult } from './slots-labels.ts';

beforeAll(loadEnglish);

it.each([
  ['gb', 1_800, 'Returned 18.00 USD', 'Returned 18.00 USD'],
  ['gb', 1_801, 'Win 18.01 USD0 lines', 'Won 18.01 USD'],
  ['gb', 0, 'No win', 'No win'],
  ['open', 1_800, 'Win 18.00 USD0 lines', 'Won 18.00 USD'],
] as const)('under %s a return of %i on a stake of 1800 reads: %s', (jurisdiction, payoutMinor, shown, spoken) => {
  const round = {
    wagerMinor: 1_800,
    payoutMinor,
    currency: 'USD',
    outcome: { grid: [], lines: [] },
  } as Partial<SlotRound> as SlotRound;
  const isWin = isCelebrated(round, { ...casinoProfiles[jurisdiction], jurisdiction });
  const strip = renderToStaticMarkup(createElement(ResultStrip, { round, isWin, tour: [], isSpinning: false }));
  expect(strip.replaceAll(/<[^>]+>/g, '').replaceAll(/\s/g, ' ')).toBe(shown);
  expect(spokenResult(round, isWin).replaceAll(/\s/g, ' ')).toBe(spoken);
});
