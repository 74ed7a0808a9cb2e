/** A back-test: the alerts that these values would have raised on the stored signals, in total, by day and with the newest examples. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { Id } from '@fairline/proto/contract';
import { type BackTest, meanAlertsPerDay, type RiskRule, ruleLimits, ruleRoutes } from '@fairline/proto/risk/rules';
import { i18n } from '@lingui/core';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { hasPermission, useKnownOperator } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { measuredText } from '../../domain/risk/measure-labels.ts';
import { countText, numberText } from '../../figures.ts';
import { KeyHint } from '../../ui/content/shortcuts.tsx';
import { Failure, Notice } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { localText, When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { everyDay } from './days.ts';

interface Trial {
  threshold: number;
  windowMinutes: number | undefined;
}
type Testing = UseMutationResult<BackTest, Error, Trial>;

/** A back-test reads many signals. */
const timeoutMs = 60_000;

export function useBackTest(id: string): Testing {
  return useMutation<BackTest, Error, Trial>({
    mutationFn: ({ threshold, windowMinutes }) =>
      call(ruleRoutes.backTest, {
        body: { id, threshold, ...(windowMinutes !== undefined && { windowMinutes }) },
        timeoutMs,
      }),
  });
}

export function BackTestButton({ busy, why, onTest }: { busy: boolean; why: string | false; onTest: () => void }) {
  return (
    <Button look="secondary" size="small" className="self-start" busy={busy} why={why} onClick={onTest}>
      {i18n._({ id: 'backTest.run', message: 'Back-test' })} <KeyHint of="B" />
    </Button>
  );
}

interface PanelProps {
  rule: RiskRule;
  testing: Testing;
  /** The values currently in the form. */
  values: Trial | Pick<RiskRule, 'threshold' | 'windowMinutes'> | null;
  operator: Operator;
}

export function BackTestPanel({ rule, testing: { data, error, variables, isPending }, values, operator }: PanelProps) {
  if (error)
    return (
      <Failure title={i18n._({ id: 'backTest.failed', message: 'The back-test failed' })}>{errorText(error)}</Failure>
    );
  if (!data || !variables || isPending) return null;
  const isOld = variables.threshold !== values?.threshold || variables.windowMinutes !== values?.windowMinutes;
  const daily = meanAlertsPerDay(data);
  return (
    <section aria-labelledby="back-test" className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <header aria-live="polite">
        <h3 id="back-test" className="text-14 font-strong">
          {i18n._({ id: 'backTest.title', message: 'Back-test' })}
        </h3>
        <p className="text-13">
          {i18n._({
            id: 'backTest.total',
            message:
              '{alerts, plural, one {# alert} other {# alerts}} on {subjects, plural, one {# subject} other {# subjects}}, {daily} a day',
            values: {
              alerts: data.alerts,
              subjects: data.subjects,
              daily: numberText(daily, { maximumFractionDigits: 1 }),
            },
          })}
        </p>
        <p className="text-12 text-ink-soft">
          {i18n._({
            id: 'backTest.source',
            message: 'Source: {signals} stored signals, {from} – {until}',
            values: { signals: countText(data.signals), from: localText(data.from), until: localText(data.until) },
          })}
        </p>
      </header>
      {isOld && (
        <Notice>{i18n._({ id: 'backTest.old', message: 'The values have changed since this back-test.' })}</Notice>
      )}
      {data.isPartial && (
        <Notice>
          {i18n._({
            id: 'backTest.partial',
            message: 'Too many signals: a sample was measured, and the oldest were left out.',
          })}
        </Notice>
      )}
      {daily > ruleLimits.maxAlertsPerDay && (
        <Notice tone="live">
          {i18n._({
            id: 'backTest.noisy',
            message: 'Above the maximum of {most} alerts a day. These values cannot be saved.',
            values: { most: countText(ruleLimits.maxAlertsPerDay) },
          })}
        </Notice>
      )}
      {data.alerts > 0 && (
        <>
          <Days days={everyDay(data)} />
          <Examples rule={rule} examples={data.examples} operator={operator} />
        </>
      )}
    </section>
  );
}

