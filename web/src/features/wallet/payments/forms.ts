/** The rules of the deposit and the withdrawal form, from the limits in force: the server's own error messages, shown before anything is sent. */

import { Refusal } from '@fairline/proto/contract';
import { basisPoints, type CurrencyCode, formatMoney } from '@fairline/proto/money';
import type { PlayLimit } from '@fairline/proto/risk/limits';
import { fieldMessages } from '@fairline/proto/texts';
import type { Rate } from '@fairline/proto/wallet/exchange';
import {
  DestinationLabel,
  destinationFault,
  InstantDeposit,
  isDestination,
  ManualDeposit,
  Withdrawal,
} from '@fairline/proto/wallet/forms';
import type { Balance } from '@fairline/proto/wallet/ledger';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { type PaymentMethod, paymentRefusals } from '@fairline/proto/wallet/payments';
import { playerRefusals, type WalletLimits } from '@fairline/proto/wallet/players';
import { minDepositMinor, minWithdrawMinor } from '@fairline/proto/wallet/rules';
import { z } from 'zod';
import { unclearMessage } from '../../../figures.ts';
import { refusalText } from '../../../refusals.ts';
import { amountOf, invalidAmount } from '../balance/amounts.ts';
import { leastWorth, mostWorth, worthOf } from '../exchange/rates.ts';

const rangeText = (min: number, max: number, currency: CurrencyCode) =>
  refusalText(
    new Refusal(paymentRefusals.withdrawalRange, {
      min: formatMoney(min, currency),
      available: formatMoney(max, currency),
    }),
  );

/** The fee is taken from the deposited amount. */
export function creditOf(amountMinor: number, feeBp: number): { feeMinor: number; creditMinor: number } {
  const feeMinor = basisPoints(amountMinor, feeBp);
  return { feeMinor, creditMinor: amountMinor - feeMinor };
}

/** The accepted range of a method for this player now, in the play currency: the method's own range within what the player's limits leave. */
export function depositRange(
  method: PaymentMethod,
  limits: WalletLimits | undefined,
): { leastMinor: number; mostMinor: number } {
  const left = limits
    ? [limits.maxDepositMinor, limits.remaining.dailyDepositMinor, limits.remaining.monthlyDepositMinor]
    : [];
  return {
    leastMinor: Math.max(method.minMinor, limits?.minDepositMinor ?? minDepositMinor),
    mostMinor: Math.min(method.maxMinor, ...left),
  };
}

/** What the player's own deposit limits leave: the smallest remainder of all periods can be deposited now. */
export function withOwnLimits(
  limits: WalletLimits,
  own: readonly Pick<PlayLimit, 'limitType' | 'active' | 'remainingMinor'>[],
): WalletLimits {
  const left = own.flatMap(({ limitType, active, remainingMinor }) =>
    active && limitType.startsWith('deposit_') ? (remainingMinor ?? []) : [],
  );
  const { remaining } = limits;
  return { ...limits, remaining: { ...remaining, dailyDepositMinor: Math.min(remaining.dailyDepositMinor, ...left) } };
}

export interface DepositTerms {
  /** The play currency, which is that of the limits. */
  playCurrency: CurrencyCode;
  methods: readonly PaymentMethod[];
  limits?: WalletLimits | undefined;
  rates?: readonly Rate[] | undefined;
}

/** Why this amount cannot be deposited by this method; null if it can, or if only the server knows the rate. */
function depositObstacle(
  { playCurrency, limits, rates = [] }: DepositTerms,
  method: PaymentMethod | undefined,
  typed: string,
  currency: CurrencyCode,
): string | null {
  const amount = amountOf(typed, currency);
  if (amount === null) return unclearMessage(typed, currency) ?? invalidAmount;
  const worth = worthOf(amount, currency, playCurrency, rates);
  if (!method || worth === null) return null;
  const { leastMinor, mostMinor } = depositRange(method, limits);
  return worth < leastMinor || worth > mostMinor ? rangeText(leastMinor, mostMinor, playCurrency) : null;
}

/** The maximum size of a proof. */
export const maxProofBytes = 5 * 1024 * 1024;

export const proofTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

