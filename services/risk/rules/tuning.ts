/** Rules of tuning: the values that operators may set, and whether a change loosens a rule. Pure. */
import { common, Refusal } from '@fairline/proto/contract';
import type { Loosening } from '@fairline/proto/risk/alert-messages';
import { severities } from '@fairline/proto/risk/alerts';
import { ruleRefusals } from '@fairline/proto/risk/rules';
import { fieldMessages } from '@fairline/proto/texts';
import { alertText } from '../alerts/english.ts';
import type { Draft } from '../alerts/intake.ts';
import { raisesAgain } from './case.ts';
import { periodMsOf, type Tuning } from './measures.ts';
import { maxWindowMinutesOf, type Rule } from './rules.ts';

/** The shortest window in minutes of a rule that compares with earlier days: two days, because today does not count. */
const leastCompared = 2 * 24 * 60;

/** Replaces the present values by those that were sent. Refuses an invalid window; without one the present window stays. */
export function withValues(rule: Rule, present: Tuning, { windowMinutes, ...sent }: Partial<Tuning>): Tuning {
  const most = maxWindowMinutesOf(rule);
  if (windowMinutes !== undefined && most === undefined)
    throw new Refusal(common.invalidRequest, undefined, { windowMinutes: fieldMessages.ruleWindowMissing });
  if (windowMinutes !== undefined && most !== undefined && windowMinutes > most)
    throw new Refusal(ruleRefusals.window, { maxMinutes: most });
  if (rule.measure === 'multiple' && windowMinutes !== undefined && windowMinutes < leastCompared)
    throw new Refusal(common.invalidRequest, undefined, { windowMinutes: fieldMessages.ruleWindowShort });
  return { ...present, ...sent, ...(windowMinutes !== undefined && { windowMinutes }) };
}

/** Whether a rule finds more with a higher threshold: it looks for shares below the threshold. */
const growsWithThreshold = ({ measure }: Rule) => measure === 'unplayed';
/** Whether a rule compares within its window, so that any other window may hide cases. */
const windowCompares = ({ measure, unit }: Rule) => measure === 'multiple' || unit === 'percent';
/** Whether a closed alert suppresses its case for longer. It does so until the case has grown by half, at most for the period, which grows with the window. */
const suppressesLonger = (rule: Rule, before: Tuning, after: Tuning) =>
  !raisesAgain(rule) && periodMsOf(after) > periodMsOf(before);

/** The ways in which a change loosens a rule; empty if it does not. */
export function loosenedBy(rule: Rule, before: Tuning, after: Tuning): Loosening[] {
  const [higher, lower] = [after.threshold > before.threshold, after.threshold < before.threshold];
  const [windowBefore, windowAfter] = [before.windowMinutes ?? 0, after.windowMinutes ?? 0];
  const isOtherWindow = windowAfter !== windowBefore && windowCompares(rule);
  const isLooserWindow = windowAfter < windowBefore || isOtherWindow || suppressesLonger(rule, before, after);
  const isLooserThreshold = growsWithThreshold(rule) ? lower : higher;
  const isMilder = severities.indexOf(after.severity) > severities.indexOf(before.severity);
  return [
    ...(before.enabled && !after.enabled ? [{ kind: 'off' } as const] : []),
    ...(isLooserThreshold
      ? [{ kind: 'threshold', from: before.threshold, to: after.threshold, unit: rule.unit } as const]
      : []),
    ...(isLooserWindow ? [{ kind: 'window', fromMinutes: windowBefore, toMinutes: windowAfter } as const] : []),
    ...(isMilder ? [{ kind: 'severity', from: before.severity, to: after.severity } as const] : []),
  ];
}

/** The alert that an operator loosened a rule. Another operator must review it, because operators cannot close alerts about their own decisions. */
export function loosenedDraft(
  rule: Rule,
  version: number,
  changes: readonly Loosening[],
  operatorId: string,
): Draft | undefined {
  if (changes.length === 0) return undefined;
  return {
    cause: `risk_rule_loosened ${rule.id} ${version}`,
    type: 'risk_rule_loosened',
    ...alertText('rule_loosened', { rule: rule.id, changes: [...changes] }),
    operatorId,
    about: { type: 'rule', id: rule.id },
  };
}

/** So many rules loosened by one operator within a day raise one critical alert more. It is no tunable rule, so nobody can switch it off. */
export const manyLoosened = { rules: 3, withinMs: 24 * 60 * 60_000 } as const;

/** `rules`: how many the operator has loosened within the time. */
export function manyLoosenedDraft(rules: number, operatorId: string, at: Date): Draft | undefined {
  if (rules < manyLoosened.rules) return undefined;
  return {
    cause: `risk_rules_loosened ${operatorId} ${at.toISOString().slice(0, 10)}`,
    type: 'risk_rule_loosened',
    severity: 'critical',
    ...alertText('rules_loosened', { rules }),
    operatorId,
    about: { type: 'operator', id: operatorId },
  };
}
