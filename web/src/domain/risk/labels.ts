/** Names of alert severities, alert statuses and risk levels. */

import type { RiskLevelName } from '@fairline/proto/auth/fields';
import type { AlertStatus, Severity } from '@fairline/proto/risk/alerts';
import { i18n } from '@lingui/core';
import type { Tone } from '../../ui/content/badge.tsx';

export function severityName(severity: Severity): [name: string, tone: Tone] {
  switch (severity) {
    case 'critical':
      return [i18n._({ id: 'alert.critical', message: 'Critical' }), 'down'];
    case 'high':
      return [i18n._({ id: 'alert.high', message: 'High' }), 'live'];
    case 'medium':
      return [i18n._({ id: 'alert.medium', message: 'Medium' }), 'info'];
    case 'low':
      return [i18n._({ id: 'alert.low', message: 'Low' }), 'plain'];
  }
}

export function alertStatusName(status: AlertStatus): [name: string, tone: Tone] {
  switch (status) {
    case 'open':
      return [i18n._({ id: 'alert.open', message: 'Open' }), 'plain'];
    case 'investigating':
      return [i18n._({ id: 'alert.investigating', message: 'Investigating' }), 'info'];
    case 'resolved':
      return [i18n._({ id: 'alert.resolved', message: 'Resolved' }), 'act'];
    case 'false_positive':
      return [i18n._({ id: 'alert.falsePositive', message: 'False positive' }), 'plain'];
  }
}

export function riskLevelName(level: RiskLevelName): [name: string, tone: Tone] {
  switch (level) {
    case 'low':
      return [i18n._({ id: 'riskLevel.low', message: 'Low' }), 'plain'];
    case 'medium':
      return [i18n._({ id: 'riskLevel.medium', message: 'Medium' }), 'info'];
    case 'high':
      return [i18n._({ id: 'riskLevel.high', message: 'High' }), 'live'];
  }
}

/** The level with its noun, for places without a heading. */
export function riskText(level: RiskLevelName): string {
  switch (level) {
    case 'low':
      return i18n._({ id: 'riskLevel.lowRisk', message: 'Low risk' });
    case 'medium':
      return i18n._({ id: 'riskLevel.mediumRisk', message: 'Medium risk' });
    case 'high':
      return i18n._({ id: 'riskLevel.highRisk', message: 'High risk' });
  }
}
