/** A session or loss warning as a dialog, each at most once per session. */
import type { Session } from '@fairline/proto/risk/sessions';
import { i18n } from '@lingui/core';
import { useNavigate } from 'react-router';
import { reminderText } from '../../../domain/safe-play/reminder-labels.ts';
import type { Reminder } from '../../../domain/safe-play/reminders.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { SessionFigures } from './session-figures.tsx';

interface Props {
  session: Session;
  reminders: readonly Reminder[];
  nowMs: number;
  onClose: () => void;
}

export function ReminderDialog({ session, reminders, nowMs, onClose }: Props) {
  const navigate = useNavigate();
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={onClose}
      title={
        reminders.includes('loss')
          ? i18n._({ id: 'safe.remind.lossTitle', message: 'Loss warning' })
          : i18n._({ id: 'safe.remind.timeTitle', message: 'Session warning' })
      }
      foot={
        <>
          <Button
            look="secondary"
            onClick={() => {
              onClose();
              void navigate('/safe-play');
            }}
          >
            {i18n._({ id: 'safe.stop', message: 'Take a time-out' })}
          </Button>
          <Button type="submit">{i18n._({ id: 'safe.check.continue', message: 'Continue' })}</Button>
        </>
      }
    >
      <div data-first tabIndex={-1} className="outline-none">
        {reminders.map((reminder) => (
          <p key={reminder}>{reminderText(reminder, session, nowMs)}</p>
        ))}
      </div>
      <SessionFigures session={session} nowMs={nowMs} />
    </Dialog>
  );
}
