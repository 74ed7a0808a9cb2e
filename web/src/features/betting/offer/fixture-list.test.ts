/** The groups of the fixture list. */
import type { Fixture } from '@fairline/proto/betting/offer';
import { describe, expect, it } from 'vitest';
import { bySport } from './fixture-list.tsx';

const fixture = (id: string, sport: string) => ({ id, sport }) as Fixture;
const shape = (groups: ReturnType<typeof bySport>) =>
  groups.map(([sport, fixtures]) => [sport, fixtures.map(({ id }) => id).join('')]);

describe('fixtures by sport', () => {
  it('are in the order of the sports, then as received', () => {
    expect(
      shape(
        bySport(
          [fixture('a', 'tennis'), fixture('b', 'soccer'), fixture('c', 'tennis')],
          ['hockey', 'soccer', 'tennis'],
        ),
      ),
    ).toEqual([
      ['soccer', 'b'],
      ['tennis', 'ac'],
    ]);
  });

  it('are last if the sport is not known yet', () => {
    expect(shape(bySport([fixture('a', 'curling'), fixture('b', 'soccer')], ['soccer']))).toEqual([
      ['soccer', 'b'],
      ['curling', 'a'],
    ]);
  });
});
