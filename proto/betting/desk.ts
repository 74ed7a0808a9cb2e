/**
 * The trading desk: suspensions, own prices and margins, liability limits, results and cancellations by operators.
 * A decision that moves money of settled bets is previewed first and needs two operators above `deskRules.twoOperatorsMinor`; every action has a reason and is audited.
 */
import { z } from 'zod';
import { byId, Cursor, common, Id, Instant, Page, Reason, reasoned, refusal, route } from '../contract.ts';
import { canDeadHeat, DeadHeat, FixtureStatus, LegResult, MarketType } from '../feed.ts';
import { AmountMinor, BalanceMinor, SignedMinor } from '../money.ts';
import { OddsMilli } from '../odds.ts';
import { Fixture, Market, MarketStatus, offerRefusals } from './offer.ts';
import { deskRules } from './rules.ts';

export const deskRefusals = {
  notStopped: refusal('not_stopped', 409, 'This is not suspended'),
  alreadyStopped: refusal('already_stopped', 409, 'This is suspended already'),
  /** A price list names every selection of its market, each once. */
  pricesIncomplete: refusal('prices_incomplete', 422, 'Give a price for every selection of the market'),
  /** The prices would pay back more than they take. */
  marginNegative: refusal('margin_negative', 422, 'These prices add up to less than 100 %'),
  outcomesIncomplete: refusal('outcomes_incomplete', 422, 'Give a result for every selection of the market'),
  alreadyDecided: refusal('already_decided', 409, 'This was decided by another operator'),
  /** What was previewed is no longer what would happen. */
  previewChanged: refusal('preview_changed', 409, 'The bets on this market have changed. Please look at the preview again.'),
} as const;

export const stopScopes = ['market', 'fixture', 'sport', 'all'] as const;

export const Stop = z.object({ scope: z.enum(stopScopes), id: z.string(), name: z.string(), reason: z.string(), by: Id, at: Instant });
export type Stop = z.infer<typeof Stop>;

export const limitScopes = ['market', 'type', 'competition', 'sport', 'default'] as const;

export const Limit = z.object({
  scope: z.enum(limitScopes),
  /** The market, type, competition or sport; `default` for the default. */
  id: z.string(),
  name: z.string(),
  /** What one outcome may cost the house in real money beyond the stakes on it. */
  maxLiabilityMinor: AmountMinor,
  by: Id.nullable(),
  at: Instant.nullable(),
});
export type Limit = z.infer<typeof Limit>;

const TradingSelection = z.object({
  id: Id,
  name: z.string(),
  /** On offer now; null where it was never priced. */
  oddsMilli: OddsMilli.nullable(),
  /** The feed's price, before margin and prices of our own. */
  feedOddsMilli: OddsMilli.nullable(),
  /** The chance behind the feed's price with its margin taken out. */
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
   * Why it is suspended. Operators: it, its fixture, its sport, everything. By itself: prices that move too fast, a window of void bets that goes on. The feed:
   * it is silent, it is another one that does not know the fixture, it sent what cannot be read, it has stopped play in bets for a goal or danger to come,
   * it has not reported yet that play has begun, or it offers the market no more for now.
   */
  stoppedBy: z
    .enum(['market', 'fixture', 'sport', 'all', 'volatility', 'window', 'feed_silent', 'feed_gone', 'unread', 'danger', 'kick_off', 'feed'])
    .nullable(),
  stopReason: z.string().nullable(),
  volatileUntil: Instant.nullable(),
  marginBp: z.int(),
  own: z.object({ marginBp: z.int().nullable(), prices: z.boolean() }).nullable(),
  limit: z.object({ scope: z.enum(limitScopes), maxLiabilityMinor: AmountMinor }),
  resultBy: z.enum(['feed_provisional', 'feed_confirmed', 'operator']).nullable(),
  selections: z.array(TradingSelection),
});
export type TradingMarket = z.infer<typeof TradingMarket>;

export const TradingFixture = Fixture.omit({ markets: true }).extend({
  markets: z.int(),
  activeMarkets: z.int(),
  stopped: z.boolean(),
  bets: z.int(),
  stakeMinor: BalanceMinor,
  /** The most that one outcome of it could cost. */
  liabilityMinor: BalanceMinor,
});
export type TradingFixture = z.infer<typeof TradingFixture>;

export const TradingFixtureWhole = TradingFixture.extend({ markets: z.array(TradingMarket) });
export type TradingFixtureWhole = z.infer<typeof TradingFixtureWhole>;

