/** Every bet of every player, found by ids, text, player, status and stake; one opens in a drawer. The URL holds the filter. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { betStatuses } from '@fairline/proto/betting/bets';
import type { OperatorBet } from '@fairline/proto/betting/settlement';
import { pageSize } from '@fairline/proto/contract';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RefreshCw, X } from 'lucide-react';
import { errorText } from '../../../client/http/error-text.ts';
import { betStatusName, betText, betTypeName } from '../../../domain/betting/bet-labels.ts';
import { Money } from '../../../domain/money/money.tsx';
import { hasPermission } from '../../../domain/people/operators.ts';
import { playerSearchQuery } from '../../../domain/people/player-search.ts';
import { usePlayers } from '../../../domain/people/players.ts';
import { oddsText } from '../../../figures.ts';
import { type ChangeAddress, useAddress } from '../../../ui/browser/use-address.ts';
import { Framed, Listed } from '../../../ui/content/listed.tsx';
import { EmptyState, Notice } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { When } from '../../../ui/content/when.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { PickOne } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { BetBadges } from './bet-badges.tsx';
import { BetSheet } from './bet-sheet.tsx';
import { betFilterOf, betsQuery, type OperatorBetFilter, stakeMinorOf } from './queries.ts';

export function Bets({ operator }: { operator: Operator }) {
  const [search, , change] = useAddress();
  const filter = betFilterOf(search);
  const query = useInfiniteQuery(betsQuery(filter));
  const bets = query.data?.pages.flatMap((page) => page.items);
  const filtered = Object.values(filter).some((value) => value !== '' && value !== 'all');
  // A page that is not full but has a next page: the search stopped there, and older bets are not searched yet.
  const searching = query.hasNextPage && (query.data?.pages.at(-1)?.items.length ?? pageSize) < pageSize;
  const clear = () =>
    change({ q: null, status: null, player: null, who: null, fixture: null, market: null, stake: null });
  return (
    <div className="flex flex-col gap-4">
      <Toolbar
        filter={filter}
        operator={operator}
        change={change}
        busy={query.isFetching && !query.isFetchingNextPage}
        refresh={() => void query.refetch()}
      />
      {searching && (
        <Notice tone="live">
          {bets?.length === 0
            ? i18n._({
                id: 'deskBets.noneYet',
                message: 'None of the newest bets match. “Show older” searches further back.',
              })
            : i18n._({
                id: 'deskBets.notAll',
                message: 'Only the newest bets are searched so far. “Show older” searches further back.',
              })}
        </Notice>
      )}
      <Listed
        query={query}
        items={bets}
        failed={i18n._({ id: 'deskBets.failed', message: 'Bets could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState
            title={
              filtered
                ? i18n._({ id: 'deskBets.noMatch', message: 'No bets match this filter' })
                : i18n._({ id: 'deskBets.none', message: 'No bets yet' })
            }
          >
            {filtered ? (
              <Button look="secondary" size="small" onClick={clear}>
                {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
              </Button>
            ) : (
              i18n._({ id: 'deskBets.noneHelp', message: 'A bet appears here as soon as a player places it.' })
            )}
          </EmptyState>
        }
      >
        {(items) => <Rows items={items} operator={operator} onOpen={(id) => change({ bet: id })} />}
      </Listed>
      <BetSheet
        id={search.get('bet')}
        operator={operator}
        onPlayer={(player) => change({ player, who: null, bet: null })}
        onClose={() => change({ bet: null })}
      />
    </div>
  );
}

interface ToolbarProps {
  filter: OperatorBetFilter;
  operator: Operator;
  change: ChangeAddress;
  busy: boolean;
  refresh: () => void;
}

function Toolbar({ filter, operator, change, busy, refresh }: ToolbarProps) {
  const narrowed: [keyof OperatorBetFilter, string, string][] = [
    ['playerId', 'player', i18n._({ id: 'deskBets.onePlayer', message: 'One player' })],
    ['fixtureId', 'fixture', i18n._({ id: 'deskBets.oneFixture', message: 'One fixture' })],
    ['marketId', 'market', i18n._({ id: 'deskBets.oneMarket', message: 'One market' })],
  ];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          className="md:max-w-80"
          q={filter.q}
          onSearch={(text) => change({ q: text || null })}
          label={i18n._({ id: 'deskBets.search', message: 'Search bets by id, team, market or selection' })}
          placeholder={i18n._({ id: 'deskBets.searchHint', message: 'Id, team, market, selection' })}
        />
        <PlayerSearch operator={operator} />
        <SearchBox
          className="max-w-40"
          q={filter.stake}
          onSearch={(text) => change({ stake: text.trim() || null })}
          label={i18n._({ id: 'deskBets.minStake', message: 'Minimum stake' })}
          placeholder={i18n._({ id: 'deskBets.minStake', message: 'Minimum stake' })}
        />
        <PickOne
          label={i18n._({ id: 'approvals.status', message: 'Status' })}
          value={filter.status}
          onChange={({ target }) => change({ status: target.value === 'all' ? null : target.value })}
        >
          <option value="all">{i18n._({ id: 'history.all', message: 'All' })}</option>
          <option value="open">{i18n._({ id: 'deskBets.open', message: 'All open' })}</option>
          <option value="settled">{i18n._({ id: 'deskBets.settled', message: 'All settled' })}</option>
          <option value="waits">{i18n._({ id: 'byHand.waits', message: 'Waiting for a second operator' })}</option>
          {betStatuses.map((status) => (
            <option key={status} value={status}>
              {betStatusName(status)[0]}
            </option>
          ))}
        </PickOne>
        <IconButton
          label={i18n._({ id: 'history.refresh', message: 'Refresh' })}
          onClick={refresh}
          className="border border-control bg-surface"
        >
          <Icon of={RefreshCw} className={busy ? 'animate-spin' : undefined} />
        </IconButton>
      </div>
      {stakeMinorOf(filter.stake) === null && (
        <Notice tone="live">
          {i18n._({ id: 'deskBets.badStake', message: 'The minimum stake is not a valid amount and is ignored.' })}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {narrowed.map(
          ([field, name, label]) =>
            filter[field] && (
              <Button key={field} look="secondary" size="small" onClick={() => change({ [name]: null })}>
                {label}
                <Icon of={X} />
                <span className="sr-only">{i18n._({ id: 'deskBets.drop', message: 'remove this filter' })}</span>
              </Button>
            ),
        )}
      </div>
    </div>
  );
}

const playerId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A player by id; also by e-mail or name for operators who may read players. */
function PlayerSearch({ operator }: { operator: Operator }) {
  const [search, , change] = useAddress();
  const who = search.get('who') ?? '';
  const reads = hasPermission(operator, 'users.read');
  const { data, isFetching } = useQuery({ ...playerSearchQuery(who.trim()), enabled: reads && who.trim().length > 1 });
  const find = (text: string) => {
    const typed = text.trim();
    change(playerId.test(typed) ? { player: typed.toLowerCase(), who: null } : { who: text || null });
  };
  const none = who !== '' && !isFetching && (!reads || data?.items.length === 0);
  return (
    <span className="flex min-w-40 grow flex-wrap items-center gap-2 md:max-w-80">
      <SearchBox
        // Cleared once a player is picked, also if only the id was typed.
        key={search.get('player')}
        q={who}
        onSearch={find}
        label={
          reads
            ? i18n._({ id: 'deskBets.who', message: 'Player by id, e-mail or name' })
            : i18n._({ id: 'deskBets.whoId', message: 'Player by id' })
        }
        placeholder={
          reads
            ? i18n._({ id: 'deskBets.whoHint', message: 'Player: id, e-mail, name' })
            : i18n._({ id: 'deskBets.whoId', message: 'Player by id' })
        }
      />
      {who !== '' &&
        data?.items.slice(0, offered).map(({ id, email }) => (
          <Button key={id} look="quiet" size="small" onClick={() => change({ player: id, who: null })}>
            {email}
          </Button>
        ))}
      <span role="status" className="text-12 text-ink-soft empty:hidden">
        {none && i18n._({ id: 'deskBets.noPlayer', message: 'No such player' })}
      </span>
    </span>
  );
}

