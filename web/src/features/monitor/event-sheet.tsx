/** One event in a drawer: its resource, player, trace and data, with links to each. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { StreamEvent } from '@fairline/proto/risk/stream';
import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { storyPage } from '../../domain/office/story-link.tsx';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { resourceTypeName } from '../../domain/risk/resource-labels.ts';
import { resourcePage } from '../../domain/risk/resource-page.ts';
import { DetailList } from '../../ui/content/details.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { aggregateType } from './aggregate-type.ts';
import { JsonView } from './json-view.tsx';
import type { EventFilter } from './queries.ts';

interface EventSheetProps {
  event: StreamEvent | undefined;
  operator: Operator;
  /** Shows only events like this one. */
  onFilter: (filter: Partial<EventFilter>) => void;
  onClose: () => void;
}

export function EventSheet({ event, operator, onFilter, onClose }: EventSheetProps) {
  return (
    <Sheet open={event !== undefined} onClose={onClose} title={event?.name ?? ''}>
      {event && (
        <div className="flex flex-col gap-4 p-4">
          <Whole event={event} operator={operator} />
          <JsonView
            text={JSON.stringify(event.data, null, 2)}
            label={i18n._({ id: 'eventLog.data', message: 'Data' })}
          />
          <div className="flex flex-wrap gap-2">
            <ButtonLink size="small" to={storyPage(event.aggregate)}>
              {i18n._({ id: 'monitor.story', message: 'Story' })}
            </ButtonLink>
            {event.traceId && (
              <ButtonLink look="secondary" size="small" to={storyPage(event.traceId)}>
                {i18n._({ id: 'eventLog.traceStory', message: 'Story of the trace' })}
              </ButtonLink>
            )}
            <Button look="secondary" size="small" onClick={() => onFilter({ name: event.name })}>
              {i18n._({ id: 'eventLog.onlyName', message: 'Only this event' })}
            </Button>
            {event.playerId && (
              <Button look="secondary" size="small" onClick={() => onFilter({ player: event.playerId ?? '' })}>
                {i18n._({ id: 'eventLog.onlyPlayer', message: 'Only this player' })}
              </Button>
            )}
            <Button look="secondary" size="small" onClick={() => onFilter({ aggregate: event.aggregate })}>
              {i18n._({ id: 'eventLog.onlyAggregate', message: 'Only this id' })}
            </Button>
          </div>
        </div>
      )}
    </Sheet>
  );
}

function Whole({ event, operator }: { event: StreamEvent; operator: Operator }) {
  const reads = hasPermission(operator, 'users.read');
  const player = usePlayers(event.playerId ? [event.playerId] : [], reads).of(event.playerId ?? '');
  const name = player ? `${player.firstName} ${player.lastName}` : event.playerId;
  return (
    <DetailList
      title={i18n._({ id: 'deskRounds.details', message: 'Details' })}
      details={[
        [i18n._({ id: 'auditLog.at', message: 'Time' }), <When key="at" at={event.at} exact />],
        [i18n._({ id: 'auditLog.service', message: 'Service' }), event.service],
        [i18n._({ id: 'eventLog.about', message: 'About' }), <About key="about" event={event} operator={operator} />],
        event.playerId !== undefined && [
          i18n._({ id: 'adjustments.player', message: 'Player' }),
          reads ? (
            <Link key="player" to={`/admin/users/${event.playerId}`} className="break-all underline underline-offset-4">
              {name}
            </Link>
          ) : (
            name
          ),
        ],
        event.traceId !== undefined && [
          i18n._({ id: 'eventLog.trace', message: 'Trace' }),
          <Copied key="trace" text={event.traceId} what={i18n._({ id: 'eventLog.trace', message: 'Trace' })} />,
        ],
        [
          i18n._({ id: 'eventLog.id', message: 'Event id' }),
          <Copied key="id" text={event.id} what={i18n._({ id: 'eventLog.id', message: 'Event id' })} />,
        ],
      ]}
    />
  );
}

/** The page of its resource, if there is one that the operator may read. */
export function About({ event: { service, name, aggregate }, operator }: { event: StreamEvent; operator: Operator }) {
  const type = aggregateType(service, name);
  const page = type && resourcePage(type, aggregate);
  const text = type ? `${resourceTypeName(type)} ${aggregate}` : aggregate;
  return (
    <span className="flex items-center justify-end gap-1">
      {page && hasPermission(operator, page.needs) ? (
        <Link to={page.to} className="break-all underline underline-offset-4">
          {text}
        </Link>
      ) : (
        <span className="break-all">{text}</span>
      )}
      <CopyButton text={aggregate} what={i18n._({ id: 'eventLog.about', message: 'About' })} />
    </span>
  );
}

function Copied({ text, what }: { text: string; what: string }) {
  return (
    <span className="flex items-center justify-end gap-1">
      <span className="text-12 break-all">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  );
}
