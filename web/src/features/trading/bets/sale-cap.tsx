/** A bet placed at our own prices cashes out for at most its stake, until an operator other than the one who set the prices lifts this cap here. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { deskRequestRoutes } from '@fairline/proto/betting/desk-requests';
import type { OperatorBet } from '@fairline/proto/betting/settlement';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { hasPermission, useOperatorName } from '../../../domain/people/operators.ts';
import { Notice } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';

export function SaleCap({ bet, operator }: { bet: OperatorBet; operator: Operator }) {
  const nameOf = useOperatorName(operator);
  const [asking, setAsking] = useState(false);
  const label = i18n._({ id: 'saleCap.release', message: 'Release cash-out' });
  const release = useAction<string, OperatorBet>({
    run: (reason) => call(deskRequestRoutes.releaseSale, { params: { id: bet.id }, body: { reason } }),
    onDone: () => {
      notify.success(
        i18n._({ id: 'saleCap.released', message: 'Released. The bet can now be cashed out at full value.' }),
      );
      setAsking(false);
    },
  });
  if (!bet.saleCap) return null;
  return (
    <Notice tone="live">
      <p>
        {i18n._({
          id: 'saleCap.why',
          message:
            'Placed at own prices set by {who}: cash-out is capped at the stake until another operator releases it.',
          values: { who: bet.saleCap.setBy.map(nameOf).join(', ') },
        })}
      </p>
      {hasPermission(operator, 'betting') && (
        <Button
          size="small"
          look="secondary"
          className="mt-2"
          why={
            !bet.saleCap.mayRelease &&
            i18n._({ id: 'saleCap.notYours', message: 'You cannot be the second operator for these prices' })
          }
          onClick={() => setAsking(true)}
        >
          {label}
        </Button>
      )}
      {asking && (
        <ReasonDialog
          title={label}
          action={label}
          busy={release.isPending}
          failure={
            release.failure && {
              title: i18n._({ id: 'saleCap.failed', message: 'Cash-out was not released' }),
              text: errorText(release.failure),
            }
          }
          onReason={(reason) => release.mutate(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </Notice>
  );
}
