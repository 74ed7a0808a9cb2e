/** Announcements about the slip, each made only once. */
import { describe, expect, it } from 'vitest';
import { announcedAfter, newsOf } from './announcements.ts';
import type { Obstacle } from './single.ts';

const lines = (...obstacles: (Obstacle | null)[]) =>
  obstacles.map((obstacle, place) => ({ item: { selectionId: `s${place}` }, obstacle }));
const news = (...steps: (Obstacle | null)[][]) => {
  const [now = [], ...before] = steps.toReversed();
  const announced = before
    .toReversed()
    .reduce((known, step) => announcedAfter(known, lines(...step)), announcedAfter(new Map(), []));
  return newsOf(announced, lines(...now)).map(({ item, obstacle }) => `${item.selectionId} ${obstacle}`);
};

describe('announcements of the slip', () => {
  it('name a new problem, only for its own selection', () => {
    expect(news(['suspended', null], ['suspended', 'price'])).toEqual(['s1 price']);
  });

  it('do not repeat an announced problem', () => {
    expect(news([null], ['price'], ['price'])).toEqual([]);
  });

  it('repeat a problem after it was gone', () => {
    expect(news(['suspended'], [null], ['suspended'])).toEqual(['s0 suspended']);
  });

  it('repeat nothing while a selection is refetched', () => {
    expect(news(['suspended'], ['unknown'], ['suspended'])).toEqual([]);
  });

  it("leave out the player's own typing", () => {
    expect(news([null, null, null], ['stake', 'unclear', 'minimum'])).toEqual([]);
  });
});
