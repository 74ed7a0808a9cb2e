/** Adjustments: requested by one operator, and approved by another if the requester may not decide alone. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { Refusal } from '@fairline/proto/contract';
import { type Adjustment, adjustmentRoutes, adjustmentStatuses } from '@fairline/proto/wallet/adjustments';
import { paymentRefusals } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { Money, moneyText } from '../../../domain/money/money.tsx';
import { statusName } from '../../../domain/money/payment-labels.ts';
import { hasPermission, useOperatorName } from '../../../domain/people/operators.ts';
import { usePlayers } from '../../../domain/people/players.ts';
import { useAddress } from '../../../ui/browser/use-address.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { localText, When } from '../../../ui/content/when.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { StatusPick } from '../../../ui/forms/status-pick.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';
import { decidedText, overtakenText } from '../payments/decided-labels.ts';
import { FlaggedBadge } from '../payments/status-badges.tsx';
import { ApproveAdjustment } from './approve-adjustment.tsx';
import { adjustmentsQuery } from './queries.ts';

export function Adjustments({ operator }: { operator: Operator }) {
  const [search, change] = useAddress();
  const status =
    adjustmentStatuses.find((one) => one === search.get('adjustments')) ??
    (search.get('adjustments') === 'all' ? 'all' : 'pending');
  const query = useInfiniteQuery(adjustmentsQuery(status));
  const items = query.data?.pages.flatMap((page) => page.items);
  const players = usePlayers(items?.map(({ userId }) => userId) ?? [], hasPermission(operator, 'users.read'));
  const nameOf = useOperatorName(operator);
  const [rejecting, setRejecting] = useState<Adjustment>();
  return (
    <div className="flex flex-col gap-4">
      <StatusPick
        statuses={adjustmentStatuses}
        status={status}
        nameOf={(one) => statusName(one)[0]}
        usual="pending"
        onPick={(one) => change('adjustments', one)}
      />
      {query.isPending && <SkeletonRows count={5} className="h-10" />}
      {!items && query.error && (
        <ErrorState
          title={i18n._({ id: 'adjustments.failed', message: 'Adjustments could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {items?.length === 0 && (
        <EmptyState title={i18n._({ id: 'adjustments.none', message: 'No adjustments' })}>
          {i18n._({ id: 'adjustments.noneHelp', message: "Request an adjustment on a player's page." })}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          <Table label={i18n._({ id: 'adjustments.label', message: 'Adjustments' })}>
            <thead>
              <tr>
                <Th>{i18n._({ id: 'adjustments.player', message: 'Player' })}</Th>
                <Th figures>{i18n._({ id: 'field.amount', message: 'Amount' })}</Th>
                <Th className={wideOnly}>{i18n._({ id: 'adjustments.reason', message: 'Reason' })}</Th>
                <Th className={wideOnly}>{i18n._({ id: 'adjustments.by', message: 'Requested by' })}</Th>
                <Th className={wideOnly}>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
                <Th className={`${wideOnly} md:right-0 md:z-10`}>
                  <span className="sr-only">{i18n._({ id: 'adjustments.actions', message: 'Actions' })}</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {items.map((one) => {
                const by = (
                  <>
                    <span className="whitespace-nowrap">{nameOf(one.requestedBy)}</span>{' '}
                    <When at={one.createdAt} className="text-12 text-ink-soft md:block" />
                  </>
                );
                const decide = one.status === 'pending' && (
                  <Decide adjustment={one} operator={operator} onReject={() => setRejecting(one)} />
                );
                return (
                  <tr key={one.id} className="last:[&>td]:border-b-0">
                    <Td className="max-md:py-3 max-md:align-top">
                      <Link
                        to={`/admin/users/${one.userId}`}
                        title={players.of(one.userId)?.email}
                        className="block max-w-40 truncate font-medium hover:underline"
                      >
                        {players.of(one.userId)?.email ?? one.userId.slice(-8)}
                      </Link>
                      <span className="mt-1 flex flex-col items-start gap-2 md:hidden">
                        <span className="break-words">{one.reason}</span>
                        <span>{by}</span>
                        <State adjustment={one} nameOf={nameOf} />
                        {decide}
                      </span>
                    </Td>
                    <Td figures className="max-md:w-px max-md:py-3 max-md:align-top">
                      <Money minor={one.amountMinor} currency={one.currency} signed={!one.freeBetUntil} />
                      {one.freeBetUntil && (
                        <span className="block text-12 text-ink-soft max-md:whitespace-normal md:whitespace-nowrap">
                          {i18n._({
                            id: 'adjustments.freeBet',
                            message: 'Free bet, until {at}',
                            values: { at: localText(one.freeBetUntil) },
                          })}
                        </span>
                      )}
                    </Td>
                    <Td className={`${wideOnly} max-w-64 min-w-32 py-2 break-words`}>{one.reason}</Td>
                    <Td className={wideOnly}>{by}</Td>
                    <Td className={`${wideOnly} max-w-64 min-w-40 py-1`}>
                      <State adjustment={one} nameOf={nameOf} />
                    </Td>
                    <Td
                      className={`${wideOnly} w-px bg-surface md:sticky md:right-0 md:shadow-[inset_1px_0_0_var(--color-line)]`}
                    >
                      {decide}
                    </Td>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        </div>
      )}
      {query.hasNextPage && (
        <Button
          look="secondary"
          size="small"
          className="self-center"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {i18n._({ id: 'history.more', message: 'Show older' })}
        </Button>
      )}
      {rejecting && <Rejecting adjustment={rejecting} operator={operator} onClose={() => setRejecting(undefined)} />}
    </div>
  );
}

/** Narrow screens show the same under the player. */
const wideOnly = 'hidden md:table-cell';

