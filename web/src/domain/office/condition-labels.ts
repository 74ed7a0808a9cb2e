/** The condition of a platform figure, as label and colour. */
import { i18n } from '@lingui/core';
import type { Tone } from '../../ui/content/badge.tsx';
import type { Condition } from './deliveries.ts';

export function conditionName(condition: Condition): [name: string, tone: Tone] {
  switch (condition) {
    case 'healthy':
      return [i18n._({ id: 'condition.healthy', message: 'Healthy' }), 'act'];
    case 'warning':
      return [i18n._({ id: 'condition.warning', message: 'Warning' }), 'live'];
    case 'critical':
      return [i18n._({ id: 'condition.critical', message: 'Critical' }), 'down'];
  }
}
