/** The player's text for each rejection, as rows. */
import type { Bet } from '@fairline/proto/betting/bets';
import { i18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { isRefunded, rejectionText } from './rejection-labels.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

const leg = (selectionId: string, selection: string) => ({ selectionId, selection }) as Bet['legs'][number];
const legs = [leg('a', 'Saint-Aurel'), leg('b', 'Wrenfield')];
const oddsOf = (milli: number) => (milli / 1_000).toFixed(2);
const at = (selectionId: string, oddsMilli: number, newOddsMilli?: number) => ({
  selectionId,
  oddsMilli,
  ...(newOddsMilli && { newOddsMilli }),
});

describe('the text of a rejected bet', () => {
  it.each<[string, Bet['rejection'], boolean, string]>([
    [
      'which selection moved where',
      { code: 'price_changed', message: 'The odds have changed', legs: [at('a', 4_200, 3_800), at('b', 1_500, 1_500)] },
      false,
      'Not placed: Saint-Aurel moved to 3.80. Stake refunded.',
    ],
    [
      'all that fell',
      { code: 'price_changed', message: '', legs: [at('a', 4_200, 3_800), at('b', 1_500, 1_450)] },
      false,
      'Not placed: Saint-Aurel moved to 3.80, Wrenfield moved to 1.45. Stake refunded.',
    ],
    [
      'what fell alone where another rose',
      { code: 'price_changed', message: '', legs: [at('a', 4_200, 4_500), at('b', 1_500, 1_450)] },
      false,
      'Not placed: Wrenfield moved to 1.45. Stake refunded.',
    ],
    [
      'what rose where none fell',
      { code: 'price_changed', message: '', legs: [at('a', 4_200, 4_500), at('b', 1_500, 1_500)] },
      false,
      'Not placed: Saint-Aurel moved to 4.50. Stake refunded.',
    ],
    [
      'the names where no new price is known',
      { code: 'price_changed', message: '' },
      false,
      'Not placed: the odds on Saint-Aurel, Wrenfield changed. Stake refunded.',
    ],
    [
      'which selection is suspended',
      { code: 'market_closed', message: '', legs: [at('a', 4_200), at('b', 1_500, 1_500)] },
      false,
      'Not placed: Saint-Aurel is suspended. Stake refunded.',
    ],
    [
      'that a free bet is back',
      { code: 'market_closed', message: '', legs: [at('a', 4_200), at('b', 1_500, 1_500)] },
      true,
      'Not placed: Saint-Aurel is suspended. Your free bet is available again.',
    ],
    [
      'once that the stake is back',
      { code: 'bet_timed_out', message: 'We could not take this bet in time. Your stake is returned.' },
      false,
      'Not placed: We could not take this bet in time. Your stake is returned.',
    ],
    [
      'nothing of a refund where no stake was taken',
      { code: 'insufficient_balance', message: 'Insufficient balance' },
      false,
      'Not placed: Insufficient balance.',
    ],
  ])('%s', (_name, rejection, freeBet, text) => {
    expect(rejectionText({ legs, freeBet, ...(rejection && { rejection }) }, oddsOf)).toBe(text);
  });

  it('mentions a refund only if the stake was taken', () => {
    expect(isRefunded({ rejection: { code: 'price_changed', message: '' } })).toBe(true);
    expect(isRefunded({ rejection: { code: 'insufficient_balance', message: '' } })).toBe(false);
    expect(isRefunded({})).toBe(false);
  });
});
