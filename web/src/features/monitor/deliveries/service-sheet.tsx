/** The deliveries of one service in a drawer: its figures, its failed events page by page, retry all, and prune delivered ones. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { Infer } from '@fairline/proto/contract';
import { type Deliveries, deliveryRoutes, prunableAfterMinutes, unprunedEvents } from '@fairline/proto/risk/deliveries';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { countsOf } from '../../../domain/office/deliveries.ts';
import { countText } from '../../../figures.ts';
import { useNow } from '../../../ui/browser/use-now.ts';
import { DetailList } from '../../../ui/content/details.tsx';
import { Listed } from '../../../ui/content/listed.tsx';
import { Failure, Notice } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { serviceDeliveriesQuery } from '../queries.ts';
import { ageText } from '../times.ts';
import { FailedEvent, onlySystem } from './failed-event.tsx';
import { Success } from './success.tsx';

type Outcome = Infer<typeof deliveryRoutes.retryDeliveries.reply>;
type Pruned = Infer<typeof deliveryRoutes.pruneDeliveries.reply>;

const touches = [['admin', 'system']];

export function ServiceSheet({
  service,
  operator,
  onClose,
}: {
  service: string | null;
  operator: Operator;
  onClose: () => void;
}) {
  const [pruning, setPruning] = useState(false);
  return (
    <>
      <Sheet
        open={service !== null}
        onClose={onClose}
        title={service ?? ''}
        foot={
          service && (
            <Button look="danger" size="small" why={onlySystem(operator)} onClick={() => setPruning(true)}>
              {i18n._({ id: 'monitor.prune', message: 'Prune delivered' })}
            </Button>
          )
        }
      >
        {service && <Whole service={service} operator={operator} />}
      </Sheet>
      {service && pruning && <PruneDialog service={service} onClose={() => setPruning(false)} />}
    </>
  );
}

function Whole({ service, operator }: { service: string; operator: Operator }) {
  const query = useInfiniteQuery(serviceDeliveriesQuery(service));
  const now = query.data?.pages[0];
  const failed = query.data?.pages.flatMap(({ deadLetters }) => deadLetters);
  return (
    <div className="flex flex-col gap-4 p-4">
      {now && <Figures deliveries={now} />}
      {now && now.dead > 0 && <RetryAll service={service} dead={now.dead} operator={operator} />}
      <section
        aria-label={i18n._({ id: 'monitor.dead', message: 'Dead letters' })}
        className="rounded-card border border-line bg-surface pb-2"
      >
        <h3 className="border-b border-line px-4 py-3 text-14 font-strong">
          {i18n._({ id: 'monitor.dead', message: 'Dead letters' })}
        </h3>
        <Listed
          query={query}
          items={failed}
          failed={i18n._({ id: 'monitor.serviceFailed', message: 'This service is not responding' })}
          error={query.error && errorText(query.error)}
          empty={i18n._({ id: 'monitor.noFailed', message: 'No failed events' })}
        >
          {(items) => (
            <ul>
              {items.map((event) => (
                <FailedEvent key={event.id} event={{ ...event, service }} operator={operator} />
              ))}
            </ul>
          )}
        </Listed>
      </section>
    </div>
  );
}

function Figures({ deliveries }: { deliveries: Deliveries }) {
  const now = useNow();
  const { outbox, inbox, dead } = deliveries;
  return (
    <DetailList
      title={i18n._({ id: 'monitor.deliveries', message: 'Deliveries' })}
      details={[
        [i18n._({ id: 'monitor.pending', message: 'Outbox pending' }), countText(outbox.pending)],
        outbox.oldestPendingAt !== undefined && [
          i18n._({ id: 'monitor.oldestPending', message: 'Oldest pending' }),
          ageText(outbox.oldestPendingAt, now),
        ],
        [i18n._({ id: 'monitor.published', message: 'Published, 1 h' }), countText(outbox.published)],
        [i18n._({ id: 'monitor.applied', message: 'Applied, 1 h' }), countText(inbox.applied)],
        [i18n._({ id: 'monitor.failing', message: 'Retrying' }), countText(inbox.failing)],
        [i18n._({ id: 'monitor.dead', message: 'Dead letters' }), countText(dead)],
        [
          i18n._({ id: 'monitor.success', message: 'Success rate' }),
          <Success key="success" counts={countsOf(deliveries)} worded />,
        ],
      ]}
    />
  );
}

/** The outcome stays until the next attempt: events that failed again are in the list below, with their new error. */
function RetryAll({ service, dead, operator }: { service: string; dead: number; operator: Operator }) {
  const retry = useAction<undefined, Outcome>({
    run: () => call(deliveryRoutes.retryDeliveries, { params: { service } }),
    touches,
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="small" busy={retry.isPending} why={onlySystem(operator)} onClick={() => retry.mutate(undefined)}>
        {i18n._({ id: 'monitor.retryAll', message: 'Retry all ({dead})', values: { dead: countText(dead) } })}
      </Button>
      {retry.failure && (
        <Failure title={i18n._({ id: 'monitor.notRetriedAll', message: 'Retry failed' })}>
          {errorText(retry.failure)}
        </Failure>
      )}
      {retry.data && <RetryOutcome outcome={retry.data} />}
    </div>
  );
}

function RetryOutcome({ outcome: { retried, failed, left } }: { outcome: Outcome }) {
  return (
    <Notice tone={failed > 0 ? 'live' : 'act'}>
      {i18n._({
        id: 'monitor.outcome',
        message: '{retried} applied, {failed} failed again, {left} left',
        values: { retried: countText(retried), failed: countText(failed), left: countText(left) },
      })}
    </Notice>
  );
}

function PruneDialog({ service, onClose }: { service: string; onClose: () => void }) {
  const prune = useAction<undefined, Pruned>({
    run: () => call(deliveryRoutes.pruneDeliveries, { params: { service } }),
    onDone: ({ pruned }) => {
      notify.success(
        i18n._({
          id: 'monitor.pruned',
          message: '{pruned, plural, one {# delivered event deleted} other {# delivered events deleted}}',
          values: { pruned },
        }),
      );
      onClose();
    },
    touches,
  });
  return (
    <Dialog
      open
      title={i18n._({ id: 'monitor.pruneTitle', message: 'Prune delivered events of {service}', values: { service } })}
      onClose={onClose}
      onSubmit={() => !prune.isPending && prune.mutate(undefined)}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" look="danger" busy={prune.isPending}>
            {i18n._({ id: 'monitor.prune', message: 'Prune delivered' })}
          </Button>
        </>
      }
    >
      {prune.failure && (
        <Failure title={i18n._({ id: 'monitor.notPruned', message: 'Nothing was deleted' })}>
          {errorText(prune.failure)}
        </Failure>
      )}
      <p data-first tabIndex={-1} className="outline-none">
        {i18n._({
          id: 'monitor.pruneText',
          message:
            'This deletes the outbox rows of {service} that were published more than {hours} hours ago. The newest {kept} stay.',
          values: { service, hours: prunableAfterMinutes / 60, kept: countText(unprunedEvents) },
        })}
      </p>
      <p>
        {i18n._({
          id: 'monitor.pruneCosts',
          message:
            'A database restored from a backup publishes its outbox again. Backups made from now on lack the deleted events: make one before you prune.',
        })}
      </p>
      <p>
        {i18n._({
          id: 'monitor.pruneKeeps',
          message: "Pending events, dead letters, operators' actions and the audit log stay. It cannot be undone.",
        })}
      </p>
    </Dialog>
  );
}
