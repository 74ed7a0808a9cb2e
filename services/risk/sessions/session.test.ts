/** Play sessions, changes of the interval, and plans after a look at a session. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeInterval, gapMs, joinStakes, type PlaySpan, planLook } from './session.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const at = (minutes: number) => new Date(noon + minutes * 60_000);
const span = (from: number, to: number): PlaySpan => ({ startedAt: at(from), lastStakeAt: at(to) });

describe('stakes', () => {
  it.each<[string, PlaySpan[], number[], PlaySpan[]]>([
    ['begin a session', [], [0], [span(0, 0)]],
    ['29 minutes apart are one', [], [0, 29, 58], [span(0, 58)]],
    ['30 minutes apart are two', [], [0, 30], [span(0, 0), span(30, 30)]],
    ['that come late extend backwards', [span(10, 20)], [0], [span(0, 20)]],
    ['that come late join two', [span(0, 10), span(50, 60)], [30], [span(0, 60)]],
    ['within a session change nothing', [span(0, 60)], [20, 40], [span(0, 60)]],
  ])('%s', (_name, known, stakes, joined) => {
    expect(joinStakes(known, stakes.map(at))).toEqual(joined);
  });

  it('give the same sessions in any order and batching, and when repeated', () => {
    const minutes = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 30 });
    fc.assert(
      fc.property(minutes, fc.nat(30), fc.array(fc.nat(29), { maxLength: 10 }), (stakes, cut, repeats) => {
        const whole = joinStakes([], stakes.map(at));
        const again = [...stakes].reverse().concat(repeats.flatMap((place) => stakes[place] ?? []));
        const inParts = joinStakes(joinStakes([], again.slice(0, cut).map(at)), again.slice(cut).map(at));
        expect(inParts).toEqual(whole);
        for (const [place, next] of whole.entries()) {
          const before = whole[place - 1];
          if (before) expect(next.startedAt.getTime() - before.lastStakeAt.getTime()).toBeGreaterThanOrEqual(gapMs);
        }
      }),
    );
  });
});

it.each([
  [60, 30, { checkMinutes: 30, nextMinutes: null }],
  [60, 60, { checkMinutes: 60, nextMinutes: null }],
  [60, 90, { checkMinutes: 60, nextMinutes: 90 }],
])('an interval of %i that is set to %i', (inForce, chosen, change) => {
  expect(changeInterval(inForce, chosen)).toEqual(change);
});

describe('a look at a session', () => {
  const now = at(0);
  it.each([
    [
      'that is over',
      { sessionEndsAt: undefined, checkDueAt: undefined, nextMinutes: null },
      { isDue: false, appliesNext: false, lookAt: null },
    ],
    [
      'that is over applies a longer interval',
      { sessionEndsAt: undefined, checkDueAt: undefined, nextMinutes: 90 },
      { isDue: false, appliesNext: true, lookAt: null },
    ],
    [
      'waits for its check',
      { sessionEndsAt: at(30), checkDueAt: at(5), nextMinutes: null },
      { isDue: false, appliesNext: false, lookAt: at(5) },
    ],
    [
      'with a check due waits for a stake',
      { sessionEndsAt: at(30), checkDueAt: at(0), nextMinutes: null },
      { isDue: true, appliesNext: false, lookAt: null },
    ],
    [
      'with a check due and a longer interval waits for its end',
      { sessionEndsAt: at(9), checkDueAt: at(0), nextMinutes: 90 },
      { isDue: true, appliesNext: false, lookAt: at(9) },
    ],
    [
      'whose permit wallet lacks looks again soon',
      { sessionEndsAt: at(30), checkDueAt: undefined, nextMinutes: null },
      { isDue: false, appliesNext: false, lookAt: new Date(noon + 2_000) },
    ],
  ])('%s', (_name, moment, plan) => {
    expect(planLook(moment, now)).toEqual(plan);
  });
});
