/**
 * The blackjack table, and the frames that lead from one state of a round to the next:
 * the deal card by card, a split, the cards of an action, and the dealer's hole card and draws once the round is decided.
 */

import { handValue } from '@fairline/games/cards/blackjack-table';
import type { BlackjackOutcome } from '@fairline/proto/games/blackjack';
import { ranks } from '@fairline/proto/games/cards';
import type { Frame } from '../cards/use-frames.ts';

export interface TableView {
  hands: readonly (readonly string[])[];
  /** Null is the hole card, face down. */
  dealer: readonly (string | null)[];
  /** The active hand; -1 if there is none. */
  active: number;
}

/** Delay between one card and the next from the shoe. */
const dealMs = 300;
/** The dealer turns and draws more slowly, so that players can follow. */
const dealerMs = 620;
/** Pause after the last card, before the result is shown. */
const lastMs = 520;

const bestTotal = 21;

export interface Total {
  total: number;
  isSoft: boolean;
  isBust: boolean;
}

export function totalOf(cards: readonly string[]): Total {
  const { total, isSoft } = handValue(cards.map((card) => ranks.indexOf(card.charAt(0))));
  return { total, isSoft: isSoft && total < bestTotal, isBust: total > bestTotal };
}

/** "16", or "7/17" where an ace may still count one. */
export function totalText({ total, isSoft }: Total): string {
  return isSoft ? `${total - 10}/${total}` : String(total);
}

/** The whole table once an outcome has been shown. While a hand is open the hole card is face down. */
export function viewOf({ hands, dealer }: Pick<BlackjackOutcome, 'hands' | 'dealer'>): TableView {
  return {
    hands: hands.map(({ cards }) => cards),
    dealer: dealer.length === 1 ? [...dealer, null] : dealer,
    active: hands.findIndex(({ status }) => status === 'active'),
  };
}

/** The frames from the current table to the outcome. `before` is null at the start of a round. */
export function framesTo(
  before: TableView | null,
  outcome: Pick<BlackjackOutcome, 'hands' | 'dealer'>,
): Frame<TableView>[] {
  const end = viewOf(outcome);
  const frames: Frame<TableView>[] = [];
  let view = before ?? firstDeal(end, frames);
  if (end.hands.length > view.hands.length) {
    view = { ...view, hands: splitHand(view) };
    frames.push({ view, showMs: dealMs });
  }
  for (const [at, cards] of end.hands.entries()) {
    for (let count = (view.hands[at]?.length ?? 0) + 1; count <= cards.length; count += 1) {
      view = { ...view, hands: view.hands.map((hand, place) => (place === at ? cards.slice(0, count) : hand)) };
      frames.push({ view, showMs: dealMs });
    }
  }
  if (end.dealer[1] && view.dealer[1] === null) {
    for (let count = 2; count <= end.dealer.length; count += 1) {
      view = { ...view, dealer: end.dealer.slice(0, count) };
      frames.push({ view, showMs: dealerMs });
    }
  }
  return [...frames.slice(0, -1), { view: end, showMs: lastMs }];
}

/** Player, dealer, player, and the hole card, always face down. */
function firstDeal(end: TableView, frames: Frame<TableView>[]): TableView {
  const [first = '', second = ''] = end.hands[0] ?? [];
  const up = end.dealer[0] ?? '';
  const dealt: TableView[] = [
    { hands: [[first]], dealer: [], active: -1 },
    { hands: [[first]], dealer: [up], active: -1 },
    { hands: [[first, second]], dealer: [up], active: -1 },
    { hands: [[first, second]], dealer: [up, null], active: -1 },
  ];
  for (const view of dealt) frames.push({ view, showMs: dealMs });
  return dealt.at(-1) as TableView;
}

/** Splits the active hand: each of the two hands gets one of its cards; the new hand follows it. */
function splitHand({ hands, active }: TableView): TableView['hands'] {
  return hands.flatMap((hand, at) => (at === active ? [hand.slice(0, 1), hand.slice(1)] : [hand]));
}
