/** The rate table: every pair before the spread, who set it and when. A rate with which converting there and back would gain is refused. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { exchangeRoutes, type RateRow } from '@fairline/proto/wallet/exchange';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { wordsOf } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { may, useOperatorName } from '../../../domain/people/operators.ts';
import { numberText } from '../../../figures.ts';
import { ErrorState, SkeletonRows } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { When } from '../../../ui/content/when.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';
import { ratesQuery } from './queries.ts';
import { rateReadsTwoWays, typedRate } from './typed-rate.ts';

/** Basis points in a per cent. */
const bpPerPercent = 100;
const precise = { maximumFractionDigits: 10 };

export function Rates({ operator }: { operator: Operator }) {
  const { data, error, isFetching, refetch } = useQuery(ratesQuery);
  const nameOf = useOperatorName(operator);
  const [edited, setEdited] = useState<RateRow>();
  if (!data && error) {
    return (
      <ErrorState title={i18n._({ id: 'rates.failed', message: 'Rates could not be read' })} onRetry={() => void refetch()} busy={isFetching}>
        {wordsOf(error)}
      </ErrorState>
    );
  }
  if (!data) return <SkeletonRows count={8} className="h-10" />;
  return (
    <div className="flex max-w-content flex-col gap-4">
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'rates.spread',
          message: 'Players convert at these rates less a spread of {percent} %.',
          values: { percent: numberText(data.spreadBp / bpPerPercent) },
        })}
      </p>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        <Table label={i18n._({ id: 'rates.label', message: 'Rates' })}>
          <thead>
            <tr>
              <Th>{i18n._({ id: 'rates.from', message: 'From' })}</Th>
              <Th>{i18n._({ id: 'rates.to', message: 'To' })}</Th>
              <Th figures>{i18n._({ id: 'rates.rate', message: 'Rate' })}</Th>
              <Th>{i18n._({ id: 'rates.changed', message: 'Changed' })}</Th>
              <Th>{i18n._({ id: 'rates.by', message: 'By' })}</Th>
              <Th>
                <span className="sr-only">{i18n._({ id: 'adjustments.actions', message: 'Actions' })}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((row) => (
              <tr key={`${row.from} ${row.to}`} className="last:[&>td]:border-b-0">
                <Td>{row.from}</Td>
                <Td>{row.to}</Td>
                <Td figures>{numberText(row.rate, precise)}</Td>
                <Td>
                  <When at={row.changedAt} />
                </Td>
                <Td className="whitespace-nowrap">{row.changedBy ? nameOf(row.changedBy) : i18n._({ id: 'rates.first', message: 'as installed' })}</Td>
                <Td className="w-px">
                  {may(operator, 'rates') && (
                    <IconButton
                      label={i18n._({ id: 'rates.edit', message: 'Edit {from} to {to}', values: { from: row.from, to: row.to } })}
                      onClick={() => setEdited(row)}
                    >
                      <Icon of={Pencil} />
                    </IconButton>
                  )}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {edited && <Editing row={edited} onClose={() => setEdited(undefined)} />}
    </div>
  );
}

function Editing({ row, onClose }: { row: RateRow; onClose: () => void }) {
  const [typed, setTyped] = useState(() => numberText(row.rate, { ...precise, useGrouping: false }));
  const rate = typedRate(typed) ?? 0;
  const change = useAction<string, RateRow>({
    run: (reason) => call(exchangeRoutes.setRate, { body: { from: row.from, to: row.to, rate, reason } }),
    onDone: () => {
      notify.success(i18n._({ id: 'rates.saved', message: 'Rate saved' }));
      onClose();
    },
    touches: [['admin'], ['wallet', 'rates']],
  });
  return (
    <ReasonDialog
      title={i18n._({ id: 'rates.editTitle', message: '{from} to {to}', values: { from: row.from, to: row.to } })}
      action={i18n._({ id: 'rates.save', message: 'Save rate' })}
      busy={change.isPending}
      why={
        !(rate > 0) &&
        (rateReadsTwoWays(typed)
          ? i18n._({ id: 'rates.unclear', message: 'This can be read as two rates. Please write it without separators for thousands.' })
          : i18n._({ id: 'rates.positive', message: 'Please enter a rate above 0' }))
      }
      failure={change.failure && { title: i18n._({ id: 'rates.saveFailed', message: 'The rate was not saved' }), words: wordsOf(change.failure) }}
      onReason={(reason) => change.mutate(reason)}
      onClose={onClose}
    >
      <TextField
        autoFocus
        inputMode="decimal"
        label={i18n._({ id: 'rates.one', message: '1 {from} is', values: { from: row.from } })}
        suffix={row.to}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        help={i18n._({ id: 'rates.now', message: 'Now {rate}', values: { rate: numberText(row.rate, precise) } })}
      />
    </ReasonDialog>
  );
}
