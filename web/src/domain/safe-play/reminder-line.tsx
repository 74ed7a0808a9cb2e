/** Reminders as a line on the page, for players who switched the window off. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useNow } from '../../ui/browser/use-now.ts';
import { playSessionQuery } from './queries.ts';
import { reminderText } from './reminder-labels.ts';
import { remindersOf } from './reminders.ts';

/** `held`: a result is not shown yet, and a loss would give it away. */
export function ReminderLine({ held = false }: { held?: boolean }) {
  const { data: session } = useQuery(playSessionQuery);
  const nowMs = useNow();
  if (!session || session.settings.popupReminders) return null;
  const reminders = remindersOf(session, nowMs).filter((reminder) => !held || reminder !== 'loss');
  if (reminders.length === 0) return null;
  return (
    <p role="status" className="flex flex-wrap gap-x-3 rounded-control bg-live-soft px-3 py-2 text-13">
      {reminders.map((reminder) => (
        <span key={reminder}>{reminderText(reminder, session, nowMs)}</span>
      ))}
      <Link to="/safe-play" className="font-medium underline underline-offset-4">
        {i18n._({ id: 'safe.stop', message: 'Take a time-out' })}
      </Link>
    </p>
  );
}
