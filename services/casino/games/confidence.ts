/**
 * A confidence sequence for the return of a game: how far its results may be from the computed ones, at any number of looks.
 * The probability that fair play ever leaves it is below alpha, so a monitor may look after every round without more false alarms than one that looks once.
 */

/*
 * Let X be what a round returns per unit of its stake, with mean m, variance v and 0 <= X <= b; each round may have its own, as they are known from its wager beforehand.
 * By Bennett's inequality E exp(l (X - m)) <= exp(v psi_b(l)) for l >= 0, where psi_b(l) = (exp(l b) - l b - 1) / b², because X - m <= b.
 * With S = sum of X - m and V = sum of v, exp(l S - psi_b(l) V) is therefore a supermartingale that begins at 1, and so is its mean over a fixed mixture of l.
 * By Ville's inequality such a process ever reaches 1/alpha with a probability of at most alpha. The bound is the S at which it does.
 * Downwards the same holds for -S with b = 1: no bet of the house has a mean above 1, so m - X <= 1.
 * Upwards, m and v may be replaced by upper bounds, since the process remains a supermartingale. Downwards the mean must be exact.
 * A round may weigh its stake w, which is known before its draw: S and V are then the sums of w (X - m) and w² v, and b is w b. psi_b grows with b, so with the largest
 * stake so far the process stays below the one in which each round has its own bound. The mixture must not depend on the rounds: it begins at the smallest stake allowed.
 * Source: Howard, Ramdas, McAuliffe, Sekhon, "Time-uniform Chernoff bounds via nonnegative supermartingales", Probability Surveys 17 (2020),
 * and "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49 (2021), whose discrete mixture this is.
 */

/** Sums over rounds: of the return per unit of stake, of its mean and of its variance. */
export interface ReturnSums {
  returned: number;
  expected: number;
  variance: number;
}

export interface Watch {
  /** The largest return per unit of stake of any round. */
  largest: number;
  /** The probability of a false alarm, ever. */
  alpha: number;
  /** `above` if the expected value is only an upper bound, because the player decides. The whole of alpha is then used above. */
  sides: 'both' | 'above';
}

/** The smallest stake that a round may have, and the largest that one had so far, in the unit of the sums. */
export interface Stakes {
  smallest: number;
  largest: number;
}

/** Every round weighs the same. */
const unweighted: Stakes = { smallest: 1, largest: 1 };

/** The values of l in the mixture: at the smallest stake l b begins at 8, for few rounds, and each is smaller by a factor of √2, down to the value for a hundred billion rounds. */
const mixture = Array.from({ length: 80 }, (_, index) => ({
  scaled: 8 * Math.SQRT2 ** -index,
  logWeight: -Math.log((index + 1) * (index + 2)),
}));

/** How far the sum of returns may be below and above its expected value. */
export function deviationBound(
  variance: number,
  largest: number,
  alpha: number,
  sides: Watch['sides'] = 'both',
  stakes = unweighted,
): { below: number; above: number } {
  const logLimit = logLimitOf(alpha, sides);
  return {
    below: sides === 'both' ? boundOf(variance, 1, logLimit, stakes) : Number.POSITIVE_INFINITY,
    above: boundOf(variance, largest, logLimit, stakes),
  };
}

/** Whether the results are outside the sequence, which fair play ever leaves with a probability below alpha. */
export function isOutOfRange(
  { returned, expected, variance }: ReturnSums,
  { largest, alpha, sides }: Watch,
  stakes = unweighted,
): boolean {
  const logLimit = logLimitOf(alpha, sides);
  const deviation = returned - expected;
  return (
    logMixture(deviation, variance, largest, stakes) >= logLimit ||
    (sides === 'both' && logMixture(-deviation, variance, 1, stakes) >= logLimit)
  );
}

/** Each side uses its share of alpha. */
const logLimitOf = (alpha: number, sides: Watch['sides']) => Math.log((sides === 'both' ? 2 : 1) / alpha);

/** The logarithm of the mixture of exp(l S - psi(l) V). */
function logMixture(deviation: number, variance: number, largest: number, stakes: Stakes): number {
  let [greatest, sum] = [Number.NEGATIVE_INFINITY, 0];
  for (const { scaled, logWeight } of mixture) {
    const exponent =
      logWeight + (scaled / (largest * stakes.smallest)) * deviation - excessPart(scaled, variance, largest, stakes);
    if (exponent === Number.NEGATIVE_INFINITY) continue;
    if (exponent <= greatest) sum += Math.exp(exponent - greatest);
    else [greatest, sum] = [exponent, sum * Math.exp(greatest - exponent) + 1];
  }
  return greatest + Math.log(sum);
}

/** psi(l) V, where `scaled` is l b at the smallest stake. */
function excessPart(scaled: number, variance: number, largest: number, stakes: Stakes): number {
  if (variance === 0) return 0;
  return (excessOf((scaled * stakes.largest) / stakes.smallest) / (largest * stakes.largest) ** 2) * variance;
}

/** exp(x) - x - 1, without loss of digits for small x. */
const excessOf = (x: number) => (x < 1e-3 ? (x ** 2 / 2) * (1 + x / 3 + x ** 2 / 12) : Math.expm1(x) - x);

/** Finds by bisection the deviation at which the mixture reaches its limit. The mixture grows with the deviation, and at `high` one of its terms alone reaches the limit. */
function boundOf(variance: number, largest: number, logLimit: number, stakes: Stakes): number {
  let low = 0;
  let high = Math.min(
    ...mixture.map(
      ({ scaled, logWeight }) =>
        ((logLimit - logWeight + excessPart(scaled, variance, largest, stakes)) * largest * stakes.smallest) / scaled,
    ),
  );
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (logMixture(middle, variance, largest, stakes) >= logLimit) high = middle;
    else low = middle;
  }
  return high;
}
