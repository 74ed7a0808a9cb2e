/**
 * What operators read and do about what is on offer: stops, prices and margins of their own, results and cancellations, limits, and every bet.
 * What moves money of settled bets is previewed first and needs two operators above a threshold; every act has a reason and is on the record.
 */
import { z } from 'zod';
import { Bet, BetStatus, ByHandResult, bettingRefusals, Fixture, MarketStatus } from '../betting.ts';
import { Cursor, common, Id, Instant, Page, refusal, route } from '../contract.ts';
import { canDeadHeat, DeadHeat, FixtureStatus, LegResult, MarketType } from '../feed.ts';
import { AmountMinor, BalanceMinor, SignedMinor } from '../money.ts';
import { OddsMilli } from '../odds.ts';
import { walletRefusals } from '../wallet.ts';
import { BetMoment } from './bets.ts';

export const tradingRules = {
  /**
   * Decisions of one operator on a market that move at least this much real money within a UTC day, whichever way, need a second; and so does a bet that is settled
   * by hand where it moves as much together with all that the operator alone settled by hand that day.
   */
  secondOperatorMinor: 1_000_000,
  /** A decision holds for what was previewed, and for so much more: a share of it, or this much where that is less. */
  previewSlack: { share: 0.1, leastMinor: 100_000 },
  /** A market whose fair chance moved by more than this within the window is suspended by itself, for so long. */
  volatility: { windowMs: 10_000, chance: 0.25, suspendMs: 15_000 },
  marginBp: { min: 0, max: 3_000 },
} as const;

export const tradingRefusals = {
  notStopped: refusal('not_stopped', 409, 'This is not suspended'),
  alreadyStopped: refusal('already_stopped', 409, 'This is suspended already'),
  /** A price list names every selection of its market, each once. */
  pricesIncomplete: refusal('prices_incomplete', 422, 'Give a price for every selection of the market'),
  /** The prices would pay back more than they take. */
  marginNegative: refusal('margin_negative', 422, 'These prices add up to less than 100 %'),
  outcomesIncomplete: refusal('outcomes_incomplete', 422, 'Give a result for every selection of the market'),
  alreadyDecided: refusal('already_decided', 409, 'This was decided by another operator'),
  nothingWaits: refusal('nothing_waits', 409, 'Nothing waits for a second operator here any more'),
  /** What was previewed is no longer what would happen. */
  previewChanged: refusal('preview_changed', 409, 'The bets on this market have changed. Please look at the preview again.'),
} as const;

const byId = z.strictObject({ id: Id });
const Reason = z.string({ error: 'A reason is required' }).trim().min(1, 'A reason is required').max(500);
const reasoned = z.strictObject({ reason: Reason });

// ---- Shapes ------------------------------------------------------------------------------------

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
  /** What the feed asks for it, before margin and prices of our own. */
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
   * it is silent, it is another one that does not know the fixture, it said what cannot be read, it has stopped play in bets for a goal or danger to come,
   * it is yet to say that play has begun, or it offers the market no more for now.
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

/** That a bet be settled by hand, which waits until another operator settles it the same way. */
export const HandRequest = z.object({
  result: ByHandResult,
  /** All that the bet would then have paid; where that is another by now, the request is of no use. */
  payoutMinor: BalanceMinor,
  requestedBy: Id,
  reason: z.string(),
  requestedAt: Instant,
});
export type HandRequest = z.infer<typeof HandRequest>;

export const OperatorBet = Bet.extend({
  playerId: Id,
  book: z.enum(['real', 'play']),
  /** What waits for a second operator. */
  handRequest: HandRequest.optional(),
});
export type OperatorBet = z.infer<typeof OperatorBet>;

/** What to say of a market: its result, that bets of a window are void, or that the feed's word holds again. */
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
   * What it moves beyond the feed's own word, whichever way: of bets that are settled what they gain or lose, of open ones what they are paid,
   * or their stake where they are lost or one of their legs reads otherwise. By this it is judged whether a second operator is needed.
   */
  movedMinor: BalanceMinor.optional(),
  needsSecond: z.boolean(),
  /** Names this preview; a decision made by it is refused where something else was said of the market since, or it moves much more by now. */
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

// ---- Routes ------------------------------------------------------------------------------------

const write = { access: { operator: 'betting' } } as const;
const read = { access: { operator: 'betting.read' } } as const;
const stopRefusals = [common.notFound, tradingRefusals.alreadyStopped, walletRefusals.cardNumber];
const resumeRefusals = [common.notFound, tradingRefusals.notStopped, walletRefusals.cardNumber];
const bySport = z.strictObject({ id: z.string().min(1).max(100) });

