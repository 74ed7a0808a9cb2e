/** Operators' results, voids and releases; those that wait for a second operator are approved or withdrawn here. */
import type { Operator } from '@fairline/proto/auth/sessions';
import {
  type Decision,
  type DecisionApproval,
  decisionStatuses,
  deskRefusals,
  deskRoutes,
} from '@fairline/proto/betting/desk';
import { Refusal } from '@fairline/proto/contract';
import { LegResult } from '@fairline/proto/feed';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { hasPermission, useOperatorName } from '../../../domain/people/operators.ts';
import { countText } from '../../../figures.ts';
import { useAddress } from '../../../ui/browser/use-address.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { Framed, Listed } from '../../../ui/content/listed.tsx';
import { EmptyState, Failure, SkeletonRows } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { exactText, When } from '../../../ui/content/when.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { StatusPick } from '../../../ui/forms/status-pick.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';
import { resultName } from '../markets/labels.ts';
import { decisionKindName, decisionStatusName } from './labels.ts';
import { changedBy, netText, PreviewDetails } from './preview-details.tsx';
import { decisionFilterOf, decisionPreviewQuery, decisionsQuery } from './queries.ts';
import { notAllowedText, ownRequestText } from './requests.tsx';

export function Decisions({ operator }: { operator: Operator }) {
  const [search, change] = useAddress();
  const status = decisionFilterOf(search);
  const query = useInfiniteQuery(decisionsQuery(status));
  const [asked, setAsked] = useState<{ decision: Decision; what: 'approve' | 'withdraw' }>();
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-col gap-4">
      <StatusPick
        statuses={decisionStatuses}
        status={status}
        nameOf={(one) => decisionStatusName(one)[0]}
        usual="pending"
        onPick={(one) => change('status', one)}
      />
      <Listed
        query={query}
        items={query.data?.pages.flatMap((page) => page.items)}
        failed={i18n._({ id: 'decisions.failed', message: 'Decisions could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState
            title={
              status === 'pending'
                ? i18n._({ id: 'decisions.noneWaits', message: 'Nothing is waiting for a second operator' })
                : i18n._({ id: 'decisions.none', message: 'No decisions match' })
            }
          >
            {i18n._({
              id: 'decisions.noneHelp',
              message: "Results, voids and releases are entered on the fixture's page.",
            })}
          </EmptyState>
        }
      >
        {(items) => <Rows items={items} operator={operator} onAsk={setAsked} />}
      </Listed>
      {asked?.what === 'approve' && <Approving decision={asked.decision} operator={operator} onClose={close} />}
      {asked?.what === 'withdraw' && <Withdrawing decision={asked.decision} operator={operator} onClose={close} />}
    </div>
  );
}

interface RowsProps {
  items: readonly Decision[];
  operator: Operator;
  onAsk: (asked: { decision: Decision; what: 'approve' | 'withdraw' }) => void;
}

function Rows({ items, operator, onAsk }: RowsProps) {
  const nameOf = useOperatorName(operator);
  const acts = hasPermission(operator, 'betting');
  return (
    <Framed>
      <Table label={i18n._({ id: 'trading.decisions', message: 'Decisions' })}>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'scope.market', message: 'Market' })}</Th>
            <Th>{i18n._({ id: 'decisions.what', message: 'Decision' })}</Th>
            <Th figures>{i18n._({ id: 'preview.changed', message: 'Bets changed' })}</Th>
            <Th figures>{i18n._({ id: 'preview.net', message: 'Net for players' })}</Th>
            <Th>{i18n._({ id: 'adjustments.reason', message: 'Reason' })}</Th>
            <Th>{i18n._({ id: 'adjustments.by', message: 'Requested by' })}</Th>
            <Th>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
            <Th className="md:right-0 md:z-10">
              <span className="sr-only">{i18n._({ id: 'adjustments.actions', message: 'Actions' })}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={one.id} className="last:[&>td]:border-b-0">
              <Td className="min-w-40 py-1">
                <Link
                  to={one.fixtureId ? `/admin/trading/${one.fixtureId}` : `/admin/trading/bets?market=${one.marketId}`}
                  className="block font-medium hover:underline"
                >
                  {one.fixture}
                </Link>
                <span className="block text-12 text-ink-soft">{feedText(one.market)}</span>
              </Td>
              <Td className="min-w-36 py-1">
                <span className="block font-medium">{decisionKindName(one.decision.kind)}</span>
                <span className="block text-12 text-ink-soft">{decisionText(one)}</span>
              </Td>
              <Td figures>
                {countText(changedBy(one.preview))} / {countText(one.preview.bets)}
              </Td>
              <Td figures className="font-medium">
                {netText(one.preview.netMinor)}
              </Td>
              <Td className="min-w-40">{one.reason}</Td>
              <Td className="py-1 whitespace-nowrap">
                <span className="block">{nameOf(one.requestedBy)}</span>
                <When at={one.requestedAt} className="text-12 text-ink-soft" />
              </Td>
              <Td className="py-1">
                <Badge tone={decisionStatusName(one.status)[1]}>
                  {isDeclined(one) ? declinedText() : decisionStatusName(one.status)[0]}
                </Badge>
                {one.flagged && (
                  <Badge tone="live">
                    {i18n._({ id: 'decisions.flagged', message: 'Near the two-operator threshold' })}
                  </Badge>
                )}
                {one.decidedAt && (
                  <span className="block max-w-40 text-12 text-ink-soft">
                    {one.decidedBy && `${nameOf(one.decidedBy)} · `}
                    <When at={one.decidedAt} />
                    {one.withdrawnReason && <span className="block break-words">{one.withdrawnReason}</span>}
                    {one.approval && <span className="block">{approvalText(one.approval)}</span>}
                  </span>
                )}
              </Td>
              <Td className="w-px bg-surface py-1 md:sticky md:right-0">
                {one.status === 'pending' && acts && (
                  <span className="flex gap-2 whitespace-nowrap">
                    <Button size="small" look="danger" onClick={() => onAsk({ decision: one, what: 'withdraw' })}>
                      {one.requestedBy === operator.id ? withdrawText() : declineText()}
                    </Button>
                    <span className="flex flex-col">
                      <Button
                        size="small"
                        why={one.requestedBy === operator.id ? ownRequestText() : !one.mayApprove && notAllowedText()}
                        onClick={() => onAsk({ decision: one, what: 'approve' })}
                      >
                        {i18n._({ id: 'panel.approve', message: 'Approve' })}
                      </Button>
                    </span>
                  </span>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}

const withdrawText = () => i18n._({ id: 'decisions.withdraw', message: 'Withdraw' });
const declineText = () => i18n._({ id: 'decisions.decline', message: 'Decline' });
const declinedText = () => i18n._({ id: 'decisionStatus.declined', message: 'Declined' });

/** The market takes no bets meanwhile, so none should have been accepted. */
const approvalText = ({ acceptedSince, rejectedSince }: DecisionApproval) =>
  i18n._({
    id: 'decisions.approval',
    message: 'Bets since the request: {accepted} accepted, {rejected} rejected',
    values: { accepted: acceptedSince, rejected: rejectedSince },
  });

/** Withdrawn by an operator other than the requester. */
const isDeclined = ({ status, requestedBy, decidedBy }: Decision) =>
  status === 'withdrawn' && decidedBy !== requestedBy;

/** "Won: Home; Lost: Draw, Away", or the window of a cancellation. */
function decisionText({ decision, selections }: Decision): string {
  if (decision.kind === 'release') return '';
  if (decision.kind === 'void') {
    if (!decision.from && !decision.until) return i18n._({ id: 'decisions.allBets', message: 'all bets' });
    return `${decision.from ? exactText(decision.from) : '…'} – ${decision.until ? exactText(decision.until) : '…'}`;
  }
  const results = LegResult.options.flatMap((option) =>
    decision.outcomes
      .filter(({ result }) => result === option)
      .map(({ selectionId, result, deadHeat }) => ({
        label: resultName(result, deadHeat)[0],
        name: selections?.find(({ id }) => id === selectionId)?.name,
      })),
  );
  const groups = [...Map.groupBy(results, ({ label }) => label)];
  return groups
    .map(([label, alike]) => {
      const names = alike.flatMap(({ name }) => (name === undefined ? [] : [feedText(name)]));
      return names.length < alike.length ? `${alike.length} × ${label}` : `${label}: ${names.join(', ')}`;
    })
    .join('; ');
}

interface Asking {
  decision: Decision;
  operator: Operator;
  onClose: () => void;
}

/** Shows the current preview beside the one of the request. */
function Approving({ decision, operator, onClose }: Asking) {
  const nameOf = useOperatorName(operator);
  const now = useQuery(decisionPreviewQuery(decision));
  const approval = useAction<void, Decision>({
    run: () => call(deskRoutes.approveDecision, { params: { id: decision.id } }),
    onDone: () => {
      notify.success(i18n._({ id: 'decide.applied', message: 'Applied. Bets are being settled.' }));
      onClose();
    },
  });
  const changed = approval.failure instanceof Refusal && approval.failure.is(deskRefusals.previewChanged);
  const moved =
    now.data &&
    (now.data.netMinor !== decision.preview.netMinor || changedBy(now.data) !== changedBy(decision.preview));
  return (
    <Dialog
      open
      title={`${decisionKindName(decision.decision.kind)}: ${decision.fixture}, ${feedText(decision.market)}`}
      onClose={onClose}
      onSubmit={() => now.isFetched && !approval.isPending && approval.mutate()}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button
            type="submit"
            busy={approval.isPending}
            why={!now.isFetched && i18n._({ id: 'decisions.looking', message: 'Loading the current preview' })}
          >
            {i18n._({ id: 'decisions.approveAll', message: 'Approve and apply' })}
          </Button>
        </>
      }
    >
      {approval.failure && (
        <Failure title={failedTitle(approval.failure)}>
          {changed
            ? i18n._({
                id: 'decisions.changed',
                message: 'The bets on this market have changed since. Withdraw the decision and enter it again.',
              })
            : errorText(approval.failure)}
        </Failure>
      )}
      <DecisionSummary decision={decision} />
      <p className="text-13 text-ink-soft">
        {decision.reason} · {nameOf(decision.requestedBy)} · <When at={decision.requestedAt} />
      </p>
      {now.isPending && <SkeletonRows count={7} className="h-9" />}
      {now.error && (
        <Failure title={i18n._({ id: 'decisions.noPreview', message: 'The current preview could not be loaded' })}>
          {errorText(now.error)}{' '}
          {!now.data &&
            i18n._({ id: 'decisions.oldFacts', message: 'Below is the preview from the time of the request.' })}
        </Failure>
      )}
      {!now.isPending && <PreviewDetails preview={now.data ?? decision.preview} />}
      {moved && (
        <p className="text-12 text-ink-soft">
          {i18n._({
            id: 'decisions.asked',
            message:
              'Current preview. At the time of the request: {count, plural, one {# bet} other {# bets}} changed, net {net}.',
            values: { count: changedBy(decision.preview), net: netText(decision.preview.netMinor) },
          })}
        </p>
      )}
    </Dialog>
  );
}

