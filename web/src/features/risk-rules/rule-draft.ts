/** The values of a rule as typed (money in major units, a window in minutes, hours or days), and how they are parsed. */
import { isThreshold, type RiskRule, ruleRoutes } from '@fairline/proto/risk/rules';
import { i18n } from '@lingui/core';
import { windowText } from '../../domain/risk/measure-labels.ts';
import { decimalText, marks, typedMinor } from '../../figures.ts';

export const windowUnits = { minutes: 1, hours: 60, days: 1_440 } as const;
export type WindowUnit = keyof typeof windowUnits;

export interface RuleDraft {
  enabled: boolean;
  severity: RiskRule['severity'];
  threshold: string;
  /** Empty if the rule has no window. */
  window: string;
  windowUnit: WindowUnit;
}

type Values = RiskRule['defaults'];

export function draftOf({ enabled, severity, threshold, windowMinutes }: Values, unit: RiskRule['unit']): RuleDraft {
  const windowUnit = windowMinutes === undefined ? 'days' : unitOf(windowMinutes);
  return {
    enabled,
    severity,
    threshold: unit === 'minor' ? decimalText(threshold, 'USD') : String(threshold).replace('.', marks().decimal),
    window: windowMinutes === undefined ? '' : String(windowMinutes / windowUnits[windowUnit]),
    windowUnit,
  };
}

/** The largest unit that divides a window evenly. */
function unitOf(minutes: number): WindowUnit {
  if (minutes % windowUnits.days === 0) return 'days';
  return minutes % windowUnits.hours === 0 ? 'hours' : 'minutes';
}

export interface ReadDraft {
  threshold: number | null;
  /** Absent if the rule has none, null if it is invalid. */
  windowMinutes: number | null | undefined;
  faults: { threshold?: string; window?: string };
}

export function readDraft(
  { threshold, window, windowUnit }: RuleDraft,
  rule: Pick<RiskRule, 'unit' | 'defaults' | 'maxWindowMinutes'>,
): ReadDraft {
  const read = readThreshold(threshold, rule.unit);
  const windowMinutes = rule.defaults.windowMinutes === undefined ? undefined : readWindow(window, windowUnit);
  const faults: ReadDraft['faults'] = {};
  if (read === null) faults.threshold = thresholdFault(rule.unit);
  if (windowMinutes === null)
    faults.window = i18n._({ id: 'riskRules.wholeNumber', message: 'Please enter a whole number above 0' });
  else if (windowMinutes !== undefined && rule.maxWindowMinutes !== undefined && windowMinutes > rule.maxWindowMinutes)
    faults.window = i18n._({
      id: 'riskRules.windowAtMost',
      message: 'At most {window}',
      values: { window: windowText(rule.maxWindowMinutes) },
    });
  return { threshold: read, windowMinutes, faults };
}

function readThreshold(text: string, unit: RiskRule['unit']): number | null {
  const value = unit === 'minor' ? typedMinor(text, 'USD') : readNumber(text);
  return value !== null && isThreshold(unit, value) ? value : null;
}

/** A typed number without thousands separators; null if it is invalid. */
function readNumber(text: string): number | null {
  const written = text.trim().replace(marks().decimal, '.');
  return /^\d{1,9}(\.\d{1,4})?$/.test(written) ? Number(written) : null;
}

function readWindow(text: string, unit: WindowUnit): number | null {
  return /^\d{1,6}$/.test(text.trim()) && Number(text) > 0 ? Number(text) * windowUnits[unit] : null;
}

function thresholdFault(unit: RiskRule['unit']): string {
  switch (unit) {
    case 'minor':
      return i18n._({ id: 'users.amountNeeded', message: 'Please enter a valid amount' });
    case 'percent':
      return i18n._({ id: 'riskRules.share', message: 'Please enter a number above 0, up to 100' });
    case 'factor':
      return i18n._({ id: 'riskRules.number', message: 'Please enter a number above 0' });
    default:
      return i18n._({ id: 'riskRules.wholeNumber', message: 'Please enter a whole number above 0' });
  }
}

/** Whether a draft equals these values. */
export function isSame(draft: RuleDraft, read: ReadDraft, values: Values): boolean {
  return (
    draft.enabled === values.enabled &&
    draft.severity === values.severity &&
    read.threshold === values.threshold &&
    (read.windowMinutes ?? undefined) === values.windowMinutes
  );
}

/** A draft as the server expects it; null if it is invalid. */
export function valuesOf(draft: RuleDraft, { threshold, windowMinutes, faults }: ReadDraft): Values | null {
  if (threshold === null || windowMinutes === null || faults.window) return null;
  const body = ruleRoutes.backTest.body.omit({ id: true }).safeParse({ threshold, windowMinutes });
  return body.success
    ? {
        enabled: draft.enabled,
        severity: draft.severity,
        threshold,
        ...(windowMinutes !== undefined && { windowMinutes }),
      }
    : null;
}
