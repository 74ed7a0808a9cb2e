/** The legs of a bet, each with its result and the final score; an open one shows the current state of its fixture. */
import type { Bet } from '@fairline/proto/betting/bets';
import { offerRoutes } from '@fairline/proto/betting/offer';
import { i18n } from '@lingui/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { readMissingAs } from '../../../client/http/http.ts';
import { call } from '../../../client/requests/call.ts';
import { legStatusName } from '../../../domain/betting/bet-labels.ts';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { Odds } from '../../../domain/betting/odds.tsx';
import { playerLive } from '../../../domain/live/cache.ts';
import { useLiveFixtures } from '../../../domain/live/use-live.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { When } from '../offer/fixture-row.tsx';
import { fixtureQuery } from '../offer/queries.ts';

export function BetLegs({ bet }: { bet: Bet }) {
  const runs = bet.status === 'pending' || bet.status === 'accepted';
  useLiveFixtures(
    playerLive,
    runs ? bet.legs.filter(({ status }) => status === 'open').map(({ fixtureId }) => fixtureId) : [],
  );
  return (
    <section aria-labelledby="legs" className="overflow-hidden rounded-card border border-line bg-surface">
      <h2 id="legs" className="flex h-11 items-center border-b border-line px-4 text-14 font-strong">
        {i18n._({
          id: 'bet.legs',
          message: '{count, plural, one {Selection} other {# selections}}',
          values: { count: bet.legs.length },
        })}
      </h2>
      <ul>
        {bet.legs.map((leg) => (
          <Leg key={leg.selectionId} leg={leg} runs={runs} />
        ))}
      </ul>
    </section>
  );
}

/** The end of a fixture with its score; null while it is not over, and once the server keeps it no longer. */
function endQuery(id: string) {
  return queryOptions({
    queryKey: ['betting', 'end', id],
    queryFn: async ({ signal }) => {
      const { items } = await call(offerRoutes.fixtureTimeline, { params: { id }, signal }).catch(
        readMissingAs({ items: [] }),
      );
      return items.findLast(({ status }) => status === 'ended' || status === 'cancelled') ?? null;
    },
  });
}

function Leg({ leg, runs }: { leg: Bet['legs'][number]; runs: boolean }) {
  const open = runs && leg.status === 'open';
  const { data: fixture } = useQuery({ ...fixtureQuery(leg.fixtureId), enabled: open });
  const { data: end } = useQuery({ ...endQuery(leg.fixtureId), enabled: leg.status !== 'open' });
  const score = open ? fixture?.score : leg.status === 'open' ? undefined : end?.score;
  const [label, tone] = legStatusName(leg.status, leg);
  return (
    <li className="flex flex-col gap-1 border-b border-line px-4 py-3 last:border-b-0">
      <div className={cx('flex items-baseline justify-between gap-2', (leg.deadHeat ?? leg.voidReason) && 'flex-wrap')}>
        <p className="min-w-0 text-14 font-medium break-words">{feedText(leg.selection)}</p>
        <span className="flex shrink-0 items-center gap-2">
          <Odds milli={leg.oddsMilli} className="text-14 font-strong" />
          {(runs || leg.status !== 'open') && <Badge tone={tone}>{label}</Badge>}
        </span>
      </div>
      <p className="text-12 text-ink-soft">{feedText(leg.market)}</p>
      <p className="flex items-baseline justify-between gap-2 text-12 text-ink-soft">
        {open && fixture ? (
          <Link to={`/fixtures/${leg.fixtureId}`} className="min-w-0 underline underline-offset-4 hover:text-ink">
            {leg.fixture}
          </Link>
        ) : (
          <span className="min-w-0">{leg.fixture}</span>
        )}
        {score && (
          <span className="figures shrink-0 text-14 font-strong text-ink">
            <span className="sr-only">{i18n._({ id: 'fixture.score', message: 'Score' })} </span>
            {score.home}–{score.away}
          </span>
        )}
      </p>
      {open && fixture && <When fixture={fixture} bare />}
    </li>
  );
}
