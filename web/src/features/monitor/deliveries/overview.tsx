/** The deliveries of every service, the newest failed events of all of them, and one service in a drawer. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../client/http/error-text.ts';
import {
  countsOf,
  deliveriesQuery,
  type ServiceDeliveries,
  serviceNames,
  sumOf,
} from '../../../domain/office/deliveries.ts';
import { countText } from '../../../figures.ts';
import { useAddress } from '../../../ui/browser/use-address.ts';
import { useNow } from '../../../ui/browser/use-now.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { Framed, Loaded } from '../../../ui/content/listed.tsx';
import { EmptyState, Notice, SkeletonRows } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { utcText } from '../../../ui/content/when.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { everyMs } from '../queries.ts';
import { ageText } from '../times.ts';
import { type Failed, FailedEvent, onlySystem } from './failed-event.tsx';
import { ServiceSheet } from './service-sheet.tsx';
import { Success } from './success.tsx';

/** The specification shows five. */
const shownFailed = 5;

export function newestFailed(services: readonly ServiceDeliveries[]): Failed[] {
  return services
    .flatMap(({ service, deliveries }) => (deliveries?.deadLetters ?? []).map((event) => ({ ...event, service })))
    .sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
    .slice(0, shownFailed);
}

export function DeliveriesOverview({ operator }: { operator: Operator }) {
  const query = useQuery(deliveriesQuery(everyMs));
  const [search, change] = useAddress();
  const open = serviceNames.find((service) => service === search.get('of')) ?? null;
  return (
    <>
      <Loaded
        query={query}
        failed={i18n._({ id: 'monitor.failed', message: 'Deliveries could not be loaded' })}
        error={query.error && errorText(query.error)}
        waiting={<SkeletonRows count={9} className="h-10" />}
      >
        {(services) => (
          <div className="flex flex-col gap-6">
            {query.isError && (
              <Notice tone="live">
                {i18n._({
                  id: 'monitor.old',
                  message: 'Not responding. Showing the last figures received; still retrying.',
                })}
              </Notice>
            )}
            <Totals services={services} />
            <FailedEvents services={services} operator={operator} />
            <Services services={services} onOpen={(service) => change('of', service)} />
          </div>
        )}
      </Loaded>
      <ServiceSheet key={open} service={open} operator={operator} onClose={() => change('of', null)} />
    </>
  );
}

function Totals({ services }: { services: readonly ServiceDeliveries[] }) {
  const sums = sumOf(services);
  const figures: [name: string, value: string, urgent: boolean][] = [
    [i18n._({ id: 'monitor.pending', message: 'Outbox pending' }), countText(sums.pending), false],
    [i18n._({ id: 'monitor.published', message: 'Published, 1 h' }), countText(sums.published), false],
    [i18n._({ id: 'monitor.applied', message: 'Applied, 1 h' }), countText(sums.applied), false],
    [i18n._({ id: 'monitor.failing', message: 'Retrying' }), countText(sums.failing), false],
    [i18n._({ id: 'monitor.dead', message: 'Dead letters' }), countText(sums.dead), sums.dead > 0],
  ];
  const cell = 'flex min-w-0 grow basis-36 flex-col gap-1 bg-surface px-4 py-3';
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
      {figures.map(([name, value, urgent]) => (
        <div key={name} className={cell}>
          <dt className="text-12 text-ink-soft">{name}</dt>
          <dd className={cx('figures text-20 font-strong', urgent && 'text-down')}>{value}</dd>
        </div>
      ))}
      <div className={cell}>
        <dt className="text-12 text-ink-soft">{i18n._({ id: 'monitor.success', message: 'Success rate' })}</dt>
        <dd className="text-20 font-strong">
          <Success counts={sums} worded />
        </dd>
      </div>
    </dl>
  );
}

