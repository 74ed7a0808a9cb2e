/** The days of a back-test. The reply may leave out days without an alert; they are shown all the same. */

import type { BackTest } from '@fairline/proto/risk/rules';
import { dayMs } from '@fairline/proto/time';

/** Signals are kept for fewer days; a reply with more is shown as it is. */
const mostDays = 400;

export function everyDay({ from, until, days }: Pick<BackTest, 'from' | 'until' | 'days'>): BackTest['days'] {
  const [first, last] = [from, until].map((at) => Math.floor(Date.parse(at) / dayMs)) as [number, number];
  if (!(last >= first) || last - first > mostDays) return days;
  const known = new Map(days.map(({ day, alerts }) => [day, alerts]));
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const day = new Date((first + at) * dayMs).toISOString().slice(0, 10);
    return { day, alerts: known.get(day) ?? 0 };
  });
}
