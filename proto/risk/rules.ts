/** Risk rules as data: the measure, threshold and window of each, and the severity of its alerts. Operators tune them, after a back-test on stored signals. */

import { z } from 'zod';
import { common, Id, Instant, Reason, refusal, route } from '../contract.ts';
import { dayMs } from '../time.ts';
import { Severity } from './alerts.ts';

/**
 * How a rule measures its signals.
 * - each: one signal whose value reaches the threshold
 * - count: the number of one subject's signals within the window reaches the threshold; in per cent, the share of their attempts that failed
 * - sum: the values of one subject's signals within the window add up to the threshold
 * - distinct: the number of subjects that share one trait within the window reaches the threshold
 * - sequence: a signal reaches the threshold within the window after one of another kind
 * - unplayed: a withdrawal when less than the threshold, in per cent, of the deposits in the window has been staked
 * - multiple: a value of at least the threshold times the subject's average in the window
 * - gap: a signal after at least the threshold, in days, without activity
 */
export const ruleMeasures = ['each', 'count', 'sum', 'distinct', 'sequence', 'unplayed', 'multiple', 'gap'] as const;
export const RuleMeasure = z.enum(ruleMeasures);
export type RuleMeasure = z.infer<typeof RuleMeasure>;

/** The units of thresholds. `minor`: minor units of the play currency, with USD, EUR and GBP at par. */
export const thresholdUnits = ['minor', 'times', 'subjects', 'percent', 'days', 'factor'] as const;

export type ThresholdUnit = (typeof thresholdUnits)[number];

/** The bounds of a threshold in each unit. It is always above 0. */
export const thresholdBounds: Readonly<Record<ThresholdUnit, { readonly most: number; readonly isWhole: boolean }>> = {
  minor: { most: Number.MAX_SAFE_INTEGER, isWhole: true },
  times: { most: 999_999_999, isWhole: true },
  subjects: { most: 999_999_999, isWhole: true },
  percent: { most: 100, isWhole: false },
  days: { most: 999_999_999, isWhole: true },
  factor: { most: 999_999_999, isWhole: false },
};

export function isThreshold(unit: ThresholdUnit, value: number): boolean {
  const { most, isWhole } = thresholdBounds[unit];
  return value > 0 && value <= most && (!isWhole || Number.isInteger(value));
}

export const ruleLimits = {
  /** A rule is refused if its back-test gives more alerts a day than this. Alerts of a sample are projected to all subjects. */
  maxAlertsPerDay: 200,
  /** A rule that raises this many alerts within an hour is throttled for an hour; one alert reports it. */
  maxAlertsPerHour: 50,
  /** The most signals that a back-test reads. */
  maxBackTestSignals: 500_000,
} as const;

const tuning = {
  enabled: z.boolean(),
  severity: Severity,
  threshold: z.number().positive().max(Number.MAX_SAFE_INTEGER),
  /** Absent for measures without a window. */
  windowMinutes: z.int().positive().optional(),
};

export const RiskRule = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().meta({ description: 'in English; the web app has its own texts by id' }),
  /** The type of its alerts. */
  alertType: z.string(),
  measure: RuleMeasure,
  unit: z.enum(thresholdUnits),
  ...tuning,
  /** The longest window: signals are kept no longer. */
  maxWindowMinutes: z.int().optional(),
  defaults: z.object(tuning),
  version: z.int(),
  changedAt: Instant.optional(),
  changedBy: Id.optional(),
  /** The number of alerts in the last 7 days. */
  raised: z.int(),
  throttledUntil: Instant.optional(),
});
export type RiskRule = z.infer<typeof RiskRule>;

export const BackTest = z.object({
  ruleId: z.string(),
  from: Instant,
  until: Instant,
  /** The number of signals that were read. */
  signals: z.int(),
  /** True if signals were left out: the oldest of all or of a subject, or those of subjects for which no time was left. */
  isPartial: z.boolean(),
  /** The share of subjects that was measured, if it is below 1. They are chosen at random, and `alerts` are those of this sample. */
  share: z.number().positive().max(1).optional(),
  alerts: z.int(),
  subjects: z.int(),
  days: z.array(z.object({ day: z.iso.date(), alerts: z.int() })),
  /** The newest ten. */
  examples: z.array(z.object({ subject: z.string(), at: Instant, measured: z.number() })),
});
export type BackTest = z.infer<typeof BackTest>;

/** The mean number of alerts per day over the tested time, of at least a day. A sample is projected to all subjects. */
export function meanAlertsPerDay({
  from,
  until,
  alerts,
  share = 1,
}: Pick<BackTest, 'from' | 'until' | 'alerts' | 'share'>): number {
  return alerts / share / Math.max(1, (Date.parse(until) - Date.parse(from)) / dayMs);
}

export const ruleRefusals = {
  unknown: refusal('not_found', 404, 'Rule not found', 'rule'),
  /** params: {maxMinutes} */
  window: refusal('rule_window', 422, 'The window can be at most {maxMinutes} minutes: older signals are not kept'),
  /** params: {perDay, most} */
  noisy: refusal('rule_too_noisy', 422, 'This would raise {perDay} alerts a day; at most {most} are allowed'),
  changed: refusal('rule_changed', 409, 'Another operator has changed this rule. Review it and try again.'),
} as const;

const trial = { id: z.string().max(60), threshold: tuning.threshold, windowMinutes: tuning.windowMinutes };

export const ruleRoutes = {
  rules: route('GET /api/admin/risk/rules', {
    summary: 'All risk rules with their current values',
    access: { operator: 'risk.read' },
    reply: z.object({ items: z.array(RiskRule) }),
  }),
  setRule: route('PUT /api/admin/risk/rules', {
    summary:
      'Changes a rule. Refused if a back-test raises too many alerts. Disabling or loosening a rule raises an alert',
    access: { operator: 'risk' },
    body: z.strictObject({ id: trial.id, ...tuning, version: z.int(), reason: Reason }),
    reply: RiskRule,
    refusals: [ruleRefusals.unknown, ruleRefusals.window, ruleRefusals.noisy, ruleRefusals.changed, common.busy],
  }),
  backTest: route('POST /api/admin/risk/rules/back-test', {
    summary: 'The alerts that a rule would have raised with these values on the stored signals; changes nothing',
    access: { operator: 'risk.read' },
    body: z.strictObject(trial),
    reply: BackTest,
    refusals: [ruleRefusals.unknown, ruleRefusals.window, common.busy],
  }),
} as const;
