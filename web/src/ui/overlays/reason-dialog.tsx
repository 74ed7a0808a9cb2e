/** Asks for the reason of an action before it is done: typed, required, and recorded. */
import { i18n } from '@lingui/core';
import { type ReactNode, useState } from 'react';
import { Failure } from '../content/states.tsx';
import { Button } from '../controls/button.tsx';
import { TextArea } from '../forms/field.tsx';
import { Dialog } from './dialog.tsx';

interface ReasonDialogProps {
  title: ReactNode;
  /** The effect of the action, or its fields. */
  children?: ReactNode;
  label?: string;
  /** The error if the reason is empty. */
  needed?: string;
  action: ReactNode;
  danger?: boolean;
  busy: boolean;
  /** Why the action is not possible yet, apart from a missing reason. */
  why?: string | null | false | undefined;
  /** The failed action, and why it failed. */
  failure?: { title: string; text: string } | null;
  onReason: (reason: string) => void;
  onClose: () => void;
}

/** Open while it is rendered; its parent controls that. */
export function ReasonDialog({
  title,
  children,
  label,
  needed,
  action,
  danger = false,
  busy,
  why,
  failure,
  onReason,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const typed = reason.trim();
  const missing = why || (typed === '' && (needed ?? i18n._({ id: 'reason.needed', message: 'Please give a reason' })));
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      onSubmit={() => !missing && !busy && onReason(typed)}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy} why={missing}>
            {action}
          </Button>
        </>
      }
    >
      {failure && <Failure title={failure.title}>{failure.text}</Failure>}
      {children}
      <TextArea
        label={label ?? i18n._({ id: 'reason.label', message: 'Reason, kept on the record' })}
        value={reason}
        maxLength={500}
        rows={3}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
