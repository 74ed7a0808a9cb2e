/**
 * Watches the play session on every page: opens the reality check that is due, and the reminders that the player asked for. Pages to stop, to read, to set
 * limits or to get help are exempt.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { playSessionQuery } from '../../../domain/safe-play/queries.ts';
import { isPlaying, readAgainMs, remindersOf } from '../../../domain/safe-play/reminders.ts';
import { useHeldWindows } from '../../../domain/safe-play/shown-play.ts';
import { useStore } from '../../../store.ts';
import { useNow } from '../../../ui/browser/use-now.ts';
import { RealityCheckDialog } from './reality-check.tsx';
import { ReminderDialog } from './reminder-dialog.tsx';
import { confirmedCheck, remember, shownReminders, unseenReminders } from './shown-reminders.ts';

export function SessionWatch() {
  const { data: session, dataUpdatedAt } = useQuery({
    ...playSessionQuery,
    // The stream also reports a due check; this finds one without the stream.
    refetchInterval: ({ state }) =>
      state.data && isPlaying(state.data, Date.now()) ? readAgainMs(state.data, Date.now()) : false,
  });
  const { pathname } = useLocation();
  const nowMs = useNow();
  const shown = useStore(shownReminders);
  const isHeld = useHeldWindows();
  // A check closed without an answer opens again with the next refetch, which a refused stake causes.
  const [closedAt, setClosedAt] = useState(0);
  const confirmed = useStore(confirmedCheck);
  const isAway = !session || /^\/(safe-play|account|support)/.test(pathname);
  const due = session?.realityCheck?.id === confirmed ? undefined : session?.realityCheck;
  const check = isAway || dataUpdatedAt <= closedAt ? undefined : due;
  const isPopup = !isAway && !session.realityCheck && session.settings.popupReminders;
  const reminders =
    isPopup && session.startedAt ? unseenReminders(shown, session.startedAt, remindersOf(session, nowMs)) : [];
  const isDue = check !== undefined || reminders.length > 0;
  const [isOpen, setOpen] = useState(false);
  // A window waits until a result has been shown; once open it stays.
  if (isOpen !== isDue && !(isDue && isHeld)) setOpen(isDue);
  if (!isOpen || !session) return null;
  if (check) return <RealityCheckDialog session={session} check={check} onClose={() => setClosedAt(Date.now())} />;
  const { startedAt } = session;
  if (!startedAt || reminders.length === 0) return null;
  return (
    <ReminderDialog
      session={session}
      reminders={reminders}
      nowMs={nowMs}
      onClose={() => remember(startedAt, reminders)}
    />
  );
}
