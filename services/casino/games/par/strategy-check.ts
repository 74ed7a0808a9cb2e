/** Checks the basic strategy against the analysis: no other action is better in any cell, on the mean of the first two cards that the cell covers. */
import type { HandAction } from '@fairline/proto/games/blackjack';
import { basicAction, upCards } from '../cards/blackjack-strategy.ts';
import type { Analysis } from './blackjack-analysis.ts';

const ranks = 'A23456789T';
const actions: readonly HandAction[] = ['stand', 'hit', 'double', 'split'];

type Hand = Analysis['hands'][number];

/** The cells of the strategy where another action is better. The analysis must have been made with the results of all actions. */
export function betterActions({ hands }: Analysis): string[] {
  const cells = Map.groupBy(
    hands.filter(({ results }) => results.stand !== undefined),
    nameOf,
  );
  return [...cells].flatMap(([name, members]) => {
    const sums = actions.flatMap((action) => {
      const results = members.flatMap(({ probability, results }) =>
        results[action] === undefined ? [] : [probability * results[action]],
      );
      return results.length > 0 ? [{ action, result: results.reduce((sum, each) => sum + each, 0) }] : [];
    });
    const best = sums.reduce((one, other) => (other.result > one.result ? other : one));
    const chosen = members[0] && chosenFor(members[0]);
    return best.action === chosen ? [] : [`${name}: ${best.action}, not ${chosen}`];
  });
}

/** Cards are sorted, so an ace comes first. */
const isSoft = ({ first }: Hand) => first === 0;
const totalOf = (hand: Hand) => hand.first + hand.second + 2 + (isSoft(hand) ? 10 : 0);
const pairOf = ({ first, second }: Hand) => (first === second ? ranks.charAt(first) : null);

function nameOf(hand: Hand): string {
  const pair = pairOf(hand);
  return `${pair ? `${pair}, ${pair}` : `${isSoft(hand) ? 'soft' : 'hard'} ${totalOf(hand)}`} against ${ranks.charAt(hand.up)}`;
}

function chosenFor(hand: Hand): HandAction {
  const pair = pairOf(hand);
  return basicAction({
    total: totalOf(hand),
    isSoft: isSoft(hand),
    pair,
    mayDouble: true,
    maySplit: pair !== null,
    up: upCards.indexOf(ranks.charAt(hand.up)),
  });
}
