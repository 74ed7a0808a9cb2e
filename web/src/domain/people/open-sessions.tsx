/** The open sessions of an account: device, address, since when, and a button to end each. */
import type { SessionOfPlayer } from '@fairline/proto/auth/staff';
import { i18n } from '@lingui/core';
import { translate } from '../../server-texts.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { localText } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';

interface OpenSessionsProps {
  /** Null if the last activity is not shown. */
  items: readonly SessionOfPlayer[];
  onEnd?: (id: string) => void;
  ending?: string | undefined;
  /** Ends all but the current one. */
  onEndOthers?: () => void;
  endingOthers?: boolean;
  /** Formats an instant; by default in the operator's own timezone. */
  write?: (instant: string) => string;
}

export function OpenSessions({
  items,
  onEnd,
  ending,
  onEndOthers,
  endingOthers = false,
  write = localText,
}: OpenSessionsProps) {
  const others = items.filter(({ current }) => !current).length;
  return (
    <div className="flex flex-col gap-3">
      <ul
        aria-label={i18n._({ id: 'sessions.label', message: 'Open sessions' })}
        className="divide-y divide-line rounded-card border border-line bg-surface"
      >
        {items.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 text-14 font-medium">
                {translate(session.device)}{' '}
                {session.current && <Badge tone="act">{i18n._({ id: 'sessions.this', message: 'this device' })}</Badge>}
              </p>
              <p className="flex flex-wrap gap-x-3 text-12 text-ink-soft">
                <span className="figures break-all">{session.address}</span>
                <span>
                  {i18n._({
                    id: 'sessions.sinceAt',
                    message: 'Signed in {at}',
                    values: { at: write(session.createdAt) },
                  })}
                </span>
                {session.lastSeenAt && (
                  <span>
                    {i18n._({
                      id: 'sessions.seenAt',
                      message: 'Last seen {at}',
                      values: { at: write(session.lastSeenAt) },
                    })}
                  </span>
                )}
              </p>
            </div>
            {onEnd && !session.current && (
              <Button size="small" look="secondary" busy={ending === session.id} onClick={() => onEnd(session.id)}>
                {i18n._({ id: 'sessions.end', message: 'Sign out' })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {onEndOthers && others > 1 && (
        <div className="flex">
          <Button look="secondary" busy={endingOthers} onClick={onEndOthers}>
            {i18n._({ id: 'sessions.endOthers', message: 'Sign out all other devices' })}
          </Button>
        </div>
      )}
    </div>
  );
}
