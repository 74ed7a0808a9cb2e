/** Names of cards, for screen readers. */
import { i18n } from '@lingui/core';
import { rankOf, type Suit, suitOf } from './pips.ts';

const ranks: Readonly<Record<string, () => string>> = {
  A: () => i18n._({ id: 'card.ace', message: 'ace' }),
  J: () => i18n._({ id: 'card.jack', message: 'jack' }),
  Q: () => i18n._({ id: 'card.queen', message: 'queen' }),
  K: () => i18n._({ id: 'card.king', message: 'king' }),
  T: () => '10',
};

const suits: Readonly<Record<Suit, () => string>> = {
  c: () => i18n._({ id: 'card.clubs', message: 'clubs' }),
  d: () => i18n._({ id: 'card.diamonds', message: 'diamonds' }),
  h: () => i18n._({ id: 'card.hearts', message: 'hearts' }),
  s: () => i18n._({ id: 'card.spades', message: 'spades' }),
};

export function cardName(card: string): string {
  const rank = rankOf(card);
  return i18n._({
    id: 'card.name',
    message: '{rank} of {suit}',
    values: { rank: ranks[rank]?.() ?? rank, suit: suits[suitOf(card)]() },
  });
}

export function cardNames(cards: readonly string[]): string {
  return cards.map(cardName).join(', ');
}

export const hiddenCardName = (): string => i18n._({ id: 'card.hidden', message: 'face-down card' });
