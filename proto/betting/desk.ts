/**
 * The trading desk: own prices and margins, liability limits, results and cancellations by operators.
 * A decision is previewed before it is applied, and needs two operators from `operatorControl.twoOperatorsMinor` on. Every action has a reason and is audited.
 */
import { z } from 'zod';
import { byId, Cursor, common, Id, Instant, Page, Reason, reasoned, refusal, route } from '../contract.ts';
import { canDeadHeat, DeadHeat, FixtureStatus, LegResult, MarketType } from '../feed.ts';
import { AmountMinor, BalanceMinor, SignedMinor } from '../money.ts';
import { OddsMilli } from '../odds.ts';
import { fieldMessages } from '../texts.ts';
import { Fixture, MarketStatus, offerRefusals } from './offer.ts';
import { deskRules } from './rules.ts';

export const deskRefusals = {
  notStopped: refusal('not_stopped', 409, 'This is not suspended', 'betting'),
  alreadyStopped: refusal('already_stopped', 409, 'This is already suspended'),
  /** A price list must contain every selection of its market exactly once. */
  pricesIncomplete: refusal('prices_incomplete', 422, 'Enter a price for every selection of the market'),
  /** With these prices the house would lose on any result. */
  marginNegative: refusal('margin_negative', 422, 'These prices add up to less than 100 %'),
  outcomesIncomplete: refusal('outcomes_incomplete', 422, 'Enter a result for every selection of the market'),
  fixtureNotBegun: refusal('fixture_not_begun', 409, 'This match has not begun, so its selections can only be void'),
  alreadyDecided: refusal('already_decided', 409, 'This was decided by another operator', 'betting'),
  /** The effect of the decision has changed since its preview. */
  previewChanged: refusal(
    'preview_changed',
    409,
    'The bets on this market have changed. Please review the preview again.',
  ),
} as const;

export const limitScopes = ['market', 'type', 'competition', 'sport', 'default'] as const;

export const Limit = z.object({
  scope: z.enum(limitScopes),
  /** The id of the market, type, competition or sport; `default` for the default scope. */
  id: z.string(),
  name: z.string(),
  /** The most real money that one outcome may cost the house beyond the stakes on it. */
  maxLiabilityMinor: AmountMinor,
  by: Id.nullable(),
  at: Instant.nullable(),
});
export type Limit = z.infer<typeof Limit>;

export const deskRequestKinds = ['prices', 'own_loss', 'limit'] as const;

const TradingSelection = z.object({
  id: Id,
  name: z.string(),
  /** The odds on offer; null if the selection never had any. */
  oddsMilli: OddsMilli.nullable(),
  /** The feed's odds, before our own margin or prices. */
  feedOddsMilli: OddsMilli.nullable(),
  /** The fair chance: the feed's price without its margin. */
  chance: z.number().nullable(),
  active: z.boolean(),
  result: LegResult.nullable(),
  deadHeat: DeadHeat.optional(),
  bets: z.int(),
  stakeMinor: BalanceMinor,
  liabilityMinor: BalanceMinor,
});

