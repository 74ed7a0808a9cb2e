/** The events of all services, newest first and live: new ones never move the list while the operator reads it. The URL holds the filters. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { StreamEvent } from '@fairline/proto/risk/stream';
import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { EmptyState, Notice } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { exactText, utcText } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { EventSheet } from './event-sheet.tsx';
import { type LiveList, release, startList, withNewest, withOlder } from './live-list.ts';
import { type EventFilter, eventFilterOf, newestEventsQuery, readEvents } from './queries.ts';
import { summaryOf } from './summary.ts';
import { noEventFilter, TimelineToolbar } from './timeline-toolbar.tsx';

export function Timeline({ operator }: { operator: Operator }) {
  const [search, , change] = useAddress();
  const filter = eventFilterOf(search);
  const isNarrowed = Object.values(filter).some(Boolean);
  const [opened, setOpened] = useState<StreamEvent>();
  return (
    <div className="flex flex-col gap-4">
      <TimelineToolbar filter={filter} operator={operator} change={change} />
      <Events
        key={Object.values(filter).join()}
        filter={filter}
        operator={operator}
        onOpen={setOpened}
        empty={
          <EmptyState
            title={
              isNarrowed
                ? i18n._({ id: 'eventLog.noMatch', message: 'No events match this filter' })
                : i18n._({ id: 'eventLog.none', message: 'No events in the last 7 days' })
            }
          >
            {isNarrowed && (
              <Button look="secondary" size="small" onClick={() => change(noEventFilter)}>
                {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
              </Button>
            )}
          </EmptyState>
        }
      />
      <EventSheet
        event={opened}
        operator={operator}
        onFilter={(changes) => {
          setOpened(undefined);
          change({ ...noEventFilter, ...changes });
        }}
        onClose={() => setOpened(undefined)}
      />
    </div>
  );
}

interface EventsProps {
  filter: EventFilter;
  operator: Operator;
  empty: React.ReactNode;
  onOpen: (event: StreamEvent) => void;
}

function Events({ filter, operator, empty, onOpen }: EventsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const query = useQuery(newestEventsQuery(filter));
  const [list, setList] = useState<LiveList<StreamEvent>>();
  const { data } = query;
  useEffect(() => {
    if (data) setList((before) => (before ? withNewest(before, data, isRead(frame.current)) : startList(data)));
  }, [data]);
  const older = useMutation({
    mutationFn: (cursor: string) => readEvents(filter, cursor),
    onSuccess: (answer) => setList((before) => before && withOlder(before, answer)),
  });
  const show = () => {
    setList((before) => before && release(before));
    scrollTo({ top: 0 });
  };
  return (
    <div ref={frame} className="relative flex flex-col gap-4">
      {query.isError && list && (
        <Notice tone="live">
          {i18n._({ id: 'eventLog.old', message: 'Not responding. New events are missing; still retrying.' })}
        </Notice>
      )}
      <Pill held={list?.held} onShow={show} />
      <Listed
        query={{
          ...query,
          hasNextPage: Boolean(list?.older),
          isFetchingNextPage: older.isPending,
          fetchNextPage: () => list?.older && older.mutate(list.older),
        }}
        items={list?.items}
        failed={i18n._({ id: 'eventLog.failed', message: 'Events could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={empty}
      >
        {(items) => <Rows items={items} operator={operator} onOpen={onOpen} />}
      </Listed>
      {older.error && <Notice tone="down">{errorText(older.error)}</Notice>}
    </div>
  );
}

/** True while the operator reads: scrolled below the top, pointer over the list, or focus in it. Moving rows would then be missed. */
function isRead(frame: HTMLElement | null): boolean {
  const table = frame?.querySelector('table');
  return Boolean(table) && (scrollY > 0 || table?.matches(':hover, :focus-within') === true);
}

function Pill({ held, onShow }: { held: LiveList<StreamEvent>['held'] | undefined; onShow: () => void }) {
  return (
    // The element exists from the start: a screen reader announces only changes inside an existing one.
    <div role="status" className="sticky top-[calc(var(--spacing-header)+0.5rem)] z-20 flex h-0 justify-center">
      {held && (
        <Button size="small" className="h-9 rounded-full shadow-float" onClick={onShow}>
          <Icon of={ArrowUp} />
          {held.isMore
            ? i18n._({ id: 'eventLog.manyNew', message: '{count}+ new', values: { count: held.count } })
            : i18n._({ id: 'eventLog.new', message: '{count} new', values: { count: held.count } })}
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
  items: readonly StreamEvent[];
  operator: Operator;
  onOpen: (event: StreamEvent) => void;
}) {
  const players = usePlayers(
    items.flatMap(({ playerId }) => playerId ?? []),
    hasPermission(operator, 'users.read'),
  );
  const nameOf = (id: string) => {
    const player = players.of(id);
    return player ? `${player.firstName} ${player.lastName}` : id.slice(-8);
  };
  return (
    <Framed>
      <Table pinned label={i18n._({ id: 'monitor.timeline', message: 'Timeline' })}>
        <thead className="max-md:sr-only">
          <tr>
            <Th className="w-44 max-md:hidden">{i18n._({ id: 'auditLog.at', message: 'Time' })}</Th>
            <Th>{i18n._({ id: 'eventLog.event', message: 'Event' })}</Th>
            <Th className="max-md:hidden">{i18n._({ id: 'auditLog.service', message: 'Service' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'adjustments.player', message: 'Player' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'eventLog.data', message: 'Data' })}</Th>
          </tr>
        </thead>
        <tbody>
          {items.map((event) => (
            <tr key={event.id} className="relative transition-colors hover:bg-raised last:[&>td]:border-b-0">
              <Td className="text-ink-soft max-md:hidden">
                <EventTime at={event.at} />
              </Td>
              <Td className="max-w-0 md:w-1/4 md:max-w-60">
                <button
                  type="button"
                  onClick={() => onOpen(event)}
                  className="block w-full truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-offset-0"
                >
                  {event.name}
                </button>
                <p className="truncate pb-1 text-12 text-ink-soft md:hidden">
                  {event.service} · <EventTime at={event.at} />
                </p>
              </Td>
              <Td className="text-ink-soft max-md:hidden">{event.service}</Td>
              <Td className={`${wideOnly} max-w-40 truncate`}>{event.playerId ? nameOf(event.playerId) : '–'}</Td>
              <Td className={`${wideOnly} w-2/5 max-w-0 truncate text-12 text-ink-soft`}>
                {summaryOf(event.data) || '–'}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}

/** With milliseconds, because events of one request lie close together. */
export function EventTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${exactText(at)} · ${utcText(at)}`} className="figures whitespace-nowrap">
      {new Date(at).toLocaleTimeString(i18n.locale, {
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        fractionalSecondDigits: 3,
        hourCycle: 'h23',
      })}
    </time>
  );
}
