/** Every card is drawn and named; a card that is not known yet shows only its back. */
import { ranks, suits } from '@fairline/proto/games/cards';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../../i18n.ts';
import { PlayingCard } from './card.tsx';

beforeAll(loadEnglish);

const draw = (card?: string, small = false) => renderToStaticMarkup(createElement(PlayingCard, { card, small }));

it('draws 52 different cards, large and small', () => {
  const cards = [...ranks].flatMap((rank) => [...suits].map((suit) => `${rank}${suit}`));
  for (const small of [false, true]) expect(new Set(cards.map((card) => draw(card, small))).size).toBe(52);
});

it.each([
  ['Td', '10 of diamonds'],
  ['As', 'ace of spades'],
  ['Qh', 'queen of hearts'],
  ['7c', '7 of clubs'],
])('names %s as %s', (card, name) => {
  expect(draw(card)).toContain(`aria-label="${name}"`);
});

it('has no face while it is face down', () => {
  const html = draw();
  expect(html).toContain('aria-label="face-down card"');
  expect(html).not.toContain('card-face');
});
