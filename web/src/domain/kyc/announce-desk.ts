/** Notices to operators about verifications, with the player's name if they may read it. */

import type { Operator } from '@fairline/proto/auth/sessions';
import { staffRoutes } from '@fairline/proto/auth/staff';
import type { Change } from '@fairline/proto/live/stream';
import { i18n } from '@lingui/core';
import { call } from '../../client/requests/call.ts';
import { notify } from '../../ui/notices/notify.ts';
import { hasPermission } from '../people/operators.ts';

/** The events of verifications are published about their player. */
export async function announceVerification(change: Change, name: string, operator: Operator): Promise<void> {
  const values = { name: await playerName(change.id, operator) };
  if (name === 'KycSubmitted')
    notify.info(i18n._({ id: 'kycTold.submitted', message: 'New KYC verification submitted by {name}', values }));
  if (name === 'KycApproved')
    notify.info(i18n._({ id: 'kycTold.approved', message: 'Verification approved for {name}', values }));
  if (name === 'KycRejected')
    notify.info(i18n._({ id: 'kycTold.rejected', message: 'Verification rejected for {name}', values }));
}

async function playerName(id: string, operator: Operator): Promise<string> {
  const unnamed = id.slice(-8);
  if (!hasPermission(operator, 'users.read')) return unnamed;
  const { items } = await call(staffRoutes.summaries, { body: { playerIds: [id] } }).catch(() => ({ items: [] }));
  const [player] = items;
  return player ? `${player.firstName} ${player.lastName}` : unnamed;
}
