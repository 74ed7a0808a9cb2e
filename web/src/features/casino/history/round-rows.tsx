/** Rounds as rows: game, outcome, stake and return, each a link to its page. */
import type { Round } from '@fairline/proto/casino/rounds';
import { catalogue, roundReference } from '@fairline/proto/games/catalogue';
import { Link } from 'react-router';
import { multiplierText, roundStatusName } from '../../../domain/casino/game-labels.ts';
import { outcomeText } from '../../../domain/casino/round-labels.ts';
import { Money } from '../../../domain/money/money.tsx';
import { whenText } from '../../../domain/people/display-settings.ts';
import { Badge } from '../../../ui/content/badge.tsx';

export function RoundRows({ rounds, named = false }: { rounds: readonly Round[]; named?: boolean }) {
  return (
    <ul className="flex flex-col overflow-clip rounded-card border border-line bg-surface">
      {rounds.map((round) => (
        <li key={round.id} data-game={round.gameId} className="border-line not-first:border-t">
          <Link
            to={`/casino/rounds/${round.id}`}
            className="flex items-center gap-3 px-4 py-2 hover:bg-raised focus-visible:-outline-offset-2"
          >
            <span aria-hidden className="h-9 w-1 shrink-0 rounded-full bg-game" />
            <span className="min-w-0 grow text-13">
              <span className="flex items-center gap-2">
                <span className="truncate font-strong">
                  {named ? catalogue[round.gameId].name : outcomeText(round)}
                </span>
                {round.status !== 'settled' && (
                  <Badge tone={roundStatusName(round.status)[1]}>{roundStatusName(round.status)[0]}</Badge>
                )}
              </span>
              {named && <span className="block truncate text-ink-soft">{outcomeText(round)}</span>}
              <span className="figures block truncate text-12 text-ink-soft">
                {roundReference(round.id)} · {whenText(round.createdAt)}
              </span>
            </span>
            <RoundMoney round={round} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function RoundMoney({ round: { status, wagerMinor, payoutMinor, currency } }: { round: Round }) {
  return (
    <span className="flex shrink-0 flex-col items-end text-13">
      {status === 'open' ? (
        <span className="text-ink-soft">–</span>
      ) : (
        <Money net minor={payoutMinor - wagerMinor} currency={currency} className="font-strong" />
      )}
      <span className="figures text-12 text-ink-soft">
        <Money minor={wagerMinor} currency={currency} />
        {payoutMinor > 0 && status === 'settled' && ` · ${multiplierText(payoutMinor / wagerMinor)}`}
      </span>
    </span>
  );
}
