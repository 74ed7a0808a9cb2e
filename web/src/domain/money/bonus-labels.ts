/** The sentence about bonus money: what it can be staked on, until when, and the highest stake. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { ActiveBonus } from '@fairline/proto/wallet/ledger';
import type { Product } from '@fairline/proto/wallet/rules';
import { i18n } from '@lingui/core';
import { dayText } from '../people/display-settings.ts';
import { moneyText } from './money.tsx';

export function bonusUseText(
  { remainingMinor, products, expiresAt, maxStakeMinor }: ActiveBonus,
  currency: CurrencyCode,
): string {
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(products.map(productName));
  const values = { amount: moneyText(remainingMinor, currency), products: names, day: dayText(expiresAt) };
  if (maxStakeMinor === null)
    return i18n._({ id: 'bonus.use', message: '{amount} bonus can be used on {products} until {day}.', values });
  return i18n._({
    id: 'bonus.useAtMost',
    message: '{amount} bonus can be used on {products} until {day}, at most {max} per stake.',
    values: { ...values, max: moneyText(maxStakeMinor, currency) },
  });
}

function productName(product: Product): string {
  switch (product) {
    case 'sports':
      return i18n._({ id: 'bonus.sports', message: 'sports' });
    case 'slots':
      return i18n._({ id: 'bonus.slots', message: 'slots' });
    case 'table':
      return i18n._({ id: 'bonus.table', message: 'table games' });
    case 'lottery':
      return i18n._({ id: 'bonus.lottery', message: 'the prize lottery' });
  }
}
