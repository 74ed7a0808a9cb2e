/** One bet: its legs with their state, its cash-out value, its timeline, and the signed receipt. */
import type { Bet } from '@fairline/proto/betting/bets';
import { Refusal } from '@fairline/proto/contract';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { betStatusName, betTypeName } from '../../domain/betting/bet-labels.ts';
import { betQuery } from '../../domain/betting/bets.ts';
import { Odds } from '../../domain/betting/odds.tsx';
import { Money } from '../../domain/money/money.tsx';
import { whenText } from '../../domain/people/display-settings.ts';
import { AutoCashOut } from '../../features/betting/bets/auto-cash-out.tsx';
import { canCashOut, FreeBetBadge } from '../../features/betting/bets/bet-money.tsx';
import { CashOutPanel } from '../../features/betting/bets/cash-out-panel.tsx';
import { BetLegs } from '../../features/betting/bets/legs.tsx';
import { BetReceipt } from '../../features/betting/bets/receipt.tsx';
import { BetTimeline } from '../../features/betting/bets/timeline.tsx';
import { LazySessionLine } from '../../features/safe-play/sessions/lazy-session-line.tsx';
import { refusalText } from '../../refusals.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { DetailList } from '../../ui/content/details.tsx';
import { EmptyState, ErrorState, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';

export function BetPage() {
  const { id = '' } = useParams();
  const query = useQuery(betQuery(id));
  const unknown = query.error instanceof Refusal && (query.error.status === 404 || query.error.status === 400);
  return (
    <div className="mx-auto flex w-full max-w-content grow flex-col gap-6 px-4 py-6">
      <Link to="/bets" className="self-start text-13 underline underline-offset-4">
        {i18n._({ id: 'bets.all', message: 'All bets' })}
      </Link>
      {query.data && <Page key={query.data.id} bet={query.data} />}
      {!query.data && query.isPending && <SkeletonRows count={4} className="h-24 rounded-card" />}
      {!query.data && query.isError && !unknown && (
        <ErrorState
          title={i18n._({ id: 'bet.failed', message: 'The bet could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {!query.data && unknown && (
        <EmptyState title={i18n._({ id: 'bet.unknown', message: 'Bet not found' })}>
          <ButtonLink look="secondary" size="small" to="/bets">
            {i18n._({ id: 'bets.all', message: 'All bets' })}
          </ButtonLink>
        </EmptyState>
      )}
      <LazySessionLine />
    </div>
  );
}

function Page({ bet }: { bet: Bet }) {
  const [label, tone] = betStatusName(bet.status);
  const sells = canCashOut(bet);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="display text-28">{betTypeName(bet)}</h1>
        <Badge tone={tone}>{label}</Badge>
        {bet.freeBet && <FreeBetBadge />}
      </header>
      {bet.rejection && <Notice tone="down">{refusalText(bet.rejection)}</Notice>}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <BetLegs bet={bet} />
          <BetDetails bet={bet} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <CashOutCard bet={bet} shown={sells} />
          <BetTimeline bet={bet} />
          <BetReceipt bet={bet} />
        </div>
      </div>
    </>
  );
}

/** Stays on the page after the cash-out, to show the payout. */
function CashOutCard({ bet, shown }: { bet: Bet; shown: boolean }) {
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 not-has-[section]:hidden">
      {shown && <h2 className="text-14 font-strong">{i18n._({ id: 'cashOut.title', message: 'Cash out' })}</h2>}
      <CashOutPanel bet={bet} />
      <AutoCashOut bet={bet} />
    </div>
  );
}

function BetDetails({ bet }: { bet: Bet }) {
  const money = (minor: number) => <Money minor={minor} currency={bet.currency} />;
  const settled = bet.payoutMinor !== undefined;
  return (
    <DetailList
      title={i18n._({ id: 'bet.facts', message: 'Bet details' })}
      details={[
        [i18n._({ id: 'bet.stake', message: 'Stake' }), money(bet.stakeMinor)],
        bet.lines !== undefined && [
          i18n._({ id: 'bet.lines', message: 'Lines' }),
          <span key="lines" className="figures">
            {bet.lines} × <Money minor={Math.floor(bet.stakeMinor / bet.lines)} currency={bet.currency} />
          </span>,
        ],
        [i18n._({ id: 'slip.totalOdds', message: 'Total odds' }), <Odds key="odds" milli={bet.oddsMilli} />],
        !settled &&
          bet.status !== 'rejected' && [
            i18n._({ id: 'slip.totalReturn', message: 'Potential return' }),
            money(bet.potentialPayoutMinor),
          ],
        bet.payoutMinor !== undefined && [i18n._({ id: 'bet.paid', message: 'Paid' }), money(bet.payoutMinor)],
        bet.payoutMinor !== undefined && [
          i18n._({ id: 'summary.net', message: 'Net' }),
          <Money key="net" net minor={bet.payoutMinor - (bet.freeBet ? 0 : bet.stakeMinor)} currency={bet.currency} />,
        ],
        bet.cashedOutMinor > 0 && [i18n._({ id: 'bet.cashedOut', message: 'Cashed out' }), money(bet.cashedOutMinor)],
        !settled &&
          bet.openStakeMinor < bet.stakeMinor &&
          bet.status === 'accepted' && [i18n._({ id: 'bet.runs', message: 'Open stake' }), money(bet.openStakeMinor)],
        bet.freeBet && [
          i18n._({ id: 'bet.free', message: 'Free bet' }),
          i18n._({ id: 'bet.freeHelp', message: 'The stake is not returned' }),
        ],
        [i18n._({ id: 'bet.placedAt', message: 'Placed' }), whenText(bet.placedAt)],
        bet.settledAt !== undefined && [i18n._({ id: 'bet.settledAt', message: 'Settled' }), whenText(bet.settledAt)],
        [
          i18n._({ id: 'bet.id', message: 'Bet id' }).replace(' ', '\u00a0'),
          <span key="id" className="figures flex items-center justify-end gap-1 text-12 break-all">
            {bet.id}
            <CopyButton text={bet.id} what={i18n._({ id: 'bet.id', message: 'Bet id' })} />
          </span>,
        ],
      ]}
    />
  );
}
