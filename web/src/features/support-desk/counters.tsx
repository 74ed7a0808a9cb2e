/** Counters: tickets by status, unassigned ones, complaints due, chats and agents. Each counter links to its tickets. */
import { type OperatorTicket, ticketRules, ticketStatuses } from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { ticketStatus } from '../../domain/support/labels.ts';
import { supportStatsQuery } from '../../domain/support/stats.ts';
import { countText } from '../../figures.ts';
import type { ChangeAddress } from '../../ui/browser/use-address.ts';
import { Skeleton } from '../../ui/content/states.tsx';
import { cx } from '../../ui/theme/cx.ts';

interface CountersProps {
  status: OperatorTicket['status'] | 'all';
  change: ChangeAddress;
}

export function Counters({ status, change }: CountersProps) {
  const { data, isError } = useQuery(supportStatsQuery);
  const more: [string, number | undefined, boolean][] = [
    [i18n._({ id: 'supportDesk.unassigned', message: 'Unassigned' }), data?.unassigned, false],
    [
      i18n._({
        id: 'supportDesk.complaintsDue',
        message: 'Complaints due within {days} days',
        values: { days: ticketRules.complaintDueDays },
      }),
      data?.complaintsDue,
      true,
    ],
    [i18n._({ id: 'supportDesk.waitingChats', message: 'Chats waiting' }), data?.waitingChats, true],
    [i18n._({ id: 'supportDesk.agents', message: 'Agents online' }), data?.agentsOnline, false],
  ];
  return (
    <ul className="grid grid-cols-3 gap-2 lg:grid-cols-5 xl:grid-cols-9">
      {ticketStatuses.map((one) => (
        <li key={one}>
          <button
            type="button"
            aria-pressed={status === one}
            onClick={() => change({ status: status === one ? null : one })}
            className={cx(
              'h-full w-full rounded-card border px-3 py-2 text-left transition-colors hover:bg-raised',
              status === one ? 'border-act bg-act-soft' : 'border-line bg-surface',
            )}
          >
            <Figure value={data?.counts[one] ?? (data && 0)} isMissing={isError} />
            <span className="block text-12 text-ink-soft">{ticketStatus(one)[0]}</span>
          </button>
        </li>
      ))}
      {more.map(([name, value, urgent]) => (
        <li key={name} className="rounded-card border border-line bg-surface px-3 py-2">
          <Figure value={value} isMissing={isError} className={urgent && value ? 'text-down' : ''} />
          <span className="block text-12 text-ink-soft">{name}</span>
        </li>
      ))}
    </ul>
  );
}

function Figure({
  value,
  isMissing,
  className,
}: {
  value: number | undefined;
  isMissing: boolean;
  className?: string;
}) {
  if (value === undefined && !isMissing) return <Skeleton className="h-6 w-10" />;
  return (
    <span className={cx('figures block text-20 font-strong', className)}>
      {value === undefined ? '–' : countText(value)}
    </span>
  );
}
