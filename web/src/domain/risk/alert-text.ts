/** The text of an alert in the language of the page: from its code and params, or the English of its server. */
import type { Message } from '@fairline/proto/contract';
import { type AlertWriter, alertMessageText } from '@fairline/proto/risk/alert-messages';
import { amountText, countText, numberText, percentText } from '../../figures.ts';
import { serverTexts } from '../../server-texts.ts';
import { ruleName } from './rule-labels.ts';

const writer: AlertWriter = {
  amount: ({ amountMinor, currency }) => amountText(amountMinor, currency),
  count: countText,
  percent: (share) => percentText(share, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  threshold: (threshold, unit) =>
    unit === 'minor'
      ? numberText(threshold / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
      : numberText(threshold),
  ruleName: (id) => ruleName({ id }),
};

interface Written {
  description: string;
  message?: Message | undefined;
}

export function alertText({ description, message }: Written): string {
  const texts = serverTexts();
  return (texts && message && alertMessageText(texts.alerts, message, writer)) ?? description;
}
