/** Side bets of blackjack: the result of the first cards, and what it pays. */
import type { perfectPairsPay, twentyOnePlusThreePay } from '@fairline/proto/games/blackjack';
import { isRed, rankOf, suitOf } from './shoe.ts';

export type PairKind = keyof typeof perfectPairsPay;
export type ThreeKind = keyof typeof twentyOnePlusThreePay;

/** The pair of the player's first two cards: of one suit, of one colour, or of two colours. */
export function pairOf(one: number, other: number): PairKind | null {
  if (rankOf(one) !== rankOf(other)) return null;
  if (suitOf(one) === suitOf(other)) return 'perfect';
  return isRed(one) === isRed(other) ? 'coloured' : 'mixed';
}

/** The poker hand of the player's first two cards and the dealer's first. */
export function threeOf(one: number, other: number, up: number): ThreeKind | null {
  const isFlush = suitOf(one) === suitOf(other) && suitOf(one) === suitOf(up);
  if (rankOf(one) === rankOf(other) && rankOf(one) === rankOf(up)) return isFlush ? 'suited_trips' : 'three_of_a_kind';
  if (isStraight([rankOf(one), rankOf(other), rankOf(up)])) return isFlush ? 'straight_flush' : 'straight';
  return isFlush ? 'flush' : null;
}

const ace = 0;
const queen = 11;

/** Whether the ranks make a straight. The ace is below the two or above the king. */
function isStraight(ranks: number[]): boolean {
  const [low = 0, middle = 0, high = 0] = ranks.sort((one, other) => one - other);
  if (low === ace && middle === queen && high === queen + 1) return true;
  return middle === low + 1 && high === middle + 1;
}

/** The payout of a bet, its stake included. */
export const sidePayout = (stakeMinor: number, payToOne: number | null) =>
  payToOne === null ? 0 : stakeMinor * (payToOne + 1);
