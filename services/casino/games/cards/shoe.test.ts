/** The shoe: the order of its cards and of their draws. */
import { describe, expect, it } from 'vitest';
import { cardOf, openShoe } from './shoe.ts';
import { stackedDraws } from './testing.ts';

describe('the shoe', () => {
  it('deals from the front, in the order before the shuffle, when every draw is 0', () => {
    const deal = openShoe(1, { integer: () => 0 });
    expect(Array.from({ length: 15 }, () => cardOf(deal()))).toEqual(
      'Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ad 2d'.split(' '),
    );
  });

  it('draws each card from those that are left', () => {
    const sizes: number[] = [];
    const deal = openShoe(6, {
      integer(n) {
        sizes.push(n);
        return 0;
      },
    });
    for (let card = 0; card < 4; card++) deal();
    expect(sizes).toEqual([312, 311, 310, 309]);
  });

  it('swaps the card drawn with the one at the front', () => {
    const drawn = [51, 50, 0];
    const deal = openShoe(1, { integer: () => drawn.shift() ?? 0 });
    // The first draw moved the ace of clubs to the end, and the second draw takes it from there.
    expect([deal(), deal(), deal()].map(cardOf)).toEqual(['Ks', 'Ac', '3c']);
  });

  it('holds each card once for each deck', () => {
    const deal = openShoe(2, { integer: (n) => n >> 1 });
    const cards = Array.from({ length: 104 }, () => cardOf(deal()));
    expect(new Set(cards).size).toBe(52);
    expect(cards.every((card) => cards.filter((other) => other === card).length === 2)).toBe(true);
  });

  it('deals what a test stacks', () => {
    const deal = openShoe(6, stackedDraws(6, 'Td Td 5c Kh'));
    expect(Array.from({ length: 4 }, () => cardOf(deal()))).toEqual(['Td', 'Td', '5c', 'Kh']);
  });
});
