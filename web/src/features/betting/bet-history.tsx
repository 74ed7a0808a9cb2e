/** Bets one under the other, each a link to its page: what was bet on, when, for how much, and what came of it. */
import type { Bet } from '@fairline/proto/betting';
import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { whenText } from '../../client/taste.ts';
import { Badge } from '../../ui/badge.tsx';
import { betWords, statusWords, typeWords } from '../../ui/bet-words.ts';
import { feedWords } from '../../ui/market-words.ts';
import { Money } from '../../ui/money.tsx';
import { Odds } from '../../ui/odds.tsx';
import { BetMoney, FreeBetBadge } from './bet-list.tsx';

export function BetHistoryRows({ bets }: { bets: readonly Bet[] }) {
  return (
    <ul aria-label={i18n._({ id: 'bets.mine', message: 'My bets' })} className="overflow-hidden rounded-card border border-line bg-surface">
      {bets.map((bet) => (
        <Row key={bet.id} bet={bet} />
      ))}
    </ul>
  );
}

function Row({ bet }: { bet: Bet }) {
  const [words, tone] = statusWords(bet.status);
  const [leg] = bet.legs;
  const single = bet.legs.length === 1;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 hover:bg-raised">
      <p className="flex min-w-0 items-baseline gap-2">
        <Link to={`/bets/${bet.id}`} className="truncate text-14 font-medium after:absolute after:inset-0">
          {single ? betWords(bet) : typeWords(bet)}
        </Link>
        <Odds milli={bet.oddsMilli} className="text-13 text-ink-soft" />
      </p>
      <span className="flex gap-1 justify-self-end">
        {bet.freeBet && <FreeBetBadge />}
        <Badge tone={tone}>{words}</Badge>
      </span>
      <p className="truncate text-12 text-ink-soft">{single && leg ? `${feedWords(leg.market)} · ${leg.fixture}` : betWords(bet)}</p>
      <p className="text-right text-13">
        <BetMoney bet={bet} />
      </p>
      <p className="col-span-2 flex flex-wrap justify-between gap-x-4 text-12 text-ink-soft">
        <time dateTime={bet.placedAt} className="figures">
          {whenText(bet.placedAt)}
        </time>
        {bet.cashedOutMinor > 0 && (
          <span>
            {i18n._({ id: 'bet.cashedOut', message: 'Cashed out' })} <Money minor={bet.cashedOutMinor} currency={bet.currency} />
          </span>
        )}
      </p>
    </li>
  );
}
