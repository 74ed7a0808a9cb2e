/**
 * The strip at the edge of a game: the length of the session, its wagers and wins if the player chose to show them, the balance, and the link to stop. A button
 * resets the session.
 */
import { secondMs } from '@fairline/proto/time';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { CountingMoney, Money } from '../../../domain/money/money.tsx';
import { useJurisdictionRules } from '../../../domain/people/jurisdiction.ts';
import { playSessionQuery } from '../../../domain/safe-play/queries.ts';
import { countText } from '../../../figures.ts';
import { Skeleton } from '../../../ui/content/states.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import type { Rounds } from './use-rounds.ts';

/** "12:05", or "1:02:05" from an hour on. */
export function clockText(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / secondMs));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3_600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':');
}

export function SessionStrip({ rounds, onReset }: { rounds: Rounds; onReset?: (() => void) | undefined }) {
  const { session, currency, balanceMinor } = rounds;
  const [busy, setBusy] = useState(false);
  const { timeDisplays = true, spendingDisplays = true } = useQuery(playSessionQuery).data?.settings ?? {};
  const { alwaysShowsPlay } = useJurisdictionRules();
  const reset = async () => {
    setBusy(true);
    try {
      await rounds.resetSession();
      onReset?.();
    } catch (error) {
      notify.error(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  if (!currency || balanceMinor === undefined) return <Skeleton className="h-9 rounded-none" />;
  // Focusable, so that keys scroll the strip from here.
  const isLocked = busy || rounds.phase !== 'ready' || rounds.round?.status === 'open';
  const { rounds: count = 0, wageredMinor = 0, wonMinor = 0 } = session ?? {};
  return (
    <section
      aria-label={i18n._({ id: 'casino.session', message: 'Session' })}
      className="strip h-9 shrink-0 items-center gap-5 border-t border-line bg-surface px-3 text-12 whitespace-nowrap"
    >
      <Link
        to="/safe-play"
        className="-ml-2 flex h-8 shrink-0 items-center gap-1 rounded-control px-2 text-ink-soft hover:bg-raised hover:text-ink focus-visible:-outline-offset-2"
      >
        {i18n._({ id: 'safe.stop', message: 'Take a time-out' })}
      </Link>
      {timeDisplays && (
        <Total name={i18n._({ id: 'casino.session.time', message: 'Time' })}>
          {session ? <Clock since={session.startedAt} /> : '00:00'}
        </Total>
      )}
      {spendingDisplays && (
        <Total name={i18n._({ id: 'casino.session.net', message: 'Net' })}>
          <Money net minor={wonMinor - wageredMinor} currency={currency} />
        </Total>
      )}
      <Total name={i18n._({ id: 'casino.session.balance', message: 'Balance' })}>
        <CountingMoney minor={balanceMinor} currency={currency} />
      </Total>
      {spendingDisplays && (
        <>
          <Total name={i18n._({ id: 'casino.session.wagered', message: 'Wagered' })}>
            <Money minor={wageredMinor} currency={currency} />
          </Total>
          <Total name={i18n._({ id: 'casino.session.won', message: 'Won' })}>
            <Money minor={wonMinor} currency={currency} />
          </Total>
        </>
      )}
      <Total name={i18n._({ id: 'casino.session.rounds', message: 'Rounds' })}>{countText(count)}</Total>
      {!alwaysShowsPlay && (
        <button
          type="button"
          aria-disabled={isLocked || undefined}
          onClick={() => !isLocked && void reset()}
          className="ml-auto flex h-8 shrink-0 items-center gap-1 rounded-control px-2 text-ink-soft not-aria-disabled:hover:bg-raised not-aria-disabled:hover:text-ink focus-visible:-outline-offset-2"
        >
          <Icon of={RotateCcw} />
          {i18n._({ id: 'casino.session.reset', message: 'Reset Session' })}
        </button>
      )}
    </section>
  );
}

function Total({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <span className="flex shrink-0 items-baseline gap-1">
      <span className="text-ink-soft">{name}</span>
      <span className="figures font-medium">{children}</span>
    </span>
  );
}

function Clock({ since }: { since: string }) {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, []);
  return <>{clockText(nowMs - Date.parse(since))}</>;
}
