/** The welcome bonus that is not paid yet, and why: the player must confirm their email, or an operator must decide. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { OwnPlay } from '@fairline/proto/wallet/players';
import { i18n } from '@lingui/core';
import { moneyText } from '../../../domain/money/money.tsx';
import { Notice } from '../../../ui/content/states.tsx';

export function PendingBonus({
  bonus,
  currency,
}: {
  bonus: NonNullable<OwnPlay['pendingBonus']>;
  currency: CurrencyCode;
}) {
  return (
    <Notice>
      {bonus.waitsFor === 'confirmation'
        ? i18n._({
            id: 'welcome.confirm',
            message: 'Confirm your email to receive {amount}',
            values: { amount: moneyText(bonus.amountMinor, currency) },
          })
        : i18n._({ id: 'welcome.review', message: 'We are checking your welcome bonus' })}
    </Notice>
  );
}
