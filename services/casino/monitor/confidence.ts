/**
 * How far a sum of independent returns may be from its expectation, with a confidence that holds at all times at once. Pure.
 * For returns at most b above their means, exp(k * (S - mean) - psi(k) * V) with Bennett's psi(k) = (exp(k b) - k b - 1) / b^2 is a supermartingale for every k > 0,
 * so by Ville's inequality it ever exceeds 1/a with a probability of at most a (Howard et al., Time-uniform Chernoff bounds, 2020). Several k share alpha, each side half of it.
 */

/** One k for each doubling of the sum's size, from single rounds to far more than are ever played. */
const scales = Array.from({ length: 48 }, (_, step) => ({ times: 2 ** (2 - step / 2), share: 1 / ((step + 1) * (step + 2)) }));

/** Both sides: returns are at most `largest` above their means, and not less than 0 below. */
export function deviationBound(variance: number, largest: number, alpha: number): number {
  return Math.min(
    ...scales.map(({ times, share }) => {
      const k = times / largest;
      // expm1 keeps its digits where k b is tiny.
      const psi = (Math.expm1(times) - times) / largest ** 2;
      return (Math.log(2 / (alpha * share)) + psi * variance) / k;
    }),
  );
}
