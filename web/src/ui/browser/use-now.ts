/** The current time while the page is visible: one clock for all countdowns of a page, accurate enough for whole minutes. */
import { createStore, useStore } from '../../store.ts';

const tickMs = 10_000;

/** The clock does not run without listeners. */
const clock = createStore(Date.now(), () => {
  clock.set(Date.now());
  const timer = setInterval(() => clock.set(Date.now()), tickMs);
  return () => clearInterval(timer);
});

export const useNow = (): number => useStore(clock);
