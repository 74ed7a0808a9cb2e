/** Exports of the history: the filtered rows as CSV, a month or the days of the filter as a PDF statement, and the totals of the filter as tiles. */
import type { CurrencyCode } from '@fairline/proto/money';
import { historyRoutes } from '@fairline/proto/wallet/history';
import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { saveFile } from '../../../client/requests/save.ts';
import { Money } from '../../../domain/money/money.tsx';
import { currentLanguage } from '../../../domain/people/display-settings.ts';
import { countText } from '../../../figures.ts';
import { Skeleton } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { ExportButton } from '../../../ui/controls/export-button.tsx';
import { PickOne } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { TotalsFailure } from '../balance/failure.tsx';
import { type HistoryFilter, statsQuery, summaryQuery } from '../balance/history-queries.ts';
import { balanceQuery } from '../balance/queries.ts';

export function HistoryExport({ filter }: { filter: HistoryFilter }) {
  const save = useMutation({
    mutationFn: () =>
      saveFile(historyRoutes.exportTransactions, filter, `transactions_${new Date().toISOString().slice(0, 10)}.csv`),
    onError: (error) => notify.error(errorText(error)),
  });
  return <ExportButton busy={save.isPending} onExport={() => save.mutate()} />;
}

/** This many months are offered, the player's first one at the earliest. */
const offeredMonths = 24;

/** UTC months as `2026-01`, newest first. */
function monthsSince(since: string, now: Date): string[] {
  return Array.from({ length: offeredMonths }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  ).filter((month) => month >= since.slice(0, 7));
}

function monthName(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(i18n.locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** The days of a statement, which are those of UTC. */
function daysName(first: string, last: string): string {
  const range = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return i18n._({
    id: 'statement.days',
    message: '{days} (UTC)',
    values: { days: range.formatRange(Date.parse(first), Date.parse(last)) },
  });
}

interface StatementProps {
  /** Days of the filter; a statement of them is offered where both are chosen. */
  firstDay: string;
  lastDay: string;
}

/** The choice of the days of the filter instead of a month. */
const chosenDays = 'days';

export function StatementPicker({ firstDay, lastDay }: StatementProps) {
  const { data: stats } = useQuery(statsQuery);
  const months = stats ? monthsSince(stats.memberSince, new Date()) : [];
  const [picked, setPicked] = useState<string>();
  const hasDays = firstDay !== '' && lastDay !== '' && firstDay <= lastDay;
  const offered = hasDays ? [chosenDays, ...months] : months;
  const choice = offered.find((one) => one === picked) ?? offered[0];
  const save = useMutation({
    mutationFn: (of: string) => {
      const language = currentLanguage();
      return of === chosenDays
        ? saveFile(
            historyRoutes.statementOfDays,
            { from: firstDay, until: lastDay, language },
            `statement_${firstDay}_${lastDay}.pdf`,
          )
        : saveFile(historyRoutes.statement, { month: of, language }, `statement_${of}.pdf`);
    },
    onError: (error) => notify.error(errorText(error)),
  });
  return (
    <span className="flex flex-wrap items-center gap-2">
      <PickOne
        label={i18n._({ id: 'statement.month', message: 'Statement' })}
        value={choice ?? ''}
        onChange={(event) => setPicked(event.target.value)}
      >
        {offered.map((one) => (
          <option key={one} value={one}>
            {one === chosenDays ? daysName(firstDay, lastDay) : monthName(one)}
          </option>
        ))}
      </PickOne>
      <Button
        look="secondary"
        size="small"
        aria-label={i18n._({ id: 'statement.download', message: 'Download PDF' })}
        busy={save.isPending}
        onClick={() => choice && save.mutate(choice)}
      >
        {!save.isPending && <Icon of={FileText} />}
        PDF
      </Button>
    </span>
  );
}

/** Completed transactions of the filter, in the play currency; other currencies beside. */
export function SummaryTiles({ filter }: { filter: HistoryFilter }) {
  const { data, isError, refetch, isFetching } = useQuery(summaryQuery(filter));
  const { data: balance } = useQuery(balanceQuery);
  if (isError && !data) {
    return <TotalsFailure busy={isFetching} onRetry={() => void refetch()} />;
  }
  const currency: CurrencyCode | undefined = balance?.currency;
  const money = (minor: number | undefined) =>
    minor !== undefined && currency ? <Money minor={minor} currency={currency} /> : undefined;
  const tiles: [name: string, value: ReactNode][] = [
    [i18n._({ id: 'summary.count', message: 'Completed' }), data && countText(data.count)],
    [i18n._({ id: 'summary.in', message: 'Money in' }), money(data?.inMinor)],
    [i18n._({ id: 'summary.out', message: 'Money out' }), money(data?.outMinor)],
    [i18n._({ id: 'summary.net', message: 'Net' }), money(data?.netMinor)],
  ];
  return (
    <section aria-label={i18n._({ id: 'summary.label', message: 'Totals' })}>
      <dl className="grid grid-cols-2 gap-2 md:grid-cols-4">
        {tiles.map(([name, value]) => (
          <div key={name} className="rounded-card border border-line bg-surface px-4 py-3">
            <dt className="text-12 text-ink-soft">{name}</dt>
            <dd className="figures mt-1 text-16 font-strong">{value ?? <Skeleton className="h-6 w-20" />}</dd>
          </div>
        ))}
      </dl>
      {data && data.others.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-x-4 text-12 text-ink-soft">
          {i18n._({ id: 'summary.others', message: 'In other currencies:' })}
          {data.others.map((other) => (
            <Money key={other.currency} minor={other.netMinor} currency={other.currency} />
          ))}
        </p>
      )}
    </section>
  );
}
