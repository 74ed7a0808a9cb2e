/** When a result, a void or a release is complete, and the request it then makes. */
import type { DecisionInput, TradingMarket } from '@fairline/proto/betting/desk';
import type { DeadHeat, LegResult } from '@fairline/proto/feed';
import { describe, expect, it } from 'vitest';
import {
  contradictsItself,
  type Draft,
  decisionOf,
  draftOf,
  fillResults,
  hasBadHeat,
  twoForOne,
} from './decision-draft.ts';

const market = {
  selections: [
    { id: 'home', result: 'won' },
    { id: 'draw', result: 'lost' },
    { id: 'away', result: null },
  ],
} as unknown as TradingMarket;
const draft = (changes: Partial<Draft> = {}): Draft => ({ results: {}, heats: {}, from: '', until: '', ...changes });

describe('a result', () => {
  it('starts with known results', () => {
    expect(draftOf(market).results).toEqual({ home: 'won', draw: 'lost' });
  });

  it('starts without results that may not be entered yet', () => {
    expect(draftOf(market, ['void']).results).toEqual({});
  });

  it('is incomplete while a selection has none', () => {
    expect(decisionOf('result', market, draftOf(market))).toBeNull();
  });

  it.each([
    ['home', ['won', 'lost', 'lost']],
    ['away', ['lost', 'lost', 'won']],
    [null, ['void', 'void', 'void']],
  ])('is filled in one step for %s', (winner, results) => {
    const decision = decisionOf('result', market, draft({ results: fillResults(market, winner) }));
    expect(decision).toEqual({
      kind: 'result',
      outcomes: ['home', 'draw', 'away'].map((selectionId, place) => ({ selectionId, result: results[place] })),
    });
  });
});

describe('a dead heat', () => {
  const shared = {
    selections: [
      { id: 'home', result: 'won', deadHeat: { of: 3, places: 2 } },
      { id: 'away', result: 'lost' },
    ],
  } as unknown as TradingMarket;
  const sent = (changes: Partial<Draft>) => decisionOf('result', shared, { ...draftOf(shared), ...changes });

  it('that was entered before is sent again, and removed if cleared', () => {
    const outcomes = [
      { selectionId: 'home', result: 'won' },
      { selectionId: 'away', result: 'lost' },
    ];
    expect(sent({})).toEqual({
      kind: 'result',
      outcomes: [{ ...outcomes[0], deadHeat: { of: 3, places: 2 } }, outcomes[1]],
    });
    expect(sent({ heats: {} })).toEqual({ kind: 'result', outcomes });
  });

  it('is ignored for a selection that did not win', () => {
    const decision = sent({ results: { home: 'lost', away: 'half_won' }, heats: { home: twoForOne, away: twoForOne } });
    expect(decision).toEqual({
      kind: 'result',
      outcomes: [
        { selectionId: 'home', result: 'lost' },
        { selectionId: 'away', result: 'half_won', deadHeat: { of: 2, places: 1 } },
      ],
    });
  });

  it.each([
    ['with as many places as sides', { of: '2', places: '2' }],
    ['of one', { of: '1', places: '1' }],
    ['for no place', { of: '2', places: '0' }],
    ['of a part', { of: '2.5', places: '1' }],
    ['of nothing', { of: '', places: '' }],
  ])('%s is not whole', (_, home) => {
    const entered = { ...draftOf(shared), heats: { home } };
    expect([decisionOf('result', shared, entered), hasBadHeat(entered)]).toEqual([null, true]);
    // Lost selections have no such field.
    expect(hasBadHeat({ ...entered, results: { home: 'lost' } })).toBe(false);
  });
});

describe('a cancellation', () => {
  const [from, until] = ['2026-11-21T10:00', '2026-11-21T11:30'];
  it.each([
    ['of all bets', {}, { from: null, until: null }],
    ['from a moment on', { from }, { from: new Date(from).toISOString(), until: null }],
    ['of a window', { from, until }, { from: new Date(from).toISOString(), until: new Date(until).toISOString() }],
  ])('%s', (_, changes, window) => {
    expect(decisionOf('void', market, draft(changes))).toEqual({ kind: 'void', ...window });
  });

  it.each([
    ['whose window ends before it begins', { from: until, until: from }],
    ['whose window is empty', { from, until: from }],
    ['with a time that is none', { from: 'yesterday' }],
  ])('%s is not whole', (_, changes) => {
    expect(decisionOf('void', market, draft(changes))).toBeNull();
  });
});

it('needs nothing more for a release', () => {
  expect(decisionOf('release', market, draft())).toEqual({ kind: 'release' });
});

describe('results that cannot all be true', () => {
  const result = (...outcomes: readonly (LegResult | [LegResult, DeadHeat])[]): DecisionInput => ({
    kind: 'result',
    outcomes: outcomes.map((one, at) => ({
      selectionId: String(at),
      ...(typeof one === 'string' ? { result: one } : { result: one[0], deadHeat: one[1] }),
    })),
  });
  const shared: [LegResult, DeadHeat] = ['won', { of: 2, places: 1 }];
  it.each<[string, DecisionInput, boolean]>([
    ['one won and the others lost', result('lost', 'won', 'lost'), false],
    ['all are void', result('void', 'void'), false],
    ['one half won and one half lost', result('half_won', 'half_lost'), false],
    ['two won in a dead heat', result(shared, shared, 'lost'), false],
    ['two won', result('won', 'won', 'lost'), true],
    ['nobody won', result('lost', 'lost'), true],
    ['one is void and one lost', result('void', 'lost'), true],
    ['one half won and one lost', result('half_won', 'lost'), true],
    ['one won half of a dead heat alone', result(shared, 'lost'), true],
    ['bets of a window are void', { kind: 'void', from: null, until: null }, false],
  ])('%s', (_, decision, wrong) => {
    expect(contradictsItself(decision)).toBe(wrong);
  });
});
