/** Critical alerts that are neither resolved nor false, the newest first, on the operators' dashboard. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { UserSummary } from '@fairline/proto/auth/staff';
import type { Alert } from '@fairline/proto/risk/alerts';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { alertText } from '../../domain/risk/alert-text.ts';
import { alertTypeName } from '../../domain/risk/alert-type-labels.ts';
import { criticalAlertsQuery } from '../../domain/risk/alerts.ts';
import { alertStatusName, severityName } from '../../domain/risk/labels.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Listed } from '../../ui/content/listed.tsx';
import { When } from '../../ui/content/when.tsx';

export function CriticalAlerts({ operator }: { operator: Operator }) {
  const query = useQuery(criticalAlertsQuery);
  const players = usePlayers(
    query.data?.flatMap(({ userId }) => userId ?? []) ?? [],
    hasPermission(operator, 'users.read'),
  );
  return (
    <section aria-labelledby="critical-alerts" className="rounded-card border border-line bg-surface">
      <header className="flex h-11 items-center justify-between border-b border-line px-4">
        <h2 id="critical-alerts" className="text-14 font-strong">
          {i18n._({ id: 'alerts.critical', message: 'Critical alerts' })}
        </h2>
        <Link to="/admin/risk" className="text-13 underline underline-offset-4">
          {i18n._({ id: 'playerRisk.toAlerts', message: 'View alerts' })}
        </Link>
      </header>
      <Listed
        query={query}
        items={query.data}
        failed={i18n._({ id: 'alerts.failed', message: 'Alerts could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={i18n._({ id: 'alerts.noCritical', message: 'No critical alerts' })}
      >
        {(items) => (
          <ul>
            {items.map((alert) => (
              <Row key={alert.id} alert={alert} player={alert.userId ? players.of(alert.userId) : undefined} />
            ))}
          </ul>
        )}
      </Listed>
    </section>
  );
}

function Row({
  alert: { id, type, severity, status, description, message, createdAt },
  player,
}: {
  alert: Alert;
  player: UserSummary | undefined;
}) {
  const [severityLabel, severityTone] = severityName(severity);
  return (
    <li className="relative flex flex-col gap-1 border-b border-line px-4 py-2 text-13 transition-colors last:border-b-0 hover:bg-raised">
      <span className="flex flex-wrap items-center gap-2">
        <Link
          to={`/admin/risk?alert=${id}`}
          className="font-medium after:absolute after:inset-0 focus-visible:outline-offset-0"
        >
          {alertTypeName(type)}
        </Link>
        <Badge tone={severityTone}>{severityLabel}</Badge>
        {status === 'investigating' && <Badge tone="info">{alertStatusName(status)[0]}</Badge>}
        <When at={createdAt} className="ml-auto text-12 text-ink-soft" />
      </span>
      <span className="break-words text-ink-soft">
        {player && `${player.firstName} ${player.lastName} · `}
        {alertText({ description, message })}
      </span>
    </li>
  );
}
