/** An event's data on one line. */
import { expect, it } from 'vitest';
import { summaryOf } from './summary.ts';

it('has plain values, and the end of an id', () => {
  expect(
    summaryOf({
      betId: '01a209fe-7200-780a-8424-f1a5fad443b7',
      stakeMinor: 500,
      live: false,
      legs: [1],
      note: '',
      at: null,
    }),
  ).toBe('betId fad443b7 · stakeMinor 500 · live false');
});
