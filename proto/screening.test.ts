/** Which screening matches are open: the desk shows them, and no approval passes them. */
import { expect, it } from 'vitest';
import { openMatches, ScreeningKind } from './screening.ts';

it.each([
  [[], []],
  [['provider sanctions match'], ['sanctions']],
  [['provider sanctions match', 'provider sanctions clear'], ['sanctions']],
  [['operator sanctions match', 'provider sanctions unclear'], ['sanctions']],
  [['provider sanctions match', 'operator sanctions unclear'], ['sanctions']],
  [['provider sanctions match', 'operator sanctions clear'], []],
  [['provider sanctions match', 'operator pep clear'], ['sanctions']],
  [
    ['operator pep clear', 'provider pep match', 'provider sanctions match'],
    ['pep', 'sanctions'],
  ],
  [['provider pep match', 'operator pep clear', 'provider pep match', 'provider pep clear'], ['pep']],
] as const)('after %j the open matches are %j', (results, expected) => {
  const screenings = results.map((result) => {
    const [by, kind, outcome] = result.split(' ') as ['operator' | 'provider', string, 'clear' | 'match' | 'unclear'];
    return { kind: ScreeningKind.parse(kind), outcome, checkedBy: by === 'operator' ? 'operator-id' : null };
  });
  const open = openMatches(screenings);
  expect([...open.keys()]).toEqual(expected);
  for (const [kind, match] of open)
    expect(match).toBe(screenings.findLast((one) => one.kind === kind && one.outcome === 'match'));
});
