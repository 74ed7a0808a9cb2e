/** When a fixture begins, in the words of the page: minutes under an hour, hours and minutes above. */
import { i18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;
/** Fine enough for a countdown in minutes. */
const tickMs = 10_000;

export function countdown(startsAt: string, nowMs: number): { hours: number; minutes: number } {
  const total = Math.max(0, Math.ceil((Date.parse(startsAt) - nowMs) / minuteMs));
  return { hours: Math.floor(total / 60), minutes: total % 60 };
}

export function countdownWords(startsAt: string, nowMs: number): string {
  const { hours, minutes } = countdown(startsAt, nowMs);
  if (hours > 0) return i18n._({ id: 'clock.hours', message: 'in {hours} h {minutes} min', values: { hours, minutes } });
  if (minutes > 0) return i18n._({ id: 'clock.minutes', message: 'in {minutes} min', values: { minutes } });
  return i18n._({ id: 'clock.now', message: 'starting' });
}

let nowMs = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  // Nobody moved it while nobody looked.
  if (!timer) nowMs = Date.now();
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMs = Date.now();
    for (const tell of listeners) tell();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** One clock for all rows. */
export function useNow(): number {
  return useSyncExternalStore(
    subscribe,
    () => nowMs,
    () => nowMs,
  );
}
