/**
 * The exact return of blackjack's main bet: every deal, every draw and every hole card, from the composition of the shoe.
 * A result is in units of the first stake, 0 where it is returned.
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
  /** The value of both cards of a pair. */
  pair: number | null;
  mayDouble: boolean;
  maySplit: boolean;
}

/** Chooses by the situation, or by the mean result of each action. */
export type Policy = (view: View, meanOf: (action: HandAction) => number) => HandAction;

export interface Analysis {
  /** The mean result of a round. */
  mean: number;
  /** Of each pair of first cards and card of the dealer: how likely, and the mean result of each action, the dealer having no blackjack. */
  hands: { first: number; second: number; up: number; probability: number; results: Partial<Record<HandAction, number>> }[];
}

interface Extent {
  /** Whether the actions that the policy does not take are computed as well. */
  detail?: boolean;
  upCards?: readonly number[];
  decks?: number;
}

/** By the basic strategy. */
export const analyseBasicStrategy = (extent?: Extent): Analysis => analyse(basicPolicy, extent);

const rankNames = 'A23456789T';
const basicPolicy: Policy = ({ pair, up, ...view }) =>
  basicAction({ ...view, pair: pair === null ? null : rankNames.charAt(pair), up: upCards.indexOf(rankNames.charAt(up)) });

/** By all cards of the hand: the play that no player exceeds who does not look at the other hands of a split. */
export const bestPolicy: Policy = ({ mayDouble, maySplit }, meanOf) =>
  handActions
    .filter((action) => (action !== 'double' || mayDouble) && (action !== 'split' || maySplit))
    .reduce((best, action) => (meanOf(action) > meanOf(best) ? action : best));

/** All rounds, played by the policy. */
export function analyse(policy: Policy, { detail = false, upCards: against = allKinds, decks = blackjackDecks }: Extent = {}): Analysis {
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

/** All hands against one card of the dealer. */
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

  /** Of the hand that was taken from the shoe: of the action chosen, and with `detail` of the others. */
  private resultsOf(first: number, second: number, detail: boolean): { played?: number; byAction?: Results } {
    const { shoe } = this;
    const isPair = first === second;
    const splitResults = isPair ? () => splitOf(shoe, first, this.policy) : null;
    const { action, resultOf } = this.hand.choose(handOf([first, second]), isPair ? first : null, splitResults);
    const byAction: Results = {};
    for (const each of detail ? handActions : [action]) if (each !== 'split' || isPair) byAction[each] = shoe.mean(resultOf(each));
    return { played: shoe.mean(resultOf(action)), byAction };
  }
}

type Results = Partial<Record<HandAction, number>>;

interface Hand {
  /** Aces as 1. */
  hard: number;
  hasAce: boolean;
  cards: number;
}

function handOf(kindsOfCards: readonly number[]): Hand {
  return kindsOfCards.reduce(added, { hard: 0, hasAce: false, cards: 0 });
}

const added = ({ hard, hasAce, cards }: Hand, kind: number): Hand => ({ hard: hard + kind + 1, hasAce: hasAce || kind === ace, cards: cards + 1 });

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
    const view = { up: this.shoe.up, total: totalOf(hand), isSoft: isSoft(hand), pair, mayDouble: hand.cards === 2, maySplit: splitResults !== null };
    const action = this.policy(view, (each) => this.shoe.mean(resultOf(each)));
    return { action, resultOf };
  }

  stand(hand: Hand): ByHole {
    return this.shoe.stand(totalOf(hand));
  }

  /** A hand after its first two cards; 21 stands by itself. */
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

  /** One card to the hand; `then` is the result of what it makes, unless it exceeds 21. */
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
      for (const hole of shoe.holes) results[hole] = (results[hole] as number) + (chances[hole] as number) * (then ? (then[hole] as number) : -1);
    }
    return results;
  }
}

/**
 * The result of all hands that splitting a pair makes; the pair is taken from the shoe.
 * The hands have the same mean result wherever they lie, so it is enough to know how many there are, how many of their second cards are known not to be of the pair,
 * and how many cards of the pair have left the shoe.
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

  /** All orders in which second cards of the pair's rank (R) and others (N) come, up to four hands. */
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

  /** How likely a card is of the pair's rank, with so many known to be others and so many of the rank taken. */
  private chance(others: number, taken: number, hole: number): number {
    return (this.ofKind - taken - (hole === this.kind ? 1 : 0)) / (this.size - taken - 1 - others);
  }

  /** A hand whose second card may be any. */
  any(others: number, taken: number, hole: number): number {
    return this.given(others, taken, hole, (each) => this.singleOf(each)[hole] as number);
  }

  /** A hand whose second card is not of the pair's rank. */
  other(others: number, taken: number, hole: number): number {
    const chance = this.chance(others, taken, hole);
    const pair = this.given(others, taken + 1, hole, (each) => this.pairOf(each)[hole] as number);
    return (this.any(others, taken, hole) - chance * pair) / (1 - chance);
  }

  /** A mean, given that some cards elsewhere are not of the pair's rank: from the means where one fewer is known. */
  private given(others: number, taken: number, hole: number, mean: (taken: number) => number): number {
    if (others === 0) return mean(taken);
    const chance = this.chance(others - 1, taken, hole);
    return (this.given(others - 1, taken, hole, mean) - chance * this.given(others - 1, taken + 1, hole, mean)) / (1 - chance);
  }

  /** A hand of one card of the pair, when so many of its rank are taken in all. */
  private singleOf(taken: number): ByHole {
    return this.memoize(this.single, taken, (hand) => {
      const start = handOf([this.kind]);
      return hand.draw(start, (next) => (this.kind === ace ? hand.stand(next) : hand.play(next)));
    });
  }

  /** A hand of two cards of the pair that is not split again. */
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
