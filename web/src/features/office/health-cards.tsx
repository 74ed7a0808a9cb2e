/** The platform's own figures by the specification's thresholds, each with label and colour, and per process in a table below. */
import type { SystemHealth } from '@fairline/proto/gateway';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { conditionName } from '../../domain/office/condition-labels.ts';
import { healthQuery } from '../../domain/office/figures.ts';
import { conditionColour, type HealthFigure, healthCondition } from '../../domain/office/health.ts';
import { numberText, percentText } from '../../figures.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Loaded } from '../../ui/content/listed.tsx';
import { EmptyState, SkeletonRows } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { exactText } from '../../ui/content/when.tsx';
import { cx } from '../../ui/theme/cx.ts';

/** From the specification. */
const everyMs = 3_000;

const percent = (value: number, digits = 0) => percentText(value / 100, { maximumFractionDigits: digits });
const ms = (value: number) => `${numberText(value, { maximumFractionDigits: value < 10 ? 1 : 0 })} ms`;

interface Figure {
  of: HealthFigure;
  name: () => string;
  text: (value: number) => string;
}

const figures: readonly Figure[] = [
  { of: 'cpuPercent', name: () => i18n._({ id: 'health.cpu', message: 'CPU' }), text: percent },
  { of: 'memoryPercent', name: () => i18n._({ id: 'health.memory', message: 'Memory' }), text: percent },
  { of: 'diskPercent', name: () => i18n._({ id: 'health.disk', message: 'Disk' }), text: percent },
  { of: 'responseMs', name: () => i18n._({ id: 'health.response', message: 'Response time' }), text: ms },
  { of: 'latencyMs', name: () => i18n._({ id: 'health.latency', message: 'Latency' }), text: ms },
  {
    of: 'errorPercent',
    name: () => i18n._({ id: 'health.errors', message: 'Error rate' }),
    text: (value) => percent(value, 2),
  },
];

export function HealthCards() {
  const query = useQuery({ ...healthQuery, refetchInterval: everyMs });
  return (
    <section aria-labelledby="system-health" className="rounded-card border border-line bg-surface">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line px-4 py-2">
        <h2 id="system-health" className="text-14 font-strong">
          {i18n._({ id: 'stats.health', message: 'System Health' })}
        </h2>
        {query.data && (
          <p className="figures text-12 text-ink-soft">
            {i18n._({
              id: 'health.source',
              message: 'Source: metrics of each process, {at}',
              values: { at: exactText(query.data.checkedAt) },
            })}
          </p>
        )}
      </header>
      <Loaded
        query={query}
        failed={i18n._({ id: 'figures.failed', message: 'The figures could not be loaded' })}
        error={query.error && errorText(query.error)}
        waiting={
          <div className="p-4">
            <SkeletonRows count={1} className="h-16" />
          </div>
        }
      >
        {(health) => (
          <>
            {health.host ? (
              <Host host={health.host} />
            ) : (
              <EmptyState title={i18n._({ id: 'health.none', message: 'Collecting the first figures' })} />
            )}
            <details className="border-t border-line">
              <summary className="px-4 py-3 text-13 font-medium">
                {i18n._({
                  id: 'health.processes',
                  message: 'Processes ({count})',
                  values: { count: health.parts.length },
                })}
              </summary>
              <Parts parts={health.parts} />
            </details>
          </>
        )}
      </Loaded>
    </section>
  );
}

function Host({ host }: { host: NonNullable<SystemHealth['host']> }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden bg-line sm:grid-cols-3 xl:grid-cols-6">
      {figures.map(({ of, name, text }) => {
        const value = host[of];
        const condition = healthCondition(of, value);
        const [label, tone] = conditionName(condition);
        return (
          <div key={of} className="flex min-w-0 flex-col gap-1 bg-surface px-4 py-3">
            <dt className="text-12 text-ink-soft">{name()}</dt>
            <dd className="flex flex-col items-start gap-1">
              <span className={cx('figures text-20 font-strong', conditionColour[condition])}>{text(value)}</span>
              <Badge tone={tone}>{label}</Badge>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const none = '–';
const optionalText = (value: number | undefined | null, text: (value: number) => string) =>
  value === undefined || value === null ? none : text(value);

function Parts({ parts }: { parts: SystemHealth['parts'] }) {
  return (
    <Table label={i18n._({ id: 'health.parts', message: 'Health by process' })}>
      <thead>
        <tr>
          <Th>{i18n._({ id: 'health.process', message: 'Process' })}</Th>
          <Th>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
          <Th figures>{i18n._({ id: 'health.latency', message: 'Latency' })}</Th>
          <Th figures>{i18n._({ id: 'health.cpu', message: 'CPU' })}</Th>
          <Th figures>{i18n._({ id: 'health.memory', message: 'Memory' })}</Th>
          <Th figures>{i18n._({ id: 'health.requests', message: 'Requests/s' })}</Th>
          <Th figures>{i18n._({ id: 'health.response', message: 'Response time' })}</Th>
          <Th figures>{i18n._({ id: 'health.errors', message: 'Error rate' })}</Th>
          <Th>{i18n._({ id: 'health.detail', message: 'Detail' })}</Th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part.name} className="last:[&>td]:border-b-0">
            <Td className="font-medium">{part.name}</Td>
            <Td>
              <Badge tone={part.state === 'up' ? 'act' : 'down'}>
                {part.state === 'up'
                  ? i18n._({ id: 'health.up', message: 'Up' })
                  : i18n._({ id: 'health.down', message: 'Down' })}
              </Badge>
            </Td>
            <Td figures>{optionalText(part.latencyMs, ms)}</Td>
            <Td figures>{optionalText(part.cpuPercent, percent)}</Td>
            <Td figures>{optionalText(part.memoryMb, (value) => `${numberText(Math.round(value))} MB`)}</Td>
            <Td figures>
              {optionalText(part.requestsPerSecond, (value) => numberText(value, { maximumFractionDigits: 1 }))}
            </Td>
            <Td figures>{optionalText(part.responseMs, ms)}</Td>
            <Td figures>{optionalText(part.errorPercent, (value) => percent(value, 2))}</Td>
            <Td className="max-w-60 truncate text-ink-soft">{part.detail}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
