/** The toast for a decided verification; for a rejected one with the operator's reason. */
import { verificationRoutes } from '@fairline/proto/kyc/verifications';
import { i18n } from '@lingui/core';
import { call } from '../../client/requests/call.ts';
import { notify } from '../../ui/notices/notify.ts';

export async function announceReview(event: 'KycApproved' | 'KycRejected'): Promise<void> {
  if (event === 'KycApproved') {
    notify.success(
      i18n._({ id: 'told.kycApproved', message: 'KYC Verification Approved! Your account is now fully verified.' }),
    );
    return;
  }
  const { verification } = await call(verificationRoutes.kyc, {});
  if (verification?.status !== 'rejected') return;
  const reason = verification.rejectionReason ?? '';
  notify.error(i18n._({ id: 'told.kycRejected', message: 'KYC Verification Rejected: {reason}', values: { reason } }));
}
