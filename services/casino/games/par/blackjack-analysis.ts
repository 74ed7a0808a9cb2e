/**
 * The exact return of blackjack's main bet, over every deal, draw and hole card, from the composition of the shoe.
 * A result is in units of the first stake; 0 means that the stake is returned.
 */
import { type HandAction, handActions } from '@fairline/proto/games/blackjack';
import { basicAction, upCards } from '../cards/blackjack-strategy.ts';
import { blackjackDecks } from '../cards/blackjack-table.ts';
import { ace, allKinds, type ByHole, bestTotal, fullShoe, kinds, OpenShoe, sizeOf, ten } from './blackjack-shoe.ts';

/** A hand in play. */
export interface View {
  /** The dealer's card. */
  up: number;
  total: number;
  isSoft: boolean;
  /** The value of each card of a pair. */
  pair: number | null;
  mayDouble: boolean;
  maySplit: boolean;
}

/** Chooses an action by the situation or by the mean result of each action. */
export type Policy = (view: View, meanOf: (action: HandAction) => number) => HandAction;

export interface Analysis {
  /** The mean result of a round. */
  mean: number;
  /** For each two first cards and up card of the dealer: its probability, and the mean result of each action if the dealer has no blackjack. */
  hands: {
    first: number;
    second: number;
    up: number;
    probability: number;
    results: Partial<Record<HandAction, number>>;
  }[];
}

interface Extent {
  /** Also computes the actions that the policy does not take. */
  detail?: boolean;
  upCards?: readonly number[];
  decks?: number;
}

/** Plays by the basic strategy. */
export const analyseBasicStrategy = (extent?: Extent): Analysis => analyse(basicPolicy, extent);

const rankNames = 'A23456789T';
const basicPolicy: Policy = ({ pair, up, ...view }) =>
  basicAction({
    ...view,
    pair: pair === null ? null : rankNames.charAt(pair),
    up: upCards.indexOf(rankNames.charAt(up)),
  });

/** Plays by all cards of the hand. This is optimal for a player who does not consider the other hands of a split. */
export const bestPolicy: Policy = ({ mayDouble, maySplit }, meanOf) =>
  handActions
    .filter((action) => (action !== 'double' || mayDouble) && (action !== 'split' || maySplit))
    .reduce((best, action) => (meanOf(action) > meanOf(best) ? action : best));

/** Analyses all rounds, played by the policy. */
export function analyse(
  policy: Policy,
  { detail = false, upCards: against = allKinds, decks = blackjackDecks }: Extent = {},
): Analysis {
  const hands: Analysis['hands'] = [];
  let mean = 0;
  for (const up of against) {
    const table = new UpCard(fullShoe(decks), up, policy);
    for (const first of allKinds)
      for (let second = first; second < kinds; second++) {
        const { probability, noBlackjack, ...hand } = table.playFirst(first, second, detail);
        mean += probability * hand.mean;
        hands.push({ first, second, up, probability: probability * noBlackjack, results: hand.results });
      }
  }
  return { mean, hands };
}

/** Analyses all hands against one up card of the dealer. */
class UpCard {
  private readonly chance: number;
  private readonly shoe: OpenShoe;
  private readonly hand: HandPlay;
  private readonly policy: Policy;

  constructor(full: Float64Array, up: number, policy: Policy) {
    this.chance = (full[up] as number) / sizeOf(full);
    this.shoe = new OpenShoe(
      full.map((count, kind) => count - (kind === up ? 1 : 0)),
      up,
    );
    this.hand = new HandPlay(this.shoe, policy);
    this.policy = policy;
  }

  playFirst(first: number, second: number, detail: boolean) {
    const { shoe } = this;
    const probability = this.chance * (first === second ? 1 : 2) * shoe.take(first) * shoe.take(second);
    const dealers = shoe.blackjackChance();
    const results = first === ace && second === ten ? {} : this.resultsOf(first, second, detail);
    shoe.giveBack(second);
    shoe.giveBack(first);
    return {
      probability,
      noBlackjack: 1 - dealers,
      mean: (1 - dealers) * (results.played ?? 1.5) - (results.played === undefined ? 0 : dealers),
      results: results.byAction ?? {},
    };
  }

