/** What is told of the slip, and what is told only once. */
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

  it('is not what was told already', () => {
    expect(news([null], ['price'], ['price'])).toEqual([]);
  });

  it('is told again once it had gone', () => {
    expect(news(['suspended'], [null], ['suspended'])).toEqual(['s0 suspended']);
  });

  it('is not told again because the selection was read again', () => {
    expect(news(['suspended'], ['unknown'], ['suspended'])).toEqual([]);
  });

  it('is not what the player types himself', () => {
    expect(news([null, null, null], ['stake', 'unclear', 'minimum'])).toEqual([]);
  });
});
