/** The address of a match that puts a selection on the slip: a link can be followed through signing in or up, a press cannot. */

export const pickParameter = 'pick';

export function pickAddress(fixtureId: string, selectionId: string): string {
  return `/fixtures/${fixtureId}?${pickParameter}=${selectionId}`;
}