export function depositForm(terms: DepositTerms) {
  return ManualDeposit.omit({ amountMinor: true, proof: true })
    .extend({ amount: z.string(), proof: z.instanceof(File).optional() })
    .superRefine((values, context) => {
      const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      const method = terms.methods.find(({ id }) => id === values.method);
      const obstacle = depositObstacle(terms, method, values.amount, values.currency);
      if (obstacle) issue('amount', obstacle);
      if (method?.fields.includes('upiId') && !values.upiId) issue('upiId', refusalText(paymentRefusals.upiIdRequired));
      if (values.proof && !proofTypes.includes(values.proof.type))
        issue('proof', refusalText(paymentRefusals.proofInvalid));
      else if (values.proof && values.proof.size > maxProofBytes) issue('proof', fieldMessages.proofTooLarge);
    });
}

export function instantForm(terms: DepositTerms) {
  return InstantDeposit.omit({ amountMinor: true, savedMethodId: true })
    .extend({ amount: z.string(), saved: z.string() })
    .superRefine((values, context) => {
      const method = terms.methods.find(({ id }) => id === values.method);
      const message = depositObstacle(terms, method, values.amount, values.currency);
      if (message) context.addIssue({ code: 'custom', path: ['amount'], message });
    });
}

export interface WithdrawalTerms {
  currency: CurrencyCode;
  /** The currency of the limits. */
  playCurrency: CurrencyCode;
  minMinor: number;
  /** The maximum of one withdrawal, by the player's level. */
  mostMinor: number;
  availableMinor: number;
  /** The daily limit in the play currency, and what is left of it in this one. */
  dailyMinor: number;
  remainingMinor: number;
  /** The rate by which an amount counts; without it nothing can be withdrawn. */
  hasRate: boolean;
  /** Whether the player has a withdrawal PIN. */
  pin?: boolean;
}

/** The terms of a withdrawal from one account: limits are in the play currency, and count in another at the current rate. */
export function withdrawalTerms(
  currency: CurrencyCode,
  {
    balance,
    limits,
    rates,
    hasPin,
  }: { balance: Balance; limits: WalletLimits; rates: readonly Rate[]; hasPin: boolean },
): WithdrawalTerms {
  const playCurrency = balance.currency;
  const account = balance.accounts.find((one) => one.currency === currency);
  const held = account ? account.cashMinor - account.heldMinor : 0;
  const isPlayed = currency === playCurrency;
  const availableMinor = isPlayed ? balance.availableMinor : held;
  const least = isPlayed ? limits.minWithdrawMinor : leastWorth(minWithdrawMinor, currency, playCurrency, rates);
  const most = (minor: number) => mostWorth(minor, currency, playCurrency, rates) ?? 0;
  return {
    currency,
    playCurrency,
    // A balance below the minimum can only be withdrawn as a whole.
    minMinor: availableMinor > 0 ? Math.min(least ?? 1, availableMinor) : (least ?? 1),
    mostMinor: isPlayed ? limits.maxWithdrawMinor : most(limits.maxWithdrawMinor),
    availableMinor,
    dailyMinor: limits.dailyWithdrawMinor,
    remainingMinor: most(Math.min(limits.remaining.dailyWithdrawMinor, limits.remaining.monthlyWithdrawMinor)),
    hasRate: least !== null,
    pin: hasPin,
  };
}

/** Why this amount cannot be withdrawn; null if it can. */
export function withdrawalObstacle(amountMinor: number | null, terms: WithdrawalTerms): string | null {
  const { currency, playCurrency, minMinor, dailyMinor, remainingMinor } = terms;
  const mostMinor = Math.min(terms.availableMinor, terms.mostMinor);
  if (amountMinor === null) return invalidAmount;
  if (!terms.hasRate) return refusalText(ledgerRefusals.rateUnavailable);
  if (amountMinor < minMinor || amountMinor > mostMinor) return rangeText(minMinor, mostMinor, currency);
  if (amountMinor > remainingMinor)
    return refusalText(
      new Refusal(paymentRefusals.dailyWithdrawalLimit, { maximum: formatMoney(dailyMinor, playCurrency) }),
    );
  return null;
}

export function withdrawalForm(terms: WithdrawalTerms) {
  return Withdrawal.omit({ amountMinor: true, currency: true, save: true })
    .extend({
      save: z.boolean().optional(),
      label: DestinationLabel.optional(),
      amount: z.string().superRefine((text, context) => {
        const message =
          unclearMessage(text, terms.currency) ?? withdrawalObstacle(amountOf(text, terms.currency), terms);
        if (message) context.addIssue({ code: 'custom', message });
      }),
    })
    .refine(isDestination, destinationFault)
    .superRefine(({ pin }, context) => {
      if (terms.pin && !pin)
        context.addIssue({ code: 'custom', path: ['pin'], message: refusalText(playerRefusals.pinRequired) });
    });
}
