/** HTTP: the running promotions, each with whether the player has claimed it or may claim it. */
import type { Player } from '@fairline/chassis/http/identity';
import { type Handler, handle } from '@fairline/chassis/http/server';
import { type IneligibleReason, type OfferedPromotion, offerRoutes } from '@fairline/proto/promotions/offers';
import type { Promotions } from '../config.ts';
import { FiguresCache } from './figures.ts';
import { judgeOffers } from './judging.ts';
import { hasPlace } from './offer.ts';
import * as store from './store.ts';
import { noFigures, promotionOf } from './views.ts';

export function offerHandlers(context: Promotions): Handler[] {
  const figures = new FiguresCache(context);
  return [
    handle(offerRoutes.promotions, async ({ player }) => ({ items: await readOffers(context, figures, player) })),
  ];
}

/** For these reasons a player sees no offers at all, only what they have claimed. */
const offeredNothing: readonly IneligibleReason[] = ['excluded', 'not_playing', 'limit_reached', 'no_bonus'];

async function readOffers(context: Promotions, cache: FiguresCache, player: Player): Promise<OfferedPromotion[]> {
  const { db, clock } = context;
  const now = clock.now();
  const rows = await store.runningPromotions(db, now);
  const ids = rows.map(({ id }) => id);
  const [claimed, figures] = await Promise.all([store.claimedBy(db, player.id, ids), cache.of(ids)]);
  const open = rows.filter(({ id }) => !claimed.has(id));
  const reasons = open.length > 0 ? await judgeOffers(context, player.id, open) : new Map<string, IneligibleReason>();
  return rows.flatMap((row): OfferedPromotion[] => {
    const promotion = promotionOf(row, figures.get(row.id) ?? noFigures, now);
    if (claimed.has(row.id)) return [{ ...promotion, claimed: true }];
    const why = reasons.get(row.id);
    if (why && offeredNothing.includes(why)) return [];
    const isFull = !hasPlace(row);
    return [
      {
        ...promotion,
        eligible: why === undefined && !isFull,
        ...(why && { why }),
        ...(isFull && { fullyClaimed: true }),
      },
    ];
  });
}
