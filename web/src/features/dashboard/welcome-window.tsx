/**
 * Tells a player once of the welcome bonus that was paid to him, and what binds it. It waits while he types or another question is open,
 * and whichever way it is closed he has seen it, on every device.
 */
import type { CurrencyCode } from '@fairline/proto/money';
import type { WalletStats } from '@fairline/proto/wallet';
import { cashierRoutes } from '@fairline/proto/wallet/cashier';
import type { OwnStanding } from '@fairline/proto/wallet/limits';
import { i18n } from '@lingui/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../client/call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { moneyText } from '../../ui/money.tsx';
import { notify } from '../../ui/notify.ts';

interface WelcomeWindowProps {
  minor: number;
  currency: CurrencyCode;
  verified: boolean;
  /** Where what was read of him is kept. */
  kept: readonly unknown[];
}

/** Long enough that going from one field to the next is not an end of typing. */
const lookMs = 1_000;
const typesIn = 'input, textarea, select, [contenteditable]';
const isFree = () => !document.hidden && !document.querySelector('dialog[open], [popover]:popover-open') && !document.activeElement?.matches(typesIn);

/** True from the first moment on that finds nobody busy. */
function useFreeMoment(): boolean {
  const [free, setFree] = useState(isFree);
  useEffect(() => {
    if (free) return;
    const timer = setInterval(() => setFree(isFree()), lookMs);
    return () => clearInterval(timer);
  }, [free]);
  return free;
}

export function WelcomeWindow({ minor, currency, verified, kept }: WelcomeWindowProps) {
  const client = useQueryClient();
  const free = useFreeMoment();
  const [closed, setClosed] = useState(false);
  const seen = useMutation({
    mutationFn: () => call(cashierRoutes.welcomeSeen),
    retry: 3,
    onSuccess: () => client.setQueryData<WalletStats & OwnStanding>(kept, (stats) => stats && { ...stats, welcomeBonusMinor: undefined }),
  });
  const amount = moneyText(minor, currency);
  const close = () => {
    if (closed) return;
    // Nobody asked for this window: the focus goes back to where it was, and to nothing in its place where it was nowhere.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    setClosed(true);
    seen.mutate();
  };
  const claim = () => {
    close();
    notify.success(i18n._({ id: 'welcome.claimed', message: 'Your welcome bonus of {amount} is in your balance', values: { amount } }));
  };
  return (
    <Dialog
      open={free && !closed}
      onClose={close}
      onSubmit={claim}
      title={i18n._({ id: 'welcome.title', message: 'Your welcome bonus: {amount}', values: { amount } })}
      foot={
        <>
          <Button look="quiet" onClick={close}>
            {i18n._({ id: 'dialog.close', message: 'Close' })}
          </Button>
          <Button type="submit">{i18n._({ id: 'welcome.claim', message: 'Claim {amount}', values: { amount } })}</Button>
        </>
      }
    >
      <p>
        {i18n._({
          id: 'welcome.paid',
          message: 'We paid {amount} into your balance when you registered. It is cash, with no wagering requirement.',
          values: { amount },
        })}
      </p>
      {!verified && (
        <p className="text-ink-soft">
          {i18n._({ id: 'withdraw.unverified', message: 'Until you are verified you can withdraw what you deposited, not a bonus or what it won.' })}
        </p>
      )}
    </Dialog>
  );
}
