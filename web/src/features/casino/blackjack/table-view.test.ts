/** Frames of a blackjack round: in the order of the deal, never a card that the server has not sent, and always ending at the outcome. */
import { blackjack } from '@fairline/games/blackjack';
import { seededDraws } from '@fairline/games/draws';
import type { HandAction } from '@fairline/proto/games/blackjack';
import { expect, it } from 'vitest';
import { framesTo, type TableView, totalOf, totalText, viewOf } from './table-view.ts';

const hand = (cards: string[], status: 'active' | 'waiting' | 'stood' | 'won' | 'lost' = 'active') => ({
  cards,
  stakeMinor: 1_000,
  doubled: false,
  status,
});
const views = (frames: readonly { view: TableView }[]) =>
  frames.map(({ view: { hands, dealer } }) => [
    hands.map((cards) => cards.join(' ')),
    dealer.map((card) => card ?? '?').join(' '),
  ]);

it('deals player, dealer, player, and a hole card face down', () => {
  expect(views(framesTo(null, { hands: [hand(['Td', '6c'])], dealer: ['9h'] }))).toEqual([
    [['Td'], ''],
    [['Td'], '9h'],
    [['Td 6c'], '9h'],
    [['Td 6c'], '9h ?'],
  ]);
});

it('keeps the hole card face down during the deal, even if a blackjack ends it', () => {
  const frames = views(framesTo(null, { hands: [hand(['Ad', 'Kc'], 'won')], dealer: ['9h', '5s'] }));
  expect(frames.slice(0, 4).map(([, dealer]) => dealer)).toEqual(['', '9h', '9h', '9h ?']);
  expect(frames.at(-1)).toEqual([['Ad Kc'], '9h 5s']);
});

it('turns the hole card and draws the dealer one by one after the last action', () => {
  const before = viewOf({ hands: [hand(['Td', '6c'])], dealer: ['9h'] });
  expect(views(framesTo(before, { hands: [hand(['Td', '6c'], 'lost')], dealer: ['9h', '2s', 'Kd'] }))).toEqual([
    [['Td 6c'], '9h 2s'],
    [['Td 6c'], '9h 2s Kd'],
  ]);
});

it('splits the active hand, even if its new card equals the moved one', () => {
  const before = viewOf({ hands: [hand(['8h', '3c'], 'stood'), hand(['8h', '8d'])], dealer: ['9h'] });
  expect(before.active).toBe(1);
  const after = {
    hands: [hand(['8h', '3c'], 'stood'), hand(['8h', '8d']), hand(['8d', '5s'], 'waiting')],
    dealer: ['9h'],
  };
  expect(views(framesTo(before, after)).map(([hands]) => hands)).toEqual([
    ['8h 3c', '8h', '8d'],
    ['8h 3c', '8h 8d', '8d'],
    ['8h 3c', '8h 8d', '8d 5s'],
  ]);
});

it('ends at the outcome for every step of many rounds', () => {
  for (let nonce = 1; nonce <= 300; nonce += 1) {
    const play = (actions: HandAction[]) =>
      blackjack.play(
        {},
        { amountMinor: 1_000 },
        seededDraws({ serverSeed: 'test', clientSeed: 'views', nonce }),
        actions,
      );
    const actions: HandAction[] = [];
    let view: TableView | null = null;
    for (let round = play(actions); ; round = play(actions)) {
      const frames = framesTo(view, round.outcome);
      expect(frames.at(-1)?.view).toEqual(viewOf(round.outcome));
      view = viewOf(round.outcome);
      const [, stand, ...more] = round.outcome.actions;
      if (!stand) break;
      actions.push(
        more.includes('split')
          ? 'split'
          : nonce % 2 && totalOf(round.outcome.hands[view.active]?.cards ?? []).total < 15
            ? 'hit'
            : 'stand',
      );
    }
  }
});

it.each([
  [['Ad', '6c'], '7/17'],
  [['Ad', '6c', 'Td'], '17'],
  [['Ad', 'Kc'], '21'],
  [['Td', '6c', '8h'], '24'],
  [['Ad', 'As'], '2/12'],
])('shows the total of %s as %s', (cards, text) => {
  expect(totalText(totalOf(cards))).toBe(text);
});
