/**
 * Panels beside the withdrawal form: the bonus that a request forfeits, the amount that can be withdrawn now, money that must go back to its origin first, and
 * pending withdrawals.
 */
import type { CurrencyCode } from '@fairline/proto/money';
import type { Balance, ForfeitableBonus } from '@fairline/proto/wallet/ledger';
import type { PaymentMethod } from '@fairline/proto/wallet/payments';
import type { WalletLimits } from '@fairline/proto/wallet/players';
import { i18n } from '@lingui/core';
import { methodName } from '../../../domain/money/payment-labels.ts';
import { amountText } from '../../../figures.ts';
import { Notice } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { PendingPayments } from './pending-payments.tsx';
import type { Withdrawable } from './withdrawable.ts';

interface LoopProps {
  limits: WalletLimits;
  balance: Balance;
  methods: readonly PaymentMethod[];
  onFill: (method: string, amountMinor: number) => void;
}

export function ClosedLoop({ limits, balance, methods, onFill }: LoopProps) {
  if (limits.closedLoop.length === 0) return null;
  return (
    <section>
      <h3 className="text-14 font-strong">{i18n._({ id: 'loop.title', message: 'To be returned first' })}</h3>
      <p className="mt-1 text-13 text-ink-soft">
        {i18n._({
          id: 'loop.text',
          message:
            'Withdrawals first go back to the methods you deposited with, up to the amounts deposited. After that you can use any method.',
        })}
      </p>
      <ul className="mt-3 rounded-card border border-line bg-surface">
        {limits.closedLoop.map(({ method, amountMinor }) => (
          <li
            key={method}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 text-13 last:border-b-0"
          >
            <span>
              {i18n._({
                id: 'loop.item',
                message: '{amount} to {method}',
                values: { amount: amountText(amountMinor, balance.currency), method: methodName(method, methods) },
              })}
            </span>
            <Button look="secondary" size="small" onClick={() => onFill(method, amountMinor)}>
              {i18n._({ id: 'loop.fill', message: 'Fill in' })}
              <span className="sr-only">{methodName(method, methods)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Holds({ methods }: { methods: readonly PaymentMethod[] }) {
  return (
    <PendingPayments
      type="withdrawal"
      title={i18n._({ id: 'holds.title', message: 'Pending withdrawals' })}
      none={i18n._({ id: 'holds.none', message: 'No pending withdrawals' })}
      methods={methods}
    />
  );
}

interface WarningProps {
  /** The id of the element that describes the button. */
  id: string;
  bonus: ForfeitableBonus;
  currency: CurrencyCode;
}

export function BonusWarning({ id, bonus: { remainingMinor, stakedMinor }, currency }: WarningProps) {
  const [amount, staked] = [amountText(remainingMinor, currency), amountText(stakedMinor, currency)];
  return (
    <Notice tone="down">
      <div id={id}>
        {remainingMinor > 0 && (
          <p>
            {i18n._({
              id: 'withdraw.forfeits',
              message: 'Withdrawing now forfeits your bonus of {amount}.',
              values: { amount },
            })}
          </p>
        )}
        {stakedMinor > 0 && (
          <p>
            {i18n._({
              id: 'withdraw.forfeitsStaked',
              message:
                'Withdrawing now forfeits the {staked} of bonus money in your open bets and games, and any winnings from it.',
              values: { staked },
            })}
          </p>
        )}
      </div>
    </Notice>
  );
}

interface WithdrawableProps {
  now: Withdrawable;
  currency: CurrencyCode;
  /** The currency of money that must go back elsewhere first. */
  playCurrency: CurrencyCode;
  methods: readonly PaymentMethod[];
}

/** The amount that can be withdrawn now, and the bound that limits it. */
export function WithdrawableText({
  now: { amountMinor, bound, first, unplayedMinor = 0 },
  currency,
  playCurrency,
  methods,
}: WithdrawableProps) {
  const amount = amountText(amountMinor, currency);
  switch (bound) {
    case 'available':
      return i18n._({
        id: 'withdrawable.available',
        message: 'You can withdraw {amount} now: your available balance.',
        values: { amount },
      });
    case 'each':
      return i18n._({
        id: 'withdrawable.each',
        message: 'You can withdraw {amount} now: the maximum per withdrawal.',
        values: { amount },
      });
    case 'day':
      return i18n._({
        id: 'withdrawable.day',
        message: "You can withdraw {amount} now: what is left of today's limit.",
        values: { amount },
      });
    case 'month':
      return i18n._({
        id: 'withdrawable.month',
        message: "You can withdraw {amount} now: what is left of this month's limit.",
        values: { amount },
      });
    case 'unverified':
      return i18n._({
        id: 'withdrawable.unverified',
        message: 'You can withdraw {amount} now: what you deposited. Verified accounts withdraw more.',
        values: { amount },
      });
    case 'bonus':
      return i18n._({
        id: 'withdrawable.bonus',
        message: 'You can withdraw {amount} now: bet {unplayed} of your welcome bonus to withdraw the rest.',
        values: { amount, unplayed: amountText(unplayedMinor, playCurrency) },
      });
    case 'loop':
      if (!first)
        return i18n._({
          id: 'withdrawable.own',
          message: 'You can withdraw {amount} this way now: what you deposited with it.',
          values: { amount },
        });
      return i18n._({
        id: 'withdrawable.loop',
        message: 'You can withdraw {amount} this way now: {first} must go back to {method} first.',
        values: {
          amount,
          first: amountText(first.amountMinor, playCurrency),
          method: methodName(first.method, methods),
        },
      });
  }
}
