/** The casino's lobby: the jackpot, a search, categories with their counts, featured games, prizes, all games. The URL holds search and category. */
import type { Game } from '@fairline/proto/casino/games';
import { type GameCategory, gameCategories } from '@fairline/proto/games/catalogue';
import { type PlayCurrencyCode, playCurrencies } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { categoryName } from '../../domain/casino/game-labels.ts';
import { favouriteGamesQuery, gamesQuery, recentGamesQuery } from '../../domain/casino/queries.ts';
import { filterGames, gamesOf, tabCounts } from '../../features/casino/lobby/filter.ts';
import { JackpotBanner } from '../../features/casino/lobby/jackpot-banner.tsx';
import { PrizeShowcase } from '../../features/casino/lobby/prize-showcase.tsx';
import { CompactTile, GameTile, MiniTile } from '../../features/casino/lobby/tiles.tsx';
import { WhyUs } from '../../features/casino/lobby/why-us.tsx';
import { LazySessionLine } from '../../features/safe-play/sessions/lazy-session-line.tsx';
import { useAddress } from '../../ui/browser/use-address.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { TabPanel, Tabs } from '../../ui/controls/tabs.tsx';
import { cx } from '../../ui/theme/cx.ts';

export function LobbyPage() {
  const [search, change, changeAll] = useAddress();
  const q = search.get('q') ?? '';
  const category = gameCategories.find((one) => one === search.get('category')) ?? null;
  const query = useQuery(gamesQuery);
  const currency = useSession(playerSession).who?.currency ?? playCurrencies[0];
  const games = query.data?.items;
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 py-6">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="display text-28">{i18n._({ id: 'casino.title', message: 'Casino' })}</h1>
        <Link to="/casino/history" className="py-2 text-13 underline underline-offset-4">
          {i18n._({ id: 'casino.panel.history', message: 'Your rounds' })}
        </Link>
      </header>
      <JackpotBanner />
      <SearchBox
        label={i18n._({ id: 'casino.search', message: 'Search games and providers' })}
        placeholder={i18n._({ id: 'casino.search', message: 'Search games and providers' })}
        q={q}
        onSearch={(text) => change('q', text)}
        className="grow-0 md:max-w-96"
      />
      {!games && query.isPending && <LobbyComing />}
      {!games && query.isError && (
        <ErrorState
          title={i18n._({ id: 'casino.failed', message: 'The games could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {games && (
        <Games
          games={games}
          currency={currency}
          category={category}
          q={q}
          onCategory={(id) => change('category', id === 'all' ? null : id)}
          onClear={() => changeAll({ q: null, category: null })}
        />
      )}
      <LazySessionLine />
    </div>
  );
}

interface GamesProps {
  games: readonly Game[];
  currency: PlayCurrencyCode;
  category: GameCategory | null;
  q: string;
  onCategory: (id: GameCategory | 'all') => void;
  onClear: () => void;
}

function Games({ games, currency, category, q, onCategory, onClear }: GamesProps) {
  const found = filterGames(games, { category, q });
  const isWhole = category === null && q.trim() === '';
  const open = category ?? 'all';
  return (
    <>
      <div>
        <Tabs
          name="games"
          label={i18n._({ id: 'casino.categories', message: 'Categories' })}
          tabs={tabCounts(games).map(({ id, count }) => ({ id, label: <CategoryTab id={id} count={count} /> }))}
          open={open}
          onOpen={onCategory}
        />
        <TabPanel name="games" open={open}>
          {isWhole ? (
            <WholeLobby games={games} currency={currency} />
          ) : (
            <Shelf
              title={i18n._({
                id: 'casino.found',
                message: '{count, plural, one {# game} other {# games}}',
                values: { count: found.length },
              })}
            >
              {found.map((game) => (
                <GameTile key={game.id} game={game} currency={currency} />
              ))}
            </Shelf>
          )}
          {found.length === 0 && (
            <EmptyState title={i18n._({ id: 'casino.none', message: 'No games found' })}>
              <Button look="secondary" size="small" onClick={onClear}>
                {i18n._({ id: 'history.clear', message: 'Clear the filters' })}
              </Button>
            </EmptyState>
          )}
        </TabPanel>
      </div>
      <WhyUs />
    </>
  );
}

function CategoryTab({ id, count }: { id: GameCategory | 'all'; count: number }) {
  return (
    <>
      {id === 'all' ? i18n._({ id: 'casino.category.all', message: 'All Games' }) : categoryName(id)}{' '}
      <span className="figures text-ink-soft">({count})</span>
    </>
  );
}

function WholeLobby({ games, currency }: { games: readonly Game[]; currency: PlayCurrencyCode }) {
  const favourites = gamesOf(useQuery(favouriteGamesQuery).data?.items, games);
  const recent = gamesOf(useQuery(recentGamesQuery).data?.items, games);
  const featured = games.filter((game) => game.featured);
  const compact = (game: Game) => <CompactTile key={game.id} game={game} />;
  return (
    <div className="flex flex-col gap-10">
      {recent.length + favourites.length > 0 && (
        <div className={cx('grid gap-6', recent.length > 0 && favourites.length > 0 && 'xl:grid-cols-2')}>
          <OwnGames title={i18n._({ id: 'casino.recent', message: 'Recently played' })} games={recent} />
          <OwnGames title={i18n._({ id: 'casino.favourites', message: 'Your favourites' })} games={favourites} />
        </div>
      )}
      {featured.length > 0 && (
        <Shelf title={i18n._({ id: 'casino.featured', message: 'Featured games' })}>
          {featured.map((game) => (
            <GameTile key={game.id} game={game} currency={currency} />
          ))}
        </Shelf>
      )}
      <PrizeShowcase currency={currency} />
      <Shelf compact title={i18n._({ id: 'casino.all', message: 'All games' })}>
        {games.map(compact)}
      </Shelf>
    </div>
  );
}

function OwnGames({ title, games }: { title: string; games: readonly Game[] }) {
  const id = useId();
  if (games.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <h2 id={id} className="text-14 font-strong">
        {title}
      </h2>
      <div className="strip -mx-4 gap-3 px-4 pb-1">
        {games.map((game) => (
          <MiniTile key={game.id} game={game} />
        ))}
      </div>
    </section>
  );
}

function Shelf({ title, compact = false, children }: { title: string; compact?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="display text-20">
        {title}
      </h2>
      <div
        className={
          compact ? 'grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5' : 'grid gap-4 sm:grid-cols-2 xl:grid-cols-4'
        }
      >
        {children}
      </div>
    </section>
  );
}

function LobbyComing() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">{i18n._({ id: 'state.loading', message: 'Loading' })}</span>
      <Skeleton className="h-11 w-full" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {['one', 'two', 'three', 'four'].map((tile) => (
          <Skeleton key={tile} className="h-80 rounded-card" />
        ))}
      </div>
    </div>
  );
}
