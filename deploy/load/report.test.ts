/** The result of a run: its rows as printed and as written, and the targets that were missed. */
import { expect, it } from 'vitest';
import { calledNames, profiles, units } from './profiles.ts';
import { jsonOf, missedTargets, table, targetRow } from './report.ts';
import { type Measured, measuredOf, missedOf, rowsOf, type Summary } from './summary.ts';

const compared = { name: 'stakes posted', value: 900, unit: 'stakes/s', yardstick: 'pgbench', ratio: 3 };

it('names each row above its target, and no row that only compares', () => {
  const rows = [
    targetRow('quick', 100, 'ms', 100),
    targetRow('slow', 1_500.4, 'ms', 1_000),
    compared,
    targetRow('never ran', Number.NaN, 'ms', 50),
  ];
  expect(missedTargets(rows)).toEqual([
    'slow: 1,500 ms, above the 1,000 ms allowed',
    'never ran: NaN ms, above the 50 ms allowed',
  ]);
});

it('prints rows in columns and writes them without their targets', () => {
  const rows = [compared, targetRow('slow', 1_500, 'ms', 1_000), { name: 'plain', value: 2.345, unit: '%' }];
  expect(table(rows).split('\n')).toEqual([
    'stakes posted    900  stakes/s  3.00 x pgbench',
    'slow           1,500  ms        1.50 x the 1,000 ms allowed',
    'plain           2.35  %',
  ]);
  expect(JSON.parse(jsonOf(rows))).toEqual([
    compared,
    { name: 'slow', value: 1_500, unit: 'ms', yardstick: 'the 1,000 ms allowed', ratio: 1.5 },
    { name: 'plain', value: 2.345, unit: '%' },
  ]);
});

const summary: Summary = {
  metrics: {
    'iterations{scenario:bets}': { values: { count: 120 } },
    'dropped_iterations{scenario:bets}': { values: { count: 1 }, thresholds: { 'count<=0': { ok: false } } },
    'http_req_duration{scenario:bets}': {
      values: { med: 12, 'p(99)': 80 },
      thresholds: { 'p(99)<=1000': { ok: true } },
    },
    'call_failed{scenario:bets}': { values: { rate: 0.01, passes: 1, fails: 98 } },
    'call_refused{scenario:bets}': { values: { rate: 0.25 } },
  },
};
const live = (changes: Partial<Measured> = {}): Measured => ({
  name: 'live',
  rate: 40,
  p50Ms: 5,
  p99Ms: 20,
  failedShare: 0,
  refusedShare: 0,
  ...changes,
});
const bets = (seconds: number) => measuredOf(summary, { seconds }).find(({ name }) => name === 'bets');

it('counts an iteration that could not begin as a failed call', () => {
  expect(bets(60)).toEqual({ name: 'bets', rate: 2, p50Ms: 12, p99Ms: 80, failedShare: 0.02, refusedShare: 0.25 });
});

it('counts a scenario without a single call as failed', () => {
  expect(measuredOf({ metrics: {} }, { seconds: 60 }).map(({ failedShare }) => failedShare)).toEqual(
    calledNames.map(() => 1),
  );
});

it('writes rate, p50, p99 and failed of each scenario', () => {
  expect(rowsOf([live({ failedShare: 0.0125 })], { p99AtMostMs: 1_000 })).toEqual([
    { name: 'live rate', value: 40, unit: 'frames/s' },
    { name: 'live p50', value: 5, unit: 'ms' },
    { name: 'live p99', value: 20, unit: 'ms', yardstick: 'the 1,000 ms allowed', ratio: 0.02, most: 1_000 },
    { name: 'live failed', value: 1.25, unit: '%' },
  ]);
});

it.each([
  ['none', live(), []],
  ['streams that failed', live({ failedShare: 0.02 }), ['live: 2 % of the streams failed']],
  ['streams without a frame', live({ rate: 0 }), ['live: no frame came']],
  ['streams that were ready late', live({ p99Ms: 1_200 }), ['live: a stream was ready after 1200 ms at p99']],
])('names every threshold that was missed: %s', (_, seen, expected) => {
  expect(missedOf({ metrics: {} }, seen, profiles.average)).toEqual(expected);
});

it('names the thresholds of k6 that were missed', () => {
  expect(missedOf(summary, live(), profiles.average)).toEqual([
    'dropped_iterations{scenario:bets} is not count<=0: {"count":1}',
  ]);
});

it('has a rate for every scenario in every profile', () => {
  for (const { rates } of Object.values(profiles))
    expect([...Object.keys(rates), 'evening', 'live'].toSorted()).toEqual(Object.keys(units).toSorted());
});
