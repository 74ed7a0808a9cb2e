/** The kinds of movements that a filter of the history matches. */
import { transactionTypes } from '@fairline/proto/wallet/history';
import { expect, it } from 'vitest';
import { findTypesByText, kindsOf } from './transaction.ts';

it('every type of the history has its kinds, and text finds them', () => {
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
  expect(findTypesByText(' Bonus ')).toEqual({
    kinds: ['welcome', 'currency', 'bonus', 'bonus_conversion', 'bonus_forfeit', 'cashback', 'loyalty', 'forfeit'],
    methods: [],
    games: [],
  });
  expect(findTypesByText('blackjack').games).toEqual(['professional-blackjack']);
  expect(findTypesByText('transfer').methods).toEqual(['bank_transfer']);
});
