/** The limits that a player set, with name and amount as in force. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { PlayLimits } from '@fairline/proto/wallet/players';
import { i18n } from '@lingui/core';
import { countText } from '../../figures.ts';
import { moneyText } from './money.tsx';

export function ownLimitRows(own: PlayLimits, currency: CurrencyCode): [name: string, size: string][] {
  return Object.entries(own).flatMap(([name, value]): [string, string][] =>
    typeof value === 'number'
      ? [
          [
            i18n._({
              id: 'userMoney.own',
              message: 'Own limit: {name}',
              values: { name: ownLimitName(name as keyof PlayLimits) },
            }),
            name.endsWith('Minor') ? moneyText(value, currency) : countText(value),
          ],
        ]
      : [],
  );
}

function ownLimitName(name: keyof PlayLimits): string {
  const names: Record<keyof PlayLimits, () => string> = {
    depositDayMinor: () => i18n._({ id: 'own.depositDay', message: 'daily deposits' }),
    depositWeekMinor: () => i18n._({ id: 'own.depositWeek', message: 'weekly deposits' }),
    depositMonthMinor: () => i18n._({ id: 'own.depositMonth', message: 'monthly deposits' }),
    lossDayMinor: () => i18n._({ id: 'own.lossDay', message: 'daily loss' }),
    lossWeekMinor: () => i18n._({ id: 'own.lossWeek', message: 'weekly loss' }),
    lossMonthMinor: () => i18n._({ id: 'own.lossMonth', message: 'monthly loss' }),
    betMinor: () => i18n._({ id: 'own.bet', message: 'stake per bet' }),
    sessionMinutes: () => i18n._({ id: 'own.session', message: 'session minutes' }),
  };
  return names[name]();
}
