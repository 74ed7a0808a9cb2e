/** Pending RTP changes: old and new RTP, requester, reason, and the decision. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { casinoDeskRoutes, type GameChange } from '@fairline/proto/casino/desk';
import { catalogue } from '@fairline/proto/games/catalogue';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { waitingGameChangesQuery } from '../../domain/casino/changes.ts';
import { rtpText } from '../../domain/casino/game-labels.ts';
import { RejectChange, undecidedTitle, WaitingChange } from '../../domain/office/waiting-change.tsx';
import { ErrorState, Failure } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';

export function WaitingChanges({ operator }: { operator: Operator }) {
  const { data, error, isFetching, refetch } = useQuery(waitingGameChangesQuery);
  if (!data && error) {
    return (
      <ErrorState
        title={i18n._({ id: 'gameChange.failed', message: 'Pending RTP changes could not be loaded' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  }
  return (
    data?.items.map((change) => <GameWaitingChange key={change.changeId} change={change} operator={operator} />) ?? null
  );
}

function GameWaitingChange({ change, operator }: { change: GameChange; operator: Operator }) {
  const title = changeText(change);
  return (
    <WaitingChange
      operator={operator}
      needs="casino"
      change={change}
      title={title}
      approving={(close) => <Approving change={change} onClose={close} />}
      rejecting={(isOwn, close) => (
        <RejectChange
          title={title}
          isOwn={isOwn}
          done={i18n._({ id: 'gameChange.closed', message: 'RTP not changed' })}
          run={(reason) =>
            call(casinoDeskRoutes.rejectGameChange, { params: { id: change.changeId }, body: { reason } })
          }
          onClose={close}
        />
      )}
    >
      <p className="break-words">{change.reason}</p>
    </WaitingChange>
  );
}

function changeText({ gameId, fromRtp, rtp }: GameChange): string {
  const values = { game: catalogue[gameId].name, from: rtpText(fromRtp), to: rtpText(rtp) };
  return i18n._({ id: 'gameChange.what', message: '{game}: RTP {from} → {to}', values });
}

function Approving({ change, onClose }: { change: GameChange; onClose: () => void }) {
  const { changeId, gameId, fromVersion, solvedRtp } = change;
  const approval = useAction<void, GameChange>({
    run: () => call(casinoDeskRoutes.approveGameChange, { params: { id: changeId } }),
    onDone: ({ version }) => {
      notify.success(
        i18n._({
          id: 'gameChange.published',
          message: '{game}: version {version} is live',
          values: { game: catalogue[gameId].name, version: version ?? 0 },
        }),
      );
      onClose();
    },
  });
  return (
    <Dialog
      open
      title={changeText(change)}
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
      {approval.failure && <Failure title={undecidedTitle(approval.failure)}>{errorText(approval.failure)}</Failure>}
      <p>
        {i18n._({
          id: 'gameChange.effect',
          message:
            'Version {version} has an RTP of {rtp} and goes live at once. Rounds in progress finish on version {before}.',
          values: { version: fromVersion + 1, before: fromVersion, rtp: rtpText(solvedRtp) },
        })}
      </p>
    </Dialog>
  );
}
