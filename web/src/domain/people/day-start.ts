/** Days of a filter as instants, in the timezone in which the player reads times. */
import { dayMs } from '@fairline/proto/time';
import { startOf } from '../../ui/forms/days.ts';
import { zoneNow } from './display-settings.ts';

/** The first moment of a day such as `2026-11-23`, or of one so many days later; undefined for an invalid day. */
export function dayStart(day: string, daysLater = 0): string | undefined {
  const ofMachine = startOf(day, daysLater);
  const timeZone = zoneNow();
  if (ofMachine === undefined || timeZone === undefined) return ofMachine;
  const wantedMs = Date.parse(`${day}T00:00:00Z`) + daysLater * dayMs;
  // The offset of the zone is read at the guess, and once more where the guess lies across a change of clocks.
  const guessMs = wantedMs - offsetMs(wantedMs, timeZone);
  return new Date(wantedMs - offsetMs(guessMs, timeZone)).toISOString();
}

/** How far the clocks of a zone are ahead of UTC at an instant. */
function offsetMs(atMs: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const part = new Map(clock.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const read = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? 0;
  return (
    Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second')) -
    Math.floor(atMs / 1_000) * 1_000
  );
}