function State({ adjustment: one, nameOf }: { adjustment: Adjustment; nameOf: (id: string) => string }) {
  const [label, tone] = statusName(one.status);
  return (
    <span className="block">
      <span className="flex flex-wrap gap-1">
        <Badge tone={tone}>{label}</Badge>
        {one.status === 'pending' && (
          <Badge tone="info">
            {i18n._({
              id: 'approvals.count',
              message: '{given} of {needed} approvals',
              values: { given: one.approvals, needed: one.approvalsNeeded },
            })}
          </Badge>
        )}
        {one.flagged && <FlaggedBadge />}
      </span>
      {one.status !== 'pending' && (
        <span className="block text-12 break-words text-ink-soft first-letter:uppercase">
          {decidedText(one, nameOf)}
        </span>
      )}
    </span>
  );
}

function Decide({
  adjustment,
  operator,
  onReject,
}: {
  adjustment: Adjustment;
  operator: Operator;
  onReject: () => void;
}) {
  const [asked, setAsked] = useState(false);
  const overtaken = useOvertaken(adjustment, operator);
  const approval = useAction<void, Adjustment>({
    run: () =>
      overtaken.orAsItStands(() => call(adjustmentRoutes.approveAdjustment, { params: { id: adjustment.id } })),
    onDone: (answer) =>
      answer.approvedBy.includes(operator.id)
        ? notify.success(i18n._({ id: 'adjustments.approved', message: 'Adjustment approved' }))
        : overtaken.showDecided(answer),
  });
  const why =
    !hasPermission(operator, 'adjustments') &&
    i18n._({ id: 'adjustments.notAllowed', message: 'Your role may not decide adjustments.' });
  const own =
    adjustment.requestedBy === operator.id &&
    i18n._({ id: 'adjustments.own', message: 'You requested this. Another operator must approve it.' });
  return (
    <span className="flex flex-col gap-1 md:items-end">
      <span className="flex gap-2 whitespace-nowrap">
        <Button size="small" look="danger" quietly why={why} onClick={onReject}>
          {own
            ? i18n._({ id: 'adjustments.takeBack', message: 'Withdraw' })
            : i18n._({ id: 'approval.reject', message: 'Reject' })}
        </Button>
        <Button size="small" quietly why={why || own} busy={approval.isPending} onClick={() => setAsked(true)}>
          {i18n._({ id: 'panel.approve', message: 'Approve' })}
        </Button>
      </span>
      {asked && (
        <ApproveAdjustment
          adjustment={adjustment}
          operator={operator}
          onApprove={() => {
            setAsked(false);
            approval.mutate();
          }}
          onClose={() => setAsked(false)}
        />
      )}
      {approval.failure && (
        <span role="alert" className="text-12 text-down">
          {errorText(approval.failure)}
        </span>
      )}
    </span>
  );
}

/** If another operator decided first, shows the adjustment as decided, with the operator's name. */
function useOvertaken(adjustment: Adjustment, operator: Operator) {
  const nameOf = useOperatorName(operator);
  return {
    orAsItStands: async (decide: () => Promise<Adjustment>): Promise<Adjustment> => {
      try {
        return await decide();
      } catch (error) {
        if (!(error instanceof Refusal && error.is(paymentRefusals.alreadyDecided))) throw error;
        const { items } = await call(adjustmentRoutes.adjustments, { query: { userId: adjustment.userId } });
        const now = items.find(({ id }) => id === adjustment.id);
        if (!now || now.status === 'pending') throw error;
        return now;
      }
    },
    showDecided: (now: Adjustment) =>
      notify.error(overtakenText(moneyText(now.amountMinor, now.currency), now, nameOf)),
  };
}

function Rejecting({
  adjustment,
  operator,
  onClose,
}: {
  adjustment: Adjustment;
  operator: Operator;
  onClose: () => void;
}) {
  const overtaken = useOvertaken(adjustment, operator);
  const rejection = useAction<string, Adjustment>({
    run: (reason) =>
      overtaken.orAsItStands(() =>
        call(adjustmentRoutes.rejectAdjustment, { params: { id: adjustment.id }, body: { reason } }),
      ),
    onDone: (answer) => {
      if (answer.rejectedBy === operator.id)
        notify.success(i18n._({ id: 'adjustments.rejected', message: 'Adjustment rejected' }));
      else overtaken.showDecided(answer);
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={i18n._({
        id: 'adjustments.reject',
        message: 'Reject {amount}',
        values: { amount: moneyText(adjustment.amountMinor, adjustment.currency) },
      })}
      needed={i18n._({ id: 'approval.needsReason', message: 'Please provide a rejection reason' })}
      action={i18n._({ id: 'approval.reject', message: 'Reject' })}
      danger
      busy={rejection.isPending}
      failure={
        rejection.failure && {
          title: i18n._({ id: 'adjustments.rejectFailed', message: 'Failed to reject the adjustment' }),
          text: errorText(rejection.failure),
        }
      }
      onReason={(reason) => rejection.mutate(reason)}
      onClose={onClose}
    />
  );
}
