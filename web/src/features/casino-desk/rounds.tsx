/** Rounds of all players, found by id, printed reference or player; one opens in a drawer. The URL holds the filter and the open round. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { OperatorRound } from '@fairline/proto/casino/desk';
import { catalogue, gameIds, roundReference } from '@fairline/proto/games/catalogue';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { errorText } from '../../client/http/error-text.ts';
import { Money } from '../../domain/money/money.tsx';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { EmptyState } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { PickOne } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { RoundStatus } from './badges.tsx';
import { operatorRoundsQuery, type RoundSearch, roundSearchOf } from './queries.ts';
import { RoundSheet } from './round-sheet.tsx';

export function Rounds({ operator }: { operator: Operator }) {
  const [search, , change] = useAddress();
  const wanted = roundSearchOf(search);
  const query = useInfiniteQuery(operatorRoundsQuery(wanted));
  const isNarrowed = wanted.q !== '' || wanted.game !== 'all' || wanted.playerId !== '' || wanted.waits;
  return (
    <div className="flex flex-col gap-4">
      <Toolbar wanted={wanted} change={change} />
      <Listed
        query={query}
        items={query.data?.pages.flatMap(({ items }) => items)}
        failed={i18n._({ id: 'deskRounds.failed', message: 'Rounds could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState
            title={
              isNarrowed
                ? i18n._({ id: 'deskRounds.noMatch', message: 'No rounds match this search' })
                : i18n._({ id: 'deskRounds.none', message: 'No rounds yet' })
            }
          >
            {isNarrowed ? (
              <Button
                look="secondary"
                size="small"
                onClick={() => change({ q: null, game: null, player: null, waits: null })}
              >
                {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
              </Button>
            ) : (
              i18n._({ id: 'deskRounds.noneHelp', message: 'Rounds appear here as soon as they are played.' })
            )}
          </EmptyState>
        }
      >
        {(items) => <Rows items={items} operator={operator} onOpen={(id) => change({ round: id })} />}
      </Listed>
      <RoundSheet
        id={search.get('round')}
        operator={operator}
        onPlayer={(player) => change({ player, q: null, round: null })}
        onClose={() => change({ round: null })}
      />
    </div>
  );
}

function Toolbar({ wanted, change }: { wanted: RoundSearch; change: ReturnType<typeof useAddress>[2] }) {
  const label = i18n._({ id: 'deskRounds.search', message: 'Round id, reference or player id' });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        className="md:max-w-96"
        q={wanted.q}
        onSearch={(text) => change({ q: text.trim() || null })}
        label={label}
        placeholder={label}
      />
      <PickOne
        label={i18n._({ id: 'games.game', message: 'Game' })}
        value={wanted.game}
        onChange={({ target }) => change({ game: target.value === 'all' ? null : target.value })}
      >
        <option value="all">{i18n._({ id: 'history.all', message: 'All' })}</option>
        {gameIds.map((id) => (
          <option key={id} value={id}>
            {catalogue[id].name}
          </option>
        ))}
      </PickOne>
      <Button
        look={wanted.waits ? 'primary' : 'secondary'}
        size="small"
        aria-pressed={wanted.waits}
        onClick={() => change({ waits: wanted.waits ? null : 'void' })}
      >
        {i18n._({ id: 'gameChange.waits', message: 'Waiting for a second operator' })}
      </Button>
      {wanted.playerId && (
        <Button look="secondary" size="small" onClick={() => change({ player: null })}>
          {i18n._({ id: 'deskBets.onePlayer', message: 'One player' })}
          <Icon of={X} />
          <span className="sr-only">{i18n._({ id: 'deskBets.drop', message: 'remove this filter' })}</span>
        </Button>
      )}
    </div>
  );
}

const wideOnly = 'hidden lg:table-cell';

function Rows({
  items,
  operator,
  onOpen,
}: {
  items: readonly OperatorRound[];
  operator: Operator;
  onOpen: (id: string) => void;
}) {
  const players = usePlayers(
    items.map(({ playerId }) => playerId),
    hasPermission(operator, 'users.read'),
  );
  return (
    <Framed>
      <Table pinned label={i18n._({ id: 'games.itsRounds', message: 'Rounds' })}>
        <thead className="max-md:sr-only">
          <tr>
            <Th>{i18n._({ id: 'deskRounds.round', message: 'Round' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'adjustments.player', message: 'Player' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'deskRounds.played', message: 'Played' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
            <Th figures>{i18n._({ id: 'desk.stake', message: 'Stake' })}</Th>
            <Th figures>{i18n._({ id: 'deskBets.payout', message: 'Payout' })}</Th>
          </tr>
        </thead>
        <tbody>
          {items.map((round) => (
            <tr key={round.id} className="relative transition-colors hover:bg-raised last:[&>td]:border-b-0">
              <Td className="max-w-0 py-2 md:w-1/3">
                <button
                  type="button"
                  onClick={() => onOpen(round.id)}
                  className="block w-full truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-offset-0"
                >
                  {catalogue[round.gameId].name}
                </button>
                <p className="figures truncate text-12 text-ink-soft">{roundReference(round.id)}</p>
                <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-soft lg:hidden">
                  <RoundStatus round={round} />
                  <When at={round.createdAt} exact />
                </p>
              </Td>
              <Td className={`${wideOnly} max-w-48 truncate text-ink-soft`}>
                {players.of(round.playerId)?.email ?? round.playerId.slice(-8)}
              </Td>
              <Td className={`${wideOnly} text-ink-soft`}>
                <When at={round.createdAt} exact />
              </Td>
              <Td className={wideOnly}>
                <RoundStatus round={round} />
              </Td>
              <Td figures className="w-px">
                <Money minor={round.wagerMinor} currency={round.currency} />
              </Td>
              <Td figures className="w-px font-strong">
                {round.status === 'open' ? '–' : <Money minor={round.payoutMinor} currency={round.currency} />}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}
