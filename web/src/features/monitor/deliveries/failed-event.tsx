/** One dead letter: its error, its payload, and the button that delivers it to the consumer again. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { type DeadLetter, deliveryRoutes } from '@fairline/proto/risk/deliveries';
import { i18n } from '@lingui/core';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { eventName } from '../../../domain/live/frames.ts';
import { storyPage } from '../../../domain/office/story-link.tsx';
import { hasPermission } from '../../../domain/people/operators.ts';
import { useNow } from '../../../ui/browser/use-now.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { Failure } from '../../../ui/content/states.tsx';
import { utcText } from '../../../ui/content/when.tsx';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { indentJson, JsonView } from '../json-view.tsx';
import { ageText } from '../times.ts';

export interface Failed extends DeadLetter {
  service: string;
}

export const onlySystem = (operator: Operator) =>
  !hasPermission(operator, 'system') &&
  i18n._({ id: 'monitor.onlySystem', message: 'Only a super admin may retry or prune' });

/** The id of the event's resource; none if its payload has none. */
function aggregateOf(payload: string): string | undefined {
  try {
    const { subject } = JSON.parse(payload) as { subject?: unknown };
    return typeof subject === 'string' ? subject : undefined;
  } catch {
    return undefined;
  }
}

export function FailedEvent({
  event,
  operator,
  named = false,
}: {
  event: Failed;
  operator: Operator;
  named?: boolean;
}) {
  const now = useNow();
  const name = eventName(event.subject);
  const aggregate = aggregateOf(event.payload);
  const retry = useAction<undefined, unknown>({
    run: () => call(deliveryRoutes.retryDelivery, { params: { service: event.service, id: event.id } }),
    onDone: () => notify.success(i18n._({ id: 'monitor.retried', message: '{name} was applied', values: { name } })),
    touches: [['admin', 'system']],
  });
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 text-13 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium break-all">{name}</span>
        {named && <Badge>{event.service}</Badge>}
        <span className="min-w-0 text-12 break-all text-ink-soft">{event.consumer}</span>
        <time
          dateTime={event.createdAt}
          title={utcText(event.createdAt)}
          className="figures ml-auto text-12 text-ink-soft"
        >
          {i18n._({ id: 'monitor.ago', message: '{age} ago', values: { age: ageText(event.createdAt, now) } })}
        </time>
      </div>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <p className="break-words text-down">{event.error}</p>
          <details>
            <summary className="w-fit py-1 text-12 font-medium">
              {i18n._({ id: 'monitor.payload', message: 'Payload' })}
            </summary>
            <JsonView text={indentJson(event.payload)} />
            <p className="mt-1 text-12 break-all text-ink-soft">
              {event.subject} · {event.eventId}
            </p>
          </details>
        </div>
        <div className="flex shrink-0 gap-2">
          {aggregate && (
            <ButtonLink look="quiet" size="small" to={storyPage(aggregate)}>
              {i18n._({ id: 'monitor.story', message: 'Story' })}
            </ButtonLink>
          )}
          <Button
            look="secondary"
            size="small"
            busy={retry.isPending}
            why={onlySystem(operator)}
            quietly
            onClick={() => retry.mutate(undefined)}
          >
            {i18n._({ id: 'state.retry', message: 'Retry' })}
            <span className="sr-only">{name}</span>
          </Button>
        </div>
      </div>
      {retry.failure && (
        <Failure title={i18n._({ id: 'monitor.notRetried', message: 'Not applied' })}>
          {errorText(retry.failure)}
        </Failure>
      )}
    </li>
  );
}
