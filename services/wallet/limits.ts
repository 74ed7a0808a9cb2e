/** Limits of amounts that several subjects apply. Pure. */

/** The least amount of one withdrawal. A remainder below the minimum is withdrawn whole. */
export function leastWithdrawal(minMinor: number, availableMinor: number): number {
  return availableMinor > 0 ? Math.min(minMinor, availableMinor) : minMinor;
}
