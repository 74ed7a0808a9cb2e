/** Requests of the desk that need a second operator: own prices, more bets at own prices, higher limits. They are approved, declined or withdrawn here. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { deskRefusals } from '@fairline/proto/betting/desk';
import { type DeskChange, type DeskRequest, deskRequestRoutes } from '@fairline/proto/betting/desk-requests';
import { Refusal } from '@fairline/proto/contract';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { waitingRequestsQuery } from '../../../domain/betting/second-operator.ts';
import { parText } from '../../../domain/money/par.ts';
import { hasPermission, useOperatorName } from '../../../domain/people/operators.ts';
import { oddsText, percentText } from '../../../figures.ts';
import { Failure, Notice } from '../../../ui/content/states.tsx';
import { When } from '../../../ui/content/when.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';
import { limitScopeName } from '../limits/labels.ts';

export function DeskRequests({ operator }: { operator: Operator }) {
  const { data, error } = useQuery(waitingRequestsQuery);
  const [asked, setAsked] = useState<{ request: DeskRequest; what: 'approve' | 'withdraw' }>();
  const nameOf = useOperatorName(operator);
  const close = () => setAsked(undefined);
  if (!data && error) {
    return (
      <Failure title={i18n._({ id: 'requests.failed', message: 'Requests could not be loaded' })}>
        {errorText(error)}
      </Failure>
    );
  }
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="desk-requests" className="flex flex-col gap-2">
      <h2 id="desk-requests" className="text-16 font-strong">
        {i18n._({ id: 'requests.title', message: 'Prices and limits waiting for approval' })}
      </h2>
      <ul className="rounded-card border border-line bg-surface">
        {data.items.map((request) => (
          <li
            key={request.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2 text-13 last:border-b-0"
          >
            <span className="flex min-w-0 flex-col">
              <span className="font-medium break-words">
                {request.fixtureId ? (
                  <Link to={`/admin/trading/${request.fixtureId}`} className="hover:underline">
                    {request.name}
                  </Link>
                ) : (
                  changeNameText(request)
                )}
              </span>
              <span className="break-words">{changeText(request.change)}</span>
              <span className="text-12 break-words text-ink-soft">
                {nameOf(request.requestedBy)} · <When at={request.requestedAt} />
                {request.reason && ` · ${request.reason}`}
              </span>
            </span>
            {hasPermission(operator, 'betting') && (
              <span className="flex flex-wrap gap-2">
                <Button size="small" look="danger" onClick={() => setAsked({ request, what: 'withdraw' })}>
                  {withdrawText(request, operator)}
                </Button>
                <Button
                  size="small"
                  why={
                    !request.mayApprove && (request.requestedBy === operator.id ? ownRequestText() : notAllowedText())
                  }
                  onClick={() => setAsked({ request, what: 'approve' })}
                >
                  {i18n._({ id: 'panel.approve', message: 'Approve' })}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {asked?.what === 'approve' && <Approving request={asked.request} onClose={close} />}
      {asked?.what === 'withdraw' && <Withdrawing request={asked.request} operator={operator} onClose={close} />}
    </section>
  );
}

export const notAllowedText = () =>
  i18n._({ id: 'requests.notYours', message: 'You cannot be the second operator of this request' });

export const ownRequestText = () =>
  i18n._({ id: 'decisions.own', message: 'You requested this: another operator must approve it' });

/** The market with its fixture, or the scope of a limit with its name. */
function changeNameText({ change, name }: DeskRequest): string {
  if (change.kind !== 'limit' || change.scope === 'market') return feedText(name);
  const scope = limitScopeName(change.scope);
  return change.scope === 'default' ? scope : `${scope}: ${feedText(name)}`;
}

function withdrawText({ requestedBy }: DeskRequest, operator: Operator): string {
  return requestedBy === operator.id
    ? i18n._({ id: 'decisions.withdraw', message: 'Withdraw' })
    : i18n._({ id: 'decisions.decline', message: 'Decline' });
}

function changeText(change: DeskChange): string {
  if (change.kind === 'prices') {
    const prices = change.prices
      .map(({ name, oddsMilli }) => `${feedText(name)} ${oddsText(oddsMilli, 'decimal')}`)
      .join(', ');
    return change.ratio === null
      ? i18n._({ id: 'requests.pricesUnpriced', message: 'Own prices: {prices}. No feed price.', values: { prices } })
      : i18n._({
          id: 'requests.prices',
          message: 'Own prices: {prices}. Up to {share} of the fair price.',
          values: { prices, share: percentText(change.ratio, { maximumFractionDigits: 1 }) },
        });
  }
  if (change.kind === 'own_loss') {
    return i18n._({
      id: 'requests.ownLoss',
      message: 'Own price limit reached: {amount} today. Approve to take more bets at these prices.',
      values: { amount: parText(change.movedMinor) },
    });
  }
  const none = i18n._({ id: 'requests.noLimit', message: 'not set' });
  return i18n._({
    id: 'requests.limit',
    message: 'Liability limit: {from} → {to}',
    values: {
      from: change.fromMinor === null ? none : parText(change.fromMinor),
      to: change.maxLiabilityMinor === null ? none : parText(change.maxLiabilityMinor),
    },
  });
}

function failedTitle(error: Error): string {
  return error instanceof Refusal && error.is(deskRefusals.alreadyDecided)
    ? i18n._({ id: 'approval.other', message: 'Another operator decided' })
    : i18n._({ id: 'decide.failed', message: 'The decision was not saved' });
}

function Approving({ request, onClose }: { request: DeskRequest; onClose: () => void }) {
  const approval = useAction<void, DeskRequest>({
    run: () => call(deskRequestRoutes.approveDeskRequest, { params: { id: request.id } }),
    onDone: () => {
      notify.success(i18n._({ id: 'requests.approved', message: 'Approved and applied' }));
      onClose();
    },
  });
  return (
    <Dialog
      open
      title={changeNameText(request)}
      onClose={onClose}
      onSubmit={() => !approval.isPending && approval.mutate()}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" busy={approval.isPending}>
            {i18n._({ id: 'decisions.approveAll', message: 'Approve and apply' })}
          </Button>
        </>
      }
    >
      {approval.failure && <Failure title={failedTitle(approval.failure)}>{errorText(approval.failure)}</Failure>}
      <p>{changeText(request.change)}</p>
      {request.change.kind === 'prices' && (
        <Notice>
          {i18n._({ id: 'requests.again', message: 'The prices will be checked against the current fair prices.' })}
        </Notice>
      )}
    </Dialog>
  );
}

function Withdrawing({
  request,
  operator,
  onClose,
}: {
  request: DeskRequest;
  operator: Operator;
  onClose: () => void;
}) {
  const withdrawal = useAction<string, DeskRequest>({
    run: (reason) => call(deskRequestRoutes.withdrawDeskRequest, { params: { id: request.id }, body: { reason } }),
    onDone: () => {
      notify.success(i18n._({ id: 'requests.withdrawn', message: 'Request closed. Nothing changed.' }));
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={changeNameText(request)}
      action={withdrawText(request, operator)}
      danger
      busy={withdrawal.isPending}
      failure={withdrawal.failure && { title: failedTitle(withdrawal.failure), text: errorText(withdrawal.failure) }}
      onReason={(reason) => withdrawal.mutate(reason)}
      onClose={onClose}
    >
      <p>{changeText(request.change)}</p>
    </ReasonDialog>
  );
}
