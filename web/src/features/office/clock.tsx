/** The operator's local time, with UTC beside it, because limits and figures count by UTC days. */
import { i18n } from '@lingui/core';
import { useEffect, useState } from 'react';

const tickMs = 1_000;

export function Clock() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  return (
    <time dateTime={now.toISOString()} className="figures hidden flex-col text-right text-12 xl:flex">
      <span>{now.toLocaleTimeString(i18n.locale, time)}</span>
      <span className="text-ink-soft">{now.toLocaleTimeString(i18n.locale, { ...time, timeZone: 'UTC' })} UTC</span>
    </time>
  );
}
