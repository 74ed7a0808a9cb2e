/** Maps the codes of the ledger's SQL functions to the contract's refusals, with their params. */
import { common, Refusal, type RefusalType, refusalWithCode } from '@fairline/proto/contract';
import { type CurrencyCode, formatMoney } from '@fairline/proto/money';
import { formatOdds } from '@fairline/proto/odds';
import { dayResetsAt, monthResetsAt } from '@fairline/proto/periods';
import { adjustmentRefusals } from '@fairline/proto/wallet/adjustments';
import { grantRefusals, welcomeRefusals } from '@fairline/proto/wallet/grants';
import { freeBetRefusals, ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { paymentRefusals } from '@fairline/proto/wallet/payments';
import { leastWithdrawal } from './limits.ts';

type Params = Record<string, unknown> | null;

/** Codes of the database functions that differ from those of the contract. */
const renamed: Readonly<Record<string, RefusalType>> = {
  identity_required: ledgerRefusals.identityRequired,
  tombstone: ledgerRefusals.betGivenUp,
  key_reused: common.keyReused,
  bonus_unknown: grantRefusals.bonusUnknown,
};

/** Codes whose params go on to the browser as they are; the functions add params to other codes for their callers only. */
const explained = new Set([
  'reality_check',
  'account_not_active',
  'currency_not_accepted',
  'closed_loop',
  'bonus_not_staked',
  'rate_unavailable',
]);

const records = [common, ledgerRefusals, grantRefusals, welcomeRefusals, freeBetRefusals, paymentRefusals];

/** The refusal of a code. A code without one is a fault: the functions and this table no longer agree. */
export function refusalOf(
  code: string,
  params: Params,
  { currency, at }: { currency: CurrencyCode; at: Date },
): Refusal {
  if (code === 'free_bet_whole') {
    const { amountMinor } = params as { amountMinor: number };
    return new Refusal(freeBetRefusals.freeBetWhole, { amountMinor, amount: formatMoney(amountMinor, currency) });
  }
  if (code === 'free_bet_odds') {
    const { minOddsMilli } = params as { minOddsMilli: number };
    return new Refusal(freeBetRefusals.freeBetOdds, { minOddsMilli, odds: formatOdds(minOddsMilli, 'decimal') });
  }
  if (code === 'bonus_max_stake') return maxStakeRefusal(params as { maxStakeMinor: number; currency: CurrencyCode });
  if (code === 'adjustment_too_large') return ceilingRefusal(params as { maxMinor: number; currency: CurrencyCode });
  if (code === 'deposit_range')
    return rangeRefusal(params as { minMinor: number; maxMinor: number; currency: CurrencyCode });
  if (code === 'limit_exceeded') return limitRefusal(params as LimitParams, currency, at);
  return new Refusal(
    renamed[code] ?? refusalWithCode(code, ...records),
    explained.has(code) ? (params ?? {}) : undefined,
  );
}

function ceilingRefusal({ maxMinor, currency }: { maxMinor: number; currency: CurrencyCode }): Refusal {
  return new Refusal(adjustmentRefusals.adjustmentTooLarge, {
    maxMinor,
    currency,
    max: formatMoney(maxMinor, currency),
  });
}

function maxStakeRefusal({ maxStakeMinor, currency }: { maxStakeMinor: number; currency: CurrencyCode }): Refusal {
  return new Refusal(ledgerRefusals.bonusMaxStake, {
    maxStakeMinor,
    currency,
    max: formatMoney(maxStakeMinor, currency),
  });
}

/** The params of a broken limit. A player's own limits carry the time of their reset; the session limit has minutes instead of an amount. */
type LimitParams = {
  limit: string;
  limitMinor: number;
  remainingMinor?: number;
  limitMinutes?: number;
  resetsAt?: string;
  currency?: CurrencyCode;
};

function rangeRefusal(range: { minMinor: number; maxMinor: number; currency: CurrencyCode }): Refusal {
  const [min, max] = [formatMoney(range.minMinor, range.currency), formatMoney(range.maxMinor, range.currency)];
  return new Refusal(paymentRefusals.depositRange, { ...range, min, max });
}

/** `limit` in the params always names the limit; `maximum` is its size. */
function limitRefusal(params: LimitParams, asked: CurrencyCode, at: Date): Refusal {
  const { limit, limitMinor, remainingMinor = limitMinor, currency = asked } = params;
  const numbers = { ...params, remainingMinor, ...resetOf(limit, at) };
  if (limit === 'minWithdraw') {
    return new Refusal(paymentRefusals.withdrawalRange, {
      ...numbers,
      min: formatMoney(leastWithdrawal(limitMinor, remainingMinor), currency),
      available: formatMoney(remainingMinor, currency),
    });
  }
  if (limit === 'dailyWithdraw') {
    return new Refusal(paymentRefusals.dailyWithdrawalLimit, {
      ...numbers,
      maximum: formatMoney(limitMinor, currency),
    });
  }
  return new Refusal(ledgerRefusals.limitExceeded, numbers);
}

function resetOf(limit: string, at: Date): { resetsAt?: string } {
  if (limit.startsWith('daily')) return { resetsAt: dayResetsAt(at).toISOString() };
  if (limit.startsWith('monthly')) return { resetsAt: monthResetsAt(at).toISOString() };
  return {};
}
