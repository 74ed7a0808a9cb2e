/** Limits in force and what is left of them: each a line that shortens as it is used, with its next reset in the player's timezone. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { WalletLimits } from '@fairline/proto/wallet/players';
import { i18n } from '@lingui/core';
import { whenText } from '../../../domain/people/display-settings.ts';
import { amountText } from '../../../figures.ts';

interface Props {
  kind: 'deposit' | 'withdraw';
  limits: WalletLimits;
  currency: CurrencyCode;
}

export function LimitsPanel({ kind, limits, currency }: Props) {
  const deposit = kind === 'deposit';
  const isVerified = limits.level === 'verified';
  const range = {
    min: amountText(deposit ? limits.minDepositMinor : limits.minWithdrawMinor, currency),
    max: amountText(deposit ? limits.maxDepositMinor : limits.maxWithdrawMinor, currency),
  };
  const day = deposit ? 'dailyDepositMinor' : 'dailyWithdrawMinor';
  const month = deposit ? 'monthlyDepositMinor' : 'monthlyWithdrawMinor';
  const used = [
    [i18n._({ id: 'limits.day', message: 'Today' }), limits[day], limits.remaining[day], limits.dayResetsAt],
    [
      i18n._({ id: 'limits.month', message: 'This month' }),
      limits[month],
      limits.remaining[month],
      limits.monthResetsAt,
    ],
  ] as const;
  return (
    <section>
      <h3 className="text-14 font-strong">
        {deposit
          ? i18n._({ id: 'limits.depositTitle', message: 'Deposit limits' })
          : i18n._({ id: 'limits.title', message: 'Withdrawal limits' })}
      </h3>
      <p className="mt-1 text-13 text-ink-soft">
        {deposit
          ? i18n._({ id: 'limits.eachDeposit', message: '{min} to {max} each.', values: range })
          : isVerified
            ? i18n._({
                id: 'limits.eachVerified',
                message: '{min} to {max} each, decided first, within 24 hours.',
                values: range,
              })
            : i18n._({ id: 'limits.each', message: '{min} to {max} each, decided within 24-48 hours.', values: range })}
      </p>
      <ul className="mt-4 flex flex-col gap-4">
        {used.map(([name, limit, left, resetsAt]) => (
          <li key={name}>
            <p className="flex justify-between gap-4 text-13">
              <span className="font-medium">{name}</span>
              <span className="figures">
                {i18n._({
                  id: 'limits.left',
                  message: '{left} of {limit} left',
                  values: { left: amountText(left, currency), limit: amountText(limit, currency) },
                })}
              </span>
            </p>
            <div aria-hidden className="mt-2 h-0.5 bg-line">
              <div className="h-full bg-act" style={{ width: `${limit === 0 ? 0 : (left / limit) * 100}%` }} />
            </div>
            <p className="mt-1 text-12 text-ink-soft">
              {i18n._({ id: 'limits.resets', message: 'Resets {at}', values: { at: whenText(resetsAt) } })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
