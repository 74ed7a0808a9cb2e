/** The time until a fixture begins, as text: minutes under an hour, hours and minutes under two days, days and hours above. */
import { minuteMs } from '@fairline/proto/time';
import { i18n } from '@lingui/core';

export function countdown(startsAt: string, nowMs: number): { hours: number; minutes: number } {
  const total = Math.max(0, Math.ceil((Date.parse(startsAt) - nowMs) / minuteMs));
  return { hours: Math.floor(total / 60), minutes: total % 60 };
}

export function countdownText(startsAt: string, nowMs: number): string {
  const { hours, minutes } = countdown(startsAt, nowMs);
  if (hours >= 48)
    return i18n._({
      id: 'clock.days',
      message: 'in {days} d {hours} h',
      values: { days: Math.floor(hours / 24), hours: hours % 24 },
    });
  if (hours > 0)
    return i18n._({ id: 'clock.hours', message: 'in {hours} h {minutes} min', values: { hours, minutes } });
  if (minutes > 0) return i18n._({ id: 'clock.minutes', message: 'in {minutes} min', values: { minutes } });
  return i18n._({ id: 'clock.now', message: 'starting' });
}
