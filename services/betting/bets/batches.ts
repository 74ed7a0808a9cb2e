/** Batches two steps over many players: inserting bets, and recording that their stakes were taken. */
import type { Clock } from '@fairline/chassis/process/clock';
import { Batch } from '@fairline/chassis/storage/batch';
import type { Database } from '@fairline/chassis/storage/postgres';
import type { Placed, Placement } from './bet.ts';
import type { BetContext } from './context.ts';
import { heldOf, LockedPlacements, unlessLocked } from './locked-placements.ts';
import * as store from './store.ts';

const laneOf = ({ playerId }: Placement) => playerId;

/** Opens the two batches. Every placement waits for both. */
export function openBatches(db: Database, clock: Clock): Pick<BetContext, 'placements' | 'takings'> {
  const locked = new LockedPlacements(db, clock);
  return {
    placements: new Batch({ laneOf, run: (items) => placeAll(db, clock, items, locked) }),
    takings: new Batch({
      laneOf: ({ betId }) => betId,
      run: async (items) => {
        const taken = await store.takeBets(db, clock.now(), items);
        return items.map(({ betId }) => taken.has(betId));
      },
    }),
  };
}

/**
 * Inserts bets of many players in one transaction. If another transaction holds one of their selections for too long, the bets on it are retried separately.
 * The other bets wait for such a selection only once.
 */
async function placeAll(
  db: Database,
  clock: Clock,
  items: readonly Placement[],
  locked: LockedPlacements,
): Promise<(Placed | Promise<Placed>)[]> {
  const placed = await store.placeBets(db, clock.now(), items).catch(unlessLocked);
  if (placed) return placed;
  const held = await store.heldSelections(db, items);
  const others = items.filter((item) => !heldOf(item, held));
  const first =
    others.length > 0 && others.length < items.length
      ? await store.placeBets(db, clock.now(), others).catch(unlessLocked)
      : undefined;
  const rest = items.filter((item) => !first || !others.includes(item));
  // An interruption of a market while these bets wait must reject them, so the interruptions counted so far are kept.
  const breaks = await store.breaksOf(db, rest);
  return items.map((item) => first?.[others.indexOf(item)] ?? locked.place({ ...item, breaks }));
}
