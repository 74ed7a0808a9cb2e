/** The probability of each deal of baccarat, by counting every order of six cards from eight decks. */
import { ranks } from '@fairline/proto/games/cards';
import { type BaccaratDeal, baccaratDecks, bankerDraws, playerDraws, pointsOf, totalOf } from './baccarat-rules.ts';

export interface LikelyDeal extends BaccaratDeal {
  /** The number of orders of six cards that give this deal. It is below 2^53, so exact. */
  orders: number;
  probability: number;
}

const perRank = baccaratDecks * 4;
const allCards = perRank * ranks.length;

/** The number of orders of six cards of the shoe: 4,998,398,275,503,360. */
export const allOrders = [0, 1, 2, 3, 4, 5].reduce((product, dealt) => product * (allCards - dealt), 1);

let counted: readonly LikelyDeal[] | undefined;

/** Each deal with its probability; counted once, on the first call. */
export function baccaratDeals(): readonly LikelyDeal[] {
  counted ??= countDeals();
  return counted;
}

function countDeals(): LikelyDeal[] {
  const deals = new Map<string, LikelyDeal>();
  const add = (first: FirstCards, result: BaccaratDeal['result'], orders: number) => {
    const [p1, b1, p2, b2] = first;
    const deal = { result, playerPair: p1 === p2, bankerPair: b1 === b2 };
    const key = JSON.stringify(deal);
    const before = deals.get(key) ?? { ...deal, orders: 0, probability: 0 };
    before.orders += orders;
    deals.set(key, before);
  };
  for (const first of firstCards()) {
    const [p1, b1, p2, b2, orders] = first;
    const left = pointsLeft(first);
    const results = countResults(totalOf([pointsOf(p1), pointsOf(p2)]), totalOf([pointsOf(b1), pointsOf(b2)]), left);
    for (const result of ['player', 'banker', 'tie'] as const) add(first, result, orders * results[result]);
  }
  return [...deals.values()].map((deal) => ({ ...deal, probability: deal.orders / allOrders }));
}

/** The ranks of the first four cards in the order of the deal, and the number of ways to draw them. */
type FirstCards = readonly [p1: number, b1: number, p2: number, b2: number, orders: number];

function* firstCards(): Generator<FirstCards> {
  const all = Array.from({ length: ranks.length }, (_, rank) => rank);
  /** How many cards of a rank are left after these were dealt. */
  const left = (rank: number, ...dealt: number[]) => perRank - dealt.filter((each) => each === rank).length;
  for (const p1 of all)
    for (const b1 of all)
      for (const p2 of all) {
        const orders = perRank * left(b1, p1) * left(p2, p1, b1);
        for (const b2 of all) yield [p1, b1, p2, b2, orders * left(b2, p1, b1, p2)];
      }
}

/** The cards of the shoe by their points. */
const ofPoints = Array.from(
  { length: 10 },
  (_, points) => perRank * [...ranks].filter((_rank, index) => pointsOf(index) === points).length,
);

/** How many cards of each number of points are left after the first four. */
function pointsLeft([p1, b1, p2, b2]: FirstCards): number[] {
  const left = ofPoints.slice();
  for (const rank of [p1, b1, p2, b2]) left[pointsOf(rank)] = (left[pointsOf(rank)] as number) - 1;
  return left;
}

/** The number of orders of two further cards that give each result, including cards that nobody draws. */
function countResults(player: number, banker: number, left: readonly number[]): Record<BaccaratDeal['result'], number> {
  const results = { player: 0, banker: 0, tie: 0 };
  const cards = allCards - 4;
  const add = (players: number, bankers: number, orders: number) => {
    results[players > bankers ? 'player' : players < bankers ? 'banker' : 'tie'] += orders;
  };
  const isNatural = player >= 8 || banker >= 8;
  const drawBanker = (players: number, third: number | null, rest: readonly number[], ways: number, all: number) => {
    if (isNatural || !bankerDraws(banker, third)) return add(players, banker, ways * all);
    for (const [points, count] of rest.entries()) add(players, (banker + points) % 10, ways * count);
  };
  if (isNatural) add(player, banker, cards * (cards - 1));
  // Only one of the two cards is drawn, so the other may be any card that is left.
  else if (!playerDraws(player)) drawBanker(player, null, left, cards - 1, cards);
  else {
    for (const [third, count] of left.entries()) {
      const rest = left.with(third, (left[third] as number) - 1);
      drawBanker((player + third) % 10, third, rest, count, cards - 1);
    }
  }
  return results;
}
