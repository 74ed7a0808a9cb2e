/** Identity verification: the queue and the review of one. */
import { i18n } from '@lingui/core';
import { Verifications } from '../features/verification-desk/queue.tsx';
import { Page } from './frame/page.tsx';

export function KycPage() {
  return (
    <Page title={i18n._({ id: 'kycDesk.title', message: 'KYC Verification' })} needs="kyc.read">
      {(operator) => <Verifications operator={operator} />}
    </Page>
  );
}
