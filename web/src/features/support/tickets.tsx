/** My tickets: the list with its filter and search, one ticket beside it, and the button for a new one. The URL holds the filter and the open ticket. */
import { type TicketRow, ticketReference, ticketStatuses } from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox, Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { ownTicketStatus, ticketCategoryName } from '../../domain/support/labels.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Listed } from '../../ui/content/listed.tsx';
import { EmptyState, SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { PickOne } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cx } from '../../ui/theme/cx.ts';
import type { AboutDraft } from './new-ticket.tsx';
import { type TicketFilter, ticketsQuery } from './queries.ts';

const TicketView = lazy(async () => ({ default: (await import('./ticket-view.tsx')).TicketView }));
const NewTicket = lazy(async () => ({ default: (await import('./new-ticket.tsx')).NewTicket }));

export function Tickets() {
  const [search, , change] = useAddress();
  const filter = filterOf(search);
  const query = useInfiniteQuery(ticketsQuery(filter));
  const open = search.get('ticket');
  const draft = search.get('new');
  const items = query.data?.pages.flatMap(({ items }) => items);
  const isNarrowed = filter.q !== '' || filter.status !== 'all';
  const start = () => change({ new: '1' });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(20rem,2fr)_3fr]">
      <section
        aria-label={i18n._({ id: 'support.tickets', message: 'My Tickets' })}
        className={cx('flex min-w-0 flex-col gap-3', open && 'max-lg:hidden')}
      >
        <div className="flex flex-wrap items-center gap-2">
          <SearchBox
            className="basis-full md:max-lg:basis-0"
            q={filter.q}
            onSearch={(q) => change({ q: q.trim() || null })}
            label={i18n._({ id: 'support.search', message: 'Search tickets' })}
            placeholder={i18n._({ id: 'support.search', message: 'Search tickets' })}
          />
          <PickOne
            label={i18n._({ id: 'approvals.status', message: 'Status' })}
            value={filter.status}
            onChange={({ target }) => change({ status: target.value === 'all' ? null : target.value })}
          >
            <option value="all">{i18n._({ id: 'history.all', message: 'All' })}</option>
            {ticketStatuses.map((status) => (
              <option key={status} value={status}>
                {ownTicketStatus(status)[0]}
              </option>
            ))}
          </PickOne>
          <Button size="small" className="ml-auto" onClick={start}>
            <Icon of={Plus} />
            {i18n._({ id: 'support.new', message: 'New Ticket' })}
          </Button>
        </div>
        <Listed
          query={query}
          items={items}
          failed={i18n._({ id: 'support.failed', message: 'Your tickets could not be loaded' })}
          error={query.error && errorText(query.error)}
          empty={
            <EmptyState
              title={i18n._({ id: 'support.none', message: 'No tickets found' })}
              art={<Icon of={Inbox} size={20} />}
            >
              {isNarrowed ? (
                <Button look="secondary" size="small" onClick={() => change({ q: null, status: null })}>
                  {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
                </Button>
              ) : (
                i18n._({
                  id: 'support.noneHelp',
                  message: 'Open a ticket and we answer here. We email you when we do.',
                })
              )}
            </EmptyState>
          }
        >
          {(tickets) => (
            <ul className="overflow-clip rounded-card border border-line bg-surface">
              {tickets.map((ticket) => (
                <Row
                  key={ticket.id}
                  ticket={ticket}
                  isOpen={ticket.id === open}
                  onOpen={() => change({ ticket: ticket.id })}
                />
              ))}
            </ul>
          )}
        </Listed>
      </section>
      <div className={cx('min-w-0', !open && 'max-lg:hidden')}>
        {open ? (
          <Suspense fallback={<SkeletonRows count={6} className="h-12" />}>
            <TicketView key={open} id={open} onBack={() => change({ ticket: null })} />
          </Suspense>
        ) : (
          items &&
          items.length > 0 && (
            <EmptyState title={i18n._({ id: 'support.pick', message: 'Select a ticket to read the conversation' })} />
          )
        )}
      </div>
      {draft && (
        <Suspense>
          <NewTicket
            about={aboutOf(draft)}
            onClose={() => change({ new: null })}
            onOpened={(id) => change({ new: null, ticket: id, q: null, status: null })}
          />
        </Suspense>
      )}
    </div>
  );
}

function filterOf(search: URLSearchParams): TicketFilter {
  return {
    q: search.get('q') ?? '',
    status: ticketStatuses.find((status) => status === search.get('status')) ?? 'all',
  };
}

/** `new=bet:<id>` comes from the page of a bet, a round or a payment. */
function aboutOf(draft: string): AboutDraft | undefined {
  const [type, id] = draft.split(':');
  return id && (type === 'bet' || type === 'round' || type === 'payment') ? { type, id } : undefined;
}

function Row({ ticket, isOpen, onOpen }: { ticket: TicketRow; isOpen: boolean; onOpen: () => void }) {
  const [status, tone] = ownTicketStatus(ticket.status);
  return (
    <li
      className={cx(
        'relative border-line transition-colors not-last:border-b hover:bg-raised',
        isOpen && 'bg-act-soft',
      )}
    >
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className="flex w-full flex-col gap-1 px-4 py-3 text-left focus-visible:-outline-offset-2"
      >
        <span className="flex w-full items-baseline justify-between gap-2">
          <span className={cx('min-w-0 truncate text-14', ticket.unread > 0 ? 'font-strong' : 'font-medium')}>
            {ticket.subject}
          </span>
          {ticket.unread > 0 && (
            <Badge tone="act">
              {ticket.unread}
              <span className="sr-only">
                {i18n._({
                  id: 'support.unread',
                  message: '{count, plural, one {new answer} other {new answers}}',
                  values: { count: ticket.unread },
                })}
              </span>
            </Badge>
          )}
        </span>
        <span className="flex w-full flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-soft">
          <Badge tone={tone}>{status}</Badge>
          <span>{ticketCategoryName(ticket.category)}</span>
          <span className="figures">#{ticketReference(ticket.id)}</span>
          <span className="ml-auto">
            <When at={ticket.updatedAt} />
          </span>
        </span>
      </button>
    </li>
  );
}
