/** The actions on a claim: approve or reject a waiting one, or end one that abuses the offer; the last two with a reason. */
import { Refusal } from '@fairline/proto/contract';
import { deskRefusals, type OperatorClaim, promotionDeskRoutes } from '@fairline/proto/promotions/desk';
import { i18n } from '@lingui/core';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { moneyText } from '../../domain/money/money.tsx';
import { Failure } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';

interface DialogProps {
  claim: OperatorClaim;
  onClose: () => void;
}

const failedTitle = (error: Error): string =>
  error instanceof Refusal && error.is(deskRefusals.alreadyDecided)
    ? i18n._({ id: 'approval.other', message: 'Another operator decided' })
    : i18n._({ id: 'decide.failed', message: 'The decision was not saved' });

export function ApproveClaimDialog({ claim, onClose }: DialogProps) {
  const approval = useAction<void, OperatorClaim>({
    run: () => call(promotionDeskRoutes.approveClaim, { params: { id: claim.id } }),
    onDone: () => {
      notify.success(i18n._({ id: 'deskClaims.approved', message: 'Claim approved' }));
      onClose();
    },
  });
  return (
    <Dialog
      open
      title={i18n._({
        id: 'deskClaims.approveTitle',
        message: 'Approve this claim of {name}',
        values: { name: claim.name },
      })}
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
      {approval.failure && <Failure title={failedTitle(approval.failure)}>{errorText(approval.failure)}</Failure>}
      <p>
        {i18n._({
          id: 'deskClaims.approveLead',
          message: 'The player gets what the promotion gives, as if the claim had never waited.',
        })}
      </p>
    </Dialog>
  );
}

/** A waiting claim is rejected; an active one is ended. */
export const rejectClaimText = ({ waitingFor }: Pick<OperatorClaim, 'waitingFor'>): string =>
  waitingFor === 'operator'
    ? i18n._({ id: 'approval.reject', message: 'Reject' })
    : i18n._({ id: 'deskClaims.end', message: 'End claim' });

export function RejectClaimDialog({ claim, onClose }: DialogProps) {
  const rejection = useAction<string, OperatorClaim>({
    run: (reason) => call(promotionDeskRoutes.rejectClaim, { params: { id: claim.id }, body: { reason } }),
    onDone: () => {
      notify.success(i18n._({ id: 'deskClaims.rejected', message: 'Claim closed' }));
      onClose();
    },
  });
  const label = rejectClaimText(claim);
  const values = { amount: moneyText(claim.bonusMinor, claim.currency) };
  return (
    <ReasonDialog
      title={`${label}: ${claim.name}`}
      needed={i18n._({ id: 'approval.needsReason', message: 'Please provide a rejection reason' })}
      action={label}
      danger
      busy={rejection.isPending}
      failure={rejection.failure && { title: failedTitle(rejection.failure), text: errorText(rejection.failure) }}
      onReason={(reason) => rejection.mutate(reason)}
      onClose={onClose}
    >
      <p>
        {claim.bonusMinor > 0
          ? i18n._({
              id: 'deskClaims.forfeits',
              message:
                'The bonus of {amount} is forfeited, with what is left of its winnings. Cash stays with the player.',
              values,
            })
          : i18n._({ id: 'deskClaims.noBonus', message: 'The player gets no bonus. Cash stays with the player.' })}
      </p>
    </ReasonDialog>
  );
}