export const TradingMarket = z.object({
  id: Id,
  type: MarketType,
  name: z.string(),
  line: z.number().optional(),
  status: MarketStatus,
  /**
   * Why the market is suspended.
   * By operators: `market`, `fixture`, `sport`, `all`, `decision` (a result or a cancellation waits for a second operator), `own_limit` (bets at own prices cost too much). Automatically: `volatility` (prices move too fast), `window` (an open window of void bets).
   * By the feed: `feed_silent` (no heartbeat), `feed_gone` (a new epoch without this fixture), `unread` (an invalid message), `danger` (bet stop in play),
   * `kick_off` (the start is not confirmed yet), `feed` (it does not offer the market now).
   */
  stoppedBy: z
    .enum([
      'market',
      'fixture',
      'sport',
      'all',
      'decision',
      'own_limit',
      'volatility',
      'window',
      'feed_silent',
      'feed_gone',
      'unread',
      'danger',
      'kick_off',
      'feed',
    ])
    .nullable(),
  stopReason: z.string().nullable(),
  volatileUntil: Instant.nullable(),
  marginBp: z.int(),
  own: z
    .object({
      marginBp: z.int().nullable(),
      prices: z.boolean(),
      /** Who set the prices. */
      by: Id.nullable().optional(),
      /** The prices are now so far above the fair ones that the feed's prices apply. */
      beyondFair: z.boolean().optional(),
      /** The total that their operator decided alone today is near the two-operator threshold. */
      flagged: z.boolean().optional(),
    })
    .nullable(),
  /** The pending request: other prices, or more bets at the own ones. */
  awaitingRequest: z.object({ id: Id, kind: z.enum(deskRequestKinds) }).optional(),
  limit: z.object({ scope: z.enum(limitScopes), maxLiabilityMinor: AmountMinor }),
  resultBy: z.enum(['feed_provisional', 'feed_confirmed', 'operator']).nullable(),
  selections: z.array(TradingSelection),
});
export type TradingMarket = z.infer<typeof TradingMarket>;

export const TradingFixture = Fixture.omit({ markets: true }).extend({
  markets: z.int(),
  activeMarkets: z.int(),
  stopped: z.boolean(),
  /** Markets on which a decision waits for a second operator. */
  awaitingDecision: z.int().optional(),
  bets: z.int(),
  stakeMinor: BalanceMinor,
  /** The most that one outcome of the fixture could cost. */
  liabilityMinor: BalanceMinor,
});
export type TradingFixture = z.infer<typeof TradingFixture>;

export const TradingFixtureWhole = TradingFixture.extend({ markets: z.array(TradingMarket) });
export type TradingFixtureWhole = z.infer<typeof TradingFixtureWhole>;

/** A decision on a market: a result, a window of void bets, or a release (the feed's result applies again). */
export const DecisionInput = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('result'),
    outcomes: z
      .array(z.strictObject({ selectionId: Id, result: LegResult, deadHeat: DeadHeat.optional() }))
      .min(2)
      .max(50),
  }),
  z.strictObject({ kind: z.literal('void'), from: Instant.nullable(), until: Instant.nullable() }),
  z.strictObject({ kind: z.literal('release') }),
]);
export type DecisionInput = z.infer<typeof DecisionInput>;

/** What tells whether a match has begun. */
export type FixtureStart = Pick<Fixture, 'status' | 'startsAt'> & { reason?: Fixture['reason'] | null };

/**
 * The results that operators may enter: only void before the match begins, and if it was cancelled without having begun.
 * It begins at its start at the latest, because a feed that is down reports nothing.
 */
export function resultsAllowed({ status, startsAt, reason }: FixtureStart, now: number): readonly LegResult[] {
  const isUnplayed =
    status === 'cancelled' ? reason !== 'abandoned' : status === 'upcoming' && Date.parse(startsAt) > now;
  return isUnplayed ? ['void'] : LegResult.options;
}

/** A decision as requested: the window begins before it ends, and only winning selections have a dead heat. */
const RequestedDecision = DecisionInput.refine(
  (asked) =>
    asked.kind !== 'void' ||
    asked.from === null ||
    asked.until === null ||
    Date.parse(asked.from) < Date.parse(asked.until),
  {
    error: fieldMessages.windowReversed,
  },
).refine(
  (asked) =>
    asked.kind !== 'result' || asked.outcomes.every(({ result, deadHeat }) => !deadHeat || canDeadHeat(result)),
  {
    error: fieldMessages.deadHeatUnwon,
  },
);

