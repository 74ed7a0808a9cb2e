/**
 * A confidence sequence for what a game returns: how far its results may be from its maths, however often one looks.
 * Fair play ever leaves it with a probability below alpha, so a monitor that looks after every round raises no more false alarms than one that looks once.
 */

/*
 * Let X be what a round returns per unit of its stake, with mean m, variance v and 0 <= X <= b; each round may have its own, as they are known from its wager beforehand.
 * By Bennett's inequality E exp(l (X - m)) <= exp(v psi_b(l)) for l >= 0, where psi_b(l) = (exp(l b) - l b - 1) / b², because X - m <= b.
 * With S = sum of X - m and V = sum of v, exp(l S - psi_b(l) V) is therefore a supermartingale that begins at 1, and so is its mean over a fixed mixture of l.
 * By Ville's inequality such a process ever reaches 1/alpha with a probability of at most alpha. What it takes of S to get there is the bound.
 * Downwards the same holds of -S, with 1 in the place of b: no bet of the house has a mean above 1, so m - X <= 1.
 * An upper bound in the place of m or v keeps the process a supermartingale upwards; downwards the mean has to be exact.
 * Source: Howard, Ramdas, McAuliffe, Sekhon, "Time-uniform Chernoff bounds via nonnegative supermartingales", Probability Surveys 17 (2020),
 * and "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49 (2021), whose discrete mixture this is.
 */

/** Of the rounds looked at: sums of what they returned per unit of stake, of its mean and of its variance. */
export interface ReturnSums {
  returned: number;
  expected: number;
  variance: number;
}

export interface Watch {
  /** No round of the game returns more per unit of its stake. */
  largest: number;
  /** The probability of a false alarm, ever. */
  alpha: number;
  /** `above` where the expected value is an upper bound only, because the player decides; the whole of alpha is then spent above. */
  sides: 'both' | 'above';
}

/** The mixture: l b = 8 for few rounds, smaller by a root of 2 from one to the next, down to what a hundred billion rounds call for. */
const mixture = Array.from({ length: 80 }, (_, index) => ({ scaled: 8 * Math.SQRT2 ** -index, logWeight: -Math.log((index + 1) * (index + 2)) }));

/** How far the sum of returns may be below and above its expected value. */
export function deviationBound(variance: number, largest: number, alpha: number, sides: Watch['sides'] = 'both'): { below: number; above: number } {
  const logLimit = logLimitOf(alpha, sides);
  return { below: sides === 'both' ? boundOf(variance, 1, logLimit) : Number.POSITIVE_INFINITY, above: boundOf(variance, largest, logLimit) };
}

/** Whether fair play would come here with a probability below alpha. */
export function isOutOfRange({ returned, expected, variance }: ReturnSums, { largest, alpha, sides }: Watch): boolean {
  const logLimit = logLimitOf(alpha, sides);
  const deviation = returned - expected;
  return logMixture(deviation, variance, largest) >= logLimit || (sides === 'both' && logMixture(-deviation, variance, 1) >= logLimit);
}

/** Each side spends its share of alpha. */
const logLimitOf = (alpha: number, sides: Watch['sides']) => Math.log((sides === 'both' ? 2 : 1) / alpha);

/** The logarithm of the mixture of exp(l S - psi(l) V). */
function logMixture(deviation: number, variance: number, largest: number): number {
  let [greatest, sum] = [Number.NEGATIVE_INFINITY, 0];
  for (const { scaled, logWeight } of mixture) {
    const exponent = logWeight + (scaled / largest) * deviation - (excessOf(scaled) / largest ** 2) * variance;
    if (exponent <= greatest) sum += Math.exp(exponent - greatest);
    else [greatest, sum] = [exponent, sum * Math.exp(greatest - exponent) + 1];
  }
  return greatest + Math.log(sum);
}

/** exp(x) - x - 1, without the loss of digits where x is small. */
const excessOf = (x: number) => (x < 1e-3 ? (x ** 2 / 2) * (1 + x / 3 + x ** 2 / 12) : Math.expm1(x) - x);

/** The deviation at which the mixture reaches its limit, by halving: the mixture grows with the deviation, and one of its terms alone gets there first at `high`. */
function boundOf(variance: number, largest: number, logLimit: number): number {
  let low = 0;
  let high = Math.min(...mixture.map(({ scaled, logWeight }) => ((logLimit - logWeight + (excessOf(scaled) / largest ** 2) * variance) * largest) / scaled));
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (logMixture(middle, variance, largest) >= logLimit) high = middle;
    else low = middle;
  }
  return high;
}