const height = 48;
const step = 10;

const dayName = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' });

function Days({ days }: { days: BackTest['days'] }) {
  const top = Math.max(1, ...days.map(({ alerts }) => alerts));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <div>
      <p className="figures text-12 text-ink-soft">
        {i18n._({ id: 'backTest.top', message: 'Most in one day: {top}', values: { top: countText(top) } })}
      </p>
      <svg
        role="img"
        aria-label={i18n._({
          id: 'backTest.chart',
          message: 'Chart of alerts per UTC day; figures in the table below',
        })}
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        className="h-12 w-full"
      >
        {days.map(({ day, alerts }, at) => {
          const tall = (alerts / top) * height;
          return (
            <g key={day}>
              <title>{`${dayName(day)}: ${countText(alerts)}`}</title>
              <rect x={at * step} y={0} width={step} height={height} className="fill-transparent hover:fill-raised" />
              <rect
                x={at * step + 1}
                y={height - tall}
                width={step - 2}
                height={tall}
                className="pointer-events-none fill-act"
              />
            </g>
          );
        })}
        <path d={`M0 ${height}H${days.length * step}`} className="stroke-control" vectorEffect="non-scaling-stroke" />
      </svg>
      <p className="flex justify-between text-12 text-ink-soft">
        <span>{first && dayName(first.day)}</span>
        <span>{last && dayName(last.day)}</span>
      </p>
      <details className="mt-2">
        <summary className="py-2 text-13 font-medium">
          {i18n._({ id: 'chart.table', message: 'View as table' })}
        </summary>
        <Table label={i18n._({ id: 'backTest.days', message: 'Alerts per UTC day' })}>
          <thead>
            <tr>
              <Th>{i18n._({ id: 'backTest.day', message: 'Day, UTC' })}</Th>
              <Th figures>{i18n._({ id: 'backTest.alerts', message: 'Alerts' })}</Th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, alerts }) => (
              <tr key={day}>
                <Td>{dayName(day)}</Td>
                <Td figures>{countText(alerts)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </div>
  );
}

function Examples({
  rule: { unit },
  examples,
  operator,
}: {
  rule: RiskRule;
  examples: BackTest['examples'];
  operator: Operator;
}) {
  const ids = examples.map(({ subject }) => subject).filter((subject) => Id.safeParse(subject).success);
  const players = usePlayers(ids, hasPermission(operator, 'users.read'));
  const operatorName = useKnownOperator(operator);
  return (
    <Table label={i18n._({ id: 'backTest.examples', message: 'Latest examples' })}>
      <caption className="pb-1 text-left text-13 font-medium">
        {i18n._({ id: 'backTest.examples', message: 'Latest examples' })}
      </caption>
      <thead>
        <tr>
          <Th className="pl-0">{i18n._({ id: 'backTest.subject', message: 'Subject' })}</Th>
          <Th>{i18n._({ id: 'backTest.at', message: 'Time' })}</Th>
          <Th figures className="pr-0">
            {i18n._({ id: 'backTest.measured', message: 'Value' })}
          </Th>
        </tr>
      </thead>
      <tbody>
        {examples.map(({ subject, at, measured }) => {
          const player = players.of(subject);
          return (
            <tr key={`${subject} ${at}`} className="last:[&>td]:border-b-0">
              <Td className="max-w-40 pl-0 break-words">
                {player ? (
                  <Link to={`/admin/users/${subject}`} className="underline underline-offset-4">
                    {player.firstName} {player.lastName}
                  </Link>
                ) : (
                  (operatorName(subject) ?? subject.slice(-8))
                )}
              </Td>
              <Td className="py-1 [&_time]:whitespace-normal">
                <When at={at} />
              </Td>
              <Td figures className="pr-0">
                {measuredText(unit, measured)}
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
