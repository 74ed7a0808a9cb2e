/** The amount between an old and a new balance while it is counted up or down; never outside the two. */

export const countMs = 320;

/** A frame may be timed before the count began, so the part that is done is held between nothing and all. */
export function countedMinor(startMinor: number, targetMinor: number, elapsedMs: number): number {
  const part = Math.min(1, Math.max(0, elapsedMs / countMs));
  return Math.round(startMinor + (targetMinor - startMinor) * (1 - (1 - part) ** 3));
}
