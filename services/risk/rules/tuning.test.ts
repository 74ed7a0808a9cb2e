/** Changes that loosen a rule. */
import { describe, expect, it } from 'vitest';
import { defaultsOf, ruleOf } from './rules.ts';
import { loosenedBy } from './tuning.ts';

const day = 24 * 60;

function changesOf(id: string, windowMinutes: number) {
  const rule = ruleOf(id);
  if (!rule) throw new Error(id);
  const present = defaultsOf(rule);
  return loosenedBy(rule, present, { ...present, windowMinutes }).map(({ kind }) => kind);
}

describe('a window', () => {
  it.each([
    ['deposit_total', 7 * day, 'a case lasts longer, and a closed alert silences it'],
    ['structuring', 14 * day, 'a case lasts longer'],
    ['shared_device', 60 * day, 'a case lasts longer'],
    ['own_prices_used', 2 * day, 'a case lasts longer'],
    ['bet_velocity', 2 * day, 'a case lasts more than a day'],
    ['unplayed_withdrawal', 8 * day, 'it compares with other days'],
    ['deposit_total', day / 2, 'it holds less'],
  ])('of %s loosened to %d minutes: %s', (id, minutes) => {
    expect(changesOf(id, minutes)).toEqual([expect.stringContaining('window')]);
  });

  it.each([
    ['bet_velocity', 60, 'a case lasts a day all the same'],
    ['failed_deposits', day, 'a case lasts a day all the same'],
    ['raised_limit_deposit', 7 * day, 'each new situation raises an alert again'],
    ['deposit_total', day, 'it is what it was'],
  ])('of %s not loosened to %d minutes: %s', (id, minutes) => {
    expect(changesOf(id, minutes)).toEqual([]);
  });
});
