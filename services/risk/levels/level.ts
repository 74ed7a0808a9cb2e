/** How a risk level is computed from alerts, and which level is in force. Pure. */

import { type RiskLevelName, riskLevels } from '@fairline/proto/auth/fields';
import type { AlertStatus, Severity } from '@fairline/proto/risk/alerts';
import { levelRules } from '@fairline/proto/risk/levels';

const dayMs = 86_400_000;

/** An alert about the player. */
export interface CountedAlert {
  readonly type: string;
  readonly severity: Severity;
  readonly status: AlertStatus;
  readonly closedAt: Date | null;
}

export interface Computed {
  readonly level: RiskLevelName;
  /** When the next resolved alert stops counting. */
  readonly recomputeAt: Date | null;
}

/** When a resolved alert stops counting; null for alerts without such an end. */
const countsUntil = ({ status, closedAt }: CountedAlert): Date | null =>
  status === 'resolved' && closedAt ? new Date(closedAt.getTime() + levelRules.days * dayMs) : null;

/** Harm is no risk to the house, and a lowered level is about its operator. */
export const countsForLevel = ({ type }: { readonly type: string }): boolean => type !== 'harm_score' && type !== 'risk_level_lowered';

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

/** The override where there is one. */
export const levelInForce = ({ computed, overrideLevel }: Levels): RiskLevelName => overrideLevel ?? computed;

export const isBelow = (level: RiskLevelName, other: RiskLevelName): boolean => riskLevels.indexOf(level) < riskLevels.indexOf(other);

/** An operator judged the alerts of their time: once the computed level rises above an override, the override ends. */
export const outlasts = ({ computed: before, overrideLevel }: Levels, computed: RiskLevelName): boolean =>
  overrideLevel === null || !isBelow(before, computed) || !isBelow(overrideLevel, computed);
