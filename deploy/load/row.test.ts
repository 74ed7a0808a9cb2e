/** The measurements that make a run of the bench fail. */
import { expect, it } from 'vitest';
import { missedTargets, timeRow } from './row.ts';

it('names each row above its target, and no row that only compares', () => {
  const compared = { name: 'stakes posted', value: 900, unit: 'stakes/s', yardstick: 'pgbench', ratio: 3 };
  const rows = [
    timeRow('quick', 100, 100),
    timeRow('slow', 1_500.4, 1_000),
    compared,
    timeRow('never ran', Number.NaN, 50),
  ];
  expect(missedTargets(rows)).toEqual([
    'slow: 1,500 ms, above the 1,000 ms allowed',
    'never ran: NaN ms, above the 50 ms allowed',
  ]);
});
