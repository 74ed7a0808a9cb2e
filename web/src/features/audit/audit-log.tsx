/**
 * Every action of operators, newest first: search and filters, one row each, the open record in a drawer, and the export. The URL holds the filter and the open
 * record.
 */
import type { Operator } from '@fairline/proto/auth/sessions';
import { type AuditRecord, auditPage } from '@fairline/proto/risk/audit';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { hasPermission, useKnownOperator, useOperatorName } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { resourceTypeName, shortId } from '../../domain/risk/resource-labels.ts';
import { isPlayerType } from '../../domain/risk/resource-page.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { EmptyState, Notice } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { noFilter, Toolbar } from './audit-toolbar.tsx';
import { auditFilterOf, auditQuery } from './queries.ts';
import { RecordSheet } from './record-sheet.tsx';
import { changesText } from './record-text.ts';

export function AuditLog({ operator }: { operator: Operator }) {
  const [search, , change] = useAddress();
  const filter = auditFilterOf(search);
  const query = useInfiniteQuery(auditQuery(filter));
  const records = query.data?.pages.flatMap(({ items }) => items);
  const isNarrowed = Object.values(filter).some((value) => value !== '');
  // A page that is not full but has a next page: the search stopped there, and older records are not searched yet.
  const isSearching =
    query.hasNextPage && (query.data?.pages.at(-1)?.items.length ?? auditPage.initial) < auditPage.initial;
  return (
    <div className="flex flex-col gap-4">
      <Toolbar filter={filter} operator={operator} change={change} />
      {isSearching && (
        <Notice tone="live">
          {i18n._({
            id: 'auditLog.notAll',
            message: 'Only the newest records are searched so far. “Show older” searches further back.',
          })}
        </Notice>
      )}
      <Listed
        query={query}
        items={records}
        failed={i18n._({ id: 'auditLog.failed', message: 'The audit log could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState
            title={
              isNarrowed
                ? i18n._({ id: 'auditLog.noMatch', message: 'No records match this filter' })
                : i18n._({ id: 'auditLog.none', message: 'No actions recorded yet' })
            }
          >
            {isNarrowed && (
              <Button look="secondary" size="small" onClick={() => change(noFilter)}>
                {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
              </Button>
            )}
          </EmptyState>
        }
      >
        {(items) => <Rows items={items} operator={operator} onOpen={(record) => change({ record })} />}
      </Listed>
      <RecordSheet
        id={search.get('record')}
        listed={records}
        operator={operator}
        onOperator={(id) => change({ operator: id, record: null })}
        onClose={() => change({ record: null })}
      />
    </div>
  );
}

interface RowsProps {
  items: readonly AuditRecord[];
  operator: Operator;
  onOpen: (id: string) => void;
}

const wideOnly = 'hidden lg:table-cell';
const widestOnly = 'hidden xl:table-cell';

function Rows({ items, operator, onOpen }: RowsProps) {
  const nameOf = useOperatorName(operator);
  const known = useKnownOperator(operator);
  const players = usePlayers(
    items.filter(({ resourceType }) => isPlayerType(resourceType)).map(({ resourceId }) => resourceId),
    hasPermission(operator, 'users.read'),
  );
  const resourceName = ({ resourceType, resourceId }: AuditRecord) => {
    const player = isPlayerType(resourceType) ? players.of(resourceId) : undefined;
    if (player) return `${player.firstName} ${player.lastName}`;
    return known(resourceId) ?? shortId(resourceId);
  };
  return (
    <Framed>
      <Table pinned label={i18n._({ id: 'auditLog.title', message: 'Audit log' })}>
        <thead className="max-md:sr-only">
          <tr>
            <Th figures className={widestOnly}>
              {i18n._({ id: 'auditLog.sequence', message: 'No.' })}
            </Th>
            <Th className={wideOnly}>{i18n._({ id: 'auditLog.at', message: 'Time' })}</Th>
            <Th>{i18n._({ id: 'auditLog.action', message: 'Action' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'auditLog.operator', message: 'Operator' })}</Th>
            <Th>{i18n._({ id: 'auditLog.resource', message: 'Resource' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'auditLog.service', message: 'Service' })}</Th>
            <Th className={widestOnly}>{i18n._({ id: 'auditLog.what', message: 'Reason or change' })}</Th>
          </tr>
        </thead>
        <tbody>
          {items.map((record) => (
            <tr key={record.id} className="relative transition-colors hover:bg-raised last:[&>td]:border-b-0">
              <Td figures className={`${widestOnly} text-ink-soft`}>
                {record.sequence}
              </Td>
              <Td className={`${wideOnly} text-ink-soft`}>
                <When at={record.at} exact />
              </Td>
              <Td className="w-1/2 max-w-0 lg:w-1/4 xl:w-1/5">
                <button
                  type="button"
                  onClick={() => onOpen(record.id)}
                  className="block w-full truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-offset-0"
                >
                  {record.action}
                </button>
                <p className="pb-1 text-12 text-ink-soft lg:hidden">
                  <When at={record.at} />
                </p>
              </Td>
              <Td className={`${wideOnly} max-w-40 truncate`}>{nameOf(record.operatorId)}</Td>
              <Td className="max-w-0 truncate lg:w-1/4 xl:w-1/5">
                <span className="text-ink-soft">{resourceTypeName(record.resourceType)}</span> {resourceName(record)}
                <p className="truncate pb-1 text-12 text-ink-soft lg:hidden">{nameOf(record.operatorId)}</p>
              </Td>
              <Td className={`${wideOnly} text-ink-soft`}>{record.service}</Td>
              <Td className={`${widestOnly} w-1/4 max-w-0 truncate text-ink-soft`}>
                {record.reason ?? (changesText(record, known) || '–')}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}
