/** Earlier results: the bead road of the last twenty, the big road, and how often each side won lately. */
import { i18n } from '@lingui/core';
import { betName } from '../../../domain/casino/game-labels.ts';
import { countText } from '../../../figures.ts';
import { bigRoad, type Result, roadRows, trendLength, trendOf } from './roads.ts';
import type { BaccaratStats } from './stats.ts';

const initials: Readonly<Record<Result['result'], () => string>> = {
  player: () => i18n._({ id: 'baccarat.letter.player', message: 'P' }),
  banker: () => i18n._({ id: 'baccarat.letter.banker', message: 'B' }),
  tie: () => i18n._({ id: 'baccarat.letter.tie', message: 'T' }),
};

/** `results` has the newest last. */
export function RoadPanel({ results, stats }: { results: readonly Result[]; stats: BaccaratStats }) {
  return (
    <aside aria-label={i18n._({ id: 'baccarat.roads', message: 'Earlier results' })} className="bac-roads">
      <section className="bac-panel">
        <h2 className="bac-panel-title">{i18n._({ id: 'baccarat.bead', message: 'Bead road' })}</h2>
        <BeadRoad results={results} />
      </section>
      <section className="bac-panel">
        <h2 className="bac-panel-title">{i18n._({ id: 'baccarat.bigRoad', message: 'Big road' })}</h2>
        <BigRoad results={results} />
      </section>
      <section className="bac-panel">
        <h2 className="bac-panel-title">
          {i18n._({ id: 'baccarat.trend', message: 'Last {count}', values: { count: trendLength } })}
        </h2>
        <Trends results={results} />
      </section>
      <section className="bac-panel">
        <h2 className="bac-panel-title">{i18n._({ id: 'baccarat.session', message: 'This session' })}</h2>
        <dl className="bac-stats">
          <Stat name={i18n._({ id: 'baccarat.stat.hands', message: 'Hands' })} value={stats.handsPlayed} />
          <Stat name={betName('player')} value={stats.playerWins} />
          <Stat name={betName('banker')} value={stats.bankerWins} />
          <Stat name={betName('tie')} value={stats.ties} />
          <Stat name={i18n._({ id: 'baccarat.stat.naturals', message: 'Naturals' })} value={stats.naturals} />
        </dl>
      </section>
    </aside>
  );
}

function BeadRoad({ results }: { results: readonly Result[] }) {
  if (results.length === 0)
    return (
      <p className="text-12 text-ink-soft">
        {i18n._({ id: 'baccarat.noRounds', message: 'Your results appear here.' })}
      </p>
    );
  return (
    <ol className="bead-road">
      {results.map(({ result, natural, playerPair, bankerPair }, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a bead is its place on the road.
          key={at}
          className="bead"
          data-result={result}
          data-natural={natural || undefined}
          data-player-pair={playerPair || undefined}
          data-banker-pair={bankerPair || undefined}
          aria-label={betName(result)}
        >
          <span aria-hidden>{initials[result]()}</span>
        </li>
      ))}
    </ol>
  );
}

const cell = 16;
const shownColumns = 14;

function BigRoad({ results }: { results: readonly Result[] }) {
  const cells = bigRoad(results);
  const columns = Math.max(shownColumns, ...cells.map(({ column }) => column + 1));
  return (
    <svg viewBox={`0 0 ${columns * cell + 1} ${roadRows * cell + 1}`} aria-hidden className="big-road">
      <path
        className="big-road-grid"
        d={[
          ...Array.from({ length: columns + 1 }, (_, at) => `M${at * cell + 0.5} .5v${roadRows * cell}`),
          ...Array.from({ length: roadRows + 1 }, (_, at) => `M.5 ${at * cell + 0.5}h${columns * cell}`),
        ].join('')}
      />
      {cells.map(({ column, row, result, ties }) => {
        const [x, y] = [column * cell + cell / 2 + 0.5, row * cell + cell / 2 + 0.5];
        return (
          <g key={`${column} ${row}`}>
            <circle cx={x} cy={y} r={cell / 2 - 2.5} className="big-road-ring" data-result={result} />
            {ties > 0 && <path d={`M${x - 5} ${y + 5}l10-10`} className="big-road-tie" />}
          </g>
        );
      })}
    </svg>
  );
}

function Trends({ results }: { results: readonly Result[] }) {
  const trend = trendOf(results);
  const total = Math.max(1, trend.player + trend.banker + trend.tie);
  return (
    <ul className="flex flex-col gap-1.5 text-12">
      {(['player', 'banker', 'tie'] as const).map((side) => (
        <li key={side} className="grid grid-cols-[3.75rem_1fr_1.5rem] items-center gap-2">
          <span>{betName(side)}</span>
          <span className="trend-bar">
            <span
              className="trend-share"
              data-result={side}
              style={{ inlineSize: `${(100 * trend[side]) / total}%` }}
            />
          </span>
          <span className="figures text-end font-medium">{countText(trend[side])}</span>
        </li>
      ))}
    </ul>
  );
}

function Stat({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col items-center">
      <dd className="figures text-16 font-strong">{countText(value)}</dd>
      <dt className="text-12 text-ink-soft">{name}</dt>
    </div>
  );
}
