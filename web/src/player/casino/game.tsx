/** A game, full screen. Loads its details, then its screen; an unknown id shows "Game Not Found". */
import type { GameDetail } from '@fairline/proto/casino/games';
import { Refusal } from '@fairline/proto/contract';
import type { GameId } from '@fairline/proto/games/catalogue';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { gameQuery } from '../../domain/casino/queries.ts';
import { type StagePanels, StagePanelsContext } from '../../features/casino/stage/panels.ts';
import { EmptyState, ErrorState } from '../../ui/content/states.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';

type Screen = ComponentType<{ game: GameDetail }>;

/** The screen of each game, loaded when it is opened. */
const loaders: Readonly<Record<GameId, () => Promise<Screen>>> = {
  'mega-fortune-slots': async () => (await import('../../features/casino/slots/slots-screen.tsx')).SlotsScreen,
  'premium-roulette': async () => (await import('../../features/casino/roulette/roulette-screen.tsx')).RouletteScreen,
  'professional-blackjack': async () =>
    (await import('../../features/casino/blackjack/blackjack-screen.tsx')).BlackjackScreen,
  'elite-baccarat': async () => (await import('../../features/casino/baccarat/baccarat-screen.tsx')).BaccaratScreen,
  'prize-lottery': async () => (await import('../../features/casino/lottery/lottery-screen.tsx')).LotteryScreen,
};

const screens: Record<string, Screen> = Object.fromEntries(
  Object.entries(loaders).map(([id, load]) => [id, lazy(async () => ({ default: await load() }))]),
);

const HistoryPanel = lazy(async () => ({
  default: (await import('../../features/casino/history/history-panel.tsx')).HistoryPanel,
}));
const Seeds = lazy(async () => ({ default: (await import('../../features/casino/fairness/seeds.tsx')).Seeds }));

const panels: StagePanels = {
  history: (game) => (
    <Suspense fallback={<GameComing />}>
      <HistoryPanel game={game} />
    </Suspense>
  ),
  fairness: () => (
    <Suspense fallback={<GameComing />}>
      <div className="p-4">
        <Seeds />
      </div>
    </Suspense>
  ),
};

export function GamePage() {
  const { id = '' } = useParams();
  const query = useQuery(gameQuery(id));
  const Screen = screens[id];
  if (query.data && Screen) {
    return (
      <StagePanelsContext value={panels}>
        <Suspense fallback={<GameComing />}>
          <Screen key={id} game={query.data} />
        </Suspense>
      </StagePanelsContext>
    );
  }
  if (query.isPending) return <GameComing />;
  const unknown =
    query.isSuccess || (query.error instanceof Refusal && (query.error.status === 404 || query.error.status === 400));
  if (unknown) return <GameNotFound id={id} />;
  return (
    <ErrorState
      title={i18n._({ id: 'casino.game.failed', message: 'The game could not be opened' })}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
    >
      {errorText(query.error)}
    </ErrorState>
  );
}

function GameNotFound({ id }: { id: string }) {
  return (
    <EmptyState title={i18n._({ id: 'casino.notFound', message: 'Game Not Found' })}>
      <p className="break-all">
        {i18n._({ id: 'casino.notFound.id', message: 'There is no game "{id}" here.', values: { id } })}
      </p>
      <ButtonLink to="/casino">{i18n._({ id: 'casino.return', message: 'Return to Casino' })}</ButtonLink>
    </EmptyState>
  );
}

function GameComing() {
  return (
    <div role="status" className="animate-late flex grow items-center justify-center p-12 text-14 text-ink-soft">
      {i18n._({ id: 'state.loading', message: 'Loading' })}
    </div>
  );
}
