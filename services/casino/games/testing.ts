/** Draws for tests of rules. */
import type { Draws } from './draws.ts';

/** Draws from a list. Fails on a draw past its end, or on a number that is not below its n. */
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
