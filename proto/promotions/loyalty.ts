/** Loyalty: points earned by settled stakes, tiers, and redemption of points for cash. */
import { z } from 'zod';
import { byId, Cursor, common, event, Id, Instant, Page, refusal, route } from '../contract.ts';
import { AmountMinor, BalanceMinor, PlayCurrency, SignedMinor } from '../money.ts';
import { grantRefusals } from '../wallet/grants.ts';
import { Tier, WageringProduct } from './offers.ts';

/** `stakeMinorPerPoint`: the settled stake that earns a point. Points expire after `expiryDays`; a tier depends on the points earned in that time. */
export const loyaltyRules = {
  stakeMinorPerPoint: { sports: 1_000, slots: 1_000, table: 10_000, lottery: 1_000 },
  redeemPoints: 100,
  redeemMinor: 100,
  expiryDays: 365,
} as const;

export const loyaltyRefusals = {
  /** params: {points} */
  tooFewPoints: refusal('too_few_points', 422, 'You do not have that many points'),
  /** The player's harm score reaches the threshold. */
  paused: refusal('points_paused', 422, 'Points cannot be redeemed at present. They stay in your balance.'),
  /** params: {step} */
  pointsStep: refusal('points_step', 422, 'Points are redeemed in steps of {step}'),
} as const;

/** One row of the points ledger. */
export const PointsEntry = z.object({
  id: Id,
  kind: z.enum(['earned', 'bonus', 'redeemed', 'expired', 'reversed']),
  points: z.int(),
  product: WageringProduct.optional(),
  balanceAfter: z.int(),
  createdAt: Instant,
});
export type PointsEntry = z.infer<typeof PointsEntry>;

export const Points = z.object({
  balance: z.int(),
  tier: Tier,
  /** The points earned in the last 365 days. */
  earned: z.int(),
  next: z.object({ tier: Tier, points: z.int() }).optional(),
  /** The value of all whole steps of the balance. */
  worthMinor: BalanceMinor,
  currency: PlayCurrency,
  expiring: z.object({ points: z.int(), at: Instant }).optional(),
  /** True while the player's points cannot be redeemed and do not raise their tier. */
  isPaused: z.boolean().optional(),
  entries: z.array(PointsEntry),
  nextCursor: z.string().nullable(),
});
export type Points = z.infer<typeof Points>;

/** Weekly cashback: a share of the player's net loss of cash in a UTC week (Monday to Sunday), paid in cash. */
export const CashbackStatement = z.object({
  id: Id,
  claimId: Id,
  promotionId: Id,
  name: z.string(),
  weekStartsAt: Instant,
  weekEndsAt: Instant,
  stakedMinor: BalanceMinor,
  returnedMinor: BalanceMinor,
  netLossMinor: SignedMinor,
  percent: z.number(),
  amountMinor: BalanceMinor,
  currency: PlayCurrency,
  paidAt: Instant.optional(),
  /** Why an amount above zero is not paid, now or later: the player was suspended, closed or excluded from play, or their harm score reached the threshold. */
  unpaid: z.enum(['not_playing', 'at_risk']).optional(),
});
export type CashbackStatement = z.infer<typeof CashbackStatement>;

export const loyaltyRoutes = {
  points: route('GET /api/promotions/points', {
    summary: 'Points, tier and the points ledger of the player, newest first',
    access: 'player',
    query: z.strictObject({ cursor: Cursor }),
    reply: Points,
  }),
  redeem: route('POST /api/promotions/points/redeem', {
    summary: 'Redeems points for cash, in whole steps',
    access: 'player',
    keyed: true,
    body: z.strictObject({ points: z.int().min(1).max(10_000_000) }),
    reply: z.object({ redemptionId: Id, points: z.int(), amountMinor: AmountMinor, currency: PlayCurrency }),
    status: 201,
    refusals: [
      loyaltyRefusals.tooFewPoints,
      loyaltyRefusals.pointsStep,
      loyaltyRefusals.paused,
      grantRefusals.notPlaying,
      common.unavailable,
    ],
  }),
  cashback: route('GET /api/promotions/cashback', {
    summary: 'The cashback statements of the player, newest first',
    access: 'player',
    query: z.strictObject({ cursor: Cursor }),
    reply: Page(CashbackStatement),
  }),
  playerLoyalty: route('GET /api/admin/promotions/players/:id', {
    summary: 'Tier and points of a player, for the operators who serve them',
    access: { operator: 'promotions.read' },
    params: byId,
    reply: z.object({ tier: Tier, balance: z.int(), earned: z.int() }),
    refusals: [common.notFound],
  }),
} as const;

export const loyaltyEvents = {
  tierChanged: event('promotions', 'TierChanged', {
    summary: 'A player reached another loyalty tier.',
    data: z.object({ playerId: Id, tier: Tier, from: Tier }),
    audience: { player: 'playerId' },
    notice: { template: 'tier_changed', mailPreference: 'promotions' },
  }),
  pointsChanged: event('promotions', 'PointsChanged', {
    summary: 'The points balance of a player changed.',
    data: z.object({ playerId: Id, balance: z.int() }),
    audience: { player: 'playerId' },
  }),
  cashbackPaid: event('promotions', 'CashbackPaid', {
    summary: 'The cashback of a week was paid.',
    data: z.object({
      statementId: Id,
      playerId: Id,
      amountMinor: AmountMinor,
      currency: PlayCurrency,
      weekStartsAt: Instant,
    }),
    audience: { player: 'playerId' },
    notice: { template: 'cashback_paid', mailPreference: 'promotions' },
  }),
} as const;
