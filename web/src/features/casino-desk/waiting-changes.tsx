/** Pending RTP changes: old and new RTP, requester, reason, and the decision. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { casinoDeskRefusals, casinoDeskRoutes, type GameChange } from '@fairline/proto/casino/desk';
import { Refusal } from '@fairline/proto/contract';
import { catalogue } from '@fairline/proto/games/catalogue';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { waitingGameChangesQuery } from '../../domain/casino/changes.ts';
import { rtpText } from '../../domain/casino/game-labels.ts';
import { may, useOperatorName } from '../../domain/people/operators.ts';
import { ErrorState, Failure, Notice } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';

export function WaitingChanges({ operator }: { operator: Operator }) {
  const { data, error, isFetching, refetch } = useQuery(waitingGameChangesQuery);
  if (!data && error) {
    return (
      <ErrorState
        title={i18n._({ id: 'gameChange.failed', message: 'Pending RTP changes could not be loaded' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {wordsOf(error)}
      </ErrorState>
    );
  }
  return data?.items.map((change) => <WaitingChange key={change.changeId} change={change} operator={operator} />) ?? null;
}

function WaitingChange({ change, operator }: { change: GameChange; operator: Operator }) {
  const [asked, setAsked] = useState<'approve' | 'reject'>();
  const nameOf = useOperatorName(operator);
  const close = () => setAsked(undefined);
  const { requestedBy, requestedAt, reason, mayApprove } = change;
  const isOwn = requestedBy === operator.id;
  const why =
    (isOwn && i18n._({ id: 'adjustments.own', message: 'You requested this. Another operator must approve it.' })) ||
    (!mayApprove && i18n._({ id: 'requests.notYours', message: 'You cannot be the second operator of this request' }));
  return (
    <Notice
      tone="live"
      action={
        may(operator, 'casino') && (
          <span className="flex flex-wrap gap-2">
            <Button size="small" look="danger" onClick={() => setAsked('reject')}>
              {closeWords(isOwn)}
            </Button>
            <Button size="small" why={why} onClick={() => setAsked('approve')}>
              {i18n._({ id: 'panel.approve', message: 'Approve' })}
            </Button>
          </span>
        )
      }
    >
      <p className="font-strong">{changeWords(change)}</p>
      <p className="break-words">{reason}</p>
      <p className="text-12 text-ink-soft">
        {i18n._({ id: 'gameChange.waits', message: 'Waits for a second operator' })} · {nameOf(requestedBy)} · <When at={requestedAt} />
      </p>
      {asked === 'approve' && <Approving change={change} onClose={close} />}
      {asked === 'reject' && <Rejecting change={change} isOwn={isOwn} onClose={close} />}
    </Notice>
  );
}

const closeWords = (isOwn: boolean) =>
  isOwn ? i18n._({ id: 'adjustments.takeBack', message: 'Withdraw' }) : i18n._({ id: 'approval.reject', message: 'Reject' });

function changeWords({ gameId, fromRtp, rtp }: GameChange): string {
  const values = { game: catalogue[gameId].name, from: rtpText(fromRtp), to: rtpText(rtp) };
  return i18n._({ id: 'gameChange.what', message: '{game}: RTP {from} → {to}', values });
}

function failedTitle(error: Error): string {
  return error instanceof Refusal && error.is(casinoDeskRefusals.alreadyDecided)
    ? i18n._({ id: 'approval.other', message: 'Another operator decided' })
    : i18n._({ id: 'decide.failed', message: 'Nothing was decided' });
}

function Approving({ change, onClose }: { change: GameChange; onClose: () => void }) {
  const { changeId, gameId, fromVersion, solvedRtp } = change;
  const approval = useAction<void, GameChange>({
    run: () => call(casinoDeskRoutes.approveGameChange, { params: { id: changeId } }),
    onDone: ({ version }) => {
      notify.success(
        i18n._({ id: 'gameChange.published', message: '{game}: version {version} is live', values: { game: catalogue[gameId].name, version: version ?? 0 } }),
      );
      onClose();
    },
  });
  return (
    <Dialog
      open
      title={changeWords(change)}
      onClose={onClose}
      onSubmit={() => !approval.isPending && approval.mutate()}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" busy={approval.isPending} data-first>
            {i18n._({ id: 'gameChange.publish', message: 'Approve and publish' })}
          </Button>
        </>
      }
    >
      {approval.failure && <Failure title={failedTitle(approval.failure)}>{wordsOf(approval.failure)}</Failure>}
      <p>
        {i18n._({
          id: 'gameChange.effect',
          message: 'Version {version} has an RTP of {rtp} and goes live at once. Rounds in progress finish on version {before}.',
          values: { version: fromVersion + 1, before: fromVersion, rtp: rtpText(solvedRtp) },
        })}
      </p>
    </Dialog>
  );
}

function Rejecting({ change, isOwn, onClose }: { change: GameChange; isOwn: boolean; onClose: () => void }) {
  const rejection = useAction<string, GameChange>({
    run: (reason) => call(casinoDeskRoutes.rejectGameChange, { params: { id: change.changeId }, body: { reason } }),
    onDone: () => {
      notify.success(i18n._({ id: 'gameChange.closed', message: 'RTP not changed' }));
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={changeWords(change)}
      {...(!isOwn && { needed: i18n._({ id: 'approval.needsReason', message: 'Please provide a rejection reason' }) })}
      action={closeWords(isOwn)}
      danger
      busy={rejection.isPending}
      failure={rejection.failure && { title: failedTitle(rejection.failure), words: wordsOf(rejection.failure) }}
      onReason={(reason) => rejection.mutate(reason)}
      onClose={onClose}
    />
  );
}
