/** Takes stakes and withdrawals again after the books stopped them: a super admin's decision, with a reason. */
import { type Integrity, officeRoutes } from '@fairline/proto/wallet/office';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { useAction } from '../../client/action.ts';
import { call } from '../../client/call.ts';
import { wordsOf } from '../../client/words.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notify.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';

export function LiftStop() {
  const [asking, setAsking] = useState(false);
  const lift = useAction<string, Integrity>({
    run: (reason) => call(officeRoutes.liftStop, { body: { reason } }),
    onDone: () => {
      notify.success(i18n._({ id: 'lift.done', message: 'Stakes and withdrawals are taken again' }));
      setAsking(false);
    },
  });
  const words = i18n._({ id: 'lift.action', message: 'Lift the stop' });
  return (
    <>
      <Button look="danger" size="small" onClick={() => setAsking(true)}>
        {words}
      </Button>
      {asking && (
        <ReasonDialog
          title={words}
          action={words}
          danger
          busy={lift.isPending}
          failure={lift.failure && { title: i18n._({ id: 'lift.failed', message: 'The stop stands' }), words: wordsOf(lift.failure) }}
          onReason={(reason) => lift.mutate(reason)}
          onClose={() => setAsking(false)}
        >
          <p>{i18n._({ id: 'lift.lead', message: 'The books are accepted as they stand. Players can stake and withdraw again.' })}</p>
        </ReasonDialog>
      )}
    </>
  );
}
