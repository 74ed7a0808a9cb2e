/** Names of the statuses of a welcome bonus, and of the reasons for holding one back. */
import type { WelcomeBonus } from '@fairline/proto/wallet/grants';
import { i18n } from '@lingui/core';
import type { Tone } from '../../../ui/content/badge.tsx';
import { localText } from '../../../ui/content/when.tsx';

export function bonusStatusName(status: WelcomeBonus['status']): [string, Tone] {
  switch (status) {
    case 'waiting':
      return [i18n._({ id: 'tx.pending', message: 'Pending Review' }), 'live'];
    case 'paid':
      return [i18n._({ id: 'bonuses.paid', message: 'Paid' }), 'act'];
    case 'rejected':
      return [i18n._({ id: 'tx.rejected', message: 'Rejected' }), 'down'];
  }
}

/** The status; a bonus that nobody rejected was declined by its player at registration. */
export function bonusStateName({ status, decidedBy }: Pick<WelcomeBonus, 'status' | 'decidedBy'>): [string, Tone] {
  if (status === 'rejected' && !decidedBy)
    return [i18n._({ id: 'bonuses.declined', message: 'Declined by the player' }), 'plain'];
  return bonusStatusName(status);
}

export function sharedName(kind: WelcomeBonus['shared'][number]['kind']): string {
  switch (kind) {
    case 'mailbox':
      return i18n._({ id: 'bonuses.mailbox', message: 'Same mailbox' });
    case 'device':
      return i18n._({ id: 'bonuses.device', message: 'Same device' });
    case 'person':
      return i18n._({ id: 'bonuses.person', message: 'Same name and date of birth' });
  }
}

/** The operator and time of a decision; null while it waits. `nameOf` returns the name of an operator id. */
export function bonusDecisionText(
  { status, decidedBy, decidedAt, rejectionReason }: WelcomeBonus,
  nameOf: (id: string) => string,
): string | null {
  if (status === 'waiting' || !decidedAt) return null;
  const at = localText(decidedAt);
  if (!decidedBy) return at;
  const names = nameOf(decidedBy);
  if (status === 'paid')
    return i18n._({ id: 'decided.approved', message: 'approved by {names} on {at}.', values: { names, at } });
  return i18n._({
    id: 'decided.rejectedBy',
    message: 'rejected by {name} on {at}. Reason: {reason}',
    values: { name: names, at, reason: rejectionReason ?? '' },
  });
}
