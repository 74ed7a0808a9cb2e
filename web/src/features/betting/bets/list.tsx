/** My Active Bets: the open bets and the latest results, as the server has them. A decision appears within a second, and open bets can be cashed out here. */
import type { Bet } from '@fairline/proto/betting/bets';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { betStatusName, betText, betTypeName } from '../../../domain/betting/bet-labels.ts';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { Odds } from '../../../domain/betting/odds.tsx';
import { refusalText } from '../../../refusals.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/content/states.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { BetMoney, canCashOut, FreeBetBadge } from './bet-money.tsx';
import { betsQuery } from './queries.ts';
import { CashOutButton, useSale } from './sale.tsx';

export function ActiveBets() {
  const { data, isPending, isError, refetch, isFetching } = useQuery(betsQuery);
  if (isPending) return <SkeletonRows count={3} className="h-20 rounded-none" />;
  if (isError && !data)
    return (
      <ErrorState
        title={i18n._({ id: 'bets.failed', message: 'Your bets could not be loaded' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  if (data.length === 0) {
    return (
      <EmptyState title={i18n._({ id: 'bets.empty', message: 'No bets yet' })}>
        {i18n._({ id: 'bets.emptyHelp', message: 'Bets that you place appear here with their status.' })}
      </EmptyState>
    );
  }
  return <BetRows bets={data} />;
}

/** Bets as rows; each links to its page. */
export function BetRows({ bets }: { bets: readonly Bet[] }) {
  const { sell, sheet } = useSale(bets);
  return (
    <>
      <ul>
        {bets.map((bet) => (
          <BetRow key={bet.id} bet={bet} onSell={() => sell(bet)} />
        ))}
      </ul>
      {sheet}
    </>
  );
}

function BetRow({ bet, onSell }: { bet: Bet; onSell: () => void }) {
  const [label, tone] = betStatusName(bet.status);
  const [leg] = bet.legs;
  const single = bet.legs.length === 1;
  const sells = canCashOut(bet);
  return (
    <li className="relative flex flex-col gap-1 border-b border-line px-4 py-3 last:border-b-0 hover:bg-raised">
      <div className="flex items-baseline justify-between gap-2">
        <Link to={`/bets/${bet.id}`} className="truncate text-14 font-medium after:absolute after:inset-0">
          {single ? betText(bet) : betTypeName(bet)}
        </Link>
        <Odds milli={bet.oddsMilli} className="text-14 font-strong" />
      </div>
      <p className="truncate text-12 text-ink-soft">
        {single && leg ? `${feedText(leg.market)} · ${leg.fixture}` : betText(bet)}
      </p>
      <div className="flex items-end justify-between gap-2 text-12">
        <span className={cx('flex min-w-0 grow flex-wrap items-center gap-x-2 gap-y-1', !sells && 'justify-between')}>
          <span className="flex gap-1">
            <Badge tone={tone}>{label}</Badge>
            {bet.freeBet && <FreeBetBadge />}
          </span>
          <BetMoney bet={bet} />
        </span>
        {sells && <CashOutButton bet={bet} onSell={onSell} className="shrink-0" />}
      </div>
      {bet.rejection && <p className="text-12 text-ink-soft">{refusalText(bet.rejection)}</p>}
    </li>
  );
}
