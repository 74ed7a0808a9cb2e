/** Automatic cash-out: the player sets the value at which the whole bet is cashed out, sees it while active, and can remove it. */
import type { Bet } from '@fairline/proto/betting/bets';
import { cashOutRoutes } from '@fairline/proto/betting/cash-out';
import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../../client/cache/query.ts';
import { errorText } from '../../../client/http/error-text.ts';
import { call } from '../../../client/requests/call.ts';
import { betQuery } from '../../../domain/betting/bets.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { decimalText, typedMinor, unclearMessage } from '../../../figures.ts';
import { fieldText } from '../../../refusals.ts';
import { Notice } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { canCashOut } from './bet-money.tsx';
import { cashOutUnavailableText } from './cash-out.ts';

export function AutoCashOut({ bet }: { bet: Bet }) {
  const [typed, setTyped] = useState('');
  const save = useMutation({
    mutationFn: (amountMinor: number | null) =>
      call(cashOutRoutes.autoCashOut, { params: { id: bet.id }, body: { amountMinor } }),
    onSuccess: (after) => {
      queryClient.setQueryData(betQuery(bet.id).queryKey, after);
      setTyped('');
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['betting', 'bets'] }),
  });
  if (!canCashOut(bet)) return null;
  const minor = typedMinor(typed, bet.currency);
  const why =
    minor === null || minor < 1
      ? fieldText(unclearMessage(typed, bet.currency) ?? '') ||
        i18n._({ id: 'autoCashOut.amount', message: 'Enter a cash-out value' })
      : minor > bet.potentialPayoutMinor &&
        i18n._({
          id: 'autoCashOut.high',
          message: 'The bet can never be worth more than {amount}',
          values: { amount: moneyText(bet.potentialPayoutMinor, bet.currency) },
        });
  return (
    <section
      aria-label={i18n._({ id: 'autoCashOut.title', message: 'Automatic cash-out' })}
      className="flex flex-col gap-3"
    >
      <h3 className="text-14 font-strong">{i18n._({ id: 'autoCashOut.title', message: 'Automatic cash-out' })}</h3>
      {bet.autoCashOutMinor !== undefined ? (
        <Notice
          action={
            <Button look="secondary" size="small" busy={save.isPending} onClick={() => save.mutate(null)}>
              {i18n._({ id: 'autoCashOut.remove', message: 'Remove' })}
            </Button>
          }
        >
          {i18n._({
            id: 'autoCashOut.set',
            message: 'The whole bet is cashed out as soon as it is worth {amount}.',
            values: { amount: moneyText(bet.autoCashOutMinor, bet.currency) },
          })}
        </Notice>
      ) : (
        <form
          noValidate
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (!why && minor !== null && !save.isPending) save.mutate(minor);
          }}
        >
          <TextField
            label={i18n._({
              id: 'autoCashOut.label',
              message: 'Cash out the whole bet at ({currency})',
              values: { currency: bet.currency },
            })}
            help={i18n._({
              id: 'autoCashOut.help',
              message: 'The bet is cashed out automatically as soon as it is worth that much.',
            })}
            inputMode="decimal"
            placeholder={decimalText(bet.stakeMinor, bet.currency)}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" look="secondary" busy={save.isPending} why={why} quietly={typed === ''}>
            {minor === null || minor < 1
              ? i18n._({ id: 'autoCashOut.button', message: 'Set' })
              : i18n._({
                  id: 'autoCashOut.setAt',
                  message: 'Cash out at {amount}',
                  values: { amount: moneyText(minor, bet.currency) },
                })}
          </Button>
        </form>
      )}
      {save.isError && <Notice tone="down">{cashOutUnavailableText(save.error) ?? errorText(save.error)}</Notice>}
    </section>
  );
}