function FailedEvents({ services, operator }: { services: readonly ServiceDeliveries[]; operator: Operator }) {
  const failed = newestFailed(services);
  const { dead } = sumOf(services);
  const why = onlySystem(operator);
  return (
    <section aria-labelledby="failed-events" className="rounded-card border border-line bg-surface">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line px-4 py-2">
        <h2 id="failed-events" className="text-14 font-strong">
          {i18n._({ id: 'monitor.failedEvents', message: 'Failed events' })}
        </h2>
        {failed.length > 0 && (
          <p className="text-12 text-ink-soft">
            {i18n._({
              id: 'monitor.newestOf',
              message: 'newest {shown} of {dead}',
              values: { shown: failed.length, dead: countText(dead) },
            })}
          </p>
        )}
      </header>
      {failed.length > 0 && why && <p className="border-b border-line px-4 py-2 text-12 text-ink-soft">{why}.</p>}
      {failed.length === 0 ? (
        <EmptyState title={i18n._({ id: 'monitor.noFailed', message: 'No failed events' })} />
      ) : (
        <ul>
          {failed.map((event) => (
            <FailedEvent key={`${event.service}/${event.id}`} event={event} operator={operator} named />
          ))}
        </ul>
      )}
    </section>
  );
}

const wideOnly = 'max-lg:hidden';

function Services({ services, onOpen }: { services: readonly ServiceDeliveries[]; onOpen: (service: string) => void }) {
  return (
    <Framed>
      <Table pinned label={i18n._({ id: 'monitor.services', message: 'Deliveries by service' })}>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'auditLog.service', message: 'Service' })}</Th>
            <Th figures>{i18n._({ id: 'dataSync.pending', message: 'Pending' })}</Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'monitor.published', message: 'Published, 1 h' })}
            </Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'monitor.applied', message: 'Applied, 1 h' })}
            </Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'monitor.failing', message: 'Retrying' })}
            </Th>
            <Th figures>{i18n._({ id: 'monitor.deadShort', message: 'Dead' })}</Th>
            <Th figures>{i18n._({ id: 'monitor.success', message: 'Success rate' })}</Th>
          </tr>
        </thead>
        <tbody>
          {services.map((one) => (
            <Row key={one.service} {...one} onOpen={() => onOpen(one.service)} />
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}

function Row({ service, deliveries, onOpen }: ServiceDeliveries & { onOpen: () => void }) {
  const now = useNow();
  const oldest = deliveries?.outbox.oldestPendingAt;
  return (
    <tr className="relative transition-colors hover:bg-raised last:[&>td]:border-b-0">
      <Td>
        <button
          type="button"
          onClick={onOpen}
          className="text-left font-medium after:absolute after:inset-0 focus-visible:outline-offset-0"
        >
          {service}
        </button>
      </Td>
      {deliveries ? (
        <>
          <Td figures>
            {countText(deliveries.outbox.pending)}
            {oldest && (
              <time
                dateTime={oldest}
                title={utcText(oldest)}
                className="ml-2 text-12 text-ink-soft max-sm:ml-0 max-sm:block"
              >
                {i18n._({ id: 'monitor.oldest', message: 'oldest {age}', values: { age: ageText(oldest, now) } })}
              </time>
            )}
          </Td>
          <Td figures className={wideOnly}>
            {countText(deliveries.outbox.published)}
          </Td>
          <Td figures className={wideOnly}>
            {countText(deliveries.inbox.applied)}
          </Td>
          <Td figures className={cx(wideOnly, deliveries.inbox.failing > 0 && 'text-live')}>
            {countText(deliveries.inbox.failing)}
          </Td>
          <Td figures className={cx(deliveries.dead > 0 && 'font-strong text-down')}>
            {countText(deliveries.dead)}
          </Td>
          <Td figures>
            <Success counts={countsOf(deliveries)} />
          </Td>
        </>
      ) : (
        <Td colSpan={6} className="text-right">
          <Badge tone="down">{i18n._({ id: 'monitor.noAnswer', message: 'No answer' })}</Badge>
        </Td>
      )}
    </tr>
  );
}
