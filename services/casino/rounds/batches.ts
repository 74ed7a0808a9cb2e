/** Reserves rounds of many players in one statement, and records the steps that wallet took in another. */
import type { Clock } from '@fairline/chassis/process/clock';
import { Batch } from '@fairline/chassis/storage/batch';
import type { Database } from '@fairline/chassis/storage/postgres';
import type { RoundContext } from './context.ts';
import * as store from './store.ts';

export function openBatches(db: Database, clock: Clock): Pick<RoundContext, 'reservations' | 'steps'> {
  return {
    reservations: new Batch({
      laneOf: ({ playerId }) => playerId,
      run: (items) => store.reserveRounds(db, clock.now(), items),
    }),
    steps: new Batch({
      laneOf: ({ source }) => source.id,
      run: async (items) => {
        const first = await store.recordSteps(db, clock.now(), items);
        return items.map((_, place) => first.has(place));
      },
    }),
  };
}
