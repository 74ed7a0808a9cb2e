/** What claims work with beside the service's own parts: points and tiers, which the loyalty subject above them keeps. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import type { Tier } from '@fairline/proto/promotions/offers';
import type { Promotions } from '../config.ts';

export interface ClaimsContext extends Promotions {
  readonly loyalty: {
    tierOf(db: Queries, playerId: string): Promise<Tier>;
    /** Gives the points of a claim, once. */
    givePoints(tx: Tx, points: { claimId: string; playerId: string; points: number }, at: Date): Promise<void>;
  };
}
