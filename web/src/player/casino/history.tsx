/** Every round of the player, newest first. The URL holds game and search. */
import { catalogue, gameIds } from '@fairline/proto/games/catalogue';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { roundsQuery } from '../../domain/casino/queries.ts';
import { RoundRows } from '../../features/casino/history/round-rows.tsx';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Listed } from '../../ui/content/listed.tsx';
import { EmptyState } from '../../ui/content/states.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { PickOne } from '../../ui/forms/field.tsx';
import { CasinoFrame } from './frame.tsx';

export function RoundsPage() {
  const [search, change] = useAddress();
  const game = gameIds.find((id) => id === search.get('game'));
  const q = search.get('q') ?? '';
  const query = useInfiniteQuery(roundsQuery({ ...(game && { game }), ...(q && { q }) }));
  const title = i18n._({ id: 'casino.panel.history', message: 'Your rounds' });
  const isFiltered = game !== undefined || q !== '';
  return (
    <CasinoFrame title={title}>
      <h1 className="display text-28">{title}</h1>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={i18n._({ id: 'casino.history.search', message: 'Search by reference' })}
          placeholder={i18n._({ id: 'casino.history.search', message: 'Search by reference' })}
          q={q}
          onSearch={(text) => change('q', text)}
          className="md:max-w-72"
        />
        <PickOne
          label={i18n._({ id: 'casino.history.game', message: 'Game' })}
          value={game ?? 'all'}
          onChange={(event) => change('game', event.target.value === 'all' ? null : event.target.value)}
          className="max-sm:grow"
        >
          <option value="all">{i18n._({ id: 'history.all', message: 'All' })}</option>
          {gameIds.map((id) => (
            <option key={id} value={id}>
              {catalogue[id].name}
            </option>
          ))}
        </PickOne>
      </div>
      <Listed
        query={query}
        items={query.data?.pages.flatMap((page) => page.items)}
        failed={i18n._({ id: 'casino.history.failed', message: 'Your rounds could not be loaded' })}
        error={query.isError ? errorText(query.error) : null}
        empty={
          <EmptyState
            title={
              isFiltered
                ? i18n._({ id: 'casino.history.noMatch', message: 'No rounds match' })
                : i18n._({ id: 'casino.history.empty', message: 'No rounds yet' })
            }
          >
            <ButtonLink
              look="secondary"
              size="small"
              to={isFiltered ? '/casino/history' : '/casino'}
              replace={isFiltered}
            >
              {isFiltered
                ? i18n._({ id: 'history.clear', message: 'Clear the filters' })
                : i18n._({ id: 'casino.history.play', message: 'Open the casino' })}
            </ButtonLink>
          </EmptyState>
        }
      >
        {(rounds) => <RoundRows rounds={rounds} named />}
      </Listed>
    </CasinoFrame>
  );
}