  /** The result of a hand whose cards were taken from the shoe: of the chosen action and, with `detail`, of the others. */
  private resultsOf(first: number, second: number, detail: boolean): { played?: number; byAction?: Results } {
    const { shoe } = this;
    const isPair = first === second;
    const splitResults = isPair ? () => splitOf(shoe, first, this.policy) : null;
    const { action, resultOf } = this.hand.choose(handOf([first, second]), isPair ? first : null, splitResults);
    const byAction: Results = {};
    for (const each of detail ? handActions : [action])
      if (each !== 'split' || isPair) byAction[each] = shoe.mean(resultOf(each));
    return { played: shoe.mean(resultOf(action)), byAction };
  }
}

type Results = Partial<Record<HandAction, number>>;

interface Hand {
  /** The total of the hand with aces as 1. */
  hard: number;
  hasAce: boolean;
  cards: number;
}

function handOf(kindsOfCards: readonly number[]): Hand {
  return kindsOfCards.reduce(added, { hard: 0, hasAce: false, cards: 0 });
}

const added = ({ hard, hasAce, cards }: Hand, kind: number): Hand => ({
  hard: hard + kind + 1,
  hasAce: hasAce || kind === ace,
  cards: cards + 1,
});

const isSoft = ({ hard, hasAce }: Hand) => hasAce && hard + 10 <= bestTotal;

const totalOf = (hand: Hand) => (isSoft(hand) ? hand.hard + 10 : hand.hard);

/** Plays one hand to its end. */
class HandPlay {
  private readonly shoe: OpenShoe;
  private readonly policy: Policy;
  private readonly results = new Map<number, ByHole>();

  constructor(shoe: OpenShoe, policy: Policy) {
    this.shoe = shoe;
    this.policy = policy;
  }

  choose(hand: Hand, pair: number | null, splitResults: (() => ByHole) | null) {
    const known: Partial<Record<HandAction, ByHole>> = {};
    const compute: Record<HandAction, () => ByHole> = {
      stand: () => this.shoe.stand(totalOf(hand)),
      hit: () => this.draw(hand, (next) => this.play(next)),
      double: () => this.draw(hand, (next) => this.shoe.stand(totalOf(next))).map((result) => 2 * result),
      split: () => splitResults?.() ?? new Float64Array(kinds),
    };
    const resultOf = (action: HandAction): ByHole => {
      known[action] ??= compute[action]();
      return known[action];
    };
    const view = {
      up: this.shoe.up,
      total: totalOf(hand),
      isSoft: isSoft(hand),
      pair,
      mayDouble: hand.cards === 2,
      maySplit: splitResults !== null,
    };
    const action = this.policy(view, (each) => this.shoe.mean(resultOf(each)));
    return { action, resultOf };
  }

  stand(hand: Hand): ByHole {
    return this.shoe.stand(totalOf(hand));
  }

  /** The result of a hand after its first two cards. A hand of 21 stands automatically. */
  play(hand: Hand): ByHole {
    if (totalOf(hand) === bestTotal) return this.shoe.stand(bestTotal);
    const key = this.shoe.position;
    const before = this.results.get(key);
    if (before) return before;
    const { action, resultOf } = this.choose(hand, null, null);
    const results = resultOf(action);
    this.results.set(key, results);
    return results;
  }

  /** Adds one card to the hand. `then` gives the result of the new hand, unless it exceeds 21. */
  draw(hand: Hand, resultOf: (next: Hand) => ByHole): ByHole {
    const { shoe } = this;
    const results = new Float64Array(kinds);
    for (let kind = 0; kind < kinds; kind++) {
      if ((shoe.counts[kind] as number) <= 0) continue;
      const next = added(hand, kind);
      const chances = shoe.chances(kind);
      shoe.take(kind);
      const then = next.hard > bestTotal ? null : resultOf(next);
      shoe.giveBack(kind);
      for (const hole of shoe.holes)
        results[hole] = (results[hole] as number) + (chances[hole] as number) * (then ? (then[hole] as number) : -1);
    }
    return results;
  }
}

/**
 * The result of all hands from splitting a pair, which has been taken from the shoe.
 * The mean result of a hand does not depend on its position. It is enough to know how many hands there are, how many of their second cards are known to be of another rank,
 * and how many cards of the pair's rank have left the shoe.
 */
