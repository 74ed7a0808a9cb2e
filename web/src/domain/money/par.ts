/** The text of sums over play currencies, which are added at par: one of each counts the same. */
import { playCurrencies } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { moneyText } from './money.tsx';

/** An amount without its currency. */
export function parText(minor: number): string {
  return moneyText(minor, playCurrencies[0]).replace(`\u00a0${playCurrencies[0]}`, '');
}

export function parNote(): string {
  return i18n._({
    id: 'desk.par',
    message: 'Real money only; {currencies} count at par.',
    values: { currencies: playCurrencies.join(', ') },
  });
}
