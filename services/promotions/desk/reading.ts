/** Reads for operators: the list of promotions with figures, changes, counters, the preview of a form, and summaries of players for lists of other services. */
import { page, readCursor } from '@fairline/chassis/http/cursor';
import type { Operator } from '@fairline/chassis/http/identity';
import { Id, type Infer, Instant, type Page, Refusal } from '@fairline/proto/contract';
import type {
  OperatorPromotion,
  PromotionChange,
  PromotionStats,
  promotionDeskRoutes,
} from '@fairline/proto/promotions/desk';
import { offerRefusals, type PromotionForm, type PromotionStatus } from '@fairline/proto/promotions/offers';
import { z } from 'zod';
import type { Promotions } from '../config.ts';
import { accountsOf } from '../loyalty/store.ts';
import { checkClaimLimit, checkPeriod, checkReward, completeOffer, costRise, worstCost } from '../offers/offer.ts';
import { figuresOf, findPromotion, type PromotionRow } from '../offers/store.ts';
import { noFigures, offerOf } from '../offers/views.ts';
import { toOperatorPromotion, toPromotionChange } from './change.ts';
import * as store from './store.ts';
import { countEligible, summariesOf } from './store-players.ts';

const After = z.object({ at: Instant, id: Id });

interface Filter {
  status?: PromotionStatus | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
}

export async function listPromotions(
  context: Promotions,
  { status, q, cursor }: Filter,
): Promise<Page<OperatorPromotion>> {
  const now = context.clock.now();
  const rows = await store.promotions(context.db, { status, q, after: readCursor(After, cursor) }, now);
  const shown = new Map((await withFigures(context, rows)).map((promotion) => [promotion.id, promotion]));
  return page(
    rows,
    ({ createdAt, id }) => ({ at: createdAt.toISOString(), id }),
    ({ id }) => shown.get(id) as OperatorPromotion,
  );
}

export async function readPromotion(context: Promotions, id: string): Promise<OperatorPromotion> {
  const row = await findPromotion(context.db, id);
  const [promotion] = row ? await withFigures(context, [row]) : [];
  if (!promotion) throw new Refusal(offerRefusals.unknown);
  return promotion;
}

async function withFigures({ db, clock }: Promotions, rows: readonly PromotionRow[]): Promise<OperatorPromotion[]> {
  const ids = rows.map(({ id }) => id);
  const [figures, waiting] = await Promise.all([figuresOf(db, ids), store.pendingChangesOf(db, ids)]);
  return rows.map((row) => {
    const parts = {
      figures: figures.get(row.id) ?? noFigures,
      worstCostMinor: worstCost(offerOf(row)),
      changeId: waiting.get(row.id),
    };
    return toOperatorPromotion(row, parts, clock.now());
  });
}

export async function listChanges(
  { db, clock }: Promotions,
  reader: Operator,
  { status, cursor }: { status?: PromotionChange['status'] | undefined; cursor?: string | undefined },
): Promise<Page<PromotionChange>> {
  return page(
    await store.changes(db, status, readCursor(Id, cursor)),
    ({ id }) => id,
    (change) => toPromotionChange(change, reader, clock.now()),
  );
}

export async function readStats({ db, clock }: Promotions): Promise<PromotionStats> {
  const every = await store.everyPromotion(db);
  const [counts, figures] = await Promise.all([
    store.counts(db, clock.now()),
    figuresOf(
      db,
      every.map(({ id }) => id),
    ),
  ]);
  const sum = (field: keyof typeof noFigures) => [...figures.values()].reduce((total, one) => total + one[field], 0);
  return {
    ...counts,
    claims: every.reduce((total, { claimed }) => total + claimed, 0),
    activeClaims: sum('activeClaims'),
    completedClaims: sum('completedClaims'),
    waitingClaims: sum('waitingClaims'),
    grantedMinor: sum('grantedMinor'),
    costMinor: sum('costMinor'),
    openMinor: sum('openMinor'),
  };
}

type Preview = Infer<(typeof promotionDeskRoutes)['previewPromotion']['reply']>;

/** Previews a form: its worst cost, and the players who could claim it now by stored data alone. A claim also checks with wallet and auth. */
export async function previewPromotion(
  { db, clock, costLimitMinor }: Promotions,
  operator: Operator,
  form: PromotionForm,
): Promise<Preview> {
  const offer = completeOffer(form);
  const now = clock.now();
  checkReward(offer);
  checkClaimLimit(offer);
  checkPeriod(offer, now);
  const worstCostMinor = worstCost(offer);
  const riseMinor = costRise(worstCostMinor, { allowedMinor: 0, unlimited: false });
  const needsSecondOperator =
    riseMinor === null || riseMinor + (await store.movedByOperator(db, operator.id, now)) >= costLimitMinor;
  return { ...(await countEligible(db, offer)), worstCostMinor, needsSecondOperator };
}

type Summaries = Infer<(typeof promotionDeskRoutes)['promotionSummaries']['reply']>;

export async function readSummaries({ db }: Promotions, playerIds: readonly string[]): Promise<Summaries> {
  const [claims, accounts] = await Promise.all([summariesOf(db, playerIds), accountsOf(db, playerIds)]);
  const none = { claims: 0, activeClaims: 0, bonusMinor: 0 };
  return {
    items: playerIds.map((playerId) => ({
      playerId,
      tier: accounts.get(playerId)?.tier ?? 'bronze',
      ...(claims.get(playerId) ?? none),
    })),
  };
}
