/** Search, filters and the export of the audit log. Each active filter is a chip that removes it. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { auditLogRoutes } from '@fairline/proto/risk/audit';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { saveFile } from '../../client/requests/save.ts';
import { colleaguesQuery, useOperatorName } from '../../domain/people/operators.ts';
import type { ChangeAddress } from '../../ui/browser/use-address.ts';
import { Failure } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ExportButton } from '../../ui/controls/export-button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { DayPick } from '../../ui/forms/day-pick.tsx';
import { PickOne } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { type AuditFilter, askedOf, auditServices } from './queries.ts';

export const noFilter = { q: null, operator: null, service: null, from: null, until: null } as const;

interface ToolbarProps {
  filter: AuditFilter;
  operator: Operator;
  change: ChangeAddress;
}

export function Toolbar({ filter, operator, change }: ToolbarProps) {
  const { data: colleagues } = useQuery(colleaguesQuery);
  const saving = useAction<AuditFilter, void>({
    run: (asked) =>
      saveFile(auditLogRoutes.auditExport, askedOf(asked), `audit-log_${new Date().toISOString().slice(0, 10)}.csv`),
    touches: [['admin', 'audit', 'list']],
  });
  const all = i18n._({ id: 'history.all', message: 'All' });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <SearchBox
          className="min-w-0 md:max-w-96"
          q={filter.q}
          onSearch={(q) => change({ q: q || null })}
          label={i18n._({ id: 'auditLog.search', message: 'Search by action, resource type, reason or id' })}
          placeholder={i18n._({ id: 'auditLog.searchHint', message: 'Action, resource, reason, id' })}
        />
        <ExportButton
          className="ml-auto shrink-0"
          title={i18n._({
            id: 'auditLog.exportHelp',
            message: 'Exports every record that matches the filters. The export is recorded.',
          })}
          busy={saving.isPending}
          onExport={() => saving.mutate(filter)}
        />
      </div>
      {saving.failure && (
        <Failure title={i18n._({ id: 'auditLog.exportFailed', message: 'The export failed' })}>
          {errorText(saving.failure)}
        </Failure>
      )}
      <div className="flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-2">
        <PickOne
          label={i18n._({ id: 'auditLog.operator', message: 'Operator' })}
          className="md:max-w-60"
          value={filter.operator}
          onChange={({ target }) => change({ operator: target.value || null })}
        >
          <option value="">{all}</option>
          {colleagues?.items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {filter.operator && !colleagues?.items.some(({ id }) => id === filter.operator) && (
            <option value={filter.operator}>{filter.operator.slice(-8)}</option>
          )}
        </PickOne>
        <PickOne
          label={i18n._({ id: 'auditLog.service', message: 'Service' })}
          value={filter.service}
          onChange={({ target }) => change({ service: target.value || null })}
        >
          <option value="">{all}</option>
          {auditServices.map((service) => (
            <option key={service} value={service}>
              {service}
            </option>
          ))}
        </PickOne>
        <DayPick
          label={i18n._({ id: 'auditLog.from', message: 'From' })}
          day={filter.from}
          onPick={(from) => change({ from })}
        />
        <DayPick
          label={i18n._({ id: 'auditLog.until', message: 'Until' })}
          day={filter.until}
          onPick={(until) => change({ until })}
        />
      </div>
      <Narrowed filter={filter} operator={operator} change={change} />
    </div>
  );
}

function Narrowed({ filter, operator, change }: ToolbarProps) {
  const nameOf = useOperatorName(operator);
  const dayText = (day: string) => new Date(`${day}T00:00:00`).toLocaleDateString(i18n.locale, { dateStyle: 'medium' });
  const chips: [keyof AuditFilter, ReactNode][] = [
    ['q', `“${filter.q}”`],
    ['operator', filter.operator && nameOf(filter.operator)],
    ['service', filter.service],
    [
      'from',
      filter.from && i18n._({ id: 'auditLog.fromDay', message: 'From {day}', values: { day: dayText(filter.from) } }),
    ],
    [
      'until',
      filter.until &&
        i18n._({ id: 'auditLog.untilDay', message: 'Until {day}', values: { day: dayText(filter.until) } }),
    ],
  ];
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {chips.map(
        ([name, label]) =>
          filter[name] && (
            <Button key={name} look="secondary" size="small" onClick={() => change({ [name]: null })}>
              {label}
              <Icon of={X} />
              <span className="sr-only">{i18n._({ id: 'deskBets.drop', message: 'remove this filter' })}</span>
            </Button>
          ),
      )}
    </div>
  );
}
