/** A play session in figures: its length, stakes, returns, and the result. */
import type { Session } from '@fairline/proto/risk/sessions';
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { Money } from '../../../domain/money/money.tsx';
import { playNames } from '../../../domain/money/play-labels.ts';
import { lengthText } from '../../../domain/safe-play/limit-labels.ts';
import { minutesOf } from '../../../domain/safe-play/reminders.ts';

export function SessionFigures({ session, nowMs }: { session: Session; nowMs: number }) {
  const { currency } = session;
  const rows: [name: string, value: ReactNode][] = [
    [i18n._({ id: 'playTime.meter', message: 'Session time' }), lengthText(minutesOf(session, nowMs))],
    [playNames.staked(), <Money key="staked" minor={session.stakedMinor} currency={currency} />],
    [i18n._({ id: 'safe.returned', message: 'Returns' }), <Money key="returned" minor={session.returnedMinor} currency={currency} />],
    [i18n._({ id: 'safe.net', message: 'Net result' }), <Money key="net" net minor={session.netMinor} currency={currency} />],
  ];
  return (
    <dl>
      {rows.map(([name, value]) => (
        <div key={name} className="flex min-h-9 items-center justify-between gap-4 border-t border-line py-1 text-14 first:border-t-0">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="figures font-strong">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
