/**
 * The rules of the deposit and the withdrawal form, from the limits in force: the same sentences that the server would answer,
 * said before anything is sent.
 */
import { type CurrencyCode, formatMoney, parseMinor } from '@fairline/proto/money';
import { ManualDeposit, minDepositMinor, type PaymentMethod, Withdrawal, walletRefusals } from '@fairline/proto/wallet';
import { z } from 'zod';

const invalidAmount = 'Please enter a valid amount';
const between = (min: number, max: number, currency: CurrencyCode) =>
  walletRefusals.withdrawalRange.message.replace('{min}', formatMoney(min, currency)).replace('{available}', formatMoney(max, currency));

/** A typed amount in minor units, or null where it is none above zero. */
export function amountOf(text: string, currency: CurrencyCode): number | null {
  const minor = parseMinor(text, currency);
  return minor !== null && minor > 0 ? minor : null;
}

const Amount = (currency: CurrencyCode) => z.string().refine((text) => amountOf(text, currency) !== null, invalidAmount);

export interface DepositTerms {
  currency: CurrencyCode;
  methods: readonly PaymentMethod[];
  /** What the player may still deposit today; null while it is not known. */
  remainingMinor: number | null;
}

/** The largest proof the server takes. */
export const maxProofBytes = 5 * 1024 * 1024;
export const proofTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

export function depositForm({ currency, methods, remainingMinor }: DepositTerms) {
  return ManualDeposit.omit({ amountMinor: true, currency: true, proof: true })
    .extend({ amount: Amount(currency), proof: z.instanceof(File).optional() })
    .superRefine((values, context) => {
      const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      const method = methods.find(({ id }) => id === values.method);
      const amount = amountOf(values.amount, currency);
      if (method?.fields.includes('upiId') && !values.upiId) issue('upiId', walletRefusals.upiIdRequired.message);
      if (method && amount !== null) {
        const most = Math.min(method.maxMinor, remainingMinor ?? method.maxMinor);
        const least = Math.max(method.minMinor, minDepositMinor);
        if (amount < least || amount > most) issue('amount', between(least, most, currency));
      }
      if (values.proof && !proofTypes.includes(values.proof.type)) issue('proof', walletRefusals.proofInvalid.message);
      else if (values.proof && values.proof.size > maxProofBytes) issue('proof', 'The payment proof must be smaller than 5 MB');
    });
}

export interface WithdrawalTerms {
  currency: CurrencyCode;
  minMinor: number;
  availableMinor: number;
  /** The limit of the day and what is left of it. */
  dailyMinor: number;
  remainingMinor: number;
}

/** Why this amount cannot be withdrawn; null where it can. */
export function withdrawalObstacle(
  amountMinor: number | null,
  { currency, minMinor, availableMinor, dailyMinor, remainingMinor }: WithdrawalTerms,
): string | null {
  if (amountMinor === null) return invalidAmount;
  if (amountMinor < minMinor || amountMinor > availableMinor) return between(minMinor, availableMinor, currency);
  if (amountMinor > remainingMinor) return walletRefusals.dailyWithdrawalLimit.message.replace('{limit}', formatMoney(dailyMinor, currency));
  return null;
}

export function withdrawalForm(terms: WithdrawalTerms) {
  return Withdrawal.omit({ amountMinor: true, currency: true }).extend({
    amount: z.string().superRefine((text, context) => {
      const message = withdrawalObstacle(amountOf(text, terms.currency), terms);
      if (message) context.addIssue({ code: 'custom', message });
    }),
  });
}
