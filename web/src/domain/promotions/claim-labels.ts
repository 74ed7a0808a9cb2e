/** The status of a claim; for a waiting claim its reason. */
import type { Claim, ClaimStatus } from '@fairline/proto/promotions/claims';
import { i18n } from '@lingui/core';
import type { Tone } from '../../ui/content/badge.tsx';

export function claimStatusName(status: ClaimStatus): [label: string, tone: Tone] {
  switch (status) {
    case 'claimed':
      return [i18n._({ id: 'claim.status.claimed', message: 'Claimed' }), 'info'];
    case 'active':
      return [i18n._({ id: 'claim.status.active', message: 'Active' }), 'act'];
    case 'completed':
      return [i18n._({ id: 'claim.status.completed', message: 'Completed' }), 'act'];
    case 'expired':
      return [i18n._({ id: 'claim.status.expired', message: 'Expired' }), 'plain'];
    case 'forfeited':
      return [i18n._({ id: 'claim.status.forfeited', message: 'Forfeited' }), 'plain'];
    case 'cancelled':
      return [i18n._({ id: 'claim.status.cancelled', message: 'Cancelled' }), 'plain'];
  }
}

export function claimStateName({
  status,
  waitingFor,
}: Pick<Claim, 'status' | 'waitingFor'>): [label: string, tone: Tone] {
  if (waitingFor === 'deposit') return [i18n._({ id: 'claim.waits.deposit', message: 'Waiting for deposit' }), 'live'];
  if (waitingFor === 'operator') return [i18n._({ id: 'claim.waits.operator', message: 'In review' }), 'live'];
  return claimStatusName(status);
}
