/** The casino on the front page: the featured games with their computed returns and the real jackpot. A visitor is sent to sign in before a game opens. */
import type { Game } from '@fairline/proto/casino/games';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { rtpText } from '../../../domain/casino/game-labels.ts';
import { JackpotCounter, useJackpot } from '../../../domain/casino/jackpot.tsx';
import { gamesQuery } from '../../../domain/casino/queries.ts';
import { Skeleton } from '../../../ui/content/states.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { GameArt } from './game-art.tsx';

const shownGames = 4;

export function CasinoTiles() {
  const { data, isError } = useQuery(gamesQuery);
  if (isError && !data) return null;
  const featured = data?.items.filter(({ featured, active }) => featured && active).slice(0, shownGames);
  if (featured?.length === 0) return null;
  return (
    <section aria-labelledby="casino-tiles" className="border-t border-line">
      <div className="mx-auto max-w-page px-4 py-12">
        <h2 id="casino-tiles" className="display text-28">
          {i18n._({ id: 'landing.casino', message: 'A casino you can check' })}
        </h2>
        <p className="mt-2 max-w-form text-13 text-ink-soft">
          {i18n._({
            id: 'landing.casinoText',
            message: 'Verify every draw in your own browser. Every RTP is computed from the rules.',
          })}
        </p>
        <ul className="mt-6 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {featured
            ? featured.map((game) => (
                <li key={game.id}>
                  <Tile game={game} />
                </li>
              ))
            : Array.from({ length: shownGames }, (_, tile) => tile).map((tile) => (
                <li key={tile}>
                  <Skeleton className="h-72 rounded-card" />
                </li>
              ))}
        </ul>
      </div>
    </section>
  );
}

function Tile({ game }: { game: Game }) {
  const { pool } = useJackpot();
  return (
    <Link
      to={`/casino/${game.id}`}
      data-game={game.id}
      className="group flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-game-line"
    >
      <span className="block aspect-[16/10]">
        <GameArt game={game.id} />
      </span>
      <span className="flex items-center justify-between gap-3 p-4">
        <span className="min-w-0">
          <span className="block truncate text-16 font-strong">{game.name}</span>
          <span className="figures block text-13 text-ink-soft">
            {game.jackpotMinor !== undefined && pool ? (
              <>
                {i18n._({ id: 'casino.jackpot', message: 'Jackpot' })}{' '}
                <JackpotCounter pool={pool} className="text-game" />
              </>
            ) : (
              `${i18n._({ id: 'casino.rtp', message: 'RTP' })} ${rtpText(game.rtp)}`
            )}
          </span>
        </span>
        <Icon of={ArrowRight} className="text-ink-soft transition-transform group-hover:translate-x-1" />
      </span>
    </Link>
  );
}
