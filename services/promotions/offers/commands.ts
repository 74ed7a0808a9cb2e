/** Use cases of promotions without an operator: the seeds, once per database, and the end of those whose time has passed. */
import { publish } from '@fairline/chassis/messaging/outbox';
import { promotionDeskEvents } from '@fairline/proto/promotions/desk';
import type { Promotions } from '../config.ts';
import { allow, worstCost } from './offer.ts';
import { seededOffers } from './seeds.ts';
import * as store from './store.ts';

const nothingAllowed = { allowedMinor: 0, unlimited: false };

/** Seeds the promotions that were never seeded here; one that operators changed or ended stays as it is. In demo mode they need no approval. */
export async function seedPromotions({ db, clock }: Promotions, isDemo: boolean): Promise<void> {
  const at = clock.now();
  for (const { id, offer } of seededOffers(at, isDemo ? 'active' : 'draft')) {
    const allowance = isDemo ? allow(nothingAllowed, worstCost(offer)) : nothingAllowed;
    await store.insertPromotion(db, { id, offer, allowance, createdBy: null, at });
  }
}

export async function expirePromotions({ db, clock }: Promotions): Promise<void> {
  await db.tx(async (tx) => {
    for (const { id, version } of await store.expirePromotions(tx, clock.now())) {
      await publish(tx, promotionDeskEvents.promotionChanged, id, version, { promotionId: id, status: 'expired' });
    }
  });
}
