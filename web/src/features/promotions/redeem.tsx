/** Redeems points for cash in whole steps; the amount of cash is on the button. */
import { type Infer, Refusal } from '@fairline/proto/contract';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { loyaltyRefusals, loyaltyRoutes, loyaltyRules } from '@fairline/proto/promotions/loyalty';
import { i18n } from '@lingui/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { createIntent } from '../../client/http/intent.ts';
import { call } from '../../client/requests/call.ts';
import { moneyText } from '../../domain/money/money.tsx';
import { countText } from '../../figures.ts';
import { refusalText } from '../../refusals.ts';
import { Failure } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { redeemablePoints, redeemFault, worthOf } from './points.ts';

type Redeemed = Infer<typeof loyaltyRoutes.redeem.reply>;

export function Redeem({
  balance,
  currency,
  isPaused,
}: {
  balance: number;
  currency: PlayCurrencyCode;
  isPaused: boolean;
}) {
  const client = useQueryClient();
  const [intent] = useState(() => createIntent());
  const most = redeemablePoints(balance);
  const [typed, setTyped] = useState('');
  const points = typed.trim() === '' ? most : Number(typed);
  const fault = redeemFault(points, balance);
  const redeem = useMutation<Redeemed, Error, number>({
    mutationFn: (asked) => call(loyaltyRoutes.redeem, { body: { points: asked }, key: intent.keyFor(asked) }),
    onSuccess: ({ amountMinor, currency: paid }) => {
      intent.settle();
      setTyped('');
      notify.success(
        i18n._({
          id: 'redeem.done',
          message: '{amount} is in your balance',
          values: { amount: moneyText(amountMinor, paid) },
        }),
      );
    },
    onError: (error) => intent.settle(error),
    onSettled: () =>
      Promise.all([['promotions'], ['wallet']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  const { redeemPoints, redeemMinor } = loyaltyRules;
  const rate = i18n._({
    id: 'redeem.rate',
    message: '{points} points are {amount} in cash',
    values: { points: countText(redeemPoints), amount: moneyText(redeemMinor, currency) },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!fault && !redeem.isPending) redeem.mutate(points);
  };
  return (
    <section aria-labelledby="redeem" className="flex flex-col gap-3">
      <h2 id="redeem" className="text-16 font-strong">
        {i18n._({ id: 'redeem.title', message: 'Redeem points' })}
      </h2>
      <p className="text-13 text-ink-soft">{rate}</p>
      {isPaused ? (
        <p className="text-13">{refusalText(loyaltyRefusals.paused)}</p>
      ) : most === 0 ? (
        <p className="text-13">
          {i18n._({
            id: 'redeem.tooFew',
            message: 'You can redeem from {points} points on.',
            values: { points: countText(redeemPoints) },
          })}
        </p>
      ) : (
        <form noValidate onSubmit={submit} className="flex max-w-form flex-col gap-2">
          {redeem.error && (
            <Failure title={i18n._({ id: 'redeem.failed', message: 'Your points were not redeemed' })}>
              {errorText(redeem.error)}
            </Failure>
          )}
          <TextField
            inputMode="numeric"
            autoComplete="off"
            label={i18n._({ id: 'redeem.points', message: 'Points' })}
            value={typed}
            placeholder={String(most)}
            error={(typed.trim() !== '' && faultText(fault)) || undefined}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button
            type="submit"
            wide
            busy={redeem.isPending}
            why={fault && typed.trim() !== '' ? faultText(fault) : null}
            quietly
          >
            {fault
              ? i18n._({ id: 'redeem.title', message: 'Redeem points' })
              : i18n._({
                  id: 'redeem.action',
                  message: 'Redeem {points} points for {amount}',
                  values: { points: countText(points), amount: moneyText(worthOf(points), currency) },
                })}
          </Button>
        </form>
      )}
    </section>
  );
}

/** Uses the texts of the refusals that the server would return. */
function faultText(fault: ReturnType<typeof redeemFault>): string | null {
  if (fault === 'many') return refusalText(loyaltyRefusals.tooFewPoints);
  if (fault) return refusalText(new Refusal(loyaltyRefusals.pointsStep, { step: loyaltyRules.redeemPoints }));
  return null;
}
