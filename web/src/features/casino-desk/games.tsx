/** The games: filters, one row each with its figures and RTP, and one game in a drawer. The URL holds the filter and the open game. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { OperatorGame } from '@fairline/proto/casino/desk';
import { gameCategories } from '@fairline/proto/games/catalogue';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { categoryName, rtpText } from '../../domain/casino/game-labels.ts';
import { Money } from '../../domain/money/money.tsx';
import { hasPermission } from '../../domain/people/operators.ts';
import { countText, percentText } from '../../figures.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { EmptyState } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { PickOne } from '../../ui/forms/field.tsx';
import { StateBadges } from './badges.tsx';
import { ActiveDialog, activationText } from './game-actions.tsx';
import { GameSheet } from './game-sheet.tsx';
import { marginOf, marginTone } from './margin.ts';
import { type GameFilter, gameFilterOf, operatorGamesQuery } from './queries.ts';
import { reportCurrency, Summary } from './summary.tsx';
import { WaitingChanges } from './waiting-changes.tsx';

export function Games({ operator }: { operator: Operator }) {
  const [search, , change] = useAddress();
  const filter = gameFilterOf(search);
  const query = useQuery(operatorGamesQuery);
  const games = query.data?.items;
  const shown = games?.filter((game) => isShown(game, filter));
  const opened = games?.find(({ id }) => id === search.get('game'));
  return (
    <div className="flex flex-col gap-4">
      <Summary games={games} />
      <WaitingChanges operator={operator} />
      <Filters filter={filter} change={change} />
      <Listed
        query={query}
        items={shown}
        failed={i18n._({ id: 'games.failed', message: 'Games could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState title={i18n._({ id: 'games.noMatch', message: 'No games match these filters' })}>
            <Button look="secondary" size="small" onClick={() => change({ category: null, status: null })}>
              {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
            </Button>
          </EmptyState>
        }
      >
        {(items) => <Rows items={items} operator={operator} onOpen={(id) => change({ game: id })} />}
      </Listed>
      <p className="text-12 text-ink-soft">
        {i18n._({
          id: 'games.note',
          message:
            'Real money since launch, in {currency} at current rates. A voided round is deducted on the day it is voided.',
          values: { currency: reportCurrency },
        })}
      </p>
      <GameSheet game={opened} operator={operator} onClose={() => change({ game: null })} />
    </div>
  );
}

function isShown({ category, active }: OperatorGame, filter: GameFilter): boolean {
  return (
    (filter.category === 'all' || filter.category === category) &&
    (filter.status === 'all' || (filter.status === 'active') === active)
  );
}

function Filters({ filter, change }: { filter: GameFilter; change: ReturnType<typeof useAddress>[2] }) {
  const all = i18n._({ id: 'history.all', message: 'All' });
  return (
    <div className="flex flex-wrap gap-2">
      <PickOne
        label={i18n._({ id: 'games.category', message: 'Category' })}
        value={filter.category}
        onChange={({ target }) => change({ category: target.value === 'all' ? null : target.value })}
      >
        <option value="all">{all}</option>
        {gameCategories.map((category) => (
          <option key={category} value={category}>
            {categoryName(category)}
          </option>
        ))}
      </PickOne>
      <PickOne
        label={i18n._({ id: 'approvals.status', message: 'Status' })}
        value={filter.status}
        onChange={({ target }) => change({ status: target.value === 'all' ? null : target.value })}
      >
        <option value="all">{all}</option>
        <option value="active">{i18n._({ id: 'games.isActive', message: 'Active' })}</option>
        <option value="paused">{i18n._({ id: 'games.isPaused', message: 'Paused' })}</option>
      </PickOne>
    </div>
  );
}

const wideOnly = 'hidden lg:table-cell';
const widestOnly = 'hidden xl:table-cell';

interface RowProps {
  game: OperatorGame;
  operator: Operator;
  onOpen: () => void;
}

function Rows({
  items,
  operator,
  onOpen,
}: {
  items: readonly OperatorGame[];
  operator: Operator;
  onOpen: (id: string) => void;
}) {
  return (
    <Framed>
      <Table pinned label={i18n._({ id: 'games.label', message: 'Games' })}>
        <thead className="max-md:sr-only">
          <tr>
            <Th>{i18n._({ id: 'games.game', message: 'Game' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'games.rtpObserved', message: 'RTP, observed' })}
            </Th>
            <Th figures>{i18n._({ id: 'games.margin', message: 'Profit margin' })}</Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'games.wageredPaid', message: 'Total wagered, payout' })}
            </Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'games.ggr', message: 'GGR' })}
            </Th>
            <Th figures className={widestOnly}>
              {i18n._({ id: 'games.playedLast', message: 'Total played, last' })}
            </Th>
            {hasPermission(operator, 'casino') && (
              <Th className={wideOnly}>
                <span className="sr-only">{i18n._({ id: 'games.action', message: 'Action' })}</span>
              </Th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((game) => (
            <Row key={game.id} game={game} operator={operator} onOpen={() => onOpen(game.id)} />
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}

function Row({ game, operator, onOpen }: RowProps) {
  const margin = marginOf(game);
  const observed = game.returns?.observed;
  return (
    <tr className="relative transition-colors hover:bg-raised last:[&>td]:border-b-0">
      <Td className="min-w-40 py-2">
        <button
          type="button"
          onClick={onOpen}
          className="block w-full text-left font-medium md:whitespace-nowrap after:absolute after:inset-0 focus-visible:outline-offset-0"
        >
          {game.name}
        </button>
        <p className="text-12 text-ink-soft md:whitespace-nowrap">
          {game.provider} · {categoryName(game.category)}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-soft lg:hidden">
          <StateBadges game={game} />
          <span className="figures">{rtpText(game.rtp)}</span>
        </p>
      </Td>
      <Td className={wideOnly}>
        <StateBadges game={game} />
      </Td>
      <Td figures className={wideOnly}>
        {rtpText(game.rtp)}
        <Below>{observed === undefined || observed === null ? '–' : rtpText(observed)}</Below>
      </Td>
      <Td figures className="w-px">
        {margin === null ? (
          '–'
        ) : (
          <Badge tone={marginTone(margin)}>
            {percentText(margin, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
          </Badge>
        )}
      </Td>
      <Td figures className={wideOnly}>
        <Money minor={game.wageredMinor} currency={reportCurrency} />
        <Below>
          <Money minor={game.paidMinor} currency={reportCurrency} />
        </Below>
      </Td>
      <Td figures className={wideOnly}>
        <Money minor={game.ggrMinor} currency={reportCurrency} net />
      </Td>
      <Td figures className={widestOnly}>
        {countText(game.rounds)}
        <Below>{game.lastPlayedAt ? <When at={game.lastPlayedAt} /> : '–'}</Below>
      </Td>
      {hasPermission(operator, 'casino') && (
        <Td className={`${wideOnly} w-px`}>
          <Toggle game={game} />
        </Td>
      )}
    </tr>
  );
}

const Below = ({ children }: { children: ReactNode }) => (
  <span className="block text-12 text-ink-soft">{children}</span>
);

/** Above the row's own button. */
function Toggle({ game }: { game: OperatorGame }) {
  const [asked, setAsked] = useState(false);
  return (
    <span className="relative z-10">
      <Button look="secondary" size="small" aria-label={toggleName(game)} onClick={() => setAsked(true)}>
        {activationText(!game.active)}
      </Button>
      {asked && <ActiveDialog game={game} onClose={() => setAsked(false)} />}
    </span>
  );
}

function toggleName({ name, active }: OperatorGame): string {
  return active
    ? i18n._({ id: 'games.pauseTitle', message: 'Pause {name}', values: { name } })
    : i18n._({ id: 'games.activateTitle', message: 'Activate {name}', values: { name } });
}
