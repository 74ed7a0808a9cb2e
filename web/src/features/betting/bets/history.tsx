/** A list of bets, each a link to its page: selections, time, stake and outcome. */
import type { Bet } from '@fairline/proto/betting/bets';
import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { betStatusName, betText, betTypeName } from '../../../domain/betting/bet-labels.ts';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { Odds } from '../../../domain/betting/odds.tsx';
import { Money } from '../../../domain/money/money.tsx';
import { whenText } from '../../../domain/people/display-settings.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { BetMoney, canCashOut, FreeBetBadge } from './bet-money.tsx';
import { CashOutButton, useSale } from './sale.tsx';

export function BetHistoryRows({ bets }: { bets: readonly Bet[] }) {
  const { sell, sheet } = useSale(bets);
  return (
    <>
      <ul
        aria-label={i18n._({ id: 'bets.mine', message: 'My bets' })}
        className="overflow-hidden rounded-card border border-line bg-surface"
      >
        {bets.map((bet) => (
          <Row key={bet.id} bet={bet} onSell={() => sell(bet)} />
        ))}
      </ul>
      {sheet}
    </>
  );
}

function Row({ bet, onSell }: { bet: Bet; onSell: () => void }) {
  const [label, tone] = betStatusName(bet.status);
  const [leg] = bet.legs;
  const single = bet.legs.length === 1;
  return (
    <li className="relative flex flex-col gap-1 border-b border-line px-4 py-3 last:border-b-0 hover:bg-raised">
      <div className="flex items-start justify-between gap-3">
        <Link
          to={`/bets/${bet.id}`}
          className="line-clamp-2 min-w-0 text-14 font-medium break-words after:absolute after:inset-0"
        >
          {single ? betText(bet) : betTypeName(bet)}
        </Link>
        <span className="flex shrink-0 gap-1">
          {bet.freeBet && <FreeBetBadge />}
          <Badge tone={tone}>{label}</Badge>
        </span>
      </div>
      <p className="line-clamp-2 text-12 break-words text-ink-soft">
        {single && leg ? `${feedText(leg.market)} · ${leg.fixture}` : betText(bet)}
      </p>
      <p className="text-13">
        <span className="sr-only">{i18n._({ id: 'slip.totalOdds', message: 'Total odds' })} </span>
        <Odds milli={bet.oddsMilli} className="text-ink-soft" /> <span aria-hidden>· </span>
        <BetMoney bet={bet} />
      </p>
      <div className="flex items-end justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-1">
          <p className="flex flex-wrap gap-x-3 text-12 text-ink-soft">
            <time dateTime={bet.placedAt} className="figures">
              {whenText(bet.placedAt)}
            </time>
            {bet.cashedOutMinor > 0 && (
              <span>
                {i18n._({ id: 'bet.cashedOut', message: 'Cashed out' })}{' '}
                <Money minor={bet.cashedOutMinor} currency={bet.currency} />
              </span>
            )}
          </p>
        </div>
        {canCashOut(bet) && <CashOutButton bet={bet} onSell={onSell} className="shrink-0" />}
      </div>
    </li>
  );
}
