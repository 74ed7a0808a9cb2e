/** The confirmation before an alert is closed, with a field for a note; also the dialog that adds a note alone. */
import { type Alert, type AlertStatus, alertTransitions } from '@fairline/proto/risk/alerts';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { alertTypeName } from '../../domain/risk/alert-type-labels.ts';
import { alertStatusName } from '../../domain/risk/labels.ts';
import { Failure, Notice } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { failedTitle, moveName, useChangeAlert } from './change-alert.ts';

export type What = AlertStatus | 'note';

export interface Asked {
  alert: Alert;
  what: What;
}

interface ChangeDialogProps extends Asked {
  /** The alert now; `alert` is its state when the dialog opened. */
  latest: Alert;
  onClose: () => void;
}

export function ChangeDialog({ alert, latest, what, onClose }: ChangeDialogProps) {
  const [text, setText] = useState('');
  const changing = useChangeAlert(latest, onClose);
  const note = text.trim();
  const [statusLabel] = alertStatusName(latest.status);
  const hasChanged = latest.version !== alert.version && !changing.isPending;
  const missing =
    what === 'note'
      ? note === '' && i18n._({ id: 'notes.empty', message: 'Please write a note' })
      : !alertTransitions[latest.status].includes(what) &&
        i18n._({ id: 'alert.already', message: 'The alert is now: {status}', values: { status: statusLabel } });
  const action = what === 'note' ? i18n._({ id: 'notes.add', message: 'Add note' }) : moveName(what);
  const send = () => changing.mutate({ ...(what !== 'note' && { status: what }), ...(note && { note }) });
  return (
    <Dialog
      open
      title={`${action}: ${alertTypeName(alert.type)}`}
      onClose={onClose}
      onSubmit={() => !missing && !changing.isPending && send()}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" busy={changing.isPending} why={missing}>
            {action}
          </Button>
        </>
      }
    >
      {changing.failure && <Failure title={failedTitle(changing.failure)}>{errorText(changing.failure)}</Failure>}
      {hasChanged && !changing.failure && (
        <Notice tone="live">
          {i18n._({
            id: 'alert.changedMeanwhile',
            message: 'Another operator has changed this alert. It is now: {status}.',
            values: { status: statusLabel },
          })}
        </Notice>
      )}
      {what !== 'note' && (
        <p>{i18n._({ id: 'alert.closes', message: 'This closes the alert. It cannot be opened again.' })}</p>
      )}
      <TextArea
        label={
          what === 'note'
            ? i18n._({ id: 'alert.note', message: 'Internal note. It cannot be edited or deleted.' })
            : i18n._({ id: 'alert.optionalNote', message: 'Internal note (optional). It cannot be edited or deleted.' })
        }
        value={text}
        maxLength={2_000}
        rows={3}
        data-first
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  );
}
