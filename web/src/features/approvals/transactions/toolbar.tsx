/** Search, filters and the export of all transactions. The URL holds every filter. */
import { type CurrencyCode, currencies } from '@fairline/proto/money';
import { historyRoutes, TransactionStatus } from '@fairline/proto/wallet/history';
import { paymentMethodIds } from '@fairline/proto/wallet/methods';
import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { saveFile } from '../../../client/requests/save.ts';
import { methodsQuery } from '../../../domain/money/methods.ts';
import { historyTypeName, historyTypes, methodName, statusName } from '../../../domain/money/payment-labels.ts';
import { decimalText, typedMinor } from '../../../figures.ts';
import type { ChangeAddress } from '../../../ui/browser/use-address.ts';
import { Failure } from '../../../ui/content/states.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { ExportButton } from '../../../ui/controls/export-button.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { DayPick } from '../../../ui/forms/day-pick.tsx';
import { PickOne } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { askedTransactions, isTransactionsFilter, noTransactionsFilter, type TransactionsFilter } from './queries.ts';

interface ToolbarProps {
  filter: TransactionsFilter;
  /** Names and addresses of players find their transactions too. */
  byPlayer: boolean;
  change: ChangeAddress;
  busy: boolean;
  refresh: () => void;
}

export function TransactionsToolbar({ filter, byPlayer, change, busy, refresh }: ToolbarProps) {
  const client = useQueryClient();
  const { data: methods } = useQuery(methodsQuery);
  const saving = useAction<TransactionsFilter, void>({
    run: async (asked) =>
      saveFile(
        historyRoutes.exportOperatorTransactions,
        await askedTransactions(client, asked, byPlayer),
        `transactions_${new Date().toISOString().slice(0, 10)}.csv`,
      ),
    touches: [],
  });
  const all = i18n._({ id: 'history.all', message: 'All' });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <SearchBox
          className="min-w-0 md:max-w-96"
          q={filter.q}
          onSearch={(q) => change({ q: q || null })}
          label={i18n._({
            id: 'allTx.search',
            message: 'Search transactions by player, email, id, reference or method',
          })}
          placeholder={i18n._({ id: 'allTx.searchHint', message: 'Player, email, id, reference' })}
        />
        <IconButton
          label={i18n._({ id: 'history.refresh', message: 'Refresh' })}
          onClick={refresh}
          className="border border-control bg-surface"
        >
          <Icon of={RefreshCw} className={busy ? 'animate-spin' : undefined} />
        </IconButton>
        <ExportButton
          className="ml-auto shrink-0"
          title={i18n._({
            id: 'allTx.exportHelp',
            message: 'Exports every transaction that matches the filters. The export is recorded.',
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
          label={i18n._({ id: 'history.type', message: 'Type' })}
          value={filter.type}
          onChange={({ target }) => change({ type: target.value || null })}
        >
          <option value="">{all}</option>
          {historyTypes.map((type) => (
            <option key={type} value={type}>
              {historyTypeName(type)}
            </option>
          ))}
        </PickOne>
        <PickOne
          label={i18n._({ id: 'approvals.status', message: 'Status' })}
          value={filter.status}
          onChange={({ target }) => change({ status: target.value || null })}
        >
          <option value="">{all}</option>
          {TransactionStatus.options.map((status) => (
            <option key={status} value={status}>
              {statusName(status)[0]}
            </option>
          ))}
        </PickOne>
        <PickOne
          label={i18n._({ id: 'approvals.method', message: 'Method' })}
          value={filter.method}
          onChange={({ target }) => change({ method: target.value || null })}
        >
          <option value="">{all}</option>
          {paymentMethodIds.map((method) => (
            <option key={method} value={method}>
              {methodName(method, methods?.items)}
            </option>
          ))}
        </PickOne>
        <PickOne
          label={i18n._({ id: 'field.currency', message: 'Currency' })}
          value={filter.currency}
          onChange={({ target }) => change({ currency: target.value || null, min: null, max: null })}
        >
          <option value="">{all}</option>
          {currencies.map((currency) => (
            <option key={currency} value={currency}>
              {currency}
            </option>
          ))}
        </PickOne>
        {filter.currency && (
          <>
            <AmountPick
              key={`min ${filter.currency}`}
              label={i18n._({ id: 'allTx.min', message: 'From amount' })}
              minor={filter.min}
              currency={filter.currency}
              onPick={(min) => change({ min })}
            />
            <AmountPick
              key={`max ${filter.currency}`}
              label={i18n._({ id: 'allTx.max', message: 'To amount' })}
              minor={filter.max}
              currency={filter.currency}
              onPick={(max) => change({ max })}
            />
          </>
        )}
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
        {isTransactionsFilter(filter) && (
          <Button look="quiet" size="small" onClick={() => change(noTransactionsFilter)}>
            {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
          </Button>
        )}
      </div>
    </div>
  );
}

interface AmountPickProps {
  label: string;
  minor: number | null;
  currency: CurrencyCode;
  onPick: (minor: string | null) => void;
}

/** A half-typed amount stays in the field: only a whole amount, or none, is applied. */
function AmountPick({ label, minor, currency, onPick }: AmountPickProps) {
  const [typed, setTyped] = useState(minor === null ? '' : decimalText(minor, currency));
  // Clears the field if the filter was cleared elsewhere.
  useEffect(() => {
    if (minor === null) setTyped('');
  }, [minor]);
  const typedIn = typedMinor(typed, currency);
  return (
    <label className="inline-flex h-9 min-w-0 items-center gap-2 rounded-control border border-control bg-surface px-3 text-13 hover:bg-raised max-md:col-span-2 max-md:justify-between">
      <span className="whitespace-nowrap text-ink-soft">{label}</span>
      <input
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        aria-invalid={typed !== '' && typedIn === null ? true : undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          const amount = typedMinor(target.value, currency);
          if (target.value === '' || amount !== null) onPick(amount === null ? null : String(amount));
        }}
        className="figures h-full w-24 bg-transparent text-right font-medium text-ink focus-visible:outline-offset-0 aria-invalid:text-down"
      />
      <span className="text-ink-soft">{currency}</span>
    </label>
  );
}
