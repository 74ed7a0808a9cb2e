/** The computed level as a table: alerts that count, their time limits, and the resulting level. */

import type { AlertStatus, Severity } from '@fairline/proto/risk/alerts';
import { levelRules } from '@fairline/proto/risk/levels';
import { dayMs } from '@fairline/proto/time';
import { expect, it } from 'vitest';
import { type CountedAlert, computeLevel, levelInForce, outlasts } from './level.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const ago = (days: number) => new Date(now.getTime() - days * dayMs);
const alert = (
  severity: Severity,
  status: AlertStatus = 'open',
  closedAt: Date | null = null,
  type = 'large_win',
): CountedAlert => ({
  type,
  severity,
  status,
  closedAt,
});
const levelOf = (...alerts: CountedAlert[]) => computeLevel(alerts, now).level;
const lows = (count: number) => Array.from({ length: count }, () => alert('low'));

it.each([
  ['no alerts', levelOf(), 'low'],
  ['a critical one', levelOf(alert('critical')), 'high'],
  ['a high one under investigation', levelOf(alert('high', 'investigating')), 'high'],
  ['a high one resolved within the days', levelOf(alert('high', 'resolved', ago(levelRules.days - 0.001))), 'high'],
  ['a high one resolved just so long ago', levelOf(alert('high', 'resolved', ago(levelRules.days))), 'low'],
  ['a high one that was a false positive', levelOf(alert('high', 'false_positive', ago(0))), 'low'],
  ['a high one on harm', levelOf(alert('high', 'open', null, 'harm_score')), 'low'],
  ['a medium one on a lowered level', levelOf(alert('medium', 'open', null, 'risk_level_lowered')), 'low'],
  ['a medium one', levelOf(alert('medium')), 'medium'],
  ['a medium and a high one', levelOf(alert('medium'), alert('high')), 'high'],
  ['low ones, one too few', levelOf(...lows(levelRules.lowAlerts - 1)), 'low'],
  ['enough low ones', levelOf(...lows(levelRules.lowAlerts)), 'medium'],
  [
    'low ones of which one no longer counts',
    levelOf(...lows(levelRules.lowAlerts - 1), alert('low', 'resolved', ago(levelRules.days))),
    'low',
  ],
])('%s', (_name, level, expected) => {
  expect(level).toBe(expected);
});

it('is computed anew when the first resolved alert stops counting, never while all are open', () => {
  const first = ago(20);
  const { recomputeAt } = computeLevel(
    [alert('medium', 'resolved', ago(10)), alert('high', 'resolved', first), alert('low')],
    now,
  );
  expect(recomputeAt).toEqual(new Date(first.getTime() + levelRules.days * dayMs));
  expect(computeLevel([alert('high')], now).recomputeAt).toBeNull();
});

it('is the override where there is one', () => {
  expect([
    levelInForce({ computed: 'high', overrideLevel: null }),
    levelInForce({ computed: 'high', overrideLevel: 'low' }),
  ]).toEqual(['high', 'low']);
});

it.each([
  ['no override', null, 'low', 'high', true],
  ['one below a level that rises', 'low', 'low', 'medium', false],
  ['one below a level that rises once more', 'medium', 'medium', 'high', false],
  ['one below a level that stays', 'low', 'high', 'high', true],
  ['one below a level that falls', 'low', 'high', 'medium', true],
  ['one that the level rises to', 'high', 'low', 'high', true],
  ['one above the level', 'high', 'low', 'medium', true],
] as const)('outlasts new alerts: %s', (_name, overrideLevel, before, computed, expected) => {
  expect(outlasts({ computed: before, overrideLevel }, computed)).toBe(expected);
});
