/** The rows of the operators' rate table: every pair, even if never set, and the size of a change. Pure. */
import { type CurrencyCode, currencies } from '@fairline/proto/money';
import type { RateRow } from '@fairline/proto/wallet/exchange';
import { numberText } from '../../../figures.ts';

export interface Pair {
  from: CurrencyCode;
  to: CurrencyCode;
  /** Absent if it was never set. */
  row: RateRow | undefined;
  /** No conversion uses an outdated rate until it is set again. */
  state: 'on' | 'outdated' | 'unset';
}

export function pairsOf(rows: readonly RateRow[]): Pair[] {
  return currencies.flatMap((from) =>
    currencies
      .filter((to) => to !== from)
      .map((to) => {
        const row = rows.find((one) => one.from === from && one.to === to);
        return {
          from,
          to,
          row,
          state:
            !row || (row.available === false && row.changedBy === null)
              ? 'unset'
              : row.available === false
                ? 'outdated'
                : 'on',
        } as const;
      }),
  );
}

/** The rate with all decimals it was set with. */
export function exactRate(rate: number): string {
  return numberText(rate, { maximumFractionDigits: 10 });
}

/** "+2.5 %"; a change too small to show is "0 %". */
export function moveText(before: number, rate: number): string {
  return `${numberText((rate / before - 1) * 100, { maximumFractionDigits: 2, signDisplay: 'exceptZero' })} %`;
}