function splitOf(shoe: OpenShoe, kind: number, policy: Policy): ByHole {
  const hands = new SplitHands(shoe, kind, policy);
  const results = new Float64Array(kinds);
  for (const hole of shoe.holes) results[hole] = kind === ace ? 2 * hands.any(0, 2, hole) : hands.all(hole);
  return results;
}

class SplitHands {
  private readonly shoe: OpenShoe;
  private readonly kind: number;
  private readonly policy: Policy;
  private readonly single = new Map<number, ByHole>();
  private readonly double = new Map<number, ByHole>();
  private readonly ofKind: number;
  private readonly size: number;

  constructor(shoe: OpenShoe, kind: number, policy: Policy) {
    this.shoe = shoe;
    this.kind = kind;
    this.policy = policy;
    this.ofKind = (shoe.counts[kind] as number) + 2;
    this.size = shoe.size + 2;
  }

  /** Every order of second cards of the pair's rank (R) and of other ranks (N), up to four hands. */
  all(hole: number): number {
    const two = 2 * this.other(1, 2, hole);
    const three = 3 * this.other(2, 3, hole);
    const noneMore = 4 * this.any(0, 4, hole);
    const oneOther = this.other(0, 4, hole) + 3 * this.any(1, 4, hole);
    const twoOthers = 2 * this.other(1, 4, hole) + 2 * this.any(2, 4, hole);
    return (
      this.order('NN', hole) * two +
      2 * this.order('RNNN', hole) * three +
      this.order('RR', hole) * noneMore +
      2 * this.order('RNR', hole) * oneOther +
      2 * this.order('RNNR', hole) * twoOthers
    );
  }

  private order(cards: string, hole: number): number {
    let product = 1;
    let others = 0;
    let taken = 2;
    for (const card of cards) {
      const chance = this.chance(others, taken, hole);
      product *= card === 'R' ? chance : 1 - chance;
      if (card === 'R') taken++;
      else others++;
    }
    return product;
  }

  /** The probability that a card is of the pair's rank, if some cards are known to be of other ranks and some of the rank are taken. */
  private chance(others: number, taken: number, hole: number): number {
    return (this.ofKind - taken - (hole === this.kind ? 1 : 0)) / (this.size - taken - 1 - others);
  }

  /** The result of a hand whose second card may have any rank. */
  any(others: number, taken: number, hole: number): number {
    return this.given(others, taken, hole, (each) => this.singleOf(each)[hole] as number);
  }

  /** The result of a hand whose second card is not of the pair's rank. */
  other(others: number, taken: number, hole: number): number {
    const chance = this.chance(others, taken, hole);
    const pair = this.given(others, taken + 1, hole, (each) => this.pairOf(each)[hole] as number);
    return (this.any(others, taken, hole) - chance * pair) / (1 - chance);
  }

  /** A mean, given that some cards elsewhere are not of the pair's rank. It is computed from the means with one such card fewer. */
  private given(others: number, taken: number, hole: number, mean: (taken: number) => number): number {
    if (others === 0) return mean(taken);
    const chance = this.chance(others - 1, taken, hole);
    return (
      (this.given(others - 1, taken, hole, mean) - chance * this.given(others - 1, taken + 1, hole, mean)) /
      (1 - chance)
    );
  }

  /** A hand of one card of the pair, when so many of its rank are taken in all. */
  private singleOf(taken: number): ByHole {
    return this.memoize(this.single, taken, (hand) => {
      const start = handOf([this.kind]);
      return hand.draw(start, (next) => (this.kind === ace ? hand.stand(next) : hand.play(next)));
    });
  }

  /** The result of a hand of two cards of the pair's rank that is not split again. */
  private pairOf(taken: number): ByHole {
    return this.memoize(this.double, taken, (hand) => hand.play(handOf([this.kind, this.kind])));
  }

  private memoize(memory: Map<number, ByHole>, taken: number, compute: (hand: HandPlay) => ByHole): ByHole {
    const before = memory.get(taken);
    if (before) return before;
    const results = compute(new HandPlay(this.shoe.without(this.kind, taken - 2), this.policy));
    memory.set(taken, results);
    return results;
  }
}
