/** The welcome bonus as short text: whole amounts without decimals. */
import { numberText } from '../../figures.ts';

export function bonusText(minor: number): string {
  return numberText(minor / 100, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: minor % 100 === 0 ? 0 : 2,
  });
}
