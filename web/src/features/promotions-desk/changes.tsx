/** Changes of promotions for a second operator: requester, old and new terms, possible cost, and the decision. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { type OperatorPromotion, type PromotionChange, promotionDeskRoutes } from '@fairline/proto/promotions/desk';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { RejectChange, undecidedTitle, WaitingChange } from '../../domain/office/waiting-change.tsx';
import { useOperatorName } from '../../domain/people/operators.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import type { Tone } from '../../ui/content/badge.tsx';
import { Badge } from '../../ui/content/badge.tsx';
import { Listed } from '../../ui/content/listed.tsx';
import { EmptyState, Failure } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Chips } from '../../ui/controls/chips.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { changedRows } from './offer-rows.ts';
import { worstCostText } from './preview.tsx';
import {
  type ChangeStatus,
  changeStatuses,
  changeStatusOf,
  operatorPromotionQuery,
  promotionChangesQuery,
  sportNamesQuery,
} from './queries.ts';

export function Changes({ operator }: { operator: Operator }) {
  const [search, change] = useAddress();
  const status = changeStatusOf(search);
  const query = useInfiniteQuery(promotionChangesQuery(status));
  return (
    <div className="flex flex-col gap-4">
      <Chips
        label={i18n._({ id: 'approvals.status', message: 'Status' })}
        value={status}
        options={[
          ...changeStatuses.map((one) => ({ id: one, label: changeStatusName(one)[0] })),
          { id: 'all', label: i18n._({ id: 'history.all', message: 'All' }) },
        ]}
        onChange={(id) => change('status', id === 'pending' ? null : id)}
      />
      <Listed
        query={query}
        items={query.data?.pages.flatMap(({ items }) => items)}
        failed={i18n._({ id: 'promoChange.failed', message: 'Changes could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState
            title={
              status === 'pending'
                ? i18n._({ id: 'promoChange.none', message: 'Nothing is waiting for a second operator' })
                : i18n._({ id: 'promoChange.noMatch', message: 'No changes with this status' })
            }
          />
        }
      >
        {(items) => (
          <ul className="flex max-w-content flex-col gap-3">
            {items.map((one) => (
              <li key={one.changeId}>
                <Change change={one} operator={operator} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </div>
  );
}

function changeStatusName(status: ChangeStatus): [label: string, tone: Tone] {
  switch (status) {
    case 'pending':
      return [i18n._({ id: 'promoChange.pending', message: 'Pending' }), 'live'];
    case 'approved':
      return [i18n._({ id: 'promoChange.approved', message: 'Approved' }), 'act'];
    case 'rejected':
      return [i18n._({ id: 'promoChange.rejected', message: 'Rejected' }), 'plain'];
  }
}

const titleOf = ({ promotionId, name }: PromotionChange): string =>
  promotionId
    ? i18n._({ id: 'promoChange.edit', message: 'Change {name}', values: { name } })
    : i18n._({ id: 'promoChange.create', message: 'New promotion: {name}', values: { name } });

function Change({ change, operator }: { change: PromotionChange; operator: Operator }) {
  const title = titleOf(change);
  if (change.status !== 'pending') return <Decided change={change} operator={operator} />;
  return (
    <WaitingChange
      operator={operator}
      needs="promotions"
      change={change}
      title={title}
      approving={(close) => <Approving change={change} onClose={close} />}
      rejecting={(isOwn, close) => (
        <RejectChange
          title={title}
          isOwn={isOwn}
          done={i18n._({ id: 'promoChange.closed', message: 'Closed. Nothing was changed.' })}
          run={(reason) =>
            call(promotionDeskRoutes.rejectPromotionChange, { params: { id: change.changeId }, body: { reason } })
          }
          onClose={close}
        />
      )}
    >
      <p>{worstCostText(change.worstCostMinor)}</p>
      <Difference change={change} />
    </WaitingChange>
  );
}

/** A decided change is not compared with the current terms. */
function Decided({ change, operator }: { change: PromotionChange; operator: Operator }) {
  const nameOf = useOperatorName(operator);
  const [label, tone] = changeStatusName(change.status);
  return (
    <article className="flex flex-col gap-1 rounded-card border border-line bg-surface px-4 py-3 text-13">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-strong break-words">{titleOf(change)}</span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      {change.rejectionReason && <p className="break-words">{change.rejectionReason}</p>}
      <p className="text-12 text-ink-soft">
        {i18n._({ id: 'promoChange.requested', message: 'Requested' })} {nameOf(change.requestedBy)} ·{' '}
        <When at={change.requestedAt} />
        {change.decidedBy && change.decidedAt && (
          <>
            {' '}
            · {i18n._({ id: 'promoChange.decided', message: 'decided' })} {nameOf(change.decidedBy)} ·{' '}
            <When at={change.decidedAt} />
          </>
        )}
      </p>
    </article>
  );
}

/** Every field that changes, with its old value if there was one. */
function Difference({ change }: { change: PromotionChange }) {
  const { data: sports } = useQuery(sportNamesQuery);
  const { promotionId } = change;
  const { data: promotion, isPending } = useQuery({
    ...operatorPromotionQuery(promotionId ?? ''),
    enabled: promotionId !== undefined,
  });
  if (promotionId && isPending) return null;
  const rows = changedRows(
    promotion ? termsOf(promotion) : undefined,
    change.promotion,
    (id) => sports?.find((sport) => sport.id === id)?.name ?? id,
  );
  return (
    <dl className="my-2">
      {rows.map(({ id, name, value, before }) => (
        <div key={id} className="grid gap-x-4 border-t border-line py-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="break-words whitespace-pre-line">
            {before !== undefined && (
              <>
                <s className="text-ink-soft">
                  <span className="sr-only">{i18n._({ id: 'promoChange.before', message: 'before' })} </span>
                  {before}
                </s>{' '}
                <span aria-hidden>→ </span>
                <span className="sr-only">{i18n._({ id: 'promoChange.after', message: 'after' })} </span>
              </>
            )}
            <span className="font-medium">{value}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function termsOf({ usage, ...terms }: OperatorPromotion) {
  return { ...terms, maxClaims: usage.maxClaims };
}

function Approving({ change, onClose }: { change: PromotionChange; onClose: () => void }) {
  const approval = useAction<void, OperatorPromotion>({
    run: () => call(promotionDeskRoutes.approvePromotionChange, { params: { id: change.changeId } }),
    onDone: () => {
      notify.success(i18n._({ id: 'promoChange.done', message: 'Approved. The change is in force.' }));
      onClose();
    },
  });
  return (
    <Dialog
      open
      title={titleOf(change)}
      onClose={onClose}
      onSubmit={() => !approval.isPending && approval.mutate()}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" busy={approval.isPending} data-first>
            {i18n._({ id: 'panel.approve', message: 'Approve' })}
          </Button>
        </>
      }
    >
      {approval.failure && <Failure title={undecidedTitle(approval.failure)}>{errorText(approval.failure)}</Failure>}
      <p>{worstCostText(change.worstCostMinor)}</p>
      <div className="text-13">
        <Difference change={change} />
      </div>
    </Dialog>
  );
}
