/** The probability of each result of a side bet, counted over all first cards of the shoe. */
import { perfectPairsPay, twentyOnePlusThreePay } from '@fairline/proto/games/blackjack';
import { ranks, suits } from '@fairline/proto/games/cards';
import { pairOf, threeOf } from './blackjack-side-bets.ts';
import { blackjackDecks } from './blackjack-table.ts';

/** The returns of a bet per unit of stake, the stake included, each with its probability. */
export interface Chance {
  multiple: number;
  probability: number;
}

const different = ranks.length * suits.length;
const kindsOfCards = Array.from({ length: different }, (_, card) => card);

/** The probability that a card is next, after those that were dealt. */
const chanceOf = (card: number, dealt: readonly number[]) =>
  (blackjackDecks - dealt.filter((each) => each === card).length) / (blackjackDecks * different - dealt.length);

let counted: { perfectPairs: readonly Chance[]; twentyOnePlusThree: readonly Chance[] } | undefined;

/** The odds of each side bet, counted once on the first call. */
export function sideBetChances() {
  counted ??= countChances();
  return counted;
}

function countChances() {
  const pairs = new Map<number, number>();
  const threes = new Map<number, number>();
  const add = (sums: Map<number, number>, multiple: number, probability: number) =>
    sums.set(multiple, (sums.get(multiple) ?? 0) + probability);
  for (const first of kindsOfCards)
    for (const second of kindsOfCards) {
      const probability = chanceOf(first, []) * chanceOf(second, [first]);
      const pair = pairOf(first, second);
      add(pairs, pair ? perfectPairsPay[pair] + 1 : 0, probability);
      for (const up of kindsOfCards) {
        const three = threeOf(first, second, up);
        add(threes, three ? twentyOnePlusThreePay[three] + 1 : 0, probability * chanceOf(up, [first, second]));
      }
    }
  return { perfectPairs: sorted(pairs), twentyOnePlusThree: sorted(threes) };
}

function sorted(sums: ReadonlyMap<number, number>): Chance[] {
  return [...sums]
    .map(([multiple, probability]) => ({ multiple, probability }))
    .sort((one, other) => one.multiple - other.multiple);
}

/** The mean and variance of the return. */
export function spreadOf(chances: readonly Chance[]): { mean: number; variance: number } {
  const mean = chances.reduce((sum, { multiple, probability }) => sum + multiple * probability, 0);
  return {
    mean,
    variance: chances.reduce((sum, { multiple, probability }) => sum + probability * (multiple - mean) ** 2, 0),
  };
}
