/** Calls that follow each other faster than they should be acted on become one. */

export interface Pace {
  /** From the first call to the act; random where many clients are told at once. */
  delayMs: () => number;
  /** Between two acts, at least. */
  everyMs: number;
}

/** Acts once for all calls of a while, and always after the last of them. */
export function paced(act: () => void, { delayMs, everyMs }: Pace): () => void {
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
