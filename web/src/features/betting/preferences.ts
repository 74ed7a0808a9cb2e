/** A player's betting preferences: odds format, stake for new selections, and accepted price changes. */
import { betRules } from '@fairline/proto/betting/rules';
import type { CurrencyCode } from '@fairline/proto/money';
import type { OddsFormat } from '@fairline/proto/odds';
import { i18n } from '@lingui/core';
import { createStoredValue } from '../../client/storage/stored-value.ts';
import { chooseOddsFormat } from '../../domain/people/preferences.ts';
import { decimalText } from '../../figures.ts';
import { notify } from '../../ui/notices/notify.ts';
import { type Policy, policies } from './price-policy.ts';

export const defaultStakeStore = createStoredValue<number>('fairline.stake', (stored) =>
  typeof stored === 'number' && Number.isSafeInteger(stored) && stored >= betRules.minStakeMinor
    ? stored
    : betRules.defaultStakeMinor,
);

/** The initial stake: the player's default, or the smallest stake per line of a system. */
export function startingStakes(currency: CurrencyCode): { stake: string; lineStake: string } {
  return {
    stake: decimalText(defaultStakeStore.get(), currency),
    lineStake: decimalText(betRules.minStakeMinor, currency),
  };
}

export const policyStore = createStoredValue<Policy>(
  'fairline.policy',
  (stored) => policies.find((policy) => policy === stored) ?? 'better',
);

export function oddsFormatNames(): Record<OddsFormat, string> {
  return {
    decimal: i18n._({ id: 'odds.decimal', message: 'Decimal' }),
    american: i18n._({ id: 'odds.american', message: 'American' }),
    fractional: i18n._({ id: 'odds.fractional', message: 'Fractional' }),
  };
}

/** The player chose it among several. */
export function setOddsFormat(format: OddsFormat): void {
  chooseOddsFormat(format, () =>
    notify.error(i18n._({ id: 'preferences.notSaved', message: 'Failed to save preferences' })),
  );
}
