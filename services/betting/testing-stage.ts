/** A stage for the tests of a file, and calls about one bet on it. */
import { afterAll, beforeAll } from 'vitest';
import { Stage } from './testing.ts';

export let stage: Stage;
export const call: Stage['callOf'] = (...args) => stage.callOf(...args);
export const placeAccepted: Stage['placeAccepted'] = (...args) => stage.placeAccepted(...args);

/** Opens the stage before the tests of a file, and closes it after. */
export function useStage(): void {
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(() => stage.close());
}
