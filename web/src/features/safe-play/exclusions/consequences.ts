/** The effects of a time-out or self-exclusion in plain language: before it starts and while it lasts. */
import { i18n } from '@lingui/core';

export function consequences(): string[] {
  return [
    i18n._({ id: 'safe.exclusion.stops', message: 'No bets, games, deposits, bonuses or offers.' }),
    i18n._({ id: 'safe.exclusion.final', message: 'Neither you nor our staff can end it early.' }),
    i18n._({
      id: 'safe.exclusion.runs',
      message: 'Open bets stand and are settled as usual. You can finish an open hand, without staking more.',
    }),
    i18n._({
      id: 'safe.exclusion.claims',
      message: 'Bonuses you already have stay until they expire. Pending claims and opt-ins are cancelled.',
    }),
    i18n._({ id: 'safe.exclusion.open', message: 'Withdrawals and support stay open.' }),
  ];
}
