/** The URL of a match that adds a selection to the slip. A link survives login and registration; a click handler does not. */

export const pickParameter = 'pick';

export function pickAddress(fixtureId: string, selectionId: string): string {
  return `/fixtures/${fixtureId}?${pickParameter}=${selectionId}`;
}
