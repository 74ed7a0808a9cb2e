/** One document of a verification: its type, its status, and its decision. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { OperatorDocument } from '@fairline/proto/kyc/desk';
import { i18n } from '@lingui/core';
import { documentName, documentStatus } from '../../domain/kyc/labels.ts';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { figureText } from '../../figures.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';

const bytesPerMB = 1024 * 1024;

interface CardProps {
  document: OperatorDocument;
  operator: Operator;
  decidable: boolean;
  busy: boolean;
  onView: () => void;
  onApprove: () => void;
  onReject: () => void;
}

export function DocumentCard({ document, operator, decidable, busy, onView, onApprove, onReject }: CardProps) {
  const nameOf = useOperatorName(operator);
  const { type, status, fileName, fileSize, pages, uploadedAt, expiresAt, reviewedBy, rejectionReason, scan } =
    document;
  const [label, tone] = documentStatus(status);
  const name = documentName(type);
  const isDecidable = decidable && status === 'pending' && hasPermission(operator, 'kyc');
  return (
    <li className="flex flex-col gap-2 rounded-card border border-line bg-surface p-3 text-13">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-strong">{name}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="truncate">{fileName}</p>
      <p className="text-12 text-ink-soft">
        <span className="figures">{figureText((fileSize / bytesPerMB).toFixed(2))} MB</span>
        {pages > 1 && ` · ${i18n._({ id: 'document.pages', message: '{pages} pages', values: { pages } })}`} ·{' '}
        <When at={uploadedAt} />
        {status === 'approved' && (
          <>
            {' · '}
            {i18n._({ id: 'document.validUntil', message: 'Valid until' })} <When at={expiresAt} />
          </>
        )}
        {scan === 'not_scanned' && ` · ${i18n._({ id: 'document.notScanned', message: 'Not scanned for viruses' })}`}
      </p>
      {reviewedBy && (
        <p className="text-12 text-ink-soft">
          {i18n._({ id: 'document.decidedBy', message: 'Decided by {name}', values: { name: nameOf(reviewedBy) } })}
        </p>
      )}
      {rejectionReason && <p className="text-down">{rejectionReason}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          size="small"
          aria-label={i18n._({ id: 'document.viewOf', message: 'View {name}', values: { name } })}
          why={
            !hasPermission(operator, 'kyc.documents') &&
            i18n._({ id: 'document.notAllowed', message: 'Your role may not see documents.' })
          }
          onClick={onView}
        >
          {i18n._({ id: 'document.view', message: 'View' })}
        </Button>
        {isDecidable && (
          <>
            <Button
              look="secondary"
              size="small"
              busy={busy}
              aria-label={i18n._({ id: 'document.approveOf', message: 'Approve {name}', values: { name } })}
              onClick={onApprove}
            >
              {i18n._({ id: 'kycDesk.approve', message: 'Approve' })}
            </Button>
            <Button
              look="danger"
              size="small"
              aria-label={i18n._({ id: 'kycDesk.rejectOne', message: 'Reject {document}', values: { document: name } })}
              onClick={onReject}
            >
              {i18n._({ id: 'kycDesk.reject', message: 'Reject' })}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
