/** URL of a match that adds a selection to the slip; a link survives login and registration, a click does not. */

export const pickParameter = 'pick';

export function pickAddress(fixtureId: string, selectionId: string): string {
  return `/fixtures/${fixtureId}?${pickParameter}=${selectionId}`;
}
