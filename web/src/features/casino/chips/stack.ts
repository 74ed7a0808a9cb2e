/** An amount as chips: the chips that make it up, the largest first. A remainder below the smallest chip has no chip. */

/** The chips of the house, in whole units of a play currency. */
export const chipValues = [1_000, 500, 100, 50, 25, 10, 5, 1] as const;
export type ChipValue = (typeof chipValues)[number];

const minorPerUnit = 100;

/** Chips to bet with, smallest first, in minor units. */
export const smallChips: readonly number[] = [1, 5, 10, 25, 50].map((value) => value * minorPerUnit);
export const largeChips: readonly number[] = [5, 10, 25, 50, 100].map((value) => value * minorPerUnit);

/** The chip of exactly this amount, else the largest below it. */
export function chipOf(minor: number): ChipValue {
  return chipValues.find((value) => value * minorPerUnit <= minor) ?? 1;
}

/** At most `highest` chips, bottom first: the amount from its largest chips down. Every amount above zero has at least one. */
export function chipsOf(minor: number, highest: number): ChipValue[] {
  const chips: ChipValue[] = [];
  let rest = minor;
  for (const value of chipValues) {
    while (rest >= value * minorPerUnit && chips.length < highest) {
      chips.push(value);
      rest -= value * minorPerUnit;
    }
  }
  return chips.length > 0 || minor <= 0 ? chips : [1];
}
