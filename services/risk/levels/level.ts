/** Rules of risk levels: the level computed from alerts, and the level in force. Pure. */

import { type RiskLevelName, riskLevels } from '@fairline/proto/auth/fields';
import type { AlertStatus, Severity } from '@fairline/proto/risk/alerts';
import { levelRules } from '@fairline/proto/risk/levels';
import { dayMs } from '@fairline/proto/time';

/** An alert about the player. */
export interface CountedAlert {
  readonly type: string;
  readonly severity: Severity;
  readonly status: AlertStatus;
  readonly closedAt: Date | null;
}

export interface Computed {
  readonly level: RiskLevelName;
  /** The time at which the next resolved alert stops counting. */
  readonly recomputeAt: Date | null;
}

/** The time at which a resolved alert stops counting; null for other alerts. */
const countsUntil = ({ status, closedAt }: CountedAlert): Date | null =>
  status === 'resolved' && closedAt ? new Date(closedAt.getTime() + levelRules.days * dayMs) : null;

/** Whether a type of alert counts for the level. Harm is no risk to the house, and a lowered level is about the operator. */
export const countsForLevel = ({ type }: { readonly type: string }): boolean =>
  type !== 'harm_score' && type !== 'risk_level_lowered';

export function isCounted(alert: CountedAlert, now: Date): boolean {
  if (!countsForLevel(alert) || alert.status === 'false_positive') return false;
  const until = countsUntil(alert);
  return until === null || until > now;
}

export function computeLevel(alerts: readonly CountedAlert[], now: Date): Computed {
  const counted = alerts.filter((alert) => isCounted(alert, now));
  const has = (...severities: Severity[]) => counted.some(({ severity }) => severities.includes(severity));
  const low = counted.filter(({ severity }) => severity === 'low').length;
  const ends = counted.map(countsUntil).filter((until) => until !== null);
  const isMedium = has('medium') || low >= levelRules.lowAlerts;
  return {
    level: has('critical', 'high') ? 'high' : isMedium ? 'medium' : 'low',
    recomputeAt: ends.length > 0 ? new Date(Math.min(...ends.map((end) => end.getTime()))) : null,
  };
}

interface Levels {
  readonly computed: RiskLevelName;
  readonly overrideLevel: RiskLevelName | null;
}

/** The override, if there is one, else the computed level. */
export const levelInForce = ({ computed, overrideLevel }: Levels): RiskLevelName => overrideLevel ?? computed;

export const isBelow = (level: RiskLevelName, other: RiskLevelName): boolean =>
  riskLevels.indexOf(level) < riskLevels.indexOf(other);

/** Whether an override stays. It ends when new alerts raise the computed level above it, because its operator did not know these alerts. */
export const outlasts = ({ computed: before, overrideLevel }: Levels, computed: RiskLevelName): boolean =>
  overrideLevel === null || !isBelow(before, computed) || !isBelow(overrideLevel, computed);
