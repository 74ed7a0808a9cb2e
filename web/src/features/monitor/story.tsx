/** Everything that happened to one bet, payment, round or claim in all services, from the request to its last effect, as one timeline. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { Refusal } from '@fairline/proto/contract';
import type { AuditRecord } from '@fairline/proto/risk/audit';
import { type Story as StoryOf, type StreamEvent, storyMost, streamKeptDays } from '@fairline/proto/risk/stream';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { storyPage } from '../../domain/office/story-link.tsx';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { EmptyState, ErrorState, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { About } from './event-sheet.tsx';
import { JsonView } from './json-view.tsx';
import { storyQuery } from './queries.ts';
import { groupsOf, type StoryEntry, type StoryGroup } from './story-entries.ts';
import { summaryOf } from './summary.ts';
import { EventTime } from './timeline.tsx';
import { gapText } from './times.ts';

export function StoryView({ id, operator }: { id: string | undefined; operator: Operator }) {
  return (
    <div className="flex flex-col gap-6">
      <StorySearch id={id ?? ''} />
      {id ? (
        <Found key={id} id={id} operator={operator} />
      ) : (
        <EmptyState title={i18n._({ id: 'story.pick', message: 'Look up an id' })}>
          {i18n._({ id: 'story.pickHelp', message: 'Enter the full id of a bet, payment, round, claim or trace.' })}
        </EmptyState>
      )}
    </div>
  );
}

function StorySearch({ id }: { id: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(id);
  useEffect(() => setTyped(id), [id]);
  const label = i18n._({ id: 'story.search', message: 'Id of a bet, payment, round, claim or trace' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) void navigate(storyPage(typed.trim()));
  };
  return (
    <search>
      <form onSubmit={submit} className="flex max-w-content gap-2">
        <label className="min-w-0 grow">
          <span className="sr-only">{label}</span>
          <input
            type="search"
            value={typed}
            maxLength={64}
            placeholder={label}
            onChange={({ target }) => setTyped(target.value)}
            className="h-9 w-full rounded-control border border-control bg-surface px-3 text-16 focus-visible:outline-offset-0 md:text-13"
          />
        </label>
        <Button type="submit" size="small">
          {i18n._({ id: 'story.show', message: 'Show story' })}
        </Button>
      </form>
    </search>
  );
}

function Found({ id, operator }: { id: string; operator: Operator }) {
  const { data, error, isFetching, refetch } = useQuery(storyQuery(id));
  if (!data && !error) return <SkeletonRows count={6} className="h-14" />;
  if (!data && error instanceof Refusal && error.status === 404) {
    return (
      <EmptyState title={i18n._({ id: 'story.none', message: 'No events for this id' })}>
        {i18n._({
          id: 'story.noneHelp',
          message: 'Events are kept for {days} days. Check that the id is complete.',
          values: { days: streamKeptDays },
        })}
      </EmptyState>
    );
  }
  if (!data) {
    return (
      <ErrorState
        title={i18n._({ id: 'story.failed', message: 'The story could not be loaded' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  }
  return <StoryContent story={data} operator={operator} onRefresh={() => void refetch()} busy={isFetching} />;
}

function StoryContent({
  story,
  operator,
  onRefresh,
  busy,
}: {
  story: StoryOf;
  operator: Operator;
  onRefresh: () => void;
  busy: boolean;
}) {
  const groups = groupsOf(story);
  const entries = groups.flatMap((group) => group.entries);
  const [first, last] = [entries[0], entries.at(-1)];
  const services = new Set(story.events.map(({ service }) => service)).size;
  return (
    <div className="flex max-w-content flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-13 text-ink-soft">
          {i18n._({
            id: 'story.extent',
            message:
              '{events, plural, one {# event} other {# events}} from {services, plural, one {# service} other {# services}}, {records, plural, one {# operator action} other {# operator actions}}',
            values: { events: story.events.length, services, records: story.records.length },
          })}
          {first && last && ` · ${gapText(Date.parse(last.at) - Date.parse(first.at))}`}
        </p>
        <Button look="secondary" size="small" busy={busy} onClick={onRefresh}>
          {i18n._({ id: 'history.refresh', message: 'Refresh' })}
        </Button>
      </div>
      {story.isPartial && (
        <Notice tone="live">
          {i18n._({
            id: 'story.partial',
            message: 'Incomplete: at most {most} events are shown, and events are kept for {days} days.',
            values: { most: storyMost, days: streamKeptDays },
          })}
        </Notice>
      )}
      <ol className="flex flex-col gap-4">
        {groups.map((group) => (
          <Group key={group.key} group={group} operator={operator} />
        ))}
      </ol>
    </div>
  );
}

function Group({ group, operator }: { group: StoryGroup; operator: Operator }) {
  const [first] = group.entries;
  return (
    <li className="rounded-card border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-4 py-2 text-12 text-ink-soft">
        {first && <When at={first.at} exact />}
        {group.traceId ? (
          <Link to={storyPage(group.traceId)} className="figures break-all underline underline-offset-4">
            {i18n._({ id: 'story.trace', message: 'Trace {id}', values: { id: group.traceId } })}
          </Link>
        ) : (
          first && 'record' in first && i18n._({ id: 'story.action', message: 'Operator action' })
        )}
      </header>
      <ol>
        {group.entries.map((entry) => (
          <Entry key={'event' in entry ? entry.event.id : entry.record.id} entry={entry} operator={operator} />
        ))}
      </ol>
    </li>
  );
}

function Entry({ entry, operator }: { entry: StoryEntry; operator: Operator }) {
  const isEvent = 'event' in entry;
  return (
    <li className="group grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 px-4 text-13">
      {/* The length of time from the first entry to the last. */}
      <span aria-hidden className="relative flex justify-center">
        <span className="absolute inset-y-0 w-px bg-line group-first:top-4 group-last:bottom-auto group-last:h-4" />
        <span className={cx('relative mt-3.5 size-2 rounded-full', isEvent ? 'bg-act' : 'bg-live')} />
      </span>
      <div className="min-w-0 py-2">
        <p className="flex flex-wrap items-center gap-x-2">
          {isEvent ? <EventHead event={entry.event} /> : <RecordHead record={entry.record} operator={operator} />}
          <span className="figures ml-auto text-12 text-ink-soft">
            {entry.gapMs !== null && <span className="mr-2 text-ink">{gapText(entry.gapMs)}</span>}
            <EventTime at={entry.at} />
          </span>
        </p>
        {isEvent ? (
          <EventBody event={entry.event} operator={operator} />
        ) : (
          <RecordBody record={entry.record} operator={operator} />
        )}
      </div>
    </li>
  );
}

