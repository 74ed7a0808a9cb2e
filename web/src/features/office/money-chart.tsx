/** Money in, money out and GGR of a period: bars and a line on one scale, and the same numbers in a table below, with their source and period. */
import type { OperatorStats } from '@fairline/proto/wallet/figures';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { Money, moneyText } from '../../domain/money/money.tsx';
import { moneyStatsQuery, type RangeName } from '../../domain/office/figures.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { localText, When } from '../../ui/content/when.tsx';
import { rangeName } from './range-picker.tsx';

type Series = OperatorStats['series'];

export function MoneyChart({ range }: { range: RangeName }) {
  const { data, error, isFetching, refetch } = useQuery(moneyStatsQuery(range));
  const moved = data?.series.some((point) => point.depositedMinor || point.withdrawnMinor || point.ggrMinor);
  return (
    <section aria-labelledby="money-chart" className="rounded-card border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3">
        <h2 id="money-chart" className="text-14 font-strong">
          {i18n._({ id: 'chart.title', message: 'Money in, out and GGR' })}
        </h2>
        <p className="text-12 text-ink-soft">
          {data
            ? i18n._({
                id: 'chart.source',
                message: 'Source: wallet ledger, real money in {currency}; {range}, since {since}',
                values: { currency: data.currency, range: rangeName(data.range), since: localText(data.since) },
              })
            : rangeName(range)}
        </p>
      </header>
      {!data && !error && (
        <div className="p-4">
          <Skeleton className="h-48 w-full" />
        </div>
      )}
      {!data && error && (
        <ErrorState
          title={i18n._({ id: 'figures.failed', message: 'The figures could not be loaded' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {data && !moved && <EmptyState title={i18n._({ id: 'chart.none', message: 'No money moved in this period' })} />}
      {data && moved && (
        <>
          <Legend />
          <Drawing series={data.series} until={data.until} currency={data.currency} />
          <details className="border-t border-line">
            <summary className="px-4 py-3 text-13 font-medium">
              {i18n._({ id: 'chart.table', message: 'View as table' })}
            </summary>
            <Numbers series={data.series} until={data.until} currency={data.currency} />
          </details>
        </>
      )}
    </section>
  );
}

const name = {
  deposited: () => i18n._({ id: 'figures.deposited', message: 'Deposited' }),
  withdrawn: () => i18n._({ id: 'figures.withdrawn', message: 'Withdrawn' }),
  ggr: () => i18n._({ id: 'figures.ggr', message: 'GGR' }),
};

function Legend() {
  return (
    <ul className="flex flex-wrap gap-4 px-4 pt-3 text-12 text-ink-soft">
      <li className="flex items-center gap-2">
        <span aria-hidden className="size-3 bg-act" />
        {name.deposited()}
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden className="size-3 bg-live" />
        {name.withdrawn()}
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden className="h-1 w-4 bg-info" />
        {name.ggr()}
      </li>
    </ul>
  );
}

/** A point covers the time until the next one. */
const endOf = (series: Series, place: number, until: string | undefined) => series[place + 1]?.at ?? until;

const width = 960;
const height = 200;
const edge = 8;

interface Drawn {
  series: Series;
  until: string | undefined;
  currency: OperatorStats['currency'];
}

function Drawing({ series, until, currency }: Drawn) {
  const values = series.flatMap((point) => [point.depositedMinor, point.withdrawnMinor, point.ggrMinor]);
  const top = Math.max(0, ...values);
  const bottom = Math.min(0, ...values);
  const y = (minor: number) => edge + ((top - minor) / (top - bottom || 1)) * (height - 2 * edge);
  const step = width / series.length;
  const bar = Math.max(1, step * 0.35);
  const line = series
    .map((point, at) => `${at === 0 ? 'M' : 'L'}${((at + 0.5) * step).toFixed(1)} ${y(point.ggrMinor).toFixed(1)}`)
    .join('');
  return (
    <div className="px-4 pt-2 pb-3">
      <p className="figures text-12 text-ink-soft">{moneyText(top, currency)}</p>
      <svg
        role="img"
        aria-label={i18n._({
          id: 'chart.label',
          message: 'Chart of deposits, withdrawals and GGR; the numbers are in the table below',
        })}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-48 w-full"
      >
        {series.map((point, at) => {
          const x = at * step + step / 2;
          const ends = endOf(series, at, until);
          const span = ends ? `${localText(point.at)} – ${localText(ends)}` : localText(point.at);
          return (
            <g key={point.at}>
              <title>{`${span}: ${name.deposited()} ${moneyText(point.depositedMinor, currency)}, ${name.withdrawn()} ${moneyText(point.withdrawnMinor, currency)}, ${name.ggr()} ${moneyText(point.ggrMinor, currency)}`}</title>
              <rect x={at * step} y={0} width={step} height={height} className="fill-transparent hover:fill-raised" />
              <rect
                x={x - bar}
                y={y(point.depositedMinor)}
                width={bar}
                height={y(0) - y(point.depositedMinor)}
                className="pointer-events-none fill-act"
              />
              <rect
                x={x}
                y={y(point.withdrawnMinor)}
                width={bar}
                height={y(0) - y(point.withdrawnMinor)}
                className="pointer-events-none fill-live"
              />
            </g>
          );
        })}
        <path d={`M0 ${y(0)}H${width}`} className="stroke-control" vectorEffect="non-scaling-stroke" />
        <path d={line} className="fill-none stroke-info stroke-2" vectorEffect="non-scaling-stroke" />
      </svg>
      <p className="flex flex-wrap justify-between gap-x-3 text-12 text-ink-soft">
        <span>{series[0] && <When at={series[0].at} />}</span>
        <span className="figures">{bottom < 0 && moneyText(bottom, currency)}</span>
        <span>{until && <When at={until} />}</span>
      </p>
    </div>
  );
}

function Numbers({ series, until, currency }: Drawn) {
  return (
    <Table label={i18n._({ id: 'chart.title', message: 'Money in, out and GGR' })}>
      <thead>
        <tr>
          <Th>{i18n._({ id: 'chart.from', message: 'From' })}</Th>
          <Th>{i18n._({ id: 'chart.to', message: 'Until' })}</Th>
          <Th figures>{name.deposited()}</Th>
          <Th figures>{name.withdrawn()}</Th>
          <Th figures>{name.ggr()}</Th>
        </tr>
      </thead>
      <tbody>
        {series.map((point, place) => (
          <tr key={point.at}>
            <Td>
              <When at={point.at} />
            </Td>
            <Td>
              <When at={endOf(series, place, until) ?? point.at} />
            </Td>
            <Td figures>
              <Money minor={point.depositedMinor} currency={currency} />
            </Td>
            <Td figures>
              <Money minor={point.withdrawnMinor} currency={currency} />
            </Td>
            <Td figures>
              <Money minor={point.ggrMinor} currency={currency} net />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
