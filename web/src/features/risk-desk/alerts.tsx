/** Risk alerts: counters, filters by severity and status, and a card for each. The URL holds the filters. */
import type { Operator } from '@fairline/proto/auth/sessions';
import {
  type Alert,
  type AlertCounts,
  alertRules,
  alertStatuses,
  alertTypes,
  severities,
} from '@fairline/proto/risk/alerts';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { alertTypeName } from '../../domain/risk/alert-type-labels.ts';
import { alertCountsQuery } from '../../domain/risk/alerts.ts';
import { alertStatusName, severityName } from '../../domain/risk/labels.ts';
import { ruleName } from '../../domain/risk/rule-labels.ts';
import { useRules } from '../../domain/risk/rules.ts';
import { useRiskSummaries } from '../../domain/risk/summaries.ts';
import { countText } from '../../figures.ts';
import { type ChangeAddress, useAddress } from '../../ui/browser/use-address.ts';
import { Listed } from '../../ui/content/listed.tsx';
import { EmptyState, Notice, Skeleton } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Chips } from '../../ui/controls/chips.tsx';
import { PickOne } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { AlertCard } from './alert-card.tsx';
import { type Asked, ChangeDialog } from './change-dialog.tsx';
import { type AlertFilter, alertFilterOf, alertsQuery } from './queries.ts';

