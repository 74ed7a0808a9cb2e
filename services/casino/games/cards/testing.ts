/** Draws for tests of card games: a shoe in a given order, and reproducible numbers from a seed. */
import { ranks, suits } from '@fairline/proto/games/cards';
import type { Draws } from '../draws.ts';

/** Draws that deal these cards, such as "Td 5c", from a shoe of that many decks, and then the rest in order. */
export function stackedDraws(decks: number, cards: string): Draws {
  const shoe = Array.from(
    { length: decks * ranks.length * suits.length },
    (_, index) => index % (ranks.length * suits.length),
  );
  const wanted = cards
    .split(' ')
    .map((card) => ranks.indexOf(card.charAt(0)) + ranks.length * suits.indexOf(card.charAt(1)));
  let dealt = 0;
  return {
    integer() {
      const card = wanted[dealt];
      const at = card === undefined ? dealt : shoe.indexOf(card, dealt);
      if (at < 0) throw new Error(`the shoe has no further ${cards.split(' ')[dealt]}`);
      [shoe[dealt], shoe[at]] = [shoe[at] as number, shoe[dealt] as number];
      return at - dealt++;
    },
  };
}
