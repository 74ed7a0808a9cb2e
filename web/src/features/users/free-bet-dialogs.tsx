/** Gives a player a free bet for a number of days, and cancels it while it is unused; each with a typed reason and an audit record. */

import { betRules } from '@fairline/proto/betting/rules';
import type { CurrencyCode, PlayCurrencyCode } from '@fairline/proto/money';
import { dayMs } from '@fairline/proto/time';
import { type Adjustment, adjustmentRoutes } from '@fairline/proto/wallet/adjustments';
import { type FreeBet, grantRoutes } from '@fairline/proto/wallet/grants';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { moneyText } from '../../domain/money/money.tsx';
import { amountText, typedMinor } from '../../figures.ts';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';

interface GiveProps {
  user: { id: string; email: string; currency: PlayCurrencyCode };
  onClose: () => void;
}

const lasts = [1, 3, 7, 14, 30, 90];

export function GiveFreeBetDialog({ user, onClose }: GiveProps) {
  const { currency } = user;
  const [typed, setTyped] = useState('');
  const [days, setDays] = useState(7);
  const amountMinor = typedMinor(typed, currency) ?? 0;
  const gift = useAction<{ reason: string; expiresAt: string }, Adjustment>({
    run: (input, key) =>
      call(adjustmentRoutes.giveFreeBet, { body: { userId: user.id, amountMinor, currency, ...input }, key }),
    onDone: (made) => {
      notify.success(
        made.status === 'pending'
          ? i18n._({ id: 'freeBets.pending', message: 'Requested. Another operator must approve this free bet.' })
          : i18n._({ id: 'freeBets.given', message: 'Free bet given. The action is recorded.' }),
      );
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={i18n._({ id: 'freeBets.giveTitle', message: 'Give {email} a free bet', values: { email: user.email } })}
      action={
        amountMinor > 0
          ? i18n._({
              id: 'freeBets.giveAmount',
              message: 'Give a free bet of {amount}',
              values: { amount: moneyText(amountMinor, currency) },
            })
          : i18n._({ id: 'freeBets.give', message: 'Give a free bet' })
      }
      busy={gift.isPending}
      why={
        amountMinor < betRules.minStakeMinor &&
        i18n._({
          id: 'slip.minimum',
          message: 'The minimum stake is {amount}',
          values: { amount: amountText(betRules.minStakeMinor, currency) },
        })
      }
      failure={
        gift.failure && {
          title: i18n._({ id: 'freeBets.notGiven', message: 'The free bet was not given' }),
          text: errorText(gift.failure),
        }
      }
      onReason={(reason) => gift.mutate({ reason, expiresAt: new Date(Date.now() + days * dayMs).toISOString() })}
      onClose={onClose}
    >
      <p>
        {i18n._({
          id: 'freeBets.lead',
          message:
            'It is staked as a whole on one bet and costs the player nothing. The player keeps the winnings; the stake is not returned.',
        })}
      </p>
      <div className="grid grid-cols-[1fr_9rem] gap-2">
        <TextField
          autoFocus
          inputMode="decimal"
          label={i18n._({ id: 'field.amount', message: 'Amount' })}
          suffix={currency}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label={i18n._({ id: 'freeBets.lasts', message: 'Can be used for' })}
          value={days}
          onChange={({ target }) => setDays(Number(target.value))}
        >
          {lasts.map((count) => (
            <option key={count} value={count}>
              {i18n._({
                id: 'freeBets.days',
                message: '{count, plural, one {# day} other {# days}}',
                values: { count },
              })}
            </option>
          ))}
        </SelectField>
      </div>
    </ReasonDialog>
  );
}

export function TakeBackFreeBetDialog({ freeBet, onClose }: { freeBet: FreeBet; onClose: () => void }) {
  const amount = moneyText(freeBet.amountMinor, freeBet.currency as CurrencyCode);
  const taking = useAction<string, { forfeitedMinor: number }>({
    run: (reason) => call(grantRoutes.takeBackFreeBet, { params: { id: freeBet.claimId }, body: { reason } }),
    onDone: ({ forfeitedMinor }) => {
      if (forfeitedMinor > 0)
        notify.success(i18n._({ id: 'freeBets.taken', message: 'Free bet revoked. The action is recorded.' }));
      else
        notify.error(
          i18n._({
            id: 'freeBets.staked',
            message: 'It was staked a moment ago, so the bet stands; the free bet does not come back to the player.',
          }),
        );
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={i18n._({ id: 'freeBets.takeTitle', message: 'Revoke the free bet of {amount}', values: { amount } })}
      action={i18n._({ id: 'freeBets.take', message: 'Revoke' })}
      danger
      busy={taking.isPending}
      failure={
        taking.failure && {
          title: i18n._({ id: 'freeBets.notTaken', message: 'The free bet was not revoked' }),
          text: errorText(taking.failure),
        }
      }
      onReason={(reason) => taking.mutate(reason)}
      onClose={onClose}
    />
  );
}
