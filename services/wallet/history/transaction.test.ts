/** The kinds of movements that a filter of the history means. */
import { transactionTypes } from '@fairline/proto/wallet/history';
import { expect, it } from 'vitest';
import { kindsOf, wordsMatching } from './transaction.ts';

it('every type of the history has its kinds, and words find them', () => {
  expect(transactionTypes.map((type) => kindsOf(type).join(' '))).toEqual([
    'deposit',
    'withdrawal returned',
    'stake round_stake',
    'win cash_out round_win jackpot',
    'welcome currency bonus bonus_forfeit cashback loyalty forfeit',
    'refund round_refund',
    '',
    'correction round_correction opening test_win adjustment',
    'conversion bonus_conversion rest',
  ]);
  expect(wordsMatching(' Bonus ')).toEqual({
    kinds: ['welcome', 'currency', 'bonus', 'bonus_conversion', 'bonus_forfeit', 'cashback', 'loyalty', 'forfeit'],
    methods: [],
    games: [],
  });
  expect(wordsMatching('blackjack').games).toEqual(['professional-blackjack']);
  expect(wordsMatching('transfer').methods).toEqual(['bank_transfer']);
});
