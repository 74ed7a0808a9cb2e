/** The panel with the player's last rounds of a game. */
import type { Game } from '@fairline/proto/casino/games';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { roundsQuery } from '../../../domain/casino/queries.ts';
import { Listed } from '../../../ui/content/listed.tsx';
import { RoundRows } from './round-rows.tsx';

export function HistoryPanel({ game }: { game: Game }) {
  const query = useInfiniteQuery(roundsQuery({ game: game.id }));
  return (
    <div className="flex flex-col gap-3 p-4">
      <Listed
        query={query}
        items={query.data?.pages.flatMap((page) => page.items)}
        failed={i18n._({ id: 'casino.history.failed', message: 'Your rounds could not be loaded' })}
        error={query.isError ? errorText(query.error) : null}
        empty={i18n._({ id: 'casino.history.empty', message: 'No rounds yet' })}
      >
        {(rounds) => <RoundRows rounds={rounds} />}
      </Listed>
      <Link to={`/casino/history?game=${game.id}`} className="self-start py-1 text-13 underline underline-offset-4">
        {i18n._({ id: 'casino.history.all', message: 'All rounds' })}
      </Link>
    </div>
  );
}
