/** The arithmetic of cashing out, identical to the server's: the part of a bet, its payout, the lifetime of a quote. Pure. */
import { type CashOutQuote, cashOutRefusals } from '@fairline/proto/betting/cash-out';
import { cashOutRules } from '@fairline/proto/betting/rules';
import { cashOutShareMinor, stakeShareMinor } from '@fairline/proto/betting/shares';
import { Refusal } from '@fairline/proto/contract';
import { i18n } from '@lingui/core';

/** The stake of a percentage of the open part, and its payout by the quote. */
export function partOf(
  { openStakeMinor, amountMinor }: Pick<CashOutQuote, 'openStakeMinor' | 'amountMinor'>,
  percent: number,
): { stakeMinor: number; paidMinor: number } {
  const stakeMinor = stakeShareMinor(openStakeMinor, percent / 100);
  return { stakeMinor, paidMinor: cashOutShareMinor(amountMinor, stakeMinor, openStakeMinor) };
}

export function isTooSmall({ stakeMinor, paidMinor }: { stakeMinor: number; paidMinor: number }): boolean {
  return stakeMinor < 1 || paidMinor < cashOutRules.minAmountMinor;
}

/** Whether the refusal can be solved by a new quote: the value moved, or the quote is no longer valid. */
export function wantsNewQuote(error: unknown): boolean {
  return (
    error instanceof Refusal &&
    [cashOutRefusals.worthLess, cashOutRefusals.quoteExpired, cashOutRefusals.quoteUsed].some((type) => error.is(type))
  );
}

/** Why a bet has no value now; null if the refusal has another reason. */
export function cashOutUnavailableText(error: unknown): string | null {
  if (!(error instanceof Refusal) || !error.is(cashOutRefusals.unavailable)) return null;
  switch (error.params?.reason) {
    case 'suspended':
      return i18n._({
        id: 'cashOut.suspended',
        message: 'A market of this bet is suspended. Try again when it is open.',
      });
    case 'priceless':
      return i18n._({
        id: 'cashOut.priceless',
        message: 'A leg of this bet has no price at the moment. Try again shortly.',
      });
    case 'pending':
      return i18n._({ id: 'cashOut.pending', message: 'The bet is not accepted yet.' });
    case 'free_bet':
      return i18n._({ id: 'cashOut.freeBet', message: 'A free bet cannot be cashed out.' });
    case 'provisional':
      return i18n._({
        id: 'cashOut.provisional',
        message: 'A result of this bet is not confirmed yet. Try again once it is.',
      });
    case 'worthless':
      return i18n._({ id: 'cashOut.worthless', message: 'This bet has no cash-out value at the moment.' });
    default:
      return null;
  }
}
