/** Observed against computed returns of each game, with the confidence interval drawn and in figures. */
import type { Returns } from '@fairline/proto/casino/games';
import { catalogue } from '@fairline/proto/games/catalogue';
import { i18n } from '@lingui/core';
import { rtpText } from '../../../domain/casino/game-labels.ts';
import { countText } from '../../../figures.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { isPlayed, type PlayedReturns, scaleOf } from './interval.ts';

export function ReturnsTable({ items }: { items: readonly Returns[] }) {
  const scale = scaleOf(items.filter(isPlayed));
  return (
    <ul className="flex flex-col gap-3">
      {items.map((returns) => (
        <li
          key={`${returns.gameId}-${returns.version}`}
          data-game={returns.gameId}
          className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
        >
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h2 className="text-16 font-strong">{catalogue[returns.gameId].name}</h2>
            <p className="figures text-12 text-ink-soft">
              {i18n._({
                id: 'casino.returns.rounds',
                message: 'Version {version} · {rounds} rounds',
                values: { version: returns.version, rounds: countText(returns.rounds) },
              })}
            </p>
          </div>
          {isPlayed(returns) ? (
            <Played returns={returns} scale={scale} />
          ) : (
            <p className="text-13 text-ink-soft">
              {i18n._({ id: 'casino.returns.none', message: 'No rounds to compare yet' })}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Blackjack has no lower end: its return also depends on how well it is played. */
function rangeText(low: number | null, high: number): string {
  if (low !== null) return `${rtpText(low)} – ${rtpText(high)}`;
  return i18n._({
    id: 'casino.returns.atMost',
    message: 'at most {high}, less if played less well',
    values: { high: rtpText(high) },
  });
}

interface PlayedProps {
  returns: PlayedReturns;
  scale: (rtp: number) => number;
}

function Played({ returns: { observed, computed, low, high }, scale }: PlayedProps) {
  const isInside = observed >= (low ?? 0) && observed <= high;
  const left = low === null ? 0 : scale(low);
  const figures = [
    [i18n._({ id: 'casino.returns.observed', message: 'Returned' }), rtpText(observed)],
    [i18n._({ id: 'casino.returns.computed', message: 'Computed' }), rtpText(computed)],
    [i18n._({ id: 'casino.returns.interval', message: 'Expected range' }), rangeText(low, high)],
  ] as const;
  return (
    <>
      <svg aria-hidden viewBox="0 0 400 36" preserveAspectRatio="none" className="h-9 w-full">
        <path d="M0 18h400" className="stroke-line" strokeWidth="1" />
        <rect
          x={left}
          y="10"
          width={Math.max(1, scale(high) - left)}
          height="16"
          rx="3"
          className="fill-game-soft stroke-game-line"
        />
        <path d={`M${scale(computed)} 6v24`} className="stroke-ink-soft" strokeWidth="1.500" strokeDasharray="3 3" />
        <path d={`M${scale(observed)} 3v30`} className={isInside ? 'stroke-game' : 'stroke-down'} strokeWidth="4" />
      </svg>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <dl className="flex flex-wrap gap-x-6 gap-y-2 text-13">
          {figures.map(([name, text]) => (
            <div key={name}>
              <dt className="text-12 text-ink-soft">{name}</dt>
              <dd className="figures font-strong">{text}</dd>
            </div>
          ))}
        </dl>
        {isInside ? (
          <Badge tone="act">{i18n._({ id: 'casino.returns.inside', message: 'Within range' })}</Badge>
        ) : (
          <Badge tone="down">{i18n._({ id: 'casino.returns.outside', message: 'Out of range: under review' })}</Badge>
        )}
      </div>
    </>
  );
}
