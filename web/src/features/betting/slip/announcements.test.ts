/** Announcements about the slip, each made only once. */
import { describe, expect, it } from 'vitest';
import { announcedAfter, newsOf } from './announcements.ts';
import type { Obstacle } from './single.ts';

const lines = (...obstacles: (Obstacle | null)[]) => obstacles.map((obstacle, place) => ({ item: { selectionId: `s${place}` }, obstacle }));
const news = (...steps: (Obstacle | null)[][]) => {
  const [now = [], ...before] = steps.toReversed();
  const announced = before.toReversed().reduce((known, step) => announcedAfter(known, lines(...step)), announcedAfter(new Map(), []));
  return newsOf(announced, lines(...now)).map(({ item, obstacle }) => `${item.selectionId} ${obstacle}`);
};

describe('news of the slip', () => {
  it('is what has come in the way since, of that selection alone', () => {
    expect(news(['suspended', null], ['suspended', 'price'])).toEqual(['s1 price']);
  });

  it('does not repeat an obstacle that was announced', () => {
    expect(news([null], ['price'], ['price'])).toEqual([]);
  });

  it('repeats an obstacle after it was gone', () => {
    expect(news(['suspended'], [null], ['suspended'])).toEqual(['s0 suspended']);
  });

  it('repeats nothing because a selection is read again', () => {
    expect(news(['suspended'], ['unknown'], ['suspended'])).toEqual([]);
  });

  it("leaves out the player's own typing", () => {
    expect(news([null, null, null], ['stake', 'unclear', 'minimum'])).toEqual([]);
  });
});
