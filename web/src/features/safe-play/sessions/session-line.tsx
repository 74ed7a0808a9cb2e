/**
 * The session on pages with play: its time and result as far as the player chose to show them, and the link to stop. It is fixed to the lower edge of the
 * screen, so that no list moves when a session begins. Without a session it is hidden.
 */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Money } from '../../../domain/money/money.tsx';
import { lengthText } from '../../../domain/safe-play/limit-labels.ts';
import { playSessionQuery } from '../../../domain/safe-play/queries.ts';
import { ReminderLine } from '../../../domain/safe-play/reminder-line.tsx';
import { isPlaying, minutesOf } from '../../../domain/safe-play/reminders.ts';
import { useNow } from '../../../ui/browser/use-now.ts';

export function SessionLine() {
  const { data: session } = useQuery(playSessionQuery);
  const nowMs = useNow();
  if (!session || !isPlaying(session, nowMs)) return null;
  const { timeDisplays, spendingDisplays } = session.settings;
  return (
    <div className="sticky bottom-[calc(var(--spacing-dock)+env(safe-area-inset-bottom)+0.5rem)] z-10 mt-auto flex flex-col gap-2 empty:hidden md:bottom-2">
      {(timeDisplays || spendingDisplays) && (
        <section
          aria-label={i18n._({ id: 'casino.session', message: 'Session' })}
          className="flex min-h-9 flex-wrap items-center gap-x-4 rounded-control border border-line bg-surface px-3 shadow-float text-12 whitespace-nowrap"
        >
          {timeDisplays && (
            <span className="flex shrink-0 gap-1">
              <span className="text-ink-soft">{i18n._({ id: 'casino.session.time', message: 'Time' })}</span>
              <span className="figures font-medium">{lengthText(minutesOf(session, nowMs))}</span>
            </span>
          )}
          {spendingDisplays && (
            <>
              <span className="flex shrink-0 gap-1 max-sm:hidden">
                <span className="text-ink-soft">{i18n._({ id: 'play.staked', message: 'Staked' })}</span>
                <Money minor={session.stakedMinor} currency={session.currency} className="font-medium" />
              </span>
              <span className="flex shrink-0 gap-1">
                <span className="text-ink-soft">{i18n._({ id: 'casino.session.net', message: 'Net' })}</span>
                <Money net minor={session.netMinor} currency={session.currency} className="font-medium" />
              </span>
            </>
          )}
          <Link
            to="/safe-play"
            className="ml-auto shrink-0 py-1 underline underline-offset-4 focus-visible:-outline-offset-2"
          >
            {i18n._({ id: 'safe.stop', message: 'Take a time-out' })}
          </Link>
        </section>
      )}
      <ReminderLine />
    </div>
  );
}
