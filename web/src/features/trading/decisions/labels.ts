/** Names of decisions on markets and of their statuses. */
import type { Decision, DecisionInput } from '@fairline/proto/betting/desk';
import { i18n } from '@lingui/core';
import type { Tone } from '../../../ui/content/badge.tsx';

export function decisionKindName(kind: DecisionInput['kind']): string {
  switch (kind) {
    case 'result':
      return i18n._({ id: 'decision.result', message: 'Result' });
    case 'void':
      return i18n._({ id: 'decision.void', message: 'Void bets' });
    case 'release':
      return i18n._({ id: 'decision.release', message: 'Revert to feed result' });
  }
}

export function decisionStatusName(status: Decision['status']): [label: string, tone: Tone] {
  switch (status) {
    case 'pending':
      return [i18n._({ id: 'decisionStatus.pending', message: 'Waiting for a second operator' }), 'live'];
    case 'applied':
      return [i18n._({ id: 'decisionStatus.applied', message: 'Applied' }), 'act'];
    case 'withdrawn':
      return [i18n._({ id: 'decisionStatus.withdrawn', message: 'Withdrawn' }), 'plain'];
  }
}
