/** Roads and trends of baccarat results. */
import { expect, it } from 'vitest';
import { bigRoad, type Result, trendOf } from './roads.ts';

const names = { P: 'player', B: 'banker', T: 'tie' } as const;
const results = (text: string): Result[] =>
  [...text].map((code) => ({
    result: names[code as keyof typeof names],
    natural: false,
    playerPair: false,
    bankerPair: false,
  }));
const places = (text: string) =>
  bigRoad(results(text)).map(({ column, row, ties }) => (ties ? `${column},${row}+${ties}` : `${column},${row}`));

it.each([
  ['', []],
  ['PPB', ['0,0', '0,1', '1,0']],
  ['PTTB', ['0,0+2', '1,0']],
  ['TP', ['0,0']],
  ['PPPPPPPP', ['0,0', '0,1', '0,2', '0,3', '0,4', '0,5', '1,5', '2,5']],
  ['PPPPPPPBB', ['0,0', '0,1', '0,2', '0,3', '0,4', '0,5', '1,5', '1,0', '1,1']],
  ['PPPPPPPBBBBBB', ['0,0', '0,1', '0,2', '0,3', '0,4', '0,5', '1,5', '1,0', '1,1', '1,2', '1,3', '1,4', '2,4']],
])('draws %s on the big road', (text, expected) => {
  expect(places(text)).toEqual(expected);
});

it('counts the last ten only', () => {
  expect(trendOf(results('PPPPPBBBTBBBBP'))).toEqual({ player: 2, banker: 7, tie: 1 });
});
