/** Throttles a callback: calls in quick succession run it once. */

export interface Pace {
  /** Delay between the first call and the run; random if many clients get the call at once. */
  delayMs: () => number;
  /** Minimum time between two runs. */
  everyMs: number;
}

/** Runs once for all calls within the interval, and always after the last one. */
export function createPaced(act: () => void, { delayMs, everyMs }: Pace): () => void {
  let waiting = false;
  let actedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(
      () => {
        waiting = false;
        actedAt = performance.now();
        act();
      },
      Math.max(delayMs(), actedAt + everyMs - performance.now()),
    );
  };
}