function EventHead({ event: { name, service } }: { event: StreamEvent }) {
  return (
    <>
      <span className="font-medium break-all">{name}</span>
      <Badge>{service}</Badge>
    </>
  );
}

function EventBody({ event, operator }: { event: StreamEvent; operator: Operator }) {
  return (
    <details>
      <summary className="truncate text-12 text-ink-soft">
        {summaryOf(event.data) || i18n._({ id: 'eventLog.data', message: 'Data' })}
      </summary>
      <div className="flex flex-col gap-2 py-2">
        <JsonView text={JSON.stringify(event.data, null, 2)} label={i18n._({ id: 'eventLog.data', message: 'Data' })} />
        <span className="self-start text-12">
          <About event={event} operator={operator} />
        </span>
      </div>
    </details>
  );
}

function RecordHead({
  record: { action, service, operatorId },
  operator,
}: {
  record: AuditRecord;
  operator: Operator;
}) {
  const nameOf = useOperatorName(operator);
  return (
    <>
      <span className="font-medium break-all">{action}</span>
      <Badge>{service}</Badge>
      <span className="text-ink-soft">{nameOf(operatorId)}</span>
    </>
  );
}

function RecordBody({ record: { id, reason }, operator }: { record: AuditRecord; operator: Operator }) {
  return (
    <p className="text-12 break-words text-ink-soft">
      {reason && `${reason} · `}
      {hasPermission(operator, 'audit.read') && (
        <Link to={`/admin/audit?record=${id}`} className="underline underline-offset-4">
          {i18n._({ id: 'auditLog.record', message: 'Audit record' })}
        </Link>
      )}
    </p>
  );
}
