/** Tiles of games: a large one with its picture and figures, and a compact one. A paused game is marked but still opens, so that its rules can be read. */
import type { Game } from '@fairline/proto/casino/games';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { Play, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { categoryName, rtpText, volatilityName } from '../../../domain/casino/game-labels.ts';
import { Money } from '../../../domain/money/money.tsx';
import { countText } from '../../../figures.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { buttonClass } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { FavouriteButton } from './favourite.tsx';
import { GameArt } from './game-art.tsx';

interface TileProps {
  game: Game;
  currency: PlayCurrencyCode;
}

const frame =
  'group relative flex flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-game-line';

/** A link that covers its whole tile; only the heart is above it. */
const stretched = 'after:absolute after:inset-0';

export function GameTile({ game, currency }: TileProps) {
  return (
    <article data-game={game.id} className={frame}>
      <Picture game={game} className="aspect-[16/10]" />
      <div className="flex grow flex-col gap-3 p-4 pt-3">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <h3 className="truncate text-16 font-strong">{game.name}</h3>
            <p className="truncate text-13 text-ink-soft">
              {game.provider} · {categoryName(game.category)}
            </p>
          </div>
          <FavouriteButton id={game.id} name={game.name} />
        </div>
        <dl className="grid grid-cols-3 gap-2 text-12">
          <Figure name={i18n._({ id: 'casino.rtp', message: 'RTP' })}>{rtpText(game.rtp)}</Figure>
          <Figure name={i18n._({ id: 'casino.volatility', message: 'Volatility' })}>
            {volatilityName(game.volatility)}
          </Figure>
          <Figure name={i18n._({ id: 'casino.from', message: 'From' })}>
            <Money minor={game.minMinor} currency={currency} />
          </Figure>
        </dl>
        <PlayLink game={game} />
      </div>
    </article>
  );
}

export function CompactTile({ game }: { game: Game }) {
  return (
    <article data-game={game.id} className={frame}>
      <Picture game={game} className="aspect-[16/9]" />
      <div className="flex items-center justify-between gap-1 py-1 pr-1 pl-3">
        <div className="min-w-0">
          <h3 className="text-14 font-strong">
            <Link to={`/casino/${game.id}`} className={cx('block min-h-6 truncate leading-6', stretched)}>
              {game.name}
            </Link>
          </h3>
          <p className="figures truncate text-12 text-ink-soft">
            {i18n._({ id: 'casino.rtp', message: 'RTP' })} {rtpText(game.rtp)}
          </p>
        </div>
        <FavouriteButton id={game.id} name={game.name} />
      </div>
    </article>
  );
}

/** A tile in the row of the player's favourite games. */
export function MiniTile({ game }: { game: Game }) {
  return (
    <Link
      to={`/casino/${game.id}`}
      data-game={game.id}
      className="flex w-56 shrink-0 items-center gap-3 overflow-hidden rounded-card border border-line bg-surface pr-3 transition-colors hover:border-game-line focus-visible:-outline-offset-2"
    >
      <span className={cx('block h-14 w-20 shrink-0', !game.active && 'opacity-40 grayscale')}>
        <GameArt game={game.id} />
      </span>
      <span className="min-w-0 text-13">
        <span className="block truncate font-strong">{game.name}</span>
        {!game.active && (
          <span className="text-12 text-live">{i18n._({ id: 'casino.tile.paused', message: 'Paused' })}</span>
        )}
      </span>
    </Link>
  );
}

function Picture({ game, className }: { game: Game; className: string }) {
  return (
    <div className={cx('relative overflow-hidden', className)}>
      <span
        className={cx(
          'block size-full transition-transform duration-300 group-hover:scale-104 motion-reduce:transform-none',
          !game.active && 'opacity-40 grayscale',
        )}
      >
        <GameArt game={game.id} />
      </span>
      <span className="absolute inset-x-2 top-2 flex flex-wrap gap-1">
        {!game.active && <Badge tone="live">{i18n._({ id: 'casino.tile.paused', message: 'Paused' })}</Badge>}
        {game.players > 0 && (
          <Badge>
            <Icon of={Users} />
            <span className="figures">{countText(game.players)}</span>
            <span className="sr-only">{i18n._({ id: 'casino.players', message: 'Active players' })}</span>
          </Badge>
        )}
      </span>
    </div>
  );
}

function PlayLink({ game }: { game: Game }) {
  if (!game.active) {
    return (
      <Link
        to={`/casino/${game.id}`}
        className={cx('mt-auto flex min-h-11 items-center text-13 text-ink-soft', stretched)}
      >
        {i18n._({
          id: 'casino.tile.pausedHelp',
          message: 'Not available right now. You can still open it to read the rules.',
        })}
      </Link>
    );
  }
  return (
    <Link
      to={`/casino/${game.id}`}
      className={cx(buttonClass('secondary', 'normal', true), 'mt-auto group-hover:border-game', stretched)}
    >
      <Icon of={Play} className="text-game" />
      {i18n._({ id: 'casino.playNow', message: 'Play Now' })}
      <span className="sr-only">{game.name}</span>
    </Link>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="figures text-13 font-strong">{children}</dd>
    </div>
  );
}
