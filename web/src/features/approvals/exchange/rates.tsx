/**
 * The rate table: every pair before the spread, active or not, with who set it and when. A larger change, and the first rate of a pair, wait for a second
 * operator.
 */
import type { Operator } from '@fairline/proto/auth/sessions';
import { operatorControl } from '@fairline/proto/operator-control';
import { exchangeRoutes, type RateAnswer } from '@fairline/proto/wallet/exchange';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { hasPermission, useOperatorName } from '../../../domain/people/operators.ts';
import { numberText } from '../../../figures.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { When } from '../../../ui/content/when.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';
import { ratesQuery } from './queries.ts';
import { exactRate, type Pair, pairsOf } from './rate-table.ts';
import { rateReadsTwoWays, typedRate } from './typed-rate.ts';
import { WaitingRates } from './waiting-rates.tsx';

/** Basis points in a per cent. */
const bpPerPercent = 100;

export function Rates({ operator }: { operator: Operator }) {
  const { data, error, isFetching, refetch } = useQuery(ratesQuery);
  const nameOf = useOperatorName(operator);
  const [edited, setEdited] = useState<Pair>();
  if (!data && error) {
    return (
      <ErrorState
        title={i18n._({ id: 'rates.failed', message: 'Rates could not be loaded' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  }
  if (!data) return <SkeletonRows count={8} className="h-10" />;
  return (
    <div className="flex max-w-content flex-col gap-4">
      <WaitingRates operator={operator} rates={data.items} />
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
            {pairsOf(data.items).map((pair) => (
              <tr key={`${pair.from} ${pair.to}`} className="last:[&>td]:border-b-0">
                <Td>{pair.from}</Td>
                <Td>{pair.to}</Td>
                <Td figures>
                  {pair.row && (
                    <span className={pair.state === 'outdated' ? 'text-ink-soft' : undefined}>
                      {exactRate(pair.row.rate)}
                    </span>
                  )}{' '}
                  <StateBadge state={pair.state} />
                </Td>
                <Td>{pair.row && <When at={pair.row.changedAt} />}</Td>
                <Td className="whitespace-nowrap">
                  {pair.row &&
                    (pair.row.changedBy
                      ? nameOf(pair.row.changedBy)
                      : i18n._({ id: 'rates.first', message: 'initial rate' }))}
                </Td>
                <Td className="w-px">
                  {hasPermission(operator, 'rates') && (
                    <IconButton
                      label={i18n._({
                        id: 'rates.edit',
                        message: 'Edit {from} to {to}',
                        values: { from: pair.from, to: pair.to },
                      })}
                      onClick={() => setEdited(pair)}
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
      {edited && <Editing pair={edited} onClose={() => setEdited(undefined)} />}
    </div>
  );
}

function StateBadge({ state }: { state: Pair['state'] }) {
  if (state === 'on') return null;
  return (
    <Badge tone={state === 'outdated' ? 'live' : 'plain'}>
      {state === 'outdated'
        ? i18n._({ id: 'rates.outdated', message: 'Outdated' })
        : i18n._({ id: 'rates.unset', message: 'Not set' })}
    </Badge>
  );
}

function Editing({ pair: { from, to, row, state }, onClose }: { pair: Pair; onClose: () => void }) {
  const [typed, setTyped] = useState(() =>
    row ? numberText(row.rate, { maximumFractionDigits: 10, useGrouping: false }) : '',
  );
  const rate = typedRate(typed) ?? 0;
  const change = useAction<string, z.infer<typeof RateAnswer>>({
    run: (reason) => call(exchangeRoutes.setRate, { body: { from, to, rate, reason } }),
    onDone: ({ status }) => {
      if (status === 'pending') notify.info(i18n._({ id: 'rates.waits', message: 'Waiting for a second operator' }));
      else notify.success(i18n._({ id: 'rates.saved', message: 'Rate saved' }));
      onClose();
    },
    touches: [['admin'], ['wallet', 'rates']],
  });
  return (
    <ReasonDialog
      title={i18n._({ id: 'rates.editTitle', message: '{from} to {to}', values: { from, to } })}
      action={i18n._({ id: 'rates.save', message: 'Save rate' })}
      busy={change.isPending}
      why={
        !(rate > 0) &&
        (rateReadsTwoWays(typed)
          ? i18n._({
              id: 'rates.unclear',
              message: 'This rate is ambiguous. Please enter it without a thousands separator.',
            })
          : i18n._({ id: 'rates.positive', message: 'Please enter a rate above 0' }))
      }
      failure={
        change.failure && {
          title: i18n._({ id: 'rates.saveFailed', message: 'The rate was not saved' }),
          text: errorText(change.failure),
        }
      }
      onReason={(reason) => change.mutate(reason)}
      onClose={onClose}
    >
      <TextField
        autoFocus
        inputMode="decimal"
        label={i18n._({ id: 'rates.one', message: '1 {from} is', values: { from } })}
        suffix={to}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        help={
          row
            ? i18n._({ id: 'rates.now', message: 'Now {rate}', values: { rate: exactRate(row.rate) } })
            : i18n._({ id: 'rates.unset', message: 'Not set' })
        }
      />
      <p className="text-13 text-ink-soft">
        {state === 'on'
          ? i18n._({
              id: 'rates.control',
              message: 'Changes of more than {percent} % within 24 hours need a second operator.',
              values: { percent: numberText(operatorControl.rateShare * 100) },
            })
          : state === 'outdated'
            ? i18n._({
                id: 'rates.outdatedHelp',
                message: 'Players cannot convert this pair until its rate is set again.',
              })
            : i18n._({ id: 'rates.unsetHelp', message: 'The first rate of a pair needs a second operator.' })}
      </p>
    </ReasonDialog>
  );
}
