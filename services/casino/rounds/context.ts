/** The dependencies of rounds and of the folders above them. */
import type { Batch } from '@fairline/chassis/storage/batch';
import type { FairnessContext } from '../fairness/context.ts';
import type { Reservation, Reserved, TakenStep } from './round.ts';

export interface RoundContext extends FairnessContext {
  /** Reserves rounds of many players together. */
  readonly reservations: Batch<Reservation, Reserved>;
  /** Records steps that wallet took together. False for a step that another instance recorded first. */
  readonly steps: Batch<TakenStep, boolean>;
}
