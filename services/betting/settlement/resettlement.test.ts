/** The verdict from all records on a market, by which a bet is computed again. */
import { randomUUID } from 'node:crypto';
import type { LegResult } from '@fairline/proto/feed';
import { describe, expect, it, test } from 'vitest';
import { isSameState } from '../outcome.ts';
import { type MarketEntry, verdictFrom } from './resettlement.ts';

describe('the verdict of the records on a market', () => {
  const marketId = randomUUID();
  const selectionId = randomUUID();
  type Entry = [source: MarketEntry['source'], kind: MarketEntry['kind'], sequence?: number, result?: LegResult];
  const marketEntry = ([source, kind, sequence = 0, result]: Entry): MarketEntry => {
    const outcomes = result ? { [selectionId]: result } : null;
    return { marketId, sequence, source, kind, outcomes, from: null, until: null };
  };
  test.each<[string, Entry[], LegResult | null]>([
    ['nothing, without any record', [], null],
    ['the result', [['feed', 'result', 5, 'won']], 'won'],
    [
      'the feed’s record with the highest sequence, whenever it came',
      [
        ['feed', 'result', 9, 'lost'],
        ['feed', 'result', 5, 'won'],
      ],
      'lost',
    ],
    [
      'the first of two that claim one sequence',
      [
        ['feed', 'result', 5, 'won'],
        ['feed', 'result', 5, 'lost'],
      ],
      'won',
    ],
    [
      'nothing, once it was rolled back',
      [
        ['feed', 'rollback', 9],
        ['feed', 'result', 5, 'won'],
      ],
      null,
    ],
    [
      'an operator’s decision before the feed’s',
      [
        ['operator', 'result', 0, 'void'],
        ['feed', 'result', 9, 'won'],
      ],
      'void',
    ],
    [
      'the operator’s last',
      [
        ['operator', 'result', 0, 'void'],
        ['operator', 'result', 0, 'lost'],
      ],
      'lost',
    ],
    [
      'the feed’s again, once it was released',
      [
        ['operator', 'result', 0, 'void'],
        ['feed', 'result', 9, 'won'],
        ['operator', 'release'],
      ],
      'won',
    ],
    [
      'an operator’s decision after their release',
      [
        ['operator', 'result', 0, 'void'],
        ['operator', 'release'],
        ['operator', 'result', 0, 'lost'],
      ],
      'lost',
    ],
  ])('is %s', (_what, entries, result) => {
    expect(verdictFrom(entries.map(marketEntry)).outcomes).toEqual(result && { [selectionId]: result });
  });

  it('keeps every window of the feed, and an operator’s until it is released', () => {
    const windows = (...entries: Entry[]) => verdictFrom(entries.map(marketEntry)).windows.length;
    expect(windows(['feed', 'cancel'], ['operator', 'cancel'])).toBe(2);
    expect(windows(['feed', 'cancel'], ['operator', 'cancel'], ['operator', 'release'])).toBe(1);
  });

  it('is a cancelled fixture until it is played after all', () => {
    const cancelled = (...entries: Entry[]) => verdictFrom(entries.map(marketEntry)).fixtureCancelled;
    expect(cancelled(['feed', 'fixture_cancelled'])).toBe(true);
    expect(cancelled(['feed', 'fixture_cancelled'], ['feed', 'fixture_revived'])).toBe(false);
    expect(cancelled(['feed', 'fixture_cancelled'], ['feed', 'fixture_revived'], ['feed', 'fixture_cancelled'])).toBe(
      true,
    );
  });
});

test.each([
  ['won', null, 'won', null, true],
  ['won', null, 'lost', null, false],
  ['won', [2, 1], 'won', null, false],
  ['won', [2, 1], 'won', [2, 1], true],
  ['won', [3, 1], 'won', [3, 2], false],
  ['won', [2, 1], 'won', [3, 1], false],
] as const)('a leg that is %s %j and one that is %s %j are the same: %s', (status, one, other, two, same) => {
  const heat = (share: readonly [number, number] | null) => share && { of: share[0], places: share[1] };
  expect(isSameState({ status, deadHeat: heat(one) }, { status: other, deadHeat: heat(two) })).toBe(same);
});
