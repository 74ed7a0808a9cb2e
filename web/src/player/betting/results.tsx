/** Results of matches that are over, for seven days; sport and search are in the address. Open to everybody. */
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { SportArt } from '../../domain/betting/sport-art.tsx';
import { ResultList, resultsQuery } from '../../features/betting/browse/results.tsx';
import { sportsQuery } from '../../features/betting/offer/queries.ts';
import { translate } from '../../server-texts.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Listed } from '../../ui/content/listed.tsx';
import { EmptyState } from '../../ui/content/states.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { PickOne } from '../../ui/forms/field.tsx';

export function ResultsPage() {
  const [search, change] = useAddress();
  const [sport, q] = [search.get('sport') ?? '', search.get('q') ?? ''];
  const { data: sports } = useQuery(sportsQuery);
  const names = useMemo(() => new Map(sports?.items.map(({ id, name }) => [id, name])), [sports]);
  const query = useInfiniteQuery(resultsQuery({ ...(sport && { sport }), ...(q && { q }) }));
  return (
    <div className="mx-auto flex w-full max-w-content grow flex-col gap-4 px-4 py-6">
      <title>{i18n._({ id: 'results.pageTitle', message: 'Results · Fairline' })}</title>
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="display text-28">{i18n._({ id: 'results.title', message: 'Results' })}</h1>
        <Link to="/rules" className="py-1 text-13 underline underline-offset-4">
          {i18n._({ id: 'betRules.title', message: 'Betting rules' })}
        </Link>
      </header>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={i18n._({ id: 'fixtures.search', message: 'Search teams and competitions' })}
          placeholder={i18n._({ id: 'search.hint', message: 'Search' })}
          q={q}
          onSearch={(text) => change('q', text)}
          className="md:max-w-72"
        />
        <PickOne
          label={i18n._({ id: 'results.sport', message: 'Sport' })}
          value={sport}
          onChange={({ target }) => change('sport', target.value || null)}
        >
          <option value="">{i18n._({ id: 'sports.all', message: 'All sports' })}</option>
          {[...names].map(([id, name]) => (
            <option key={id} value={id}>
              {translate(name)}
            </option>
          ))}
        </PickOne>
      </div>
      <Listed
        query={query}
        items={query.data?.pages.flatMap((page) => page.items)}
        failed={i18n._({ id: 'results.failed', message: 'The results could not be loaded' })}
        error={query.isError ? errorText(query.error) : null}
        empty={<NoResults filtered={Boolean(sport || q)} />}
        more={i18n._({ id: 'fixtures.more', message: 'Show more' })}
      >
        {(results) => <ResultList results={results} sportNames={names} />}
      </Listed>
      <p className="text-12 text-ink-soft">
        {i18n._({
          id: 'results.kept',
          message: 'Results are shown for seven days. Your own bets keep their selections and results for good.',
        })}
      </p>
    </div>
  );
}

function NoResults({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState
      art={<SportArt sport="" size={40} />}
      title={
        filtered
          ? i18n._({ id: 'fixtures.noMatch', message: 'No events match' })
          : i18n._({ id: 'results.none', message: 'No event has ended in the last seven days' })
      }
    >
      <ButtonLink look="secondary" size="small" to={filtered ? '/results' : '/sports'} replace={filtered}>
        {filtered
          ? i18n._({ id: 'fixtures.clear', message: 'Clear the filters' })
          : i18n._({ id: 'fixtures.allEvents', message: 'See all events' })}
      </ButtonLink>
    </EmptyState>
  );
}
