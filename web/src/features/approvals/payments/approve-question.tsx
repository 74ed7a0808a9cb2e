/** The confirmation before an approval: the action, its details, and whether another operator must approve too. Enter confirms. */
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

interface ApproveQuestionProps {
  /** The action, as title and on the button. */
  title: string;
  /** Rows without a value are left out. */
  details: readonly (readonly [name: string, value: string | null | undefined])[];
  approvals: number;
  approvalsNeeded: number;
  onApprove: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Open while it is rendered; its parent controls that. */
export function ApproveQuestion({
  title,
  details,
  approvals,
  approvalsNeeded,
  onApprove,
  onClose,
  children,
}: ApproveQuestionProps) {
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      onSubmit={onApprove}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" data-first>
            {title}
          </Button>
        </>
      }
    >
      <dl className="flex flex-col text-13">
        {details.map(
          ([name, value]) =>
            value && (
              <div key={name} className="flex justify-between gap-4 border-b border-line py-2 last:border-b-0">
                <dt className="shrink-0 text-ink-soft">{name}</dt>
                <dd className="min-w-0 text-right break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {approvals + 1 < approvalsNeeded && (
        <p className="text-13 text-ink-soft">
          {i18n._({ id: 'approval.firstOfTwo', message: 'Another operator must approve it too before money moves.' })}
        </p>
      )}
      {children}
    </Dialog>
  );
}
