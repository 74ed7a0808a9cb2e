/** A shoe of cards. It is shuffled from the front, one card at a time, as far as the round deals. A card is a number; `cardOf` gives its two characters. */
import { ranks, suits } from '@fairline/proto/games/cards';
import type { Draws } from '../draws.ts';

const cardsPerDeck = 52;

/** The cards of all decks in their order before the shuffle; each number stands for one rank and suit. */
const sorted = new Map<number, Uint8Array>();

/** The source of the next card. */
export type Deal = () => number;

/** A fresh shoe. To deal card k (from 0), it swaps card k with card k + integer(n - k). */
export function openShoe(decks: number, draws: Draws): Deal {
  const cards = shoeOf(decks).slice();
  let dealt = 0;
  return () => {
    const drawn = dealt + draws.integer(cards.length - dealt);
    const card = cards[drawn] as number;
    cards[drawn] = cards[dealt] as number;
    cards[dealt++] = card;
    return card;
  };
}

function shoeOf(decks: number): Uint8Array {
  const known = sorted.get(decks);
  if (known) return known;
  const shoe = Uint8Array.from({ length: decks * cardsPerDeck }, (_, index) => index % cardsPerDeck);
  sorted.set(decks, shoe);
  return shoe;
}

/** The rank of a card, from 0 (ace) to 12 (king). */
export const rankOf = (card: number) => card % ranks.length;

/** The suit of a card as the index in "cdhs": clubs, diamonds, hearts, spades. */
export const suitOf = (card: number) => Math.floor(card / ranks.length) % suits.length;

export const isRed = (card: number) => suitOf(card) === 1 || suitOf(card) === 2;

export const cardOf = (card: number) => `${ranks.charAt(rankOf(card))}${suits.charAt(suitOf(card))}`;
