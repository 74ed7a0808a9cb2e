/** The casino's figures: real money in the reporting currency, in total and today. */
import type { OperatorGame } from '@fairline/proto/casino/desk';
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { Money } from '../../domain/money/money.tsx';
import { countText, percentText } from '../../figures.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Skeleton } from '../../ui/content/states.tsx';
import { marginOf, marginTone } from './margin.ts';

/** Figures over all players are in this currency. */
export const reportCurrency = 'USD';

export function Summary({ games }: { games: readonly OperatorGame[] | undefined }) {
  const sum = (of: (game: OperatorGame) => number) => games?.reduce((total, game) => total + of(game), 0);
  const wageredMinor = sum((game) => game.wageredMinor);
  const ggrMinor = sum((game) => game.ggrMinor);
  const margin = wageredMinor === undefined || ggrMinor === undefined ? null : marginOf({ wageredMinor, ggrMinor });
  const active = games?.filter((game) => game.active).length;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-3 xl:grid-cols-6">
      <Figure name={i18n._({ id: 'games.active', message: 'Active games' })}>
        {games &&
          i18n._({
            id: 'games.activeOf',
            message: '{active} of {all}',
            values: { active: active ?? 0, all: games.length },
          })}
      </Figure>
      <Figure name={i18n._({ id: 'games.playing', message: 'Playing now' })}>
        {games && countText(sum((game) => game.activePlayers) ?? 0)}
      </Figure>
      <Figure name={i18n._({ id: 'games.wagered', message: 'Total wagered' })}>
        {wageredMinor !== undefined && <Amount minor={wageredMinor} />}
      </Figure>
      <Figure name={i18n._({ id: 'games.paid', message: 'Total payout' })}>
        {games && <Amount minor={sum((game) => game.paidMinor) ?? 0} />}
      </Figure>
      <Figure name={i18n._({ id: 'games.ggr', message: 'GGR' })}>
        {ggrMinor !== undefined && (
          <span className="flex flex-wrap items-center gap-2">
            <Amount minor={ggrMinor} />
            {margin !== null && (
              <Badge tone={marginTone(margin)}>{percentText(margin, { maximumFractionDigits: 1 })}</Badge>
            )}
          </span>
        )}
      </Figure>
      <Figure name={i18n._({ id: 'games.ggrToday', message: 'GGR today' })}>
        {games && <Amount minor={sum((game) => game.today.ggrMinor) ?? 0} />}
      </Figure>
    </dl>
  );
}

const Amount = ({ minor }: { minor: number }) => <Money minor={minor} currency={reportCurrency} />;

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 bg-surface px-4 py-3">
      <dt className="text-12 text-ink-soft">{name}</dt>
      <dd className="figures text-16 font-strong">
        {children === undefined || children === false ? <Skeleton className="h-6 w-16" /> : children}
      </dd>
    </div>
  );
}
