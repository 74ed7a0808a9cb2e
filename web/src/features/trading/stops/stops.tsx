/** All suspensions by operators, and the buttons to suspend a sport or everything. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { stopsQuery } from '../../../domain/betting/stops.ts';
import { hasPermission, useOperatorName } from '../../../domain/people/operators.ts';
import { translate } from '../../../server-texts.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { Notice } from '../../../ui/content/states.tsx';
import { When } from '../../../ui/content/when.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { PickOne } from '../../../ui/forms/field.tsx';
import { sportsQuery } from '../markets/queries.ts';
import { EmergencyStopDialog, ExplainStop } from './emergency-stop.tsx';
import { stopScopeName } from './labels.ts';
import { StopAction, StopDialog, type Stopping } from './stop-action.tsx';

export function Stops({ operator }: { operator: Operator }) {
  const { data, error, isFetching, refetch } = useQuery(stopsQuery);
  const nameOf = useOperatorName(operator);
  const acts = hasPermission(operator, 'betting');
  const all = data?.items.find(({ scope }) => scope === 'all');
  const others = data?.items.filter(({ scope }) => scope !== 'all') ?? [];
  return (
    <section
      aria-label={i18n._({ id: 'stops.label', message: 'Suspended by operators' })}
      className="flex flex-col gap-3"
    >
      {!data && error && (
        <Notice
          tone="live"
          action={
            <Button look="secondary" size="small" busy={isFetching} onClick={() => void refetch()}>
              {i18n._({ id: 'state.retry', message: 'Retry' })}
            </Button>
          }
        >
          {i18n._({ id: 'stops.failed', message: 'Suspensions could not be loaded.' })} {errorText(error)}
        </Notice>
      )}
      {all && (
        <Notice
          tone="down"
          action={
            acts && (
              <span className="flex gap-2">
                {all.reason === '' && <ExplainStop />}
                <StopAction what={{ scope: 'all', id: 'all', name: stopScopeName('all') }} stopped />
              </span>
            )
          }
        >
          <strong className="font-strong">
            {i18n._({ id: 'stops.all', message: 'Everything is suspended: nobody can bet.' })}
          </strong>{' '}
          {all.reason && `${all.reason} · `}
          {nameOf(all.by)} · <When at={all.at} />
        </Notice>
      )}
      {others.length > 0 && (
        <details className="rounded-card border border-line bg-surface" open={others.length <= openUpTo}>
          <summary className="px-4 py-3 text-13 font-medium">
            {i18n._({
              id: 'stops.count',
              message: '{count, plural, one {# suspension} other {# suspensions}} by operators',
              values: { count: others.length },
            })}
          </summary>
          <ul>
            {others.map((stop) => (
              <li
                key={`${stop.scope} ${stop.id}`}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-13"
              >
                <span className="flex min-w-0 flex-col">
                  <span className="flex flex-wrap items-center gap-2">
                    <Badge tone="live">{stopScopeName(stop.scope)}</Badge>
                    <span className="min-w-0 font-medium break-words">{translate(stop.name)}</span>
                  </span>
                  <span className="text-12 text-ink-soft">
                    {stop.reason} · {nameOf(stop.by)} · <When at={stop.at} />
                  </span>
                </span>
                {acts && <StopAction what={{ scope: stop.scope, id: stop.id, name: translate(stop.name) }} stopped />}
              </li>
            ))}
          </ul>
        </details>
      )}
      {acts && data && <Wide stopped={data.items.map(({ scope, id }) => `${scope} ${id}`)} />}
    </section>
  );
}

/** A longer list is collapsed, because the fixtures below matter more. */
const openUpTo = 3;

function Wide({ stopped }: { stopped: readonly string[] }) {
  const { data: sports } = useQuery(sportsQuery);
  const [asked, setAsked] = useState<Stopping>();
  const open = sports?.items.filter(({ id }) => !stopped.includes(`sport ${id}`)) ?? [];
  return (
    <div className="flex flex-wrap items-center gap-2">
      {open.length > 0 && (
        <PickOne
          label={i18n._({ id: 'stops.sport', message: 'Suspend a sport' })}
          value=""
          onChange={({ target }) => {
            const sport = open.find(({ id }) => id === target.value);
            if (sport) setAsked({ scope: 'sport', id: sport.id, name: translate(sport.name) });
          }}
        >
          <option value="">{i18n._({ id: 'stops.pick', message: 'Choose…' })}</option>
          {open.map(({ id, name }) => (
            <option key={id} value={id}>
              {translate(name)}
            </option>
          ))}
        </PickOne>
      )}
      {!stopped.includes('all all') && (
        <Button
          size="small"
          look="danger"
          onClick={() => setAsked({ scope: 'all', id: 'all', name: stopScopeName('all') })}
        >
          {i18n._({ id: 'stops.everything', message: 'Suspend everything' })}
        </Button>
      )}
      {asked && asked.scope !== 'all' && (
        <StopDialog what={asked} stopped={false} onClose={() => setAsked(undefined)} />
      )}
      {asked?.scope === 'all' && <EmergencyStopDialog onClose={() => setAsked(undefined)} />}
    </div>
  );
}
