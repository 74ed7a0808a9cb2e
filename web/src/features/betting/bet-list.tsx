/** My Active Bets: the latest five, as the server has them; a decision shows within a second. */

import type { Bet, BetStatus } from '@fairline/proto/betting';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { said } from '../../said.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { Odds } from '../../ui/odds.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { betsQuery } from './queries.ts';

const shown = 5;

function statusWords(status: BetStatus): [string, Tone] {
  switch (status) {
    case 'pending':
      return [i18n._({ id: 'bet.pending', message: 'Pending' }), 'live'];
    case 'accepted':
      return [i18n._({ id: 'bet.accepted', message: 'Accepted' }), 'info'];
    case 'rejected':
      return [i18n._({ id: 'bet.rejected', message: 'Rejected, stake returned' }), 'down'];
    case 'won':
      return [i18n._({ id: 'bet.won', message: 'Won' }), 'act'];
    case 'half_won':
      return [i18n._({ id: 'bet.halfWon', message: 'Half won' }), 'act'];
    case 'lost':
      return [i18n._({ id: 'bet.lost', message: 'Lost' }), 'plain'];
    case 'half_lost':
      return [i18n._({ id: 'bet.halfLost', message: 'Half lost' }), 'plain'];
    case 'void':
      return [i18n._({ id: 'bet.void', message: 'Void, stake returned' }), 'plain'];
    case 'cashed_out':
      return [i18n._({ id: 'bet.cashedOut', message: 'Cashed out' }), 'act'];
  }
}

export function ActiveBets() {
  const { data, isPending, isError, refetch, isFetching } = useQuery(betsQuery);
  if (isPending) return <SkeletonRows count={3} className="h-20 rounded-none" />;
  if (isError && !data)
    return <ErrorState title={i18n._({ id: 'bets.failed', message: 'Your bets could not be read' })} onRetry={() => void refetch()} busy={isFetching} />;
  if (data.items.length === 0) {
    return (
      <EmptyState title={i18n._({ id: 'bets.empty', message: 'No bets yet' })}>
        {i18n._({ id: 'bets.emptyHelp', message: 'A bet you place appears here and tells how it stands.' })}
      </EmptyState>
    );
  }
  return (
    <ul>
      {data.items.slice(0, shown).map((bet) => (
        <BetRow key={bet.id} bet={bet} />
      ))}
    </ul>
  );
}

function BetRow({ bet }: { bet: Bet }) {
  const [words, tone] = statusWords(bet.status);
  const [leg] = bet.legs;
  const paid = bet.payoutMinor;
  return (
    <li className="flex flex-col gap-1 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex items-baseline justify-between gap-2">
        <p className="truncate text-14 font-medium">{leg && said(leg.selection)}</p>
        <Odds milli={bet.oddsMilli} className="text-14 font-strong" />
      </div>
      <p className="truncate text-12 text-ink-soft">
        {leg && said(leg.market)} · {leg?.fixture}
      </p>
      <div className="flex items-center justify-between gap-2 text-12">
        <Badge tone={tone}>{words}</Badge>
        <span className="text-ink-soft">
          <Money minor={bet.stakeMinor} currency={bet.currency} />
          {bet.status !== 'rejected' && (
            <>
              <span aria-hidden> → </span>
              <span className="sr-only">
                {paid === undefined ? i18n._({ id: 'bet.couldReturn', message: 'could return' }) : i18n._({ id: 'bet.returned', message: 'returned' })}
              </span>
              <Money minor={paid ?? bet.potentialPayoutMinor} currency={bet.currency} className="font-medium text-ink" />
            </>
          )}
        </span>
      </div>
      {bet.rejection && <p className="text-12 text-ink-soft">{bet.rejection.message}</p>}
    </li>
  );
}
