/** Changes of rates that wait for a second operator: old and new rate, the difference, requester, reason, and the decision. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { exchangeRoutes, type RateChange, type RateRow } from '@fairline/proto/wallet/exchange';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { hasPermission, useOperatorName } from '../../../domain/people/operators.ts';
import { ErrorState, Failure } from '../../../ui/content/states.tsx';
import { localText } from '../../../ui/content/when.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';
import { ApproveQuestion } from '../payments/approve-question.tsx';
import { waitingRatesQuery } from './queries.ts';
import { exactRate, moveText } from './rate-table.ts';

export function WaitingRates({ operator, rates }: { operator: Operator; rates: readonly RateRow[] }) {
  const { data, error, isFetching, refetch } = useQuery(waitingRatesQuery);
  if (!data && error) {
    return (
      <ErrorState
        title={i18n._({ id: 'rateChange.failed', message: 'Waiting rates could not be loaded' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  }
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="rates-waiting" className="flex flex-col gap-2">
      <h3 id="rates-waiting" className="text-14 font-strong">
        {i18n._({ id: 'rateChange.title', message: 'Waiting for a second operator' })}
      </h3>
      <ul className="rounded-card border border-line bg-surface">
        {data.items.map((change) => (
          <Waiting
            key={change.id}
            change={change}
            now={rates.find(({ from, to }) => from === change.from && to === change.to)?.rate}
            operator={operator}
          />
        ))}
      </ul>
    </section>
  );
}

interface WaitingProps {
  change: RateChange;
  /** The rate in force; absent if the pair has none. */
  now: number | undefined;
  operator: Operator;
}

function Waiting({ change, now, operator }: WaitingProps) {
  const [asked, setAsked] = useState<'approve' | 'reject'>();
  const nameOf = useOperatorName(operator);
  const { id, from, to, rate, reason, requestedBy, createdAt } = change;
  const values = { from, to };
  const approval = useAction<void, RateChange>({
    run: () => call(exchangeRoutes.approveRateChange, { params: { id } }),
    onDone: () =>
      notify.success(i18n._({ id: 'rateChange.approved', message: 'Rate from {from} to {to} set', values })),
    touches: [['admin'], ['wallet', 'rates']],
  });
  const isOwn = requestedBy === operator.id;
  const why =
    !hasPermission(operator, 'rates') &&
    i18n._({ id: 'rateChange.notAllowed', message: 'Your role can view rates but not set them.' });
  const approveWhy =
    why ||
    (isOwn && i18n._({ id: 'adjustments.own', message: 'You requested this. Another operator must approve it.' })) ||
    (change.mayApprove === false && tooCloseText());
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 text-13 last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-strong">{i18n._({ id: 'rates.editTitle', message: '{from} to {to}', values })}</p>
        <p className="figures">
          {now === undefined ? (
            <span className="mr-2 text-ink-soft">{i18n._({ id: 'rates.unset', message: 'Not set' })}</span>
          ) : (
            <del className="mr-2 text-ink-soft">{exactRate(now)}</del>
          )}
          <strong className="font-strong">{exactRate(rate)}</strong>
          {now !== undefined && <span className="ml-2 text-ink-soft">{moveText(now, rate)}</span>}
        </p>
      </div>
      <p className="break-words">{reason}</p>
      <p className="text-12 text-ink-soft">
        {i18n._({
          id: 'rules.askedBy',
          message: 'Requested by {name}, {at}',
          values: { name: nameOf(requestedBy), at: localText(createdAt) },
        })}
      </p>
      {approval.failure && (
        <Failure title={i18n._({ id: 'rateChange.approveFailed', message: 'The rate was not approved' })}>
          {errorText(approval.failure)}
        </Failure>
      )}
      <div className="flex flex-wrap items-start gap-2">
        <Button size="small" look="danger" quietly why={why} onClick={() => setAsked('reject')}>
          {isOwn
            ? i18n._({ id: 'adjustments.takeBack', message: 'Withdraw' })
            : i18n._({ id: 'approval.reject', message: 'Reject' })}
        </Button>
        <Button size="small" why={approveWhy} busy={approval.isPending} onClick={() => setAsked('approve')}>
          {i18n._({ id: 'panel.approve', message: 'Approve' })}
        </Button>
      </div>
      {asked === 'approve' && (
        <ApproveQuestion
          title={i18n._({
            id: 'rateChange.approve',
            message: 'Set {from} to {to} at {rate}',
            values: { from, to, rate: exactRate(rate) },
          })}
          details={[
            [
              i18n._({ id: 'rateChange.before', message: 'Rate now' }),
              now === undefined ? i18n._({ id: 'rates.unset', message: 'Not set' }) : exactRate(now),
            ],
            [i18n._({ id: 'rateChange.move', message: 'Change' }), now === undefined ? null : moveText(now, rate)],
            [i18n._({ id: 'adjustments.reason', message: 'Reason' }), reason],
            [
              i18n._({ id: 'adjustments.by', message: 'Requested by' }),
              `${nameOf(requestedBy)}, ${localText(createdAt)}`,
            ],
          ]}
          approvals={1}
          approvalsNeeded={2}
          onApprove={() => {
            setAsked(undefined);
            approval.mutate();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'reject' && <Rejecting change={change} isOwn={isOwn} onClose={() => setAsked(undefined)} />}
    </li>
  );
}

const tooCloseText = () =>
  i18n._({
    id: 'rateChange.tooClose',
    message: 'You cannot be the second operator: you got access after the request, or from the requester.',
  });

function Rejecting({
  change: { id, from, to },
  isOwn,
  onClose,
}: {
  change: RateChange;
  isOwn: boolean;
  onClose: () => void;
}) {
  const values = { from, to };
  const rejection = useAction<string, RateChange>({
    run: (reason) => call(exchangeRoutes.rejectRateChange, { params: { id }, body: { reason } }),
    onDone: () => {
      notify.success(i18n._({ id: 'rateChange.rejected', message: 'Rate from {from} to {to} not changed', values }));
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={i18n._({ id: 'rateChange.reject', message: 'Leave {from} to {to} as it is', values })}
      {...(!isOwn && { needed: i18n._({ id: 'approval.needsReason', message: 'Please provide a rejection reason' }) })}
      action={
        isOwn
          ? i18n._({ id: 'adjustments.takeBack', message: 'Withdraw' })
          : i18n._({ id: 'approval.reject', message: 'Reject' })
      }
      danger
      busy={rejection.isPending}
      failure={
        rejection.failure && {
          title: i18n._({ id: 'rateChange.rejectFailed', message: 'The change was not rejected' }),
          text: errorText(rejection.failure),
        }
      }
      onReason={(reason) => rejection.mutate(reason)}
      onClose={onClose}
    />
  );
}
