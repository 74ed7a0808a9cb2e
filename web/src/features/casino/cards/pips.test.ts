/** Every card has its pips, and none lies outside the card. */
import { ranks } from '@fairline/proto/games/cards';
import { expect, it } from 'vitest';
import { cardHeight, cardWidth, isUpsideDown, pipPlaces, printedRank } from './pips.ts';

const numbers = [...ranks].filter((rank) => !'AJQK'.includes(rank));

it.each(numbers)('draws the right number of pips for the %s', (rank) => {
  const places = pipPlaces[rank] ?? [];
  expect(places).toHaveLength(rank === 'T' ? 10 : Number(rank));
  expect(new Set(places.map(String)).size).toBe(places.length);
  for (const [x, y] of places) expect(x > 0 && x < cardWidth && y > 0 && y < cardHeight).toBe(true);
});

it('turns the pips of the lower half upside down', () => {
  expect((pipPlaces['2'] ?? []).map(isUpsideDown)).toEqual([false, true]);
});

it('prints a ten with two digits', () => {
  expect(['Td', 'Kc', '7h'].map(printedRank)).toEqual(['10', 'K', '7']);
});
