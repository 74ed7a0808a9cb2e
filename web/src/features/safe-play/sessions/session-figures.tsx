/** A play session in figures: its length, stakes, returns, and the result. */
import type { Session } from '@fairline/proto/risk/sessions';
import { i18n } from '@lingui/core';
import { Money } from '../../../domain/money/money.tsx';
import { playNames } from '../../../domain/money/play-labels.ts';
import { lengthText } from '../../../domain/safe-play/limit-labels.ts';
import { minutesOf } from '../../../domain/safe-play/reminders.ts';
import type { Detail } from '../../../ui/content/details.tsx';

export function SessionFigures({ session, nowMs }: { session: Session; nowMs: number }) {
  const { currency } = session;
  // Open stakes are staked, but not part of the net result.
  const openMinor = session.stakedMinor - session.returnedMinor + session.netMinor;
  const rows: Detail[] = [
    [i18n._({ id: 'playTime.meter', message: 'Session time' }), lengthText(minutesOf(session, nowMs))],
    [playNames.staked(), <Money key="staked" minor={session.stakedMinor} currency={currency} />],
    openMinor > 0 && [playNames.open(), <Money key="open" minor={openMinor} currency={currency} />],
    [
      i18n._({ id: 'safe.returned', message: 'Returns' }),
      <Money key="returned" minor={session.returnedMinor} currency={currency} />,
    ],
    [
      i18n._({ id: 'safe.net', message: 'Net result' }),
      <Money key="net" net minor={session.netMinor} currency={currency} />,
    ],
  ];
  return (
    <dl>
      {rows.map(
        (row) =>
          row && (
            <div
              key={row[0]}
              className="flex min-h-9 items-center justify-between gap-4 border-t border-line py-1 text-14 first:border-t-0"
            >
              <dt className="text-ink-soft">{row[0]}</dt>
              <dd className="figures font-strong">{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
