/** Markers of harm in the player's view, as reasons for an offered time-out. */
import type { HarmMarker } from '@fairline/proto/risk/harm';
import { i18n } from '@lingui/core';

export function markerText(marker: HarmMarker): string {
  const texts: Record<HarmMarker, () => string> = {
    chasing: () =>
      i18n._({ id: 'safe.marker.chasing', message: 'You raised stakes after losses, five times or more in a day.' }),
    rising_deposits: () =>
      i18n._({
        id: 'safe.marker.rising',
        message: 'You deposited more than twice your usual weekly amount in the last 7 days.',
      }),
    frequent_deposits: () =>
      i18n._({ id: 'safe.marker.frequent', message: 'You deposited four times or more within a day.' }),
    failed_deposits: () =>
      i18n._({
        id: 'safe.marker.failed',
        message: 'At least three of your deposits failed or were rejected within 24 hours.',
      }),
    night_play: () =>
      i18n._({
        id: 'safe.marker.night',
        message: 'You played between midnight and 06:00 UTC on at least three of the last 7 days.',
      }),
    long_sessions: () =>
      i18n._({ id: 'safe.marker.long', message: 'You played for more than 4 hours without a 30-minute break.' }),
    raised_limits: () =>
      i18n._({ id: 'safe.marker.raised', message: 'You asked at least twice in 30 days to raise or remove a limit.' }),
    limit_reached: () =>
      i18n._({
        id: 'safe.marker.reached',
        message: 'You used 95% or more of a daily limit on at least three of the last 7 days.',
      }),
    withdrawal_cancelled: () =>
      i18n._({
        id: 'safe.marker.withdrawal',
        message: 'You staked again within a day after a withdrawal was rejected.',
      }),
    returned_from_exclusion: () =>
      i18n._({ id: 'safe.marker.returned', message: 'Your time-out or self-exclusion ended less than 30 days ago.' }),
  };
  return texts[marker]();
}
