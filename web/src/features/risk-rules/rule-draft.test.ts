/** Typed values of a rule, as rows. */
import type { RiskRule } from '@fairline/proto/risk/rules';
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { draftOf, isSame, readDraft, valuesOf } from './rule-draft.ts';

beforeAll(loadEnglish);

const values = { enabled: true, severity: 'high' as const, threshold: 500_050, windowMinutes: 10_080 };
const rule = (unit: RiskRule['unit']) => ({ unit, defaults: values, maxWindowMinutes: 86_400 });

it('formats and parses values without loss', () => {
  const units: [RiskRule['unit'], number, number, string, string, string][] = [
    ['minor', 500_050, 10_080, '5000.50', '7', 'days'],
    ['times', 3, 90, '3', '90', 'minutes'],
    ['factor', 2.5, 120, '2.5', '2', 'hours'],
    ['percent', 50, 1_440, '50', '1', 'days'],
  ];
  for (const [unit, threshold, windowMinutes, typed, window, windowUnit] of units) {
    const written = { ...values, threshold, windowMinutes };
    const draft = draftOf(written, unit);
    expect(draft).toMatchObject({ threshold: typed, window, windowUnit });
    const read = readDraft(draft, rule(unit));
    expect(isSame(draft, read, written)).toBe(true);
    expect(valuesOf(draft, read)).toEqual(written);
  }
});

it.each<[RiskRule['unit'], string]>([
  ['minor', '0'],
  ['minor', '-5'],
  ['minor', 'x'],
  ['times', '2.5'],
  ['times', '0'],
  ['times', '1e9'],
  ['percent', '101'],
  ['factor', '0'],
  ['factor', '1.'],
  ['days', ''],
])('rejects the threshold in %s with %j', (unit, threshold) => {
  const draft = { ...draftOf(values, unit), threshold };
  const read = readDraft(draft, rule(unit));
  expect(read.faults.threshold).toBeTruthy();
  expect(valuesOf(draft, read)).toBeNull();
});

it.each([
  ['0', 'days'],
  ['', 'days'],
  ['61', 'days'],
  ['999999', 'hours'],
  ['1.5', 'hours'],
] as const)('no window is %j %s', (window, windowUnit) => {
  const draft = { ...draftOf(values, 'minor'), window, windowUnit };
  const read = readDraft(draft, rule('minor'));
  expect(read.faults.window).toBeTruthy();
  expect(valuesOf(draft, read)).toBeNull();
});

it('parses no window for a rule without one', () => {
  const { windowMinutes: _, ...each } = values;
  const draft = draftOf(each, 'minor');
  const read = readDraft(draft, { unit: 'minor', defaults: each });
  expect(valuesOf(draft, read)).toEqual(each);
});