/** Typing more narrows the list. */
const offered = 3;

const wideOnly = 'hidden lg:table-cell';
const widestOnly = 'hidden xl:table-cell';

function Rows({
  items,
  operator,
  onOpen,
}: {
  items: readonly OperatorBet[];
  operator: Operator;
  onOpen: (id: string) => void;
}) {
  const players = usePlayers(
    items.map(({ playerId }) => playerId),
    hasPermission(operator, 'users.read'),
  );
  return (
    <Framed>
      <Table pinned label={i18n._({ id: 'desk.bets', message: 'Bets' })}>
        <thead className="max-md:sr-only">
          <tr>
            <Th>{i18n._({ id: 'deskBets.bet', message: 'Bet' })}</Th>
            <Th className={widestOnly}>{i18n._({ id: 'adjustments.player', message: 'Player' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'deskBets.placed', message: 'Placed' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'deskBets.odds', message: 'Odds' })}
            </Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'deskBets.payout', message: 'Payout' })}
            </Th>
            <Th figures>{i18n._({ id: 'desk.stake', message: 'Stake' })}</Th>
          </tr>
        </thead>
        <tbody>
          {items.map((bet) => (
            <tr key={bet.id} className="relative transition-colors hover:bg-raised last:[&>td]:border-b-0">
              <Td className="max-w-0 py-2 md:w-2/5">
                <button
                  type="button"
                  onClick={() => onOpen(bet.id)}
                  className="block w-full truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-offset-0"
                >
                  {betText(bet)}
                </button>
                <p className="truncate text-12 text-ink-soft">
                  {betTypeName(bet)} · {bet.legs.length === 1 ? bet.legs[0]?.fixture : bet.id.slice(-8)}
                </p>

                <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-soft lg:hidden">
                  <BetBadges bet={bet} />
                  <When at={bet.placedAt} exact />
                </p>
              </Td>
              <Td className={`${widestOnly} max-w-48 truncate text-ink-soft`}>
                {players.of(bet.playerId)?.email ?? bet.playerId.slice(-8)}
              </Td>
              <Td className={`${wideOnly} text-ink-soft`}>
                <When at={bet.placedAt} exact />
              </Td>
              <Td className={wideOnly}>
                <BetBadges bet={bet} />
              </Td>
              <Td figures className={wideOnly}>
                {oddsText(bet.oddsMilli, 'decimal')}
              </Td>
              <Td figures className={wideOnly}>
                {bet.payoutMinor === undefined ? '–' : <Money minor={bet.payoutMinor} currency={bet.currency} />}
              </Td>
              <Td figures className="w-px font-strong">
                <Money minor={bet.stakeMinor} currency={bet.currency} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}