export function Alerts({ operator }: { operator: Operator }) {
  const [search, , change] = useAddress();
  const filter = alertFilterOf(search);
  const query = useInfiniteQuery(alertsQuery(filter));
  const { severity, status, type, rule, about, playerId, alertId } = filter;
  const isNarrowed =
    [severity, status, type].some((value) => value !== 'all') ||
    [rule, about, playerId, alertId].some((value) => value !== '');
  return (
    <div className="flex flex-col gap-4">
      {!hasPermission(operator, 'risk') && (
        <Notice>{i18n._({ id: 'alerts.readOnly', message: 'Your role can view alerts but not change them.' })}</Notice>
      )}
      <Counters />
      <Filters filter={filter} change={change} />
      <Listed
        query={query}
        items={query.data?.pages.flatMap(({ items }) => items)}
        failed={i18n._({ id: 'alerts.failed', message: 'Alerts could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState title={i18n._({ id: 'alerts.none', message: 'No risk alerts found' })}>
            {isNarrowed && (
              <Button
                look="secondary"
                size="small"
                onClick={() =>
                  change({
                    severity: null,
                    status: null,
                    type: null,
                    rule: null,
                    about: null,
                    player: null,
                    alert: null,
                  })
                }
              >
                {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
              </Button>
            )}
          </EmptyState>
        }
      >
        {(items) => <Cards items={items} operator={operator} />}
      </Listed>
    </div>
  );
}

/** The servers count closed alerts only up to a limit. */
function boundedCountText(counts: AlertCounts, count: keyof AlertCounts): string {
  const isBounded = (count === 'resolved' || count === 'falsePositive') && counts[count] >= alertRules.closedCounted;
  return isBounded ? `${countText(counts[count])}+` : countText(counts[count]);
}

function Counters() {
  const { data, isError } = useQuery(alertCountsQuery);
  const unresolvedText = (name: string) =>
    i18n._({ id: 'alerts.unresolved', message: '{name}, unresolved', values: { name } });
  const all: [name: string, count: keyof AlertCounts, urgent?: boolean][] = [
    [unresolvedText(severityName('critical')[0]), 'critical', true],
    [unresolvedText(severityName('high')[0]), 'high'],
    [alertStatusName('open')[0], 'open'],
    [alertStatusName('investigating')[0], 'investigating'],
    [alertStatusName('resolved')[0], 'resolved'],
    [alertStatusName('false_positive')[0], 'falsePositive'],
  ];
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-6">
      {all.map(([name, count, urgent]) => (
        <div
          key={count}
          className="flex flex-col-reverse justify-end rounded-card border border-line bg-surface px-3 py-2"
        >
          <dt className="text-12 text-ink-soft">{name}</dt>
          <dd className={cx('figures text-20 font-strong', urgent && data && data[count] > 0 && 'text-down')}>
            {data || isError ? data ? boundedCountText(data, count) : '–' : <Skeleton className="h-6 w-10" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Filters({ filter, change }: { filter: AlertFilter; change: ChangeAddress }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-w-0 flex-col gap-2 xl:flex-row xl:gap-6">
        <Chips
          label={i18n._({ id: 'alerts.severity', message: 'Severity' })}
          value={filter.severity}
          options={[
            { id: 'all', label: i18n._({ id: 'alerts.allSeverities', message: 'All severities' }) },
            ...severities.map((severity) => ({ id: severity, label: severityName(severity)[0] })),
          ]}
          onChange={(severity) => change({ severity: severity === 'all' ? null : severity })}
        />
        <Chips
          label={i18n._({ id: 'approvals.status', message: 'Status' })}
          value={filter.status}
          options={[
            { id: 'all', label: i18n._({ id: 'alerts.allStatuses', message: 'All statuses' }) },
            ...alertStatuses.map((status) => ({ id: status, label: alertStatusName(status)[0] })),
          ]}
          onChange={(status) => change({ status: status === 'all' ? null : status })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <TypePick type={filter.type} onPick={(type) => change({ type })} />
        {filter.rule && <RuleFilter rule={filter.rule} onDrop={() => change({ rule: null })} />}
        {filter.about && (
          <Dropped
            name={i18n._({ id: 'alerts.sameAbout', message: 'About the same' })}
            onDrop={() => change({ about: null })}
          />
        )}
        {filter.playerId && (
          <Dropped
            name={i18n._({ id: 'deskBets.onePlayer', message: 'One player' })}
            onDrop={() => change({ player: null })}
          />
        )}
        {filter.alertId && (
          <Dropped
            name={i18n._({ id: 'alerts.oneAlert', message: 'One alert' })}
            onDrop={() => change({ alert: null })}
          />
        )}
      </div>
    </div>
  );
}

/** Types by name, including one that only the URL names. */
function TypePick({ type, onPick }: { type: string; onPick: (type: string | null) => void }) {
  const known = Object.keys(alertTypes);
  const offered = (type === 'all' || known.includes(type) ? known : [...known, type]).map((id) => ({
    id,
    name: alertTypeName(id),
  }));
  return (
    <PickOne
      label={i18n._({ id: 'history.type', message: 'Type' })}
      value={type}
      onChange={({ target }) => onPick(target.value === 'all' ? null : target.value)}
    >
      <option value="all">{i18n._({ id: 'alerts.allTypes', message: 'All types' })}</option>
      {offered
        .toSorted((one, other) => one.name.localeCompare(other.name, i18n.locale))
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </PickOne>
  );
}

function RuleFilter({ rule, onDrop }: { rule: string; onDrop: () => void }) {
  const ruleOf = useRules(true);
  return (
    <Dropped
      name={`${i18n._({ id: 'riskRules.rule', message: 'Rule' })}: ${ruleName(ruleOf(rule) ?? { id: rule })}`}
      onDrop={onDrop}
    />
  );
}

/** A chip for a filter that a link set; pressing it removes the filter. */
function Dropped({ name, onDrop }: { name: string; onDrop: () => void }) {
  return (
    <Button look="secondary" size="small" onClick={onDrop}>
      {name}
      <Icon of={X} />
      <span className="sr-only">{i18n._({ id: 'deskBets.drop', message: 'remove this filter' })}</span>
    </Button>
  );
}

function Cards({ items, operator }: { items: readonly Alert[]; operator: Operator }) {
  // Kept outside the card: if the card leaves the list, the dialog stays.
  const [asked, setAsked] = useState<Asked>();
  const ids = items.flatMap(({ userId }) => userId ?? []);
  const players = usePlayers(ids, hasPermission(operator, 'users.read'));
  const summaries = useRiskSummaries(ids, true);
  const latest = asked && (items.find(({ id }) => id === asked.alert.id) ?? asked.alert);
  return (
    <>
      <ul className="grid grid-cols-1 items-start gap-4 2xl:grid-cols-2">
        {items.map((alert) => (
          <li key={alert.id}>
            <AlertCard
              alert={alert}
              operator={operator}
              player={alert.userId ? players.of(alert.userId) : undefined}
              summary={alert.userId ? summaries.of(alert.userId) : undefined}
              onAsk={(what) => setAsked({ alert, what })}
            />
          </li>
        ))}
      </ul>
      {asked && latest && (
        <ChangeDialog alert={asked.alert} latest={latest} what={asked.what} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}
