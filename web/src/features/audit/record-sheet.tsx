/** One audit record in a drawer: operator, action, resource and IP address, the values before and after, and its place in the hash chain. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { AuditRecord } from '@fairline/proto/risk/audit';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { hasPermission, useKnownOperator, useOperatorName } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { resourceTypeName } from '../../domain/risk/resource-labels.ts';
import { isPlayerType, resourcePage } from '../../domain/risk/resource-page.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { DetailList } from '../../ui/content/details.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { difference, type Field } from './difference.ts';
import { recordQuery } from './queries.ts';
import { fieldName, valueText } from './record-text.ts';

interface RecordSheetProps {
  id: string | null;
  listed: readonly AuditRecord[] | undefined;
  operator: Operator;
  /** Shows all actions of this operator. */
  onOperator: (id: string) => void;
  onClose: () => void;
}

export function RecordSheet({ id, listed, operator, onOperator, onClose }: RecordSheetProps) {
  const inList = listed?.find((one) => one.id === id);
  // A record that is not in the list, such as one from an older link, is fetched by itself.
  const { data, error, isFetching, refetch } = useQuery({ ...recordQuery(id ?? ''), enabled: id !== null && !inList });
  const record = inList ?? data;
  return (
    <Sheet
      open={id !== null}
      onClose={onClose}
      title={record?.action ?? i18n._({ id: 'auditLog.record', message: 'Audit record' })}
    >
      {record && <Whole record={record} operator={operator} onOperator={onOperator} />}
      {record === undefined && !error && <SkeletonRows count={8} className="h-10" />}
      {record === undefined && error && (
        <ErrorState
          title={i18n._({ id: 'auditLog.recordFailed', message: 'This record could not be loaded' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {record === null && <EmptyState title={i18n._({ id: 'auditLog.noRecord', message: 'Record not found' })} />}
    </Sheet>
  );
}

function Whole({
  record,
  operator,
  onOperator,
}: {
  record: AuditRecord;
  operator: Operator;
  onOperator: (id: string) => void;
}) {
  const nameOf = useOperatorName(operator);
  const { sequence, id, service, at, operatorId, reason, address, agent, hash } = record;
  const [idName, hashName] = [
    i18n._({ id: 'auditLog.id', message: 'Record id' }),
    i18n._({ id: 'auditLog.hash', message: 'Hash' }),
  ];
  return (
    <div className="flex flex-col gap-4 p-4">
      <DetailList
        title={i18n._({ id: 'deskRounds.details', message: 'Details' })}
        details={[
          [i18n._({ id: 'auditLog.at', message: 'Time' }), <When key="at" at={at} exact />],
          [i18n._({ id: 'auditLog.operator', message: 'Operator' }), nameOf(operatorId)],
          [i18n._({ id: 'auditLog.service', message: 'Service' }), service],
          [
            i18n._({ id: 'auditLog.resource', message: 'Resource' }),
            <Resource key="resource" record={record} operator={operator} />,
          ],
          reason !== undefined && [i18n._({ id: 'auditLog.reason', message: 'Reason' }), reason],
          [i18n._({ id: 'auditLog.address', message: 'IP address' }), address ?? '–'],
          [i18n._({ id: 'auditLog.agent', message: 'Browser' }), agent ?? '–'],
        ]}
      />
      <Difference record={record} operator={operator} />
      <DetailList
        title={i18n._({ id: 'auditLog.chain', message: 'Hash chain' })}
        details={[
          [
            i18n._({ id: 'auditLog.sequenceName', message: 'No.' }),
            <span key="sequence" className="figures">
              {sequence}
            </span>,
          ],
          [idName, <Copied key="id" text={id} what={idName} />],
          [hashName, <Copied key="hash" text={hash} what={hashName} />],
        ]}
      />
      <Button look="quiet" size="small" className="self-start" onClick={() => onOperator(operatorId)}>
        {i18n._({ id: 'auditLog.allOfOperator', message: 'All actions of this operator' })}
      </Button>
    </div>
  );
}

function Copied({ text, what }: { text: string; what: string }) {
  return (
    <span className="flex items-center justify-end gap-1">
      <span className="break-all">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  );
}

function Resource({ record: { resourceType, resourceId }, operator }: { record: AuditRecord; operator: Operator }) {
  const isPlayer = isPlayerType(resourceType);
  const player = usePlayers(isPlayer ? [resourceId] : [], hasPermission(operator, 'users.read')).of(resourceId);
  const page = resourcePage(resourceType, resourceId);
  const known = useKnownOperator(operator)(resourceId);
  const name = player ? `${player.firstName} ${player.lastName} · ${player.email}` : (known ?? resourceId);
  return (
    <>
      <span className="block text-ink-soft">{resourceTypeName(resourceType)}</span>
      {page && hasPermission(operator, page.needs) ? (
        <Link to={page.to} className="break-all underline underline-offset-4">
          {name}
        </Link>
      ) : (
        <span className="break-all">{name}</span>
      )}
    </>
  );
}

/** Changed fields come first; an absent side has no column. */
function Difference({ record: { before, after }, operator }: { record: AuditRecord; operator: Operator }) {
  const nameOf = useKnownOperator(operator);
  const fields = difference(before, after);
  if (fields.length === 0) return null;
  const sides = [
    { label: i18n._({ id: 'auditLog.before', message: 'Before' }), values: before, of: (field: Field) => field.before },
    { label: i18n._({ id: 'auditLog.after', message: 'After' }), values: after, of: (field: Field) => field.after },
  ].filter(({ values }) => values !== undefined && Object.keys(values).length > 0);
  const cell = 'px-2 py-2 align-top break-words first:pl-4 last:pr-4';
  return (
    <section className="overflow-clip rounded-card border border-line bg-surface text-13">
      <h2 className="px-4 py-3 text-14 font-strong">
        {sides.length > 1 ? i18n._({ id: 'auditLog.changes', message: 'Before and after' }) : sides[0]?.label}
      </h2>
      <table className="w-full table-fixed border-collapse">
        <thead className={sides.length > 1 ? undefined : 'sr-only'}>
          <tr>
            <th scope="col" className={`border-t border-line ${cell} text-left text-12 font-medium text-ink-soft`}>
              {i18n._({ id: 'auditLog.field', message: 'Field' })}
            </th>
            {sides.map(({ label }) => (
              <th
                key={label}
                scope="col"
                className={`border-t border-line ${cell} text-left text-12 font-medium text-ink-soft`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields
            .toSorted((one, other) => Number(other.changed) - Number(one.changed))
            .map((field) => (
              <tr key={field.name} className="border-t border-line">
                <th scope="row" title={field.name} className={`${cell} text-left font-normal text-ink-soft`}>
                  <span className="mr-2">{fieldName(field.name)}</span>
                  {field.changed && <Badge tone="live">{i18n._({ id: 'auditLog.changed', message: 'Changed' })}</Badge>}
                </th>
                {sides.map(({ label, values, of }) => (
                  <td
                    key={label}
                    className={cx(
                      cell,
                      sides.length > 1 && !field.changed && 'text-ink-soft',
                      field.changed && 'font-medium',
                    )}
                  >
                    {valueText(field.name, of(field), { values, nameOf })}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
