/** The toast of a rejected verification, with the reason that the operator gave. */
import { verificationRoutes } from '@fairline/proto/kyc/verifications';
import { i18n } from '@lingui/core';
import { call } from '../../client/requests/call.ts';
import { notify } from '../../ui/notices/notify.ts';

export async function announceRejection(): Promise<void> {
  const { verification } = await call(verificationRoutes.kyc, {});
  if (verification?.status !== 'rejected') return;
  const reason = verification.rejectionReason ?? '';
  notify.error(i18n._({ id: 'told.kycRejected', message: 'KYC Verification Rejected: {reason}', values: { reason } }));
}
