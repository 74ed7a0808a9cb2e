/**
 * System bets: a set of lines, each an accumulator over some of the legs, given by name or by size.
 * Exact without listing the lines: the sum over all lines of one size is an elementary symmetric polynomial of the legs, so 20 legs cost hardly more than 3.
 */

export interface System {
  readonly legs: number;
  /** How many legs the lines have: [2, 3] is every double and every treble. */
  readonly sizes: readonly number[];
}

/** The named systems, by their id in the contract. Patent, Lucky 15, 31 and 63 include singles; the others do not. */
export const namedSystems: Readonly<Record<string, System & { name: string }>> = {
  trixie: { name: 'Trixie', legs: 3, sizes: [2, 3] },
  patent: { name: 'Patent', legs: 3, sizes: [1, 2, 3] },
  yankee: { name: 'Yankee', legs: 4, sizes: [2, 3, 4] },
  lucky15: { name: 'Lucky 15', legs: 4, sizes: [1, 2, 3, 4] },
  canadian: { name: 'Canadian', legs: 5, sizes: [2, 3, 4, 5] },
  lucky31: { name: 'Lucky 31', legs: 5, sizes: [1, 2, 3, 4, 5] },
  heinz: { name: 'Heinz', legs: 6, sizes: [2, 3, 4, 5, 6] },
  lucky63: { name: 'Lucky 63', legs: 6, sizes: [1, 2, 3, 4, 5, 6] },
  superheinz: { name: 'Super Heinz', legs: 7, sizes: [2, 3, 4, 5, 6, 7] },
  goliath: { name: 'Goliath', legs: 8, sizes: [2, 3, 4, 5, 6, 7, 8] },
};

/** The system with this name over this many legs: "trixie", "Lucky 15", "2/3". Null if there is none, or it needs another number of legs. */
export function systemOf(text: string, legs: number): (System & { id: string }) | null {
  const id = text.toLowerCase().replaceAll(/[\s_-]/g, '');
  const named = namedSystems[id];
  if (named) return named.legs === legs ? { id, legs, sizes: named.sizes } : null;
  const [, size, of] = /^(\d{1,2})\/(\d{1,2})$/.exec(id) ?? [];
  const [k, n] = [Number(size), Number(of)];
  return n === legs && k >= 2 && k < n ? { id: `${k}/${n}`, legs, sizes: [k] } : null;
}

/** All systems over this many legs, named ones first. */
export function systemsFor(legs: number): (System & { id: string; name: string })[] {
  const named = Object.entries(namedSystems).flatMap(([id, system]) =>
    system.legs === legs ? [{ id, ...system }] : [],
  );
  const sized = Array.from({ length: Math.max(0, legs - 2) }, (_, index) => index + 2);
  return [...named, ...sized.map((size) => ({ id: `${size}/${legs}`, name: `${size}/${legs}`, legs, sizes: [size] }))];
}

export function lineCount(legs: number, sizes: readonly number[]): number {
  const sums = symmetric(Array.from({ length: legs }, () => 1n));
  return sizes.reduce((total, size) => total + Number(sums[size] ?? 0n), 0);
}

/**
 * Sums over all lines the product of their legs' factors. Factors are in units of 1/`unit` (odds in thousandths: 1000).
 * The result is in units of 1/`unit` ^ legs, so that lines of different sizes add up exactly.
 */
export function lineSum(values: readonly bigint[], sizes: readonly number[], unit: bigint): bigint {
  const sums = symmetric(values);
  return sizes.reduce((total, size) => total + (sums[size] ?? 0n) * unit ** BigInt(values.length - size), 0n);
}

/** The payout of a stake over all lines if every leg wins, rounded once, down; at most the largest safe integer. */
export function linesPayoutMinor(stakeMinor: number, legsMilli: readonly number[], sizes: readonly number[]): number {
  const sum = lineSum(legsMilli.map(BigInt), sizes, 1_000n);
  const payout =
    (BigInt(stakeMinor) * sum) / (BigInt(lineCount(legsMilli.length, sizes)) * 1_000n ** BigInt(legsMilli.length));
  return payout > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(payout);
}

/** The odds of the whole bet: the payout per unit of stake over all lines, in thousandths, floored. */
export function linesOddsMilli(legsMilli: readonly number[], sizes: readonly number[]): number {
  return linesPayoutMinor(1_000, legsMilli, sizes);
}

/** The highest odds of a line of the largest size, in thousandths, floored. */
export function longestLineMilli(legsMilli: readonly number[], sizes: readonly number[]): number {
  const highest = [...legsMilli].sort((a, b) => b - a).slice(0, Math.max(...sizes));
  return linesPayoutMinor(1_000, highest, [highest.length]);
}

/** The same as `lineSum`, with floating-point numbers, for estimates. */
export function lineSumOf(values: readonly number[], sizes: readonly number[]): number {
  const sums = [1, ...values.map(() => 0)];
  for (const value of values)
    for (let size = values.length; size > 0; size--) sums[size] = (sums[size] ?? 0) + (sums[size - 1] ?? 0) * value;
  return sizes.reduce((total, size) => total + (sums[size] ?? 0), 0);
}

function symmetric(values: readonly bigint[]): bigint[] {
  const sums = [1n, ...values.map(() => 0n)];
  for (const value of values)
    for (let size = values.length; size > 0; size--) sums[size] = (sums[size] ?? 0n) + (sums[size - 1] ?? 0n) * value;
  return sums;
}
