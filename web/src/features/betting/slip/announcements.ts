/** Screen reader announcements about the slip: new problems of its selections. Each is announced once, not again with every further price. */
import type { Obstacle } from './single.ts';

interface Line {
  item: { selectionId: string };
  obstacle: Obstacle | null;
}

/** The last announced obstacle of each selection. */
export type Announced = ReadonlyMap<string, Obstacle | null>;

/** Not announced: the player's own typing, and selections still being read. */
const quiet: ReadonlySet<Obstacle | null> = new Set([null, 'unknown', 'stake', 'unclear', 'minimum']);

export function newsOf<L extends Line>(announced: Announced, lines: readonly L[]): L[] {
  return lines.filter(({ item, obstacle }) => !quiet.has(obstacle) && announced.get(item.selectionId) !== obstacle);
}

/** A selection that is read again keeps its announced obstacle. */
export function announcedAfter(announced: Announced, lines: readonly Line[]): Announced {
  return new Map(
    lines.map(({ item: { selectionId }, obstacle }) => [selectionId, obstacle === 'unknown' ? (announced.get(selectionId) ?? null) : obstacle] as const),
  );
}
