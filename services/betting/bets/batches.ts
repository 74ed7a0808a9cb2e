/** Places bets of many players in few statements, and records in few that their stakes were taken. */
import type { Clock } from '@fairline/chassis/process/clock';
import { Batch } from '@fairline/chassis/storage/batch';
import type { Database } from '@fairline/chassis/storage/postgres';
import type { Placed, Placement } from './bet.ts';
import type { BetContext } from './context.ts';
import { heldOf, LockedPlacements, unlessLocked } from './locked-placements.ts';
import * as store from './store.ts';

const laneOf = ({ playerId }: Placement) => playerId;

/** The two steps that every placement waits for, each for many players at once. */
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
 * Inserts bets of many players at once. Where somebody else holds one of their selections for long, the bets on it are tried apart from the others,
 * which wait for it no longer than once.
 */
async function placeAll(db: Database, clock: Clock, items: readonly Placement[], locked: LockedPlacements): Promise<(Placed | Promise<Placed>)[]> {
  const placed = await store.placeBets(db, clock.now(), items).catch(unlessLocked);
  if (placed) return placed;
  const held = await store.heldSelections(db, items);
  const others = items.filter((item) => !heldOf(item, held));
  const first = others.length > 0 && others.length < items.length ? await store.placeBets(db, clock.now(), others).catch(unlessLocked) : undefined;
  const rest = items.filter((item) => !first || !others.includes(item));
  // From now on a break of one of their markets is not to be missed, however long they wait.
  const breaks = await store.breaksOf(db, rest);
  return items.map((item) => first?.[others.indexOf(item)] ?? locked.place({ ...item, breaks }));
}
