/** The cards on the baccarat table, and the frames that show a round: player, banker, player, banker, then the third cards. */
import { pointsOf, totalOf as sumOf } from '@fairline/games/cards/baccarat-rules';
import type { BaccaratOutcome } from '@fairline/proto/games/baccarat';
import { ranks } from '@fairline/proto/games/cards';
import type { Frame } from '../cards/use-frames.ts';

export interface BaccaratView {
  player: readonly string[];
  banker: readonly string[];
}

/** From one card to the next, and before a third card. */
const dealMs = 600;
const thirdMs = 800;
/** A natural is shown this long before the result. */
const naturalMs = 2_000;

export function totalOf(cards: readonly string[]): number {
  return sumOf(cards.map((card) => pointsOf(ranks.indexOf(card.charAt(0)))));
}

export function viewOf({ player, banker }: Pick<BaccaratOutcome, 'player' | 'banker'>): BaccaratView {
  return { player: player.cards, banker: banker.cards };
}

export function framesOf(outcome: Pick<BaccaratOutcome, 'player' | 'banker' | 'natural'>): Frame<BaccaratView>[] {
  const { player, banker } = viewOf(outcome);
  const counts: [player: number, banker: number][] = [
    [1, 0],
    [1, 1],
    [2, 1],
    [2, 2],
  ];
  if (player.length > 2) counts.push([3, 2]);
  if (banker.length > 2) counts.push([player.length, 3]);
  return counts.map(([ofPlayer, ofBanker], at) => ({
    view: { player: player.slice(0, ofPlayer), banker: banker.slice(0, ofBanker) },
    showMs: at < 3 ? dealMs : outcome.natural ? naturalMs : thirdMs,
  }));
}
