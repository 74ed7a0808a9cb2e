/** Responsible gaming: time, stakes and result of the current session, and the limits in force. It informs without urging. */
import type { WalletStats } from '@fairline/proto/wallet/history';
import type { OwnPlay } from '@fairline/proto/wallet/players';
import { recommendedSessionMinutes } from '@fairline/proto/wallet/rules';
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ownLimitRows } from '../../domain/money/limit-labels.ts';
import { Money } from '../../domain/money/money.tsx';
import { playNames } from '../../domain/money/play-labels.ts';
import { lengthText } from '../../domain/safe-play/limit-labels.ts';
import { useNow } from '../../ui/browser/use-now.ts';
import { cx } from '../../ui/theme/cx.ts';
import { playTime, sinceText } from './play-time.ts';

export function PlayPanel({ stats: { session, ownLimits = {}, currency } }: { stats: WalletStats & OwnPlay }) {
  const nowMs = useNow();
  const { minutes, share, playing, long } = playTime(session, nowMs);
  const length = lengthText(minutes);
  const rows = ownLimitRows(ownLimits, currency);
  return (
    <section aria-labelledby="play-time" className="rounded-card border border-line bg-surface p-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="play-time" className="text-14 font-strong">
          {i18n._({ id: 'playTime.title', message: 'Responsible Gaming' })}
        </h2>
        <p className="figures text-20 font-strong">{length}</p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter cannot be styled like our line. */}
      <div
        role="meter"
        aria-label={i18n._({ id: 'playTime.meter', message: 'Session time' })}
        aria-valuemin={0}
        aria-valuemax={recommendedSessionMinutes}
        aria-valuenow={Math.min(minutes, recommendedSessionMinutes)}
        aria-valuetext={i18n._({
          id: 'playTime.value',
          message: '{length}; recommended: at most 2 hours',
          values: { length },
        })}
        className="mt-3 h-1 overflow-hidden rounded-full bg-line"
      >
        <div className={cx('h-full', long ? 'bg-live' : 'bg-act')} style={{ width: `${100 * share}%` }} />
      </div>
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-12 text-ink-soft">
        <span>
          {playing && session
            ? i18n._({
                id: 'playTime.since',
                message: 'Playing since {time}',
                values: { time: sinceText(session.startedAt, nowMs) },
              })
            : i18n._({ id: 'playTime.none', message: 'No session right now' })}
        </span>
        <span>{i18n._({ id: 'playTime.most', message: 'Recommended maximum: 2 hours' })}</span>
      </p>
      {long && (
        <p className="mt-3 text-13">
          {i18n._({ id: 'playTime.long', message: 'You have been playing for more than 2 hours.' })}
        </p>
      )}
      {!playing && (
        <p className="mt-3 text-13 text-ink-soft">
          {i18n._({
            id: 'playTime.noneHelp',
            message: 'A session begins with a stake and ends 30 minutes after the last one.',
          })}
        </p>
      )}
      {(playing || rows.length > 0) && (
        <dl className="mt-3">
          {playing && session && (
            <>
              <Row name={playNames.staked()}>
                <Money minor={session.stakedMinor} currency={currency} />
              </Row>
              <Row name={playNames.open()}>
                <Money minor={session.openStakeMinor} currency={currency} />
              </Row>
              <Row name={i18n._({ id: 'safe.returned', message: 'Returns' })}>
                <Money minor={session.returnedMinor} currency={currency} />
              </Row>
              <Row name={i18n._({ id: 'safe.net', message: 'Net result' })}>
                <Money minor={session.netMinor} currency={currency} net />
              </Row>
            </>
          )}
          {rows.map(([name, size]) => (
            <Row key={name} name={name}>
              <span className="figures">{size}</span>
            </Row>
          ))}
        </dl>
      )}
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-2 border-t border-line pt-3 text-13">
        <Link to="/safe-play" className="underline underline-offset-4">
          {i18n._({ id: 'safe.stop', message: 'Take a time-out' })}
        </Link>
        <Link to="/account?tab=responsible-gaming" className="underline underline-offset-4">
          {i18n._({ id: 'play.setLimits', message: 'Set Limits' })}
        </Link>
        <Link to="/safe-play/statement" className="underline underline-offset-4">
          {i18n._({ id: 'safe.statement', message: 'Activity statement' })}
        </Link>
      </p>
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-t border-line py-1 text-13">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 text-right break-words">{children}</dd>
    </div>
  );
}
