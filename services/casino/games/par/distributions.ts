/** The exact distribution of each bet type's return per unit of its stake. Blackjack's main bet has none: it is simulated by the basic strategy. */
import { baccaratTypes } from '@fairline/proto/games/baccarat';
import { type GameId, jackpotRules } from '@fairline/proto/games/catalogue';
import { largestPrizeMinor, lotteryStakes, prizeIds, prizes } from '@fairline/proto/games/lottery';
import { rouletteReturns, rouletteTypes } from '@fairline/proto/games/roulette';
import { returnOf } from '../baccarat.ts';
import { baccaratDeals } from '../cards/baccarat-odds.ts';
import { type Chance, sideBetChances } from '../cards/blackjack-odds.ts';
import { type LotteryRules, lottery } from '../lottery.ts';
import { chancesOf, lineClasses } from '../slots/figures.ts';
import { paysPercent } from '../slots/lines.ts';
import { jackpotReturn, type SlotRules } from '../slots.ts';

export interface Distribution {
  type: string;
  /** From the smallest return to the largest; their probabilities add up to 1. */
  chances: readonly Chance[];
  /** The additional return of the bet by the jackpot, in per cent. */
  beside?: { name: string; rtp: number };
}

const byGame: { readonly [G in GameId]: (rules: never) => Distribution[] } = {
  'mega-fortune-slots': slotLine,
  'premium-roulette': () =>
    rouletteTypes.map((type) => ({ type, chances: twoWay(rouletteReturns[type], 36 / 37 / rouletteReturns[type]) })),
  'professional-blackjack': () => {
    const { perfectPairs, twentyOnePlusThree } = sideBetChances();
    return [
      { type: 'perfect_pairs', chances: perfectPairs },
      { type: 'twenty_one_plus_three', chances: twentyOnePlusThree },
    ];
  },
  'elite-baccarat': () =>
    baccaratTypes.map((type) => ({
      type,
      chances: mergeChances(baccaratDeals().map((deal) => [returnOf(type, deal) / 100, deal.probability])),
    })),
  'prize-lottery': (rules: LotteryRules) => lotteryStakes.map((stakeMinor) => ticket(rules, stakeMinor)),
};

/** The distributions in the order of the game's returns. `rules` must be of the same game. */
export function distributionsOf(id: GameId, rules: unknown): Distribution[] {
  return byGame[id](rules as never);
}

const twoWay = (multiple: number, probability: number): Chance[] =>
  mergeChances([
    [0, 1 - probability],
    [multiple, probability],
  ]);

/** Merges equal returns. */
function mergeChances(pairs: readonly (readonly [multiple: number, probability: number])[]): Chance[] {
  const sums = new Map<number, number>();
  for (const [multiple, probability] of pairs) sums.set(multiple, (sums.get(multiple) ?? 0) + probability);
  return [...sums]
    .filter(([, probability]) => probability > 0)
    .map(([multiple, probability]) => ({ multiple, probability }))
    .sort((one, other) => one.multiple - other.multiple);
}

/** One line in a round without a jackpot, before its payout is rounded down. Lines differ by at most a millionth of a percentage point. */
function slotLine({ weights }: SlotRules): Distribution[] {
  const lines = lineClasses(chancesOf(weights), 'plain');
  const pairs = paysPercent.map(
    (percent, winClass) =>
      [percent / 100, lines.reduce((sum, classes) => sum + (classes[winClass] ?? 0), 0) / lines.length] as const,
  );
  return [
    {
      type: 'line',
      chances: mergeChances(pairs),
      beside: { name: `jackpot, ${jackpotRules.contributionPercent} % of each stake to the pool`, rtp: jackpotReturn },
    },
  ];
}

/** The chance of a ticket to win follows from its return, the chance of each prize from its weight. */
function ticket(rules: LotteryRules, stakeMinor: number): Distribution {
  const type = `ticket_${stakeMinor / 100}`;
  const rtp = lottery.returns(rules).find((each) => each.type === type)?.rtp ?? 0;
  const limitMinor = largestPrizeMinor(stakeMinor) ?? Number.POSITIVE_INFINITY;
  const won = prizeIds.map((id) => prizes[id]).filter(({ valueMinor }) => valueMinor <= limitMinor);
  const weight = won.reduce((sum, prize) => sum + prize.weight, 0);
  const meanMinor = won.reduce((sum, prize) => sum + (prize.valueMinor * prize.weight) / weight, 0);
  const chance = ((rtp / 100) * stakeMinor) / meanMinor;
  return {
    type,
    chances: mergeChances([
      [0, 1 - chance],
      ...won.map((prize) => [prize.valueMinor / stakeMinor, (chance * prize.weight) / weight] as const),
    ]),
  };
}
