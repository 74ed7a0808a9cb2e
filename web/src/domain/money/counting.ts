/** The amount shown while a balance counts from old to new; never outside the two. */

export const countMs = 320;

/** A frame's time may precede the start, so progress is clamped between 0 and 1. */
export function countedMinor(startMinor: number, targetMinor: number, elapsedMs: number): number {
  const part = Math.min(1, Math.max(0, elapsedMs / countMs));
  return Math.round(startMinor + (targetMinor - startMinor) * (1 - (1 - part) ** 3));
}
