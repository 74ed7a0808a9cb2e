/** Professional Blackjack: six decks, the dealer hits soft 17, a blackjack pays 3 to 2, doubles also after a split, up to four hands, split aces get one card each. No insurance, no surrender. */
import { type BlackjackOutcome, type BlackjackWager, perfectPairsPay, twentyOnePlusThreePay } from '@fairline/proto/games/blackjack';
import { z } from 'zod';
import { pairOf, sidePayout, threeOf } from './cards/blackjack-side-bets.ts';
import { BlackjackTable, blackjackDecks, maxHands } from './cards/blackjack-table.ts';
import { cardOf, openShoe } from './cards/shoe.ts';
import type { Game } from './game.ts';

const Rules = z.strictObject({});

/** Per cent. The main bet by the basic strategy of the PAR sheet; a test recomputes each. */
const returns = { main: 99.38, perfect_pairs: 93.89, twenty_one_plus_three: 95.4 };

/** The mean and an upper bound of the variance of each bet per unit of its own stake; of the main bet by its best play. */
const spread = {
  main: { mean: 0.995, variance: 1.4 },
  perfectPairs: { mean: 0.94, variance: 25 },
  twentyOnePlusThree: { mean: 0.954, variance: 40 },
};

const largestPay = { pairs: Math.max(...Object.values(perfectPairsPay)), three: Math.max(...Object.values(twentyOnePlusThreePay)) };

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
  returns: () => Object.entries(returns).map(([type, rtp]) => ({ type, rtp })),
  moments(_, wager) {
    const { totalMinor } = blackjack.stakeOf(wager);
    const parts = [
      { share: wager.amountMinor / totalMinor, ...spread.main },
      { share: (wager.perfectPairsMinor ?? 0) / totalMinor, ...spread.perfectPairs },
      { share: (wager.twentyOnePlusThreeMinor ?? 0) / totalMinor, ...spread.twentyOnePlusThree },
    ];
    return {
      mean: parts.reduce((sum, { share, mean }) => sum + share * mean, 0),
      // The bets share their cards: the deviation of a sum is at most the sum of the deviations.
      variance: parts.reduce((sum, { share, variance }) => sum + share * Math.sqrt(variance), 0) ** 2,
      largest: (wager.amountMinor * (maxHands * 2 + 1) + largestSidePayouts(wager)) / totalMinor,
    };
  },
};

const sideStakes = ({ perfectPairsMinor = 0, twentyOnePlusThreeMinor = 0 }: BlackjackWager) => perfectPairsMinor + twentyOnePlusThreeMinor;

const largestSidePayouts = ({ perfectPairsMinor = 0, twentyOnePlusThreeMinor = 0 }: BlackjackWager) =>
  sidePayout(perfectPairsMinor, largestPay.pairs) + sidePayout(twentyOnePlusThreeMinor, largestPay.three);

/** What the player may see: of the dealer's cards the first only, until the round is decided. */
function outcomeOf(table: BlackjackTable, { perfectPairsMinor, twentyOnePlusThreeMinor }: BlackjackWager): BlackjackOutcome {
  const { first, second, up } = table;
  const pair = pairOf(first, second);
  const three = threeOf(first, second, up);
  return {
    hands: table.hands.map(({ cards, ...hand }) => ({ cards: cards.map(cardOf), ...hand })),
    dealer: (table.isOpen ? [up] : table.dealer).map(cardOf),
    actions: table.actions(),
    ...(perfectPairsMinor && {
      perfectPairs: { stakeMinor: perfectPairsMinor, result: pair, payoutMinor: sidePayout(perfectPairsMinor, pair && perfectPairsPay[pair]) },
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
