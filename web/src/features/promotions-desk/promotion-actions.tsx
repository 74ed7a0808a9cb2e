/** Activates, pauses and ends a promotion, each after a confirmation that explains the effect. */
import type { Infer } from '@fairline/proto/contract';
import { type OperatorPromotion, promotionDeskRoutes } from '@fairline/proto/promotions/desk';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { Failure } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { worstCostText } from './preview.tsx';

export type StatusAct = 'activate' | 'pause' | 'end';

const statusAfter = { activate: 'active', pause: 'paused', end: 'expired' } as const;

export const actName: Record<StatusAct, () => string> = {
  activate: () => i18n._({ id: 'games.activate', message: 'Activate' }),
  pause: () => i18n._({ id: 'games.pause', message: 'Pause' }),
  end: () => i18n._({ id: 'promoAct.end', message: 'End' }),
};

/** The actions on a promotion of this status. */
export function actsOf({ status }: Pick<OperatorPromotion, 'status'>): readonly StatusAct[] {
  if (status === 'expired') return [];
  return status === 'active' ? ['pause', 'end'] : ['activate', 'end'];
}

export function StatusDialog({
  promotion,
  act,
  onClose,
}: {
  promotion: OperatorPromotion;
  act: StatusAct;
  onClose: () => void;
}) {
  // The state when the dialog opened, even if another operator changes it.
  const [asked] = useState(promotion);
  const { id, name } = asked;
  const change = useAction<void, Infer<typeof promotionDeskRoutes.changePromotion.reply>>({
    run: () => call(promotionDeskRoutes.changePromotion, { params: { id }, body: { status: statusAfter[act] } }),
    onDone: (changed) => {
      notify.success(
        'id' in changed
          ? doneText(act, name)
          : i18n._({ id: 'promoDesk.waits', message: 'Requested. A second operator must approve it.' }),
      );
      onClose();
    },
  });
  return (
    <Dialog
      open
      title={i18n._({ id: 'promoAct.title', message: '{act} {name}', values: { act: actName[act](), name } })}
      onClose={onClose}
      onSubmit={() => !change.isPending && change.mutate()}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" look={act === 'activate' ? 'primary' : 'danger'} busy={change.isPending} data-first>
            {actName[act]()}
          </Button>
        </>
      }
    >
      {change.failure && (
        <Failure title={i18n._({ id: 'promoForm.notSaved', message: 'The promotion was not changed' })}>
          {errorText(change.failure)}
        </Failure>
      )}
      <p>{leadOf(act)}</p>
      {act === 'activate' && <p className="text-ink-soft">{worstCostText(asked.worstCostMinor)}</p>}
    </Dialog>
  );
}

function leadOf(act: StatusAct): string {
  if (act === 'activate')
    return i18n._({
      id: 'promoAct.activateLead',
      message: 'Players who are eligible see it from its start and can claim it.',
    });
  return act === 'pause'
    ? i18n._({
        id: 'promoAct.pauseLead',
        message: 'Nobody can claim it while it is paused. Claims already made go on.',
      })
    : i18n._({
        id: 'promoAct.endLead',
        message:
          'Nobody can claim it any more. Cashback, extra points and claims without a deposit end now; active bonuses continue. This cannot be undone.',
      });
}

function doneText(act: StatusAct, name: string): string {
  const values = { name };
  if (act === 'activate') return i18n._({ id: 'games.activated', message: '{name} is active', values });
  return act === 'pause'
    ? i18n._({ id: 'games.paused', message: '{name} is paused', values })
    : i18n._({ id: 'promoAct.ended', message: '{name} has ended', values });
}
