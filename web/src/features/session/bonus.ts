/** The welcome bonus in words, as short as it goes: whole amounts without decimals. */
import { i18n } from '@lingui/core';

export function bonusText(minor: number): string {
  return (minor / 100).toLocaleString(i18n.locale, { style: 'currency', currency: 'USD', minimumFractionDigits: minor % 100 === 0 ? 0 : 2 });
}
