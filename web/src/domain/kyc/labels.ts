/** Names of documents, their states and those of verifications. */
import type { Infer } from '@fairline/proto/contract';
import type { AmlCheck } from '@fairline/proto/kyc/desk';
import type { Document, DocumentType } from '@fairline/proto/kyc/documents';
import type { VerificationStatus } from '@fairline/proto/kyc/verifications';
import { i18n } from '@lingui/core';
import type { Tone } from '../../ui/content/badge.tsx';

export function documentName(type: DocumentType): string {
  switch (type) {
    case 'passport':
      return i18n._({ id: 'document.passport', message: 'Passport' });
    case 'id_card':
      return i18n._({ id: 'document.idCard', message: 'ID Card' });
    case 'drivers_license':
      return i18n._({ id: 'document.driversLicense', message: "Driver's License" });
    case 'utility_bill':
      return i18n._({ id: 'document.utilityBill', message: 'Utility Bill' });
    case 'bank_statement':
      return i18n._({ id: 'document.bankStatement', message: 'Bank Statement' });
    case 'proof_of_funds':
      return i18n._({ id: 'document.proofOfFunds', message: 'Proof of Funds' });
  }
}

export function documentStatus(status: Document['status']): [name: string, tone: Tone] {
  return verificationStatus(status);
}

export function verificationStatus(status: VerificationStatus): [name: string, tone: Tone] {
  switch (status) {
    case 'pending':
      return [i18n._({ id: 'kyc.pending', message: 'Pending' }), 'live'];
    case 'in_review':
      return [i18n._({ id: 'kyc.inReview', message: 'In review' }), 'info'];
    case 'approved':
      return [i18n._({ id: 'kyc.approved', message: 'Approved' }), 'act'];
    case 'rejected':
      return [i18n._({ id: 'kyc.rejected', message: 'Rejected' }), 'down'];
    case 'expired':
      return [i18n._({ id: 'kyc.expired', message: 'Expired' }), 'plain'];
  }
}

type Check = Infer<typeof AmlCheck>;

export function screeningName(kind: Check['kind']): string {
  switch (kind) {
    case 'sanctions':
      return i18n._({ id: 'screening.sanctions', message: 'Sanctions' });
    case 'pep':
      return i18n._({ id: 'screening.pep', message: 'Politically exposed person' });
    case 'adverse_media':
      return i18n._({ id: 'screening.media', message: 'Adverse media' });
  }
}

export function screeningOutcome(outcome: Check['outcome']): [name: string, tone: Tone] {
  switch (outcome) {
    case 'clear':
      return [i18n._({ id: 'screening.clear', message: 'Clear' }), 'act'];
    case 'match':
      return [i18n._({ id: 'screening.match', message: 'Match' }), 'down'];
    case 'unclear':
      return [i18n._({ id: 'screening.unclear', message: 'Unclear' }), 'live'];
  }
}
