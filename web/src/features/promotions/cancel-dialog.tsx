/** Cancels a claim after showing what the player loses; the amount is on the button. */
import { type Claim, claimRoutes } from '@fairline/proto/promotions/claims';
import { i18n } from '@lingui/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { createIntent } from '../../client/http/intent.ts';
import { call } from '../../client/requests/call.ts';
import { moneyText } from '../../domain/money/money.tsx';
import { isWagered } from '../../domain/promotions/terms.ts';
import { Failure } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { balanceQuery } from './queries.ts';

export function CancelDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const client = useQueryClient();
  const [intent] = useState(() => createIntent());
  const { data: balance } = useQuery(balanceQuery);
  const lostMinor = lostOf(claim, balance?.bonusMinor);
  const cancel = useMutation<Claim, Error>({
    mutationFn: () => call(claimRoutes.cancelClaim, { params: { id: claim.id }, key: intent.keyFor(claim.id) }),
    onSuccess: () => {
      intent.settle();
      notify.success(i18n._({ id: 'cancel.done', message: 'Promotion cancelled' }));
      onClose();
    },
    onError: (error) => intent.settle(error),
    onSettled: () =>
      Promise.all([['promotions'], ['wallet']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  const amount = moneyText(lostMinor, claim.currency);
  return (
    <Dialog
      open
      title={i18n._({ id: 'cancel.title', message: 'Cancel {name}?', values: { name: claim.name } })}
      onClose={onClose}
      onSubmit={() => !cancel.isPending && cancel.mutate()}
      foot={
        <>
          <Button look="quiet" onClick={onClose} data-first>
            {i18n._({ id: 'cancel.keep', message: 'Keep it' })}
          </Button>
          <Button type="submit" look="danger" busy={cancel.isPending}>
            {lostMinor > 0
              ? i18n._({ id: 'cancel.lose', message: 'Cancel and lose {amount}', values: { amount } })
              : i18n._({ id: 'claim.cancel', message: 'Cancel promotion' })}
          </Button>
        </>
      }
    >
      {cancel.error && (
        <Failure title={i18n._({ id: 'cancel.failed', message: 'The promotion was not cancelled' })}>
          {errorText(cancel.error)}
        </Failure>
      )}
      <p>{lossText(claim, lostMinor, amount)}</p>
      <p className="text-ink-soft">
        {i18n._({ id: 'cancel.forGood', message: 'You cannot claim this promotion again.' })}
      </p>
    </Dialog>
  );
}

/** Bonus money and its winnings are in the wallet; a free bet is lost as a whole. */
export function lostOf(
  { status, type, bonusMinor }: Pick<Claim, 'status' | 'type' | 'bonusMinor'>,
  walletBonusMinor: number | undefined,
): number {
  if (status !== 'active') return 0;
  if (isWagered(type)) return walletBonusMinor ?? bonusMinor;
  return type === 'free_bet' ? bonusMinor : 0;
}

function lossText({ status, type }: Claim, lostMinor: number, amount: string): string {
  if (status !== 'active')
    return i18n._({ id: 'cancel.nothing', message: 'No bonus was paid yet, so nothing is lost.' });
  if (type === 'free_bet')
    return i18n._({ id: 'cancel.freeBet', message: 'You lose your free bet of {amount}.', values: { amount } });
  if (type === 'cashback')
    return i18n._({ id: 'cancel.cashback', message: 'You get no more cashback, not even for the week under way.' });
  if (type === 'loyalty_points')
    return i18n._({
      id: 'cancel.points',
      message: 'You keep the points that you have. New stakes earn no extra points.',
    });
  return lostMinor > 0
    ? i18n._({
        id: 'cancel.bonus',
        message:
          'You lose {amount}: your bonus money and what you won with it. The bonus part of open bets is lost too. Your cash stays.',
        values: { amount },
      })
    : i18n._({
        id: 'cancel.bonusPlayed',
        message: 'You have no bonus money left. The bonus part of open bets is lost. Your cash stays.',
      });
}
