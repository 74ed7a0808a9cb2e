/** Lifts the stop of stakes and withdrawals after a failed integrity check: a super admin's decision, with a reason. */
import { bookRoutes, type Integrity } from '@fairline/proto/wallet/books';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';

/** `seen` is the mismatch on the page; the operator accepts exactly the one shown when the dialog opened. */
export function LiftStop({ seen }: { seen: Integrity['seen'] }) {
  const [asking, setAsking] = useState<{ seen: Integrity['seen'] }>();
  const lift = useAction<string, Integrity>({
    run: (reason) =>
      call(bookRoutes.liftStop, { body: { reason, ...(asking?.seen !== undefined && { seen: asking.seen }) } }),
    onDone: () => {
      notify.success(i18n._({ id: 'lift.done', message: 'Stakes and withdrawals are open again' }));
      setAsking(undefined);
    },
  });
  const label = i18n._({ id: 'lift.action', message: 'Lift the stop' });
  return (
    <>
      <Button look="danger" size="small" onClick={() => setAsking({ seen })}>
        {label}
      </Button>
      {asking && (
        <ReasonDialog
          title={label}
          action={label}
          danger
          busy={lift.isPending}
          failure={
            lift.failure && {
              title: i18n._({ id: 'lift.failed', message: 'The stop was not lifted' }),
              text: errorText(lift.failure),
            }
          }
          onReason={(reason) => lift.mutate(reason)}
          onClose={() => setAsking(undefined)}
        >
          <p>
            {i18n._({
              id: 'lift.lead',
              message:
                'You accept the mismatches that this page shows. Players can stake and withdraw again, unless the check finds new ones.',
            })}
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
