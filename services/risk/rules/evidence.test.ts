/** Merging of a key's spans. */
import { expect, it } from 'vitest';
import { mergeSpans } from './evidence.ts';

const span = (key: string, from: number, until: number) => ({ key, from: new Date(from), until: new Date(until) });

it.each([
  ['that overlap', [span('a', 5, 9), span('a', 0, 6)], [span('a', 0, 9)]],
  ['that are as far apart as allowed', [span('a', 0, 10), span('a', 110, 120)], [span('a', 0, 120)]],
  ['of which one holds the other', [span('a', 0, 500), span('a', 10, 20), span('a', 550, 560)], [span('a', 0, 560)]],
])('merges spans %s', (_name, spans, merged) => {
  expect(mergeSpans(spans, 100)).toEqual(merged);
});

it('keeps spans apart that are farther from each other, and those of other keys', () => {
  const spans = [span('a', 0, 10), span('a', 111, 120), span('b', 5, 15)];
  expect(mergeSpans(spans, 100)).toEqual(spans);
});
