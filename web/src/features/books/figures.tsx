/** The financial figures of a period, from the stakes of settled bets down to the net result, beside the period before it. Real players only. */
import type { OperatorStats } from '@fairline/proto/wallet/figures';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { Money } from '../../domain/money/money.tsx';
import { moneyStatsQuery, type RangeName } from '../../domain/office/figures.ts';
import { ErrorState, SkeletonRows } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';

type Figure = Extract<keyof OperatorStats['before'], `${string}Minor`>;

export function Figures({ range }: { range: RangeName }) {
  const { data, error, isFetching, refetch } = useQuery(moneyStatsQuery(range));
  if (!data && error) {
    return (
      <ErrorState
        title={i18n._({ id: 'figures.failed', message: 'The figures could not be loaded' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  }
  if (!data) return <SkeletonRows count={6} className="h-10" />;
  const rows: [Figure, string][] = [
    ['wageredMinor', i18n._({ id: 'figures.settled', message: 'Stakes of settled bets' })],
    ['paidMinor', i18n._({ id: 'figures.paid', message: 'Paid on settled bets' })],
    ['ggrMinor', i18n._({ id: 'figures.ggr', message: 'GGR' })],
    ['bonusMinor', i18n._({ id: 'figures.bonus', message: 'Bonuses' })],
    ['ngrMinor', i18n._({ id: 'figures.ngr', message: 'NGR' })],
    ['depositedMinor', i18n._({ id: 'figures.deposited', message: 'Deposited' })],
    ['withdrawnMinor', i18n._({ id: 'figures.withdrawn', message: 'Withdrawn' })],
    ['feesMinor', i18n._({ id: 'figures.fees', message: 'Fees' })],
  ];
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <Table label={i18n._({ id: 'figures.label', message: 'Figures for the period' })}>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'figures.figure', message: 'Figure' })}</Th>
            <Th figures>{i18n._({ id: 'figures.now', message: 'This period' })}</Th>
            <Th figures>{i18n._({ id: 'figures.before', message: 'Previous period' })}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([figure, name]) => (
            <tr key={figure} className="last:[&>td]:border-b-0">
              <Td>{name}</Td>
              <Td figures>
                <Money minor={data[figure]} currency={data.currency} />
              </Td>
              <Td figures className="text-ink-soft">
                <Money minor={data.before[figure]} currency={data.currency} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
