/** The context of rounds and of the folders above them. */
import type { Batch } from '@fairline/chassis/storage/batch';
import type { FairnessContext } from '../fairness/context.ts';
import type { Reservation, Reserved, TakenStep } from './round.ts';

export interface RoundContext extends FairnessContext {
  /** Rounds of many players are reserved together. */
  readonly reservations: Batch<Reservation, Reserved>;
  /** Steps that wallet took are recorded together; false where another instance was first. */
  readonly steps: Batch<TakenStep, boolean>;
}
