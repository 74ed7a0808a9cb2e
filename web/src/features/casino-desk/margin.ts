/** The margin of a game: the house's share of the stakes, and its colour. */
import type { OperatorGame } from '@fairline/proto/casino/desk';

/** A fraction between 0 and 1; null before the first stake. */
export function marginOf({ wageredMinor, ggrMinor }: Pick<OperatorGame, 'wageredMinor' | 'ggrMinor'>): number | null {
  return wageredMinor > 0 ? ggrMinor / wageredMinor : null;
}

/** Green from 8 per cent on, yellow from 5, otherwise red. */
export function marginTone(margin: number): 'act' | 'live' | 'down' {
  if (margin >= 0.08) return 'act';
  return margin >= 0.05 ? 'live' : 'down';
}
