/** Numbers as articles print them. They come from the rules that the services enforce, so that no article keeps a number of its own. */
import { formatMoney, numberMarks } from '@fairline/proto/money';
import type { FaqLanguage } from '@fairline/proto/support/faq';

export function figuresIn(language: FaqLanguage) {
  const marks = numberMarks[language];
  const number = (value: number, decimals = 0) =>
    value.toLocaleString(language, { minimumFractionDigits: decimals, useGrouping: 'always' });
  return {
    /** Limits are the same number in each play currency, so none is named. */
    amount: (minor: number) => formatMoney(minor, 'USD', marks).replace(' USD', ''),
    number,
    percent: (value: number) =>
      `${value.toLocaleString(language, { maximumFractionDigits: 2 })}${language === 'es' ? ' ' : ''}%`,
    basisPoints: (value: number) =>
      `${(value / 100).toLocaleString(language, { maximumFractionDigits: 2 })}${language === 'es' ? ' ' : ''}%`,
    odds: (milli: number) => number(milli / 1_000, 2),
  };
}
