/** The events behind an alert of a rule, fetched on request: time, event, amount, player, and a link to the story of each. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { Alert, AlertEvent } from '@fairline/proto/risk/alerts';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { parText } from '../../domain/money/par.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { eventPage, eventText } from '../../domain/risk/event-labels.ts';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { When } from '../../ui/content/when.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { alertEventsQuery } from './queries.ts';

interface EventsProps {
  alert: Alert;
  operator: Operator;
}

export function AlertEvents({ alert, operator }: EventsProps) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="py-1 text-13 font-medium">
        {i18n._({ id: 'alert.events', message: 'Triggering events' })}
      </summary>
      {open && <Events alert={alert} operator={operator} />}
    </details>
  );
}

function Events({ alert, operator }: EventsProps) {
  const query = useQuery(alertEventsQuery(alert.id));
  return (
    <div className="pt-2">
      <Listed
        query={query}
        items={query.data}
        failed={i18n._({ id: 'alert.eventsFailed', message: 'Events could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={i18n._({ id: 'alert.noEvents', message: 'No events' })}
      >
        {(items) => <Rows items={items} alert={alert} operator={operator} />}
      </Listed>
    </div>
  );
}

const wideOnly = 'hidden md:table-cell';

function Rows({ items, alert, operator }: EventsProps & { items: readonly AlertEvent[] }) {
  const reads = hasPermission(operator, 'users.read');
  const others = items.flatMap(({ playerId }) => (playerId && playerId !== alert.userId ? [playerId] : []));
  const players = usePlayers(others, reads);
  const isShared = others.length > 0;
  // Play currencies count at par, as in the rules; 0 means no amount.
  const hasAmounts = items.some(({ value = 0 }) => value > 0);
  const stories = hasPermission(operator, 'system.read');
  return (
    <Framed>
      <Table label={i18n._({ id: 'alert.events', message: 'Triggering events' })}>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'backTest.at', message: 'Time' })}</Th>
            <Th>{i18n._({ id: 'alert.event', message: 'Event' })}</Th>
            {isShared && <Th>{i18n._({ id: 'adjustments.player', message: 'Player' })}</Th>}
            <Th className={wideOnly}>{i18n._({ id: 'alert.service', message: 'Service' })}</Th>
            {hasAmounts && <Th figures>{i18n._({ id: 'field.amount', message: 'Amount' })}</Th>}
            {stories && <Th>{i18n._({ id: 'alert.story', message: 'Story' })}</Th>}
          </tr>
        </thead>
        <tbody>
          {items.map((event) => {
            const player = event.playerId === undefined ? undefined : players.of(event.playerId);
            return (
              <tr key={event.id} className="last:[&>td]:border-b-0">
                <Td className="min-w-24 py-1 text-ink-soft [&_time]:whitespace-normal">
                  <When at={event.at} exact />
                </Td>
                <Td className="py-1">
                  <EventName event={event} operator={operator} />
                </Td>
                {isShared && (
                  <Td className="py-1">
                    {event.playerId && reads ? (
                      <Link to={`/admin/users/${event.playerId}`} className="underline underline-offset-4">
                        {player ? `${player.firstName} ${player.lastName}` : event.playerId.slice(-8)}
                      </Link>
                    ) : (
                      (event.playerId?.slice(-8) ?? '–')
                    )}
                  </Td>
                )}
                <Td className={cx(wideOnly, 'text-ink-soft')}>{event.service}</Td>
                {hasAmounts && <Td figures>{event.value ? parText(event.value) : '–'}</Td>}
                {stories && (
                  <Td>
                    <Link to={`/admin/monitor/story/${event.aggregate}`} className="underline underline-offset-4">
                      {i18n._({ id: 'alert.story', message: 'Story' })}
                      <span className="sr-only">: {eventText(event.name)}</span>
                    </Link>
                  </Td>
                )}
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Framed>
  );
}

function EventName({ event: { name, aggregate }, operator }: { event: AlertEvent; operator: Operator }) {
  const page = eventPage(name, aggregate);
  if (!page || !hasPermission(operator, page.needs)) return eventText(name);
  return (
    <Link to={page.to} className="underline underline-offset-4">
      {eventText(name)}
    </Link>
  );
}