export const tradingRoutes = {
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
    refusals: [common.notFound, bettingRefusals.marketState, tradingRefusals.pricesIncomplete, tradingRefusals.marginNegative, walletRefusals.cardNumber],
  }),
  releasePrices: route('POST /api/admin/betting/markets/:id/prices/release', {
    summary: "Offers a market at the feed's prices again",
    ...write,
    params: byId,
    body: reasoned,
    reply: TradingMarket,
    refusals: [common.notFound, walletRefusals.cardNumber],
  }),
  setMargin: route('PUT /api/admin/betting/markets/:id/margin', {
    summary: "Offers a market at the feed's chances with a margin of our own; null takes that back",
    ...write,
    params: byId,
    body: z.strictObject({ marginBp: z.int().min(tradingRules.marginBp.min).max(tradingRules.marginBp.max).nullable(), reason: Reason }),
    reply: TradingMarket,
    refusals: [common.notFound, bettingRefusals.marketState, walletRefusals.cardNumber],
  }),
  limits: route('GET /api/admin/betting/limits', { summary: 'What outcomes may cost, by scope', ...read, reply: z.object({ items: z.array(Limit) }) }),
  setLimit: route('PUT /api/admin/betting/limits', {
    summary: 'Sets what one outcome may cost within a scope; null falls back to the wider one. Market goes before type, competition, sport and default.',
    ...write,
    body: z.strictObject({ scope: z.enum(limitScopes), id: z.string().min(1).max(100), maxLiabilityMinor: AmountMinor.nullable(), reason: Reason }),
    reply: z.object({ items: z.array(Limit) }),
    refusals: [common.notFound, walletRefusals.cardNumber],
  }),
  previewDecision: route('POST /api/admin/betting/markets/:id/decisions/preview', {
    summary: 'Which bets, players and money a result, a cancellation or a release would change',
    ...write,
    params: byId,
    body: z.strictObject({ decision: AskedDecision }),
    reply: DecisionPreview,
    refusals: [common.notFound, tradingRefusals.outcomesIncomplete],
  }),
  decide: route('POST /api/admin/betting/markets/:id/decisions', {
    summary: 'Applies what was previewed, or asks a second operator for it (202)',
    ...write,
    stepUp: true,
    keyed: true,
    params: byId,
    body: z.strictObject({ decision: AskedDecision, fingerprint: z.string().max(100), reason: Reason }),
    reply: Decision,
    also: 202,
    refusals: [common.notFound, tradingRefusals.outcomesIncomplete, tradingRefusals.previewChanged, walletRefusals.cardNumber, common.stepUpRequired],
  }),
  decisions: route('GET /api/admin/betting/decisions', {
    summary: 'Results, cancellations and releases by operators, newest first',
    ...read,
    query: z.strictObject({ status: z.enum(decisionStatuses).optional(), marketId: Id.optional(), cursor: Cursor }),
    reply: Page(Decision),
  }),
  approveDecision: route('POST /api/admin/betting/decisions/:id/approve', {
    summary: 'The second operator applies a decision that waits for him',
    ...write,
    stepUp: true,
    params: byId,
    reply: Decision,
    refusals: [common.notFound, common.secondOperatorNeeded, tradingRefusals.alreadyDecided, tradingRefusals.previewChanged, common.stepUpRequired],
  }),
  withdrawDecision: route('POST /api/admin/betting/decisions/:id/withdraw', {
    summary: 'Takes a decision back that waits for a second operator',
    ...write,
    params: byId,
    body: reasoned,
    reply: Decision,
    refusals: [common.notFound, tradingRefusals.alreadyDecided, walletRefusals.cardNumber],
  }),
  operatorBets: route('GET /api/admin/betting/bets', {
    summary:
      'Bets of all players, newest first; q finds ids and words of the legs. A page that is not full and has a next one stopped before older bets: go on from there',
    ...read,
    query: z.strictObject({
      q: z.string().max(100).optional(),
      status: z.union([BetStatus, z.enum(['open', 'settled'])]).optional(),
      playerId: Id.optional(),
      fixtureId: Id.optional(),
      marketId: Id.optional(),
      minStakeMinor: z.coerce.number().int().min(0).optional(),
      /** Only those that wait for a second operator to settle them by hand. */
      waits: z.literal('true').optional(),
      cursor: Cursor,
    }),
    reply: Page(OperatorBet),
  }),
  operatorBet: route('GET /api/admin/betting/bets/:id', {
    summary: 'One bet with everything that happened to it',
    ...read,
    params: byId,
    reply: OperatorBet.extend({ timeline: z.array(BetMoment) }),
    refusals: [common.notFound],
  }),
  previewSettlement: route('POST /api/admin/betting/bets/:id/settle/preview', {
    summary: 'What settling one bet by hand would make of it',
    ...write,
    params: byId,
    body: z.strictObject({ result: ByHandResult }),
    reply: z.object({
      status: BetStatus,
      /** All that the bet has then paid, and what it has paid by now. */
      payoutMinor: BalanceMinor,
      paidMinor: BalanceMinor,
      needsSecond: z.boolean().optional().meta({ description: 'where settling it so would only ask another operator to do the same' }),
    }),
    refusals: [common.notFound, bettingRefusals.betDecided],
  }),
  settleBet: route('POST /api/admin/betting/bets/:id/settle', {
    summary:
      'Settles the open legs of one bet by hand, or those that were settled by hand another way; where much moves it is kept until a second operator settles it the same way (202)',
    ...write,
    stepUp: true,
    params: byId,
    /** The payout that was previewed: the bet is left alone where it would be another. */
    body: z.strictObject({ result: ByHandResult, reason: Reason, payoutMinor: BalanceMinor.optional() }),
    reply: OperatorBet,
    also: 202,
    refusals: [
      common.notFound,
      bettingRefusals.betDecided,
      bettingRefusals.payoutChanged,
      common.secondOperatorNeeded,
      walletRefusals.cardNumber,
      common.stepUpRequired,
    ],
  }),
  withdrawHandRequest: route('POST /api/admin/betting/bets/:id/settle/withdraw', {
    summary: 'Takes back, or declines, that a bet be settled by hand, while it waits for a second operator',
    ...write,
    params: byId,
    body: reasoned,
    reply: OperatorBet,
    refusals: [common.notFound, tradingRefusals.nothingWaits, walletRefusals.cardNumber],
  }),
} as const;
