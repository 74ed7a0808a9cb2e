/** Search, filters and the export of the list of players; every filter lives in the address. */
import { riskLevels } from '@fairline/proto/auth/fields';
import type { Operator } from '@fairline/proto/auth/sessions';
import { userRoutes, userStatuses } from '@fairline/proto/auth/users';
import { countryCodes } from '@fairline/proto/countries';
import { i18n } from '@lingui/core';
import { RefreshCw } from 'lucide-react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { saveFile } from '../../client/requests/save.ts';
import { countryName } from '../../domain/people/country-names.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { riskLevelName } from '../../domain/risk/labels.ts';
import type { ChangeAddress } from '../../ui/browser/use-address.ts';
import { Failure } from '../../ui/content/states.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { ExportButton } from '../../ui/controls/export-button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { DayPick } from '../../ui/forms/day-pick.tsx';
import { PickOne } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { userStatusName } from './labels.ts';
import { askedUsers, isUserFilter, levels, noUserFilter, type UserFilter } from './queries.ts';

interface ToolbarProps {
  filter: UserFilter;
  operator: Operator;
  change: ChangeAddress;
  busy: boolean;
  refresh: () => void;
}

export function UsersToolbar({ filter, operator, change, busy, refresh }: ToolbarProps) {
  const all = i18n._({ id: 'history.all', message: 'All' });
  const pick = (name: keyof UserFilter) => (event: { target: { value: string } }) =>
    change({ [name]: event.target.value || null });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <SearchBox
          className="min-w-0 md:max-w-96"
          q={filter.q}
          onSearch={(text) => change({ q: text || null })}
          label={i18n._({ id: 'users.search', message: 'Search users by id, email, first name or last name' })}
          placeholder={i18n._({ id: 'users.searchHint', message: 'Id, email, first name, last name' })}
        />
        <IconButton
          label={i18n._({ id: 'history.refresh', message: 'Refresh' })}
          onClick={refresh}
          className="border border-control bg-surface"
        >
          <Icon of={RefreshCw} className={busy ? 'animate-spin' : undefined} />
        </IconButton>
        {hasPermission(operator, 'users.status') && <Export filter={filter} />}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-2">
        <PickOne
          label={i18n._({ id: 'approvals.status', message: 'Status' })}
          value={filter.status}
          onChange={pick('status')}
        >
          <option value="">{all}</option>
          {userStatuses.map((status) => (
            <option key={status} value={status}>
              {userStatusName(status)[0]}
            </option>
          ))}
        </PickOne>
        <PickOne
          label={i18n._({ id: 'account.verification', message: 'Verification' })}
          value={filter.level}
          onChange={pick('level')}
        >
          <option value="">{all}</option>
          {levels.map((level) => (
            <option key={level} value={level}>
              {level === 'verified'
                ? i18n._({ id: 'overview.verified', message: 'Verified' })
                : i18n._({ id: 'overview.unverified', message: 'Unverified' })}
            </option>
          ))}
        </PickOne>
        <PickOne label={i18n._({ id: 'users.risk', message: 'Risk' })} value={filter.risk} onChange={pick('risk')}>
          <option value="">{all}</option>
          {riskLevels.map((level) => (
            <option key={level} value={level}>
              {riskLevelName(level)[0]}
            </option>
          ))}
        </PickOne>
        <PickOne
          label={i18n._({ id: 'field.country', message: 'Country' })}
          value={filter.country}
          onChange={pick('country')}
        >
          <option value="">{all}</option>
          {countryCodes.map((code) => (
            <option key={code} value={code}>
              {countryName(code)}
            </option>
          ))}
        </PickOne>
        <DayPick
          label={i18n._({ id: 'users.registeredFrom', message: 'Registered from' })}
          day={filter.from}
          onPick={(from) => change({ from })}
        />
        <DayPick
          label={i18n._({ id: 'auditLog.until', message: 'Until' })}
          day={filter.until}
          onPick={(until) => change({ until })}
        />
        {isUserFilter(filter) && (
          <Button look="quiet" size="small" onClick={() => change(noUserFilter)}>
            {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
          </Button>
        )}
      </div>
    </div>
  );
}

function Export({ filter }: { filter: UserFilter }) {
  const saving = useAction<UserFilter, void>({
    run: (asked) =>
      saveFile(userRoutes.exportUsers, askedUsers(asked), `users_${new Date().toISOString().slice(0, 10)}.csv`),
    touches: [],
  });
  return (
    <div className="ml-auto flex shrink-0 flex-col items-end gap-2">
      <ExportButton
        title={i18n._({
          id: 'users.exportHelp',
          message: 'Exports every player that matches the filters. The export is recorded.',
        })}
        busy={saving.isPending}
        onExport={() => saving.mutate(filter)}
      />
      {saving.failure && (
        <Failure title={i18n._({ id: 'auditLog.exportFailed', message: 'The export failed' })}>
          {errorText(saving.failure)}
        </Failure>
      )}
    </div>
  );
}
