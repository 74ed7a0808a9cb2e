/** What is news about the slip: what has come in the way of a selection since it was last told. Each thing is told once, not again with every further price. */
import type { Obstacle } from './single.ts';

interface Line {
  item: { selectionId: string };
  obstacle: Obstacle | null;
}

/** What the player was told last of each selection. */
export type Announced = ReadonlyMap<string, Obstacle | null>;

/** The player's own typing is no news to him, and what is being read will be known in a moment. */
const quiet: ReadonlySet<Obstacle | null> = new Set([null, 'unknown', 'stake', 'unclear', 'minimum']);

export function newsOf<L extends Line>(announced: Announced, lines: readonly L[]): L[] {
  return lines.filter(({ item, obstacle }) => !quiet.has(obstacle) && announced.get(item.selectionId) !== obstacle);
}

/** While it is read again a selection stands as it was told. */
export function announcedAfter(announced: Announced, lines: readonly Line[]): Announced {
  return new Map(
    lines.map(({ item: { selectionId }, obstacle }) => [selectionId, obstacle === 'unknown' ? (announced.get(selectionId) ?? null) : obstacle] as const),
  );
}