/** The effect of a decision; amounts count real money only. */
export const DecisionPreview = z.object({
  /** All bets on the market, and those that would be settled, reopened or paid differently. */
  bets: z.int(),
  changedBets: z.int(),
  /** Open multiples with a leg that would change, and with it their possible payout. */
  legBets: z.int().optional(),
  /** Players with a bet that changes. */
  players: z.int(),
  /** Real money that is paid out in addition, and that is taken back. The three play currencies count at par. */
  payMinor: BalanceMinor,
  takeMinor: BalanceMinor,
  netMinor: SignedMinor,
  /**
   * The money that the decision moves compared with the feed's own result, with gains and losses both positive. It decides whether a second operator is needed.
   * A settled bet counts with its difference; an open bet with its payout, or with its stake if it loses or one of its legs changes.
   */
  movedMinor: BalanceMinor.optional(),
  needsSecond: z.boolean(),
  /** Identifies this preview. A decision based on it is refused if the market has been decided differently since, or if it now moves much more. */
  fingerprint: z.string(),
});
export type DecisionPreview = z.infer<typeof DecisionPreview>;

export const decisionStatuses = ['pending', 'applied', 'withdrawn'] as const;

/** Counts of bets between the request and its approval. The market is suspended meanwhile, so none should be accepted; pending ones are rejected. */
export const DecisionApproval = z.object({
  acceptedSince: z.int(),
  rejectedSince: z.int(),
  /** The money that the decision moved, recalculated under the market's lock. */
  movedMinor: BalanceMinor,
});
export type DecisionApproval = z.infer<typeof DecisionApproval>;

export const Decision = z.object({
  id: Id,
  marketId: Id,
  /** Null once the market was deleted, as is `selections`. */
  fixtureId: Id.nullable().optional(),
  fixture: z.string(),
  market: z.string(),
  selections: z
    .array(z.object({ id: Id, name: z.string() }))
    .nullable()
    .optional(),
  decision: DecisionInput,
  preview: DecisionPreview,
  reason: z.string(),
  status: z.enum(decisionStatuses),
  requestedBy: Id,
  requestedAt: Instant,
  decidedBy: Id.nullable(),
  decidedAt: Instant.nullable(),
  /** The reason of the operator who withdrew or declined it. */
  withdrawnReason: z.string().nullable().optional(),
  /** Decided alone, by an operator whose total for that day was near the two-operator threshold. */
  flagged: z.boolean().optional(),
  /** Whether the operator who reads it may approve it; only while it waits. */
  mayApprove: z.boolean().optional(),
  /** The bets and money at its approval; null until a second operator approves it. */
  approval: DecisionApproval.nullable().optional(),
});
export type Decision = z.infer<typeof Decision>;

const read = { access: { operator: 'betting.read' } } as const;
const write = { access: { operator: 'betting' } } as const;

