/** The result of a draw by jurisdiction: a return of at most the stake reads as a win only where it may. */
import { casinoProfiles } from '@fairline/proto/games/profiles';
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../../i18n.ts';
import { isCelebrated } from '../stage/win-notice.tsx';
import { type LotteryRound, resultText, spokenResult } from './lottery-labels.ts';

beforeAll(loadEnglish);

it.each([
  ['gb', 0, 'No prize this time', ''],
  ['gb', 10_000, 'Returned 100.00 USD', ''],
  ['gb', 50_000, '1 ticket won: 500.00 USD', '. Cash, 500.00 USD'],
  ['open', 10_000, '1 ticket won: 100.00 USD', '. Cash, 100.00 USD'],
] as const)('under %s a return of %i on tickets for 10000 reads: %s', (jurisdiction, payoutMinor, text, prizes) => {
  const prize = ({ 0: undefined, 10000: 'cash_100', 50000: 'cash_500' } as const)[payoutMinor];
  const outcome = {
    drawn: [1, 2, 3, 4, 5, 6],
    tickets: [{ payoutMinor, ...(prize && { prize }) }],
  } as LotteryRound['outcome'];
  const round = { wagerMinor: 10_000, payoutMinor, currency: 'USD', outcome } as Partial<LotteryRound> as LotteryRound;
  const isWin = isCelebrated(round, { ...casinoProfiles[jurisdiction], jurisdiction });
  expect(resultText(round, isWin).replaceAll(/\s/g, ' ')).toBe(text);
  expect(spokenResult(round, isWin).replaceAll(/\s/g, ' ')).toBe(`Drawn: 1, 2, 3, 4, 5, 6. ${text}${prizes}`);
});
