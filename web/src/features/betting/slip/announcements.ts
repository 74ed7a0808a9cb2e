/** Screen reader announcements about the slip: new problems of its selections. Each is announced once, not again with every further price. */
import type { Obstacle } from './single.ts';

interface Line {
  item: { selectionId: string };
  obstacle: Obstacle | null;
}

/** The last announced problem of each selection. */
export type Announced = ReadonlyMap<string, Obstacle | null>;

/** Not announced: problems from the player's own typing, and selections that are still loading. */
const quiet: ReadonlySet<Obstacle | null> = new Set([null, 'unknown', 'stake', 'unclear', 'minimum']);

export function newsOf<L extends Line>(announced: Announced, lines: readonly L[]): L[] {
  return lines.filter(({ item, obstacle }) => !quiet.has(obstacle) && announced.get(item.selectionId) !== obstacle);
}

/** A selection that is being refetched keeps its announced problem. */
export function announcedAfter(announced: Announced, lines: readonly Line[]): Announced {
  return new Map(
    lines.map(
      ({ item: { selectionId }, obstacle }) =>
        [selectionId, obstacle === 'unknown' ? (announced.get(selectionId) ?? null) : obstacle] as const,
    ),
  );
}
