/** Limits of amounts that several subjects apply. Pure. */

/** The minimum of one withdrawal. If the whole balance is below it, only the whole balance can be withdrawn. */
export function leastWithdrawal(minMinor: number, availableMinor: number): number {
  return availableMinor > 0 ? Math.min(minMinor, availableMinor) : minMinor;
}
