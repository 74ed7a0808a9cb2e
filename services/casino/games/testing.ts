/** Draws for tests of rules. */
import type { Draws } from './draws.ts';

/** Draws that were written down; one too many, or one beyond its n, fails. */
export function scripted(values: readonly number[]): Draws {
  let taken = 0;
  return {
    integer(n) {
      const value = values[taken++];
      if (value === undefined || value >= n) throw new Error(`draw ${taken} of ${n} is not in the script`);
      return value;
    },
  };
}
