/** The last ten changes of the balance, with a link to all of them. */
import type { Bet } from '@fairline/proto/betting/bets';
import type { Transaction } from '@fairline/proto/wallet/history';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { betIdOf, betTitle, latestBetsQuery } from '../../domain/betting/bet-movements.ts';
import { Money } from '../../domain/money/money.tsx';
import { movementText } from '../../domain/money/movement-text.ts';
import { movementName, stateName } from '../../domain/money/payment-labels.ts';
import { whenText } from '../../domain/people/display-settings.ts';
import { Badge } from '../../ui/content/badge.tsx';

const shown = 10;

export function RecentTransactions({ items }: { items: readonly Transaction[] }) {
  const bets = useQuery({ ...latestBetsQuery, enabled: items.some((item) => betIdOf(item) !== undefined) });
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {items.slice(0, shown).map((item) => {
        const [label, tone] = stateName(item);
        return (
          <li key={item.id} className="flex min-h-14 items-center justify-between gap-4 px-4 py-2">
            <div className="min-w-0">
              <p className="truncate text-14 font-medium">
                <Named item={item} bet={bets.data?.find(({ id }) => id === betIdOf(item))} />
              </p>
              <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-soft">
                <span>{movementName(item)}</span>
                <time dateTime={item.createdAt} className="figures">
                  {whenText(item.createdAt)}
                </time>
                {item.status !== 'completed' && <Badge tone={tone}>{label}</Badge>}
              </p>
            </div>
            <Money minor={item.amountMinor} currency={item.currency} className="text-14 font-strong" />
          </li>
        );
      })}
    </ul>
  );
}

/** A round or a bet leads to its page. */
function Named({ item, bet }: { item: Transaction; bet: Bet | undefined }) {
  const betId = betIdOf(item);
  const to = item.roundId ? `/casino/rounds/${item.roundId}` : betId && `/bets/${betId}`;
  const text = bet ? `${movementText(item)}: ${betTitle(bet)}` : movementText(item);
  if (!to) return text;
  return (
    <Link to={to} className="hover:underline hover:underline-offset-4">
      {text}
    </Link>
  );
}