export const deskRoutes = {
  exposure: route('GET /api/admin/betting/exposure', {
    summary: 'Lists what each selection could cost, real money only, highest first',
    access: { operator: 'betting.read' },
    query: z.strictObject({ cursor: Cursor }),
    reply: Page(
      z.object({
        selectionId: Id,
        fixture: z.string(),
        market: z.string(),
        selection: z.string(),
        bets: z.int(),
        stakeMinor: z.int(),
        liabilityMinor: z.int(),
      }),
    ),
  }),
  tradingFixtures: route('GET /api/admin/betting/fixtures', {
    summary: 'Lists fixtures with their bets, stakes and liability, ended ones included',
    ...read,
    query: z.strictObject({
      sport: z.string().max(40).optional(),
      status: FixtureStatus.optional(),
      q: z.string().max(100).optional(),
      sort: z.enum(['time', 'liability']).optional(),
      cursor: Cursor,
    }),
    reply: Page(TradingFixture),
  }),
  tradingFixture: route('GET /api/admin/betting/fixtures/:id', {
    summary: 'One fixture with every market, price, stake and liability',
    ...read,
    params: byId,
    reply: TradingFixtureWhole,
    refusals: [common.notFound],
  }),
  setPrices: route('PUT /api/admin/betting/markets/:id/prices', {
    summary:
      'Sets own prices of a market until they are released; the feed still suspends and settles it. Prices far above the fair ones wait for a second operator (202).',
    ...write,
    stepUp: true,
    params: byId,
    body: z.strictObject({
      prices: z
        .array(z.strictObject({ selectionId: Id, oddsMilli: OddsMilli }))
        .min(2)
        .max(50),
      reason: Reason,
    }),
    reply: TradingMarket,
    also: 202,
    refusals: [
      common.notFound,
      offerRefusals.marketState,
      deskRefusals.pricesIncomplete,
      deskRefusals.marginNegative,
      common.cardNumber,
      common.stepUpRequired,
    ],
  }),
  releasePrices: route('POST /api/admin/betting/markets/:id/prices/release', {
    summary: "Releases own prices and margin; the feed's prices apply again",
    ...write,
    params: byId,
    body: reasoned,
    reply: TradingMarket,
    refusals: [common.notFound, common.cardNumber],
  }),
  setMargin: route('PUT /api/admin/betting/markets/:id/margin', {
    summary: "Sets an own margin on the feed's fair chances; null removes it",
    ...write,
    params: byId,
    body: z.strictObject({
      marginBp: z.int().min(deskRules.marginBp.min).max(deskRules.marginBp.max).nullable(),
      reason: Reason,
    }),
    reply: TradingMarket,
    refusals: [common.notFound, offerRefusals.marketState, common.cardNumber],
  }),
  limits: route('GET /api/admin/betting/limits', {
    summary: 'Lists the liability limits by scope',
    ...read,
    reply: z.object({ items: z.array(Limit) }),
  }),
  setLimit: route('PUT /api/admin/betting/limits', {
    summary:
      'Sets the liability limit of a scope; null removes it. The narrowest scope applies: market, type, competition, sport, default. A higher limit waits for a second operator (202).',
    ...write,
    stepUp: true,
    body: z.strictObject({
      scope: z.enum(limitScopes),
      id: z.string().min(1).max(100),
      maxLiabilityMinor: AmountMinor.nullable(),
      reason: Reason,
    }),
    reply: z.object({ items: z.array(Limit), awaitsSecond: z.boolean().optional() }),
    also: 202,
    refusals: [common.notFound, common.cardNumber, common.stepUpRequired],
  }),
  previewDecision: route('POST /api/admin/betting/markets/:id/decisions/preview', {
    summary: 'Previews the bets, players and money that a result, a cancellation or a release would change',
    ...write,
    params: byId,
    body: z.strictObject({ decision: RequestedDecision }),
    reply: DecisionPreview,
    refusals: [common.notFound, deskRefusals.outcomesIncomplete, deskRefusals.fixtureNotBegun],
  }),
  decide: route('POST /api/admin/betting/markets/:id/decisions', {
    summary: 'Applies a previewed decision, or requests the approval of a second operator (202)',
    ...write,
    stepUp: true,
    keyed: true,
    params: byId,
    body: z.strictObject({ decision: RequestedDecision, fingerprint: z.string().max(100), reason: Reason }),
    reply: Decision,
    also: 202,
    refusals: [
      common.notFound,
      deskRefusals.outcomesIncomplete,
      deskRefusals.fixtureNotBegun,
      deskRefusals.previewChanged,
      common.cardNumber,
      common.stepUpRequired,
    ],
  }),
  decisions: route('GET /api/admin/betting/decisions', {
    summary: 'Lists results, cancellations and releases by operators, newest first',
    ...read,
    query: z.strictObject({ status: z.enum(decisionStatuses).optional(), marketId: Id.optional(), cursor: Cursor }),
    reply: Page(Decision),
  }),
  approveDecision: route('POST /api/admin/betting/decisions/:id/approve', {
    summary: 'Approves and applies a pending decision, as the second operator',
    ...write,
    stepUp: true,
    params: byId,
    reply: Decision,
    refusals: [
      common.notFound,
      common.secondOperatorNeeded,
      deskRefusals.alreadyDecided,
      deskRefusals.fixtureNotBegun,
      deskRefusals.previewChanged,
      common.stepUpRequired,
    ],
  }),
  withdrawDecision: route('POST /api/admin/betting/decisions/:id/withdraw', {
    summary: 'Withdraws or declines a pending decision',
    ...write,
    params: byId,
    body: reasoned,
    reply: Decision,
    refusals: [common.notFound, deskRefusals.alreadyDecided, common.cardNumber],
  }),
} as const;
