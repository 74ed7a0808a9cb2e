/** Banner on every operator page while operators have suspended a sport or everything: who, since when, why, how many fixtures, and the link to resume. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { stopsQuery, wideStops, wideStopText } from '../../domain/betting/stops.ts';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { When } from '../../ui/content/when.tsx';

export function StopsBanner({ operator }: { operator: Operator }) {
  const { data } = useQuery({ ...stopsQuery, enabled: hasPermission(operator, 'betting.read') });
  const nameOf = useOperatorName(operator);
  const stops = wideStops(data?.items ?? []);
  const first = stops.wide.find(({ scope }) => scope === 'all') ?? stops.wide[0];
  if (!first) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line bg-down-soft px-4 py-2 text-13 md:px-6"
    >
      <p className="min-w-0 break-words">
        <strong className="font-strong">
          {i18n._({
            id: 'stopsBanner.title',
            message: 'Betting suspended: {what}',
            values: { what: wideStopText(stops) },
          })}
        </strong>{' '}
        · {nameOf(first.by)} · <When at={first.at} />
        {first.reason && ` · ${first.reason}`}
      </p>
      <Link to="/admin/trading" className="shrink-0 font-medium underline underline-offset-4">
        {hasPermission(operator, 'betting')
          ? i18n._({ id: 'stopsBanner.resume', message: 'Review and resume' })
          : i18n._({ id: 'stopsBanner.open', message: 'View' })}
      </Link>
    </div>
  );
}
