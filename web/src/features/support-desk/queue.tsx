/** The queue of tickets: counters, filters, one row each, and the open one beside it. The URL holds the filter and the open ticket. */
import type { Operator } from '@fairline/proto/auth/sessions';
import {
  type OperatorTicketRow,
  ticketCategories,
  ticketPriorities,
  ticketReference,
} from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Paperclip, X } from 'lucide-react';
import { errorText } from '../../client/http/error-text.ts';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { tierName } from '../../domain/promotions/promotion-labels.ts';
import { priorityName, priorityTone, ticketCategoryName, ticketStatus } from '../../domain/support/labels.ts';
import { type ChangeAddress, useAddress } from '../../ui/browser/use-address.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { EmptyState } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { PickOne } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { Counters } from './counters.tsx';
import { type QueueFilter, queueFilterOf, queueQuery } from './queries.ts';
import { TicketPane } from './ticket-pane.tsx';

export function Queue({ operator }: { operator: Operator }) {
  const [search, , change] = useAddress();
  const filter = queueFilterOf(search);
  const query = useInfiniteQuery(queueQuery(filter));
  const open = search.get('ticket');
  const clear = () => change({ q: null, status: null, category: null, priority: null, assignee: null, player: null });
  const isNarrowed =
    filter.q !== '' ||
    filter.playerId !== '' ||
    [filter.status, filter.category, filter.priority, filter.assignee].some((one) => one !== 'all');
  return (
    <div className="flex flex-col gap-4">
      <div className={cx('flex flex-col gap-4', open && 'max-xl:hidden')}>
        <Counters status={filter.status} change={change} />
        <Filters filter={filter} change={change} />
      </div>
      <div className={cx('grid items-start gap-4', open && 'xl:grid-cols-[minmax(22rem,1fr)_2fr]')}>
        <div className={cx('min-w-0', open && 'max-xl:hidden')}>
          <Listed
            query={query}
            items={query.data?.pages.flatMap(({ items }) => items)}
            failed={i18n._({ id: 'supportDesk.failed', message: 'Tickets could not be loaded' })}
            error={query.error && errorText(query.error)}
            empty={
              <EmptyState title={i18n._({ id: 'support.none', message: 'No tickets found' })}>
                {isNarrowed && (
                  <Button look="secondary" size="small" onClick={clear}>
                    {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
                  </Button>
                )}
              </EmptyState>
            }
          >
            {(items) => <Rows items={items} operator={operator} open={open} onOpen={(ticket) => change({ ticket })} />}
          </Listed>
        </div>
        {open && (
          <TicketPane
            key={open}
            id={open}
            operator={operator}
            onPlayer={(player) => change({ player, ticket: null })}
            onClose={() => change({ ticket: null })}
          />
        )}
      </div>
    </div>
  );
}

function Filters({ filter, change }: { filter: QueueFilter; change: ChangeAddress }) {
  const all = i18n._({ id: 'history.all', message: 'All' });
  const label = i18n._({ id: 'supportDesk.search', message: 'Subject, ticket number or player id' });
  const pick =
    (name: string) =>
    ({ target }: { target: HTMLSelectElement }) =>
      change({ [name]: target.value === 'all' ? null : target.value });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        className="md:max-w-80"
        q={filter.q}
        onSearch={(q) => change({ q: q.trim() || null })}
        label={label}
        placeholder={label}
      />
      <PickOne
        label={i18n._({ id: 'support.category', message: 'Category' })}
        value={filter.category}
        onChange={pick('category')}
      >
        <option value="all">{all}</option>
        {ticketCategories.map((category) => (
          <option key={category} value={category}>
            {ticketCategoryName(category)}
          </option>
        ))}
      </PickOne>
      <PickOne
        label={i18n._({ id: 'support.priority', message: 'Priority' })}
        value={filter.priority}
        onChange={pick('priority')}
      >
        <option value="all">{all}</option>
        {ticketPriorities.map((priority) => (
          <option key={priority} value={priority}>
            {priorityName(priority)}
          </option>
        ))}
      </PickOne>
      <PickOne
        label={i18n._({ id: 'supportDesk.assignee', message: 'Assignee' })}
        value={filter.assignee}
        onChange={pick('assignee')}
      >
        <option value="all">{all}</option>
        <option value="me">{i18n._({ id: 'supportDesk.mine', message: 'Mine' })}</option>
        <option value="nobody">{i18n._({ id: 'supportDesk.nobody', message: 'Nobody' })}</option>
      </PickOne>
      {filter.playerId && (
        <Button look="secondary" size="small" onClick={() => change({ player: null })}>
          {i18n._({ id: 'deskBets.onePlayer', message: 'One player' })}
          <Icon of={X} />
          <span className="sr-only">{i18n._({ id: 'deskBets.drop', message: 'remove this filter' })}</span>
        </Button>
      )}
    </div>
  );
}

