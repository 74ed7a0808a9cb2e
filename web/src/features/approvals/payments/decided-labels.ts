/** The decision on a payment or an adjustment in one sentence: who, what and when. */
import { i18n } from '@lingui/core';
import { localText } from '../../../ui/content/when.tsx';

interface Decided {
  status: 'pending' | 'approved' | 'rejected' | 'failed';
  approvedBy: readonly string[];
  rejectedBy?: string | undefined;
  rejectionReason?: string | undefined;
  decidedAt?: string | undefined;
  withdrawn?: boolean | undefined;
}

/** Empty while nothing is decided. `nameOf` returns the name of an operator id. */
export function decidedText(
  { status, approvedBy, rejectedBy, rejectionReason, decidedAt, withdrawn }: Decided,
  nameOf: (id: string) => string,
): string {
  const at = decidedAt ? localText(decidedAt) : '';
  const reason = rejectionReason ?? '';
  if (withdrawn)
    return i18n._({ id: 'decided.withdrawn', message: 'withdrawn by the player on {at}.', values: { at } });
  switch (status) {
    case 'pending':
      return '';
    case 'approved': {
      const names = new Intl.ListFormat(i18n.locale).format(approvedBy.map(nameOf));
      return i18n._({ id: 'decided.approved', message: 'approved by {names} on {at}.', values: { names, at } });
    }
    case 'rejected':
      return rejectedBy
        ? i18n._({
            id: 'decided.rejectedBy',
            message: 'rejected by {name} on {at}. Reason: {reason}',
            values: { name: nameOf(rejectedBy), at, reason },
          })
        : i18n._({ id: 'decided.rejected', message: 'rejected on {at}. Reason: {reason}', values: { at, reason } });
    case 'failed':
      return i18n._({ id: 'decided.failed', message: 'failed on {at}. Reason: {reason}', values: { at, reason } });
  }
}

/** The text for the operator who decided second. */
export function overtakenText(what: string, decided: Decided, nameOf: (id: string) => string): string {
  return i18n._({
    id: 'decided.overtaken',
    message: 'No action was taken. {what}: already {decided}',
    values: { what, decided: decidedText(decided, nameOf) },
  });
}
