/** Use cases of promotions that no operator starts: seeding, once per database, and expiry at their end. */
import { publish } from '@fairline/chassis/messaging/outbox';
import { promotionDeskEvents } from '@fairline/proto/promotions/desk';
import type { Promotions } from '../config.ts';
import { allow, worstCost } from './offer.ts';
import { seededOffers } from './seeds.ts';
import * as store from './store.ts';

const nothingAllowed = { allowedMinor: 0, unlimited: false };

/** Seeds the promotions that this database does not have; one that operators changed or ended stays as it is. In demo mode the seeds are active without an approval. */
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
