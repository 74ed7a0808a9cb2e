/** Converts a typed limit to the value that the server expects. Pure. */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { type LimitType, limitRules } from '@fairline/proto/risk/limits';
import { typedMinor } from '../../../figures.ts';

/** Null if it is not above zero, too large, or not an amount. */
export function typedLimit(
  type: LimitType,
  typed: string,
  currency: PlayCurrencyCode,
): { amountMinor: number } | { minutes: number } | null {
  if (type === 'session_time') {
    const minutes = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0;
    return minutes > 0 && minutes <= limitRules.maxMinutes ? { minutes } : null;
  }
  const amountMinor = typedMinor(typed, currency);
  return amountMinor !== null && amountMinor > 0 && amountMinor <= limitRules.maxAmountMinor ? { amountMinor } : null;
}