/** What to decide about a market: its result, that bets of a window are void, or that the feed's result applies again. */
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

/** As it is asked for: a window begins before it ends, and only what won has a dead heat. */
const AskedDecision = DecisionInput.refine(
  (asked) => asked.kind !== 'void' || asked.from === null || asked.until === null || Date.parse(asked.from) < Date.parse(asked.until),
  {
    error: 'The window has to begin before it ends',
  },
).refine((asked) => asked.kind !== 'result' || asked.outcomes.every(({ result, deadHeat }) => !deadHeat || canDeadHeat(result)), {
  error: 'Only a selection that won can have won in a dead heat',
});

/** What a decision would do, real money apart from play money. */
export const DecisionPreview = z.object({
  /** Bets it looks at, and those it settles, opens again or pays otherwise. */
  bets: z.int(),
  changedBets: z.int(),
  /** Those of which only a leg reads otherwise, and with it what they can still pay: multiples that wait for others of their legs. */
  legBets: z.int().optional(),
  /** Of all that change. */
  players: z.int(),
  /** Paid out more, and taken back, in real money; the three play currencies count at par. */
  payMinor: BalanceMinor,
  takeMinor: BalanceMinor,
  netMinor: SignedMinor,
  /**
   * What it moves beyond the feed's own result, whichever way: of bets that are settled what they gain or lose, of open ones what they are paid,
   * or their stake where they are lost or one of their legs reads otherwise. By this it is judged whether a second operator is needed.
   */
  movedMinor: BalanceMinor.optional(),
  needsSecond: z.boolean(),
  /** Names this preview; a decision made by it is refused where the market was decided otherwise since, or it moves much more by now. */
  fingerprint: z.string(),
});
export type DecisionPreview = z.infer<typeof DecisionPreview>;

export const decisionStatuses = ['pending', 'applied', 'withdrawn'] as const;

export const Decision = z.object({
  id: Id,
  marketId: Id,
  /** With the selections by name, in their order, as long as the market is kept. */
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
  /** Why it was taken back: by who asked for it, or declined by another. */
  withdrawnReason: z.string().nullable().optional(),
});
export type Decision = z.infer<typeof Decision>;

const stopRefusals = [common.notFound, deskRefusals.alreadyStopped, common.cardNumber];

const resumeRefusals = [common.notFound, deskRefusals.notStopped, common.cardNumber];

const bySport = z.strictObject({ id: z.string().min(1).max(100) });

const read = { access: { operator: 'betting.read' } } as const;
const write = { access: { operator: 'betting' } } as const;

