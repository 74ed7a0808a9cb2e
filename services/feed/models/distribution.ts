/** Probability distributions of whole numbers, and the operations that models need: convolution, Poisson, negative binomial, tails. */

/** `chances[i]` belongs to the value `from + i`; they add up to one. */
export interface Distribution {
  readonly from: number;
  readonly chances: readonly number[];
}

export function certain(value: number): Distribution {
  return { from: value, chances: [1] };
}

export function shifted({ from, chances }: Distribution, by: number): Distribution {
  return { from: from + by, chances };
}

export function chanceOf({ from, chances }: Distribution, value: number): number {
  return chances[value - from] ?? 0;
}

/** The chance of more than `line`. */
export function above({ from, chances }: Distribution, line: number): number {
  let sum = 0;
  for (let index = Math.max(0, Math.floor(line) + 1 - from); index < chances.length; index++)
    sum += chances[index] ?? 0;
  return Math.min(1, sum);
}

export function mean({ from, chances }: Distribution): number {
  return chances.reduce((sum, chance, index) => sum + chance * (from + index), 0);
}

/** The sum of two independent numbers. */
export function sumOf(one: Distribution, other: Distribution): Distribution {
  const chances = new Array<number>(one.chances.length + other.chances.length - 1).fill(0);
  for (let i = 0; i < one.chances.length; i++) {
    const chance = one.chances[i] ?? 0;
    if (chance === 0) continue;
    for (let j = 0; j < other.chances.length; j++)
      chances[i + j] = (chances[i + j] ?? 0) + chance * (other.chances[j] ?? 0);
  }
  return trimmed(one.from + other.from, chances);
}

/** The sum of `count` independent numbers with the same distribution. */
export function times(one: Distribution, count: number): Distribution {
  let result = certain(0);
  let square = one;
  for (let left = count; left > 0; left >>= 1) {
    if (left & 1) result = sumOf(result, square);
    if (left > 1) square = sumOf(square, square);
  }
  return result;
}

export function poissonOf(average: number): Distribution {
  return whole((count, before) => (count === 0 ? Math.exp(-average) : (before * average) / count), average);
}

/** The negative binomial of a mean and a dispersion r: variance is mean + mean^2 / r. */
export function negativeBinomialOf(average: number, r: number): Distribution {
  const step = average / (average + r);
  return whole(
    (count, before) => (count === 0 ? (r / (r + average)) ** r : (before * step * (r + count - 1)) / count),
    average,
  );
}

function whole(chanceAt: (count: number, before: number) => number, average: number): Distribution {
  const chances: number[] = [];
  let chance = chanceAt(0, 0);
  for (let count = 1; count <= average + 1 || chance > tiny; count++) {
    chances.push(chance);
    chance = chanceAt(count, chance);
  }
  return { from: 0, chances };
}

/** Sums chances by value, over a range that is given in advance. */
export class Gathered {
  readonly #from: number;
  readonly #chances: number[];

  constructor(from: number, length: number) {
    this.#from = from;
    this.#chances = new Array<number>(length).fill(0);
  }

  add(value: number, chance: number): void {
    const index = value - this.#from;
    if (index < 0 || index >= this.#chances.length) throw new RangeError(`${value} lies outside what was announced`);
    this.#chances[index] = (this.#chances[index] ?? 0) + chance;
  }

  /** Adds a distribution, shifted by `by` and weighted with `chance`. */
  addAll(by: number, { from, chances }: Distribution, chance: number): void {
    for (let index = 0; index < chances.length; index++) this.add(by + from + index, chance * (chances[index] ?? 0));
  }

  at(value: number): number {
    return this.#chances[value - this.#from] ?? 0;
  }

  each(visit: (value: number, chance: number) => void): void {
    this.#chances.forEach((chance, index) => {
      if (chance > 0) visit(this.#from + index, chance);
    });
  }

  done(): Distribution {
    return trimmed(this.#from, this.#chances);
  }
}

/** Chances below this are left out: even on the largest payout they are worth less than a cent. */
const tiny = 1e-10;

function trimmed(from: number, chances: readonly number[]): Distribution {
  let first = 0;
  let last = chances.length;
  while (first < last - 1 && (chances[first] ?? 0) <= tiny) first += 1;
  while (last > first + 1 && (chances[last - 1] ?? 0) <= tiny) last -= 1;
  return { from: from + first, chances: chances.slice(first, last) };
}
