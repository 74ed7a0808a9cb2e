/** The player's own limits by name, with their amount and what is left. */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import type { LimitType, PlayLimit } from '@fairline/proto/risk/limits';
import { i18n } from '@lingui/core';
import { countText } from '../../figures.ts';
import { moneyText } from '../money/money.tsx';

const names: Record<LimitType, () => string> = {
  deposit_daily: () => i18n._({ id: 'safe.limit.depositDaily', message: 'Daily deposit' }),
  deposit_weekly: () => i18n._({ id: 'safe.limit.depositWeekly', message: 'Weekly deposit' }),
  deposit_monthly: () => i18n._({ id: 'safe.limit.depositMonthly', message: 'Monthly deposit' }),
  loss_daily: () => i18n._({ id: 'safe.limit.lossDaily', message: 'Daily loss' }),
  loss_weekly: () => i18n._({ id: 'safe.limit.lossWeekly', message: 'Weekly loss' }),
  loss_monthly: () => i18n._({ id: 'safe.limit.lossMonthly', message: 'Monthly loss' }),
  session_time: () => i18n._({ id: 'safe.limit.session', message: 'Session time' }),
  bet_amount: () => i18n._({ id: 'safe.limit.bet', message: 'Stake per bet' }),
};

export const limitName = (type: LimitType): string => names[type]();

/** "1 h 5 min", "3 h", or "45 min" below an hour. */
export function lengthText(total: number): string {
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  if (hours > 0 && minutes === 0)
    return i18n._({ id: 'playTime.wholeHours', message: '{hours} h', values: { hours: countText(hours) } });
  return hours > 0
    ? i18n._({ id: 'playTime.hours', message: '{hours} h {minutes} min', values: { hours: countText(hours), minutes } })
    : i18n._({ id: 'playTime.minutes', message: '{minutes} min', values: { minutes } });
}

type Value = Pick<PlayLimit, 'amountMinor' | 'minutes'>;

/** The amount or minutes of a limit, or of its pending change; null if it has none. */
export function valueText({ amountMinor, minutes }: Value, currency: PlayCurrencyCode): string | null {
  if (amountMinor !== undefined) return moneyText(amountMinor, currency);
  return minutes === undefined ? null : lengthText(minutes);
}

/** What is left of a limit in its period; null for a maximum bet, which has no period. */
export function leftText({ remainingMinor, remainingMinutes }: PlayLimit, currency: PlayCurrencyCode): string | null {
  if (remainingMinor !== undefined) return moneyText(remainingMinor, currency);
  return remainingMinutes === undefined ? null : lengthText(remainingMinutes);
}

/** The share that is left, from 0 to 1; null if nothing is counted. */
export function leftShare({ amountMinor, minutes, remainingMinor, remainingMinutes }: PlayLimit): number | null {
  const [size, left] = amountMinor === undefined ? [minutes, remainingMinutes] : [amountMinor, remainingMinor];
  if (size === undefined || left === undefined || size <= 0) return null;
  return Math.min(1, Math.max(0, left / size));
}