/** Each selection with its proposed result; for other decisions one line. */
function DecisionSummary({ decision }: { decision: Decision }) {
  const { decision: input, selections } = decision;
  if (input.kind !== 'result' || !selections) return <p className="empty:hidden">{decisionText(decision)}</p>;
  return (
    <ul aria-label={i18n._({ id: 'decision.result', message: 'Result' })} className="rounded-card border border-line">
      {selections.map(({ id, name }) => {
        const outcome = input.outcomes.find(({ selectionId }) => selectionId === id);
        const label = outcome && resultName(outcome.result, outcome.deadHeat);
        return (
          <li
            key={id}
            className="flex min-h-9 items-center justify-between gap-4 border-b border-line px-3 py-1 text-13 last:border-b-0"
          >
            <span className="min-w-0 font-medium break-words">{feedText(name)}</span>
            {label && <Badge tone={label[1]}>{label[0]}</Badge>}
          </li>
        );
      })}
    </ul>
  );
}

function Withdrawing({ decision, operator, onClose }: Asking) {
  const own = decision.requestedBy === operator.id;
  const withdrawal = useAction<string, Decision>({
    run: (reason) => call(deskRoutes.withdrawDecision, { params: { id: decision.id }, body: { reason } }),
    onDone: () => {
      notify.success(
        own
          ? i18n._({ id: 'decisions.withdrawn', message: 'The decision was withdrawn. Nothing changed.' })
          : i18n._({ id: 'decisions.declined', message: 'The decision was declined. Nothing changed.' }),
      );
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={
        own
          ? i18n._({
              id: 'decisions.withdrawTitle',
              message: 'Withdraw the decision on {fixture}',
              values: { fixture: decision.fixture },
            })
          : i18n._({
              id: 'decisions.declineTitle',
              message: 'Decline the decision on {fixture}',
              values: { fixture: decision.fixture },
            })
      }
      action={own ? withdrawText() : declineText()}
      danger
      busy={withdrawal.isPending}
      failure={withdrawal.failure && { title: failedTitle(withdrawal.failure), text: errorText(withdrawal.failure) }}
      onReason={(reason) => withdrawal.mutate(reason)}
      onClose={onClose}
    >
      <DecisionSummary decision={decision} />
    </ReasonDialog>
  );
}

function failedTitle(error: Error): string {
  return error instanceof Refusal && error.is(deskRefusals.alreadyDecided)
    ? i18n._({ id: 'approval.other', message: 'Another operator decided' })
    : i18n._({ id: 'decide.failed', message: 'The decision was not saved' });
}
