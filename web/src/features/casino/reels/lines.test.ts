/** Geometry of the nine lines. */
import { describe, expect, it } from 'vitest';
import { amountPlace, edgeNumbers, lineColour, linePoints, litCells } from './lines.ts';

describe('a line', () => {
  it('runs from edge to edge through the centres of its cells', () => {
    expect(linePoints(1)).toBe('0,150 50,150 150,150 250,150 350,150 450,150 500,150');
    expect(linePoints(4)).toBe('0,50 50,50 150,150 250,250 350,150 450,50 500,50');
  });

  it('is refused if it does not exist', () => {
    expect(() => linePoints(10)).toThrow('There is no line 10');
  });

  it('has a colour of its own', () => {
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9].map(lineColour)).size).toBe(9);
  });

  it('has its number once at each edge', () => {
    for (const edge of ['left', 'right'] as const)
      expect(edgeNumbers(edge).flat().toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(edgeNumbers('left')).toEqual([
      [2, 4, 6],
      [1, 8, 9],
      [3, 5, 7],
    ]);
  });
});

describe('a win', () => {
  it('lights the symbols it counts, from the left', () => {
    expect([...litCells([{ line: 4, count: 3 }])]).toEqual(['0:0', '1:1', '2:2']);
  });

  it('lights a shared symbol once', () => {
    const wins = [
      { line: 1, count: 3 },
      { line: 9, count: 3 },
    ];
    expect([...litCells(wins)].toSorted()).toEqual(['0:1', '1:1', '1:2', '2:1', '2:2']);
  });

  it('has its amount on its last symbol', () => {
    expect(amountPlace({ line: 5, count: 4 })).toEqual({ x: 350, y: 150 });
  });
});