export const deskRoutes = {
  suspendMarket: route('POST /api/admin/betting/markets/:id/suspend', {
    summary: 'Takes a market off offer until it is resumed',
    access: { operator: 'betting' },
    params: byId,
    body: reasoned,
    reply: Market,
    refusals: [common.notFound, offerRefusals.marketState, common.cardNumber],
  }),
  resumeMarket: route('POST /api/admin/betting/markets/:id/resume', {
    summary: 'Lifts an operator suspension',
    access: { operator: 'betting' },
    params: byId,
    body: reasoned,
    reply: Market,
    refusals: [common.notFound, offerRefusals.marketState, common.cardNumber],
  }),
  exposure: route('GET /api/admin/betting/exposure', {
    summary: 'What each selection could cost, real money only, highest first',
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
    summary: 'Fixtures with what is at stake on them; those that are over as well',
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
  stops: route('GET /api/admin/betting/stops', { summary: 'All that operators have suspended', ...read, reply: z.object({ items: z.array(Stop) }) }),
  suspendFixture: route('POST /api/admin/betting/fixtures/:id/suspend', {
    summary: 'Takes a fixture off offer',
    ...write,
    params: byId,
    body: reasoned,
    reply: Stop,
    refusals: stopRefusals,
  }),
  resumeFixture: route('POST /api/admin/betting/fixtures/:id/resume', {
    summary: 'Lifts that',
    ...write,
    params: byId,
    body: reasoned,
    refusals: resumeRefusals,
  }),
  suspendSport: route('POST /api/admin/betting/sports/:id/suspend', {
    summary: 'Takes a sport off offer',
    ...write,
    params: bySport,
    body: reasoned,
    reply: Stop,
    refusals: stopRefusals,
  }),
  resumeSport: route('POST /api/admin/betting/sports/:id/resume', {
    summary: 'Lifts that',
    ...write,
    params: bySport,
    body: reasoned,
    refusals: resumeRefusals,
  }),
  suspendAll: route('POST /api/admin/betting/suspend', {
    summary: 'Takes everything off offer',
    ...write,
    body: reasoned,
    reply: Stop,
    refusals: stopRefusals,
  }),
  resumeAll: route('POST /api/admin/betting/resume', { summary: 'Lifts that', ...write, body: reasoned, refusals: resumeRefusals }),
  setPrices: route('PUT /api/admin/betting/markets/:id/prices', {
    summary: 'Offers a market at prices of our own until they are released; the feed still stops and settles it',
    ...write,
    params: byId,
    body: z.strictObject({
      prices: z
        .array(z.strictObject({ selectionId: Id, oddsMilli: OddsMilli }))
        .min(2)
        .max(50),
      reason: Reason,
    }),
    reply: TradingMarket,
    refusals: [common.notFound, offerRefusals.marketState, deskRefusals.pricesIncomplete, deskRefusals.marginNegative, common.cardNumber],
  }),
  releasePrices: route('POST /api/admin/betting/markets/:id/prices/release', {
    summary: "Offers a market at the feed's prices again",
    ...write,
    params: byId,
    body: reasoned,
    reply: TradingMarket,
    refusals: [common.notFound, common.cardNumber],
  }),
  setMargin: route('PUT /api/admin/betting/markets/:id/margin', {
    summary: "Offers a market at the feed's chances with a margin of our own; null takes that back",
    ...write,
    params: byId,
    body: z.strictObject({ marginBp: z.int().min(deskRules.marginBp.min).max(deskRules.marginBp.max).nullable(), reason: Reason }),
    reply: TradingMarket,
    refusals: [common.notFound, offerRefusals.marketState, common.cardNumber],
  }),
  limits: route('GET /api/admin/betting/limits', { summary: 'What outcomes may cost, by scope', ...read, reply: z.object({ items: z.array(Limit) }) }),
  setLimit: route('PUT /api/admin/betting/limits', {
    summary: 'Sets what one outcome may cost within a scope; null falls back to the wider one. Market goes before type, competition, sport and default.',
    ...write,
    body: z.strictObject({ scope: z.enum(limitScopes), id: z.string().min(1).max(100), maxLiabilityMinor: AmountMinor.nullable(), reason: Reason }),
    reply: z.object({ items: z.array(Limit) }),
    refusals: [common.notFound, common.cardNumber],
  }),
  previewDecision: route('POST /api/admin/betting/markets/:id/decisions/preview', {
    summary: 'Which bets, players and money a result, a cancellation or a release would change',
    ...write,
    params: byId,
    body: z.strictObject({ decision: AskedDecision }),
    reply: DecisionPreview,
    refusals: [common.notFound, deskRefusals.outcomesIncomplete],
  }),
  decide: route('POST /api/admin/betting/markets/:id/decisions', {
    summary: 'Applies what was previewed, or requests the approval of a second operator (202)',
    ...write,
    stepUp: true,
    keyed: true,
    params: byId,
    body: z.strictObject({ decision: AskedDecision, fingerprint: z.string().max(100), reason: Reason }),
    reply: Decision,
    also: 202,
    refusals: [common.notFound, deskRefusals.outcomesIncomplete, deskRefusals.previewChanged, common.cardNumber, common.stepUpRequired],
  }),
  decisions: route('GET /api/admin/betting/decisions', {
    summary: 'Results, cancellations and releases by operators, newest first',
    ...read,
    query: z.strictObject({ status: z.enum(decisionStatuses).optional(), marketId: Id.optional(), cursor: Cursor }),
    reply: Page(Decision),
  }),
  approveDecision: route('POST /api/admin/betting/decisions/:id/approve', {
    summary: 'The second operator applies a decision that waits',
    ...write,
    stepUp: true,
    params: byId,
    reply: Decision,
    refusals: [common.notFound, common.secondOperatorNeeded, deskRefusals.alreadyDecided, deskRefusals.previewChanged, common.stepUpRequired],
  }),
  withdrawDecision: route('POST /api/admin/betting/decisions/:id/withdraw', {
    summary: 'Takes a decision back that waits for a second operator',
    ...write,
    params: byId,
    body: reasoned,
    reply: Decision,
    refusals: [common.notFound, deskRefusals.alreadyDecided, common.cardNumber],
  }),
} as const;
