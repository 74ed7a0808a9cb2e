/** Texts of rules, as rows. */
import type { RiskRule } from '@fairline/proto/risk/rules';
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { measureText, windowText } from './measure-labels.ts';

beforeAll(loadEnglish);

it.each<[Pick<RiskRule, 'measure' | 'unit' | 'threshold' | 'windowMinutes'>, string]>([
  [{ measure: 'each', unit: 'minor', threshold: 500_000 }, '5,000.00 or more'],
  [{ measure: 'count', unit: 'times', threshold: 3, windowMinutes: 10_080 }, '3 or more in 7 days'],
  [{ measure: 'sum', unit: 'minor', threshold: 100_000, windowMinutes: 60 }, '1,000.00 or more in 1 hour'],
  [{ measure: 'distinct', unit: 'subjects', threshold: 3, windowMinutes: 43_200 }, '3 or more accounts in 30 days'],
  [{ measure: 'sequence', unit: 'minor', threshold: 100_000, windowMinutes: 90 }, '1,000.00 or more within 90 minutes'],
  [{ measure: 'sequence', unit: 'times', threshold: 1, windowMinutes: 1_440 }, 'Within 1 day'],
  [
    { measure: 'unplayed', unit: 'percent', threshold: 50, windowMinutes: 10_080 },
    'Less than 50% of deposits staked in 7 days',
  ],
  [{ measure: 'count', unit: 'percent', threshold: 40, windowMinutes: 1_440 }, '40% or more in 1 day'],
  [
    { measure: 'multiple', unit: 'factor', threshold: 2.5, windowMinutes: 43_200 },
    'At least 2.5× the average of 30 days',
  ],
  [{ measure: 'gap', unit: 'days', threshold: 180 }, '180 days or more without activity'],
])('%j is %s', (rule, text) => {
  expect(measureText(rule)).toBe(text);
});

it.each([
  [1, '1 minute'],
  [90, '90 minutes'],
  [120, '2 hours'],
  [1_440, '1 day'],
  [86_400, '60 days'],
])('%i minutes are %s', (minutes, text) => {
  expect(windowText(minutes)).toBe(text);
});
