/**
 * Shows a player the paid welcome bonus and its conditions once. It waits while they type or another dialog is open. Closing it in any way counts as seen, on
 * every device.
 */
import type { CurrencyCode } from '@fairline/proto/money';
import type { WalletStats } from '@fairline/proto/wallet/history';
import type { OwnPlay } from '@fairline/proto/wallet/players';
import { i18n } from '@lingui/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isUndecided } from '../../client/http/http.ts';
import { moneyText } from '../../domain/money/money.tsx';
import { useStore } from '../../store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { dismissedStore, isHere, sendDismissal } from './welcome-dismissed.ts';

interface WelcomeWindowProps {
  playerId: string;
  minor: number;
  currency: CurrencyCode;
  verified: boolean;
  /** The query for whether the window was seen. */
  kept: readonly unknown[];
}

/** Long enough that moving between fields does not count as the end of typing. */
const lookMs = 1_000;
const typesIn = 'input, textarea, select, [contenteditable]';
/** Loads a dismissal from another tab before anything is shown. */
function isFree(): boolean {
  dismissedStore.reread();
  return (
    !document.hidden &&
    !document.querySelector('dialog[open], [popover]:popover-open') &&
    !document.activeElement?.matches(typesIn)
  );
}

/** Becomes true once the player is not busy, and stays. */
function useFreeMoment(): boolean {
  const [free, setFree] = useState(isFree);
  useEffect(() => {
    if (free) return;
    const timer = setInterval(() => setFree(isFree()), lookMs);
    return () => clearInterval(timer);
  }, [free]);
  return free;
}

export function WelcomeWindow({ playerId, minor, currency, verified, kept }: WelcomeWindowProps) {
  const client = useQueryClient();
  const free = useFreeMoment();
  const isDismissed = useStore(dismissedStore) === playerId;
  const { mutate: send } = useMutation({
    mutationFn: sendDismissal,
    retry: (failures, error) => failures < 3 && isUndecided(error),
    onSuccess: (_, id) => {
      if (isHere(id))
        client.setQueryData<WalletStats & OwnPlay>(
          kept,
          (stats) => stats && { ...stats, welcomeBonusMinor: undefined },
        );
    },
  });
  // Also true if it was closed before but the server has not recorded it yet.
  useEffect(() => {
    if (isDismissed) send(playerId);
  }, [isDismissed, playerId, send]);
  const amount = moneyText(minor, currency);
  const close = () => {
    if (dismissedStore.get() === playerId) return;
    // The window opened by itself: the focus returns to where it was (Escape has already done so), or nowhere if there was none.
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused.closest('dialog')) focused.blur();
    dismissedStore.set(playerId);
  };
  const claim = () => {
    close();
    notify.success(
      i18n._({
        id: 'welcome.claimed',
        message: 'Your welcome bonus of {amount} is in your balance',
        values: { amount },
      }),
    );
  };
  return (
    <Dialog
      open={free && !isDismissed}
      onClose={close}
      onSubmit={claim}
      title={i18n._({ id: 'welcome.title', message: 'Your welcome bonus: {amount}', values: { amount } })}
      foot={
        <>
          <Button look="quiet" onClick={close}>
            {i18n._({ id: 'dialog.close', message: 'Close' })}
          </Button>
          <Button type="submit">
            {i18n._({ id: 'welcome.claim', message: 'Claim {amount}', values: { amount } })}
          </Button>
        </>
      }
    >
      {/* A key pressed while the window opens was meant for the page, so the window ignores it. */}
      <p data-first tabIndex={-1} className="outline-none">
        {i18n._({
          id: 'welcome.paid',
          message: 'We paid {amount} into your balance. It is cash: bet it once, and it is yours to withdraw.',
          values: { amount },
        })}
      </p>
      {!verified && (
        <p className="text-ink-soft">
          {i18n._({
            id: 'withdraw.unverified',
            message: 'Until you are verified, you can withdraw what you deposited, but no bonus or winnings from it.',
          })}
        </p>
      )}
    </Dialog>
  );
}
