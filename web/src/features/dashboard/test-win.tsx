/** The test win of demo mode: play money for the demo player, labelled as such. One press is one win, even if its response is lost and it is retried. */
import { common, Refusal } from '@fairline/proto/contract';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { playerRoutes } from '@fairline/proto/wallet/players';
import { i18n } from '@lingui/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { createIntent } from '../../client/http/intent.ts';
import { call } from '../../client/requests/call.ts';
import { moneyText } from '../../domain/money/money.tsx';
import { Notice } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';

export function TestWin({ minor, currency }: { minor: number; currency: PlayCurrencyCode }) {
  const client = useQueryClient();
  const [intent] = useState(() => createIntent());
  const win = useMutation({
    mutationFn: () => call(playerRoutes.testWin, { key: intent.keyFor(null) }),
    onSuccess: (won) =>
      notify.success(
        i18n._({
          id: 'testWin.done',
          message: 'You received {amount} of play money',
          values: { amount: moneyText(won.amountMinor, won.currency) },
        }),
      ),
    onError: (error) =>
      notify.error(
        error instanceof Refusal && error.is(common.unauthenticated)
          ? i18n._({ id: 'testWin.login', message: 'Please login first' })
          : i18n._({ id: 'testWin.failed', message: 'Test win failed: {why}', values: { why: errorText(error) } }),
      ),
    onSettled: (_won, error) => {
      intent.settle(error ?? undefined);
      return client.invalidateQueries({ queryKey: ['wallet'] });
    },
  });
  return (
    <Notice
      tone="live"
      action={
        <Button look="secondary" size="small" busy={win.isPending} onClick={() => win.mutate()}>
          {i18n._({
            id: 'testWin.press',
            message: 'Test Win {amount}',
            values: { amount: moneyText(minor, currency) },
          })}
        </Button>
      }
    >
      {i18n._({ id: 'testWin.text', message: 'Demo account: all you hold here is play money.' })}
    </Notice>
  );
}
