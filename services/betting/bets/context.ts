/** Dependencies of bets and of the folders above: the offer, and the parts that place, settle and sign bets. */
import type { Batch } from '@fairline/chassis/storage/batch';
import type { settlements } from '@fairline/proto/betting/offer';
import type { OfferContext } from '../offer/context.ts';
import type { Placed, Placement, Taken } from './bet.ts';
import type { Signer } from './receipt.ts';

export interface BetContext extends OfferContext {
  /** By results, or in demo mode by a coin. */
  readonly settlement: (typeof settlements)[number];
  readonly receipts: Signer;
  /** Bets of many players are inserted together. */
  readonly placements: Batch<Placement, Placed>;
  /** Bets whose stake was taken are recorded together. */
  readonly takings: Batch<Taken, boolean>;
}
