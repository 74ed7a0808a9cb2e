/** Professional Blackjack: six decks, the dealer hits soft 17, a blackjack pays 3 to 2, doubles also after a split, up to four hands, split aces get one card each. No insurance, no surrender. */
import {
  type BlackjackOutcome,
  type BlackjackWager,
  perfectPairsPay,
  twentyOnePlusThreePay,
} from '@fairline/proto/games/blackjack';
import { z } from 'zod';
import { sideBetChances, spreadOf } from './cards/blackjack-odds.ts';
import { pairOf, sidePayout, threeOf } from './cards/blackjack-side-bets.ts';
import { BlackjackTable, blackjackDecks, maxHands } from './cards/blackjack-table.ts';
import { cardOf, openShoe } from './cards/shoe.ts';
import type { Game } from './game.ts';

const Rules = z.strictObject({});

/** The return of the main bet in per cent by the basic strategy of the PAR sheet. The analysis in par/ computes it exactly; a test compares them. */
export const basicReturn = 99.38185119161051;

/**
 * Bounds of the main bet per unit of its stake. No play returns more than the mean: composition-dependent play returns 99.3846 %, and the gain from considering the other hands
 * of a split is far below the margin. The variance holds for any play: splitting and doubling whenever possible gives a mean square of 5.15.
 */
const anyPlay = { mean: 0.994, variance: 5.2 };

const largestPay = {
  pairs: Math.max(...Object.values(perfectPairsPay)),
  three: Math.max(...Object.values(twentyOnePlusThreePay)),
};

export const blackjack: Game<BlackjackWager, BlackjackOutcome, z.infer<typeof Rules>> = {
  id: 'professional-blackjack',
  rules: Rules,
  firstRules: {},
  stakeOf(wager) {
    return { totalMinor: wager.amountMinor + sideStakes(wager), boundMinor: wager.amountMinor };
  },
  // Four hands of one rank, each doubled and won, after three equal cards.
  maxWinMinor: (_, wager) => wager.amountMinor * maxHands * 2 * 2 + largestSidePayouts(wager),
  play(_, wager, draws, actions) {
    const table = new BlackjackTable(wager.amountMinor, openShoe(blackjackDecks, draws));
    for (const action of actions) table.act(action);
    const outcome = outcomeOf(table, wager);
    const paid = table.hands.reduce((sum, { payoutMinor = 0 }) => sum + payoutMinor, 0);
    const paidAside = (outcome.perfectPairs?.payoutMinor ?? 0) + (outcome.twentyOnePlusThree?.payoutMinor ?? 0);
    return {
      outcome,
      isOpen: table.isOpen,
      stakeMinor: table.hands.reduce((sum, { stakeMinor }) => sum + stakeMinor, sideStakes(wager)),
      payoutMinor: table.isOpen ? 0 : paid + paidAside,
      winsJackpot: false,
    };
  },
  returns: () => [
    { type: 'main', rtp: basicReturn },
    { type: 'perfect_pairs', rtp: 100 * spreadOf(sideBetChances().perfectPairs).mean },
    { type: 'twenty_one_plus_three', rtp: 100 * spreadOf(sideBetChances().twentyOnePlusThree).mean },
  ],
  moments(_, wager) {
    const { totalMinor } = blackjack.stakeOf(wager);
    const parts = [
      { share: wager.amountMinor / totalMinor, ...anyPlay },
      { share: (wager.perfectPairsMinor ?? 0) / totalMinor, ...spreadOf(sideBetChances().perfectPairs) },
      { share: (wager.twentyOnePlusThreeMinor ?? 0) / totalMinor, ...spreadOf(sideBetChances().twentyOnePlusThree) },
    ];
    return {
      mean: parts.reduce((sum, { share, mean }) => sum + share * mean, 0),
      // The bets share their cards: the deviation of a sum is at most the sum of the deviations.
      variance: parts.reduce((sum, { share, variance }) => sum + share * Math.sqrt(variance), 0) ** 2,
      largest: (wager.amountMinor * (maxHands * 2 + 1) + largestSidePayouts(wager)) / totalMinor,
    };
  },
};

const sideStakes = ({ perfectPairsMinor = 0, twentyOnePlusThreeMinor = 0 }: BlackjackWager) =>
  perfectPairsMinor + twentyOnePlusThreeMinor;

const largestSidePayouts = ({ perfectPairsMinor = 0, twentyOnePlusThreeMinor = 0 }: BlackjackWager) =>
  sidePayout(perfectPairsMinor, largestPay.pairs) + sidePayout(twentyOnePlusThreeMinor, largestPay.three);

/** The player's view. It has only the up card of the dealer until the round is decided. */
function outcomeOf(
  table: BlackjackTable,
  { perfectPairsMinor, twentyOnePlusThreeMinor }: BlackjackWager,
): BlackjackOutcome {
  const { first, second, up } = table;
  const pair = pairOf(first, second);
  const three = threeOf(first, second, up);
  return {
    hands: table.hands.map(({ cards, ...hand }) => ({ cards: cards.map(cardOf), ...hand })),
    dealer: (table.isOpen ? [up] : table.dealer).map(cardOf),
    actions: table.actions(),
    ...(perfectPairsMinor && {
      perfectPairs: {
        stakeMinor: perfectPairsMinor,
        result: pair,
        payoutMinor: sidePayout(perfectPairsMinor, pair && perfectPairsPay[pair]),
      },
    }),
    ...(twentyOnePlusThreeMinor && {
      twentyOnePlusThree: {
        stakeMinor: twentyOnePlusThreeMinor,
        result: three,
        payoutMinor: sidePayout(twentyOnePlusThreeMinor, three && twentyOnePlusThreePay[three]),
      },
    }),
  };
}