interface RowsProps {
  items: readonly OperatorTicketRow[];
  operator: Operator;
  open: string | null;
  onOpen: (id: string) => void;
}

function Rows({ items, operator, open, onOpen }: RowsProps) {
  const players = usePlayers(
    items.map(({ playerId }) => playerId),
    hasPermission(operator, 'users.read'),
  );
  const nameOf = useOperatorName(operator);
  return (
    <Framed>
      <ul aria-label={i18n._({ id: 'supportDesk.tickets', message: 'Tickets' })}>
        {items.map((ticket) => {
          const player = players.of(ticket.playerId);
          return (
            <Row
              key={ticket.id}
              ticket={ticket}
              player={player ? `${player.firstName} ${player.lastName}` : ticket.playerId.slice(-8)}
              assignee={ticket.assigneeId && nameOf(ticket.assigneeId)}
              isOpen={ticket.id === open}
              onOpen={() => onOpen(ticket.id)}
            />
          );
        })}
      </ul>
    </Framed>
  );
}

interface RowProps {
  ticket: OperatorTicketRow;
  player: string;
  assignee: string | undefined;
  isOpen: boolean;
  onOpen: () => void;
}

function Row({ ticket, player, assignee, isOpen, onOpen }: RowProps) {
  const {
    id,
    subject,
    status,
    priority,
    category,
    tier,
    about,
    unreadByOperators: unread,
    lastMessageAt,
    deadlineAt,
  } = ticket;
  const [name, tone] = ticketStatus(status);
  const isGraded = tier !== 'bronze';
  return (
    <li className={cx('border-line transition-colors not-last:border-b hover:bg-raised', isOpen && 'bg-act-soft')}>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className="flex w-full flex-col gap-1 px-3 py-2 text-left text-13 focus-visible:-outline-offset-2"
      >
        <span className="flex w-full items-baseline gap-2">
          <span className={cx('min-w-0 truncate', unread > 0 ? 'font-strong' : 'font-medium')}>{subject}</span>
          {unread > 0 && (
            <Badge tone="down">
              {unread}
              <span className="sr-only">{i18n._({ id: 'supportDesk.unread', message: 'unread' })}</span>
            </Badge>
          )}
          <When at={lastMessageAt} className="ml-auto text-12 text-ink-soft" />
        </span>
        <span className="flex w-full flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-soft">
          <Badge tone={tone}>{name}</Badge>
          <Badge tone={priorityTone(priority)}>{priorityName(priority)}</Badge>
          <span>{ticketCategoryName(category)}</span>
          <span className="truncate">{player}</span>
          {isGraded && <Badge tone="info">{tierName(tier)}</Badge>}
          {about && <Icon of={Paperclip} />}
          {deadlineAt && status !== 'resolved' && status !== 'closed' && (
            <span className="text-live">
              {i18n._({ id: 'supportDesk.due', message: 'due' })} <When at={deadlineAt} />
            </span>
          )}
          <span className="figures ml-auto">
            {assignee && `${assignee} · `}#{ticketReference(id)}
          </span>
        </span>
      </button>
    </li>
  );
}
