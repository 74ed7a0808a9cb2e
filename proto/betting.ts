/**
 * What betting says and answers: the catalogue, bets, and the facts by which wallet pays.
 * A bet's due amount (`dueMinor`) is everything it must have paid by then; versions count per bet.
 */
import { z } from 'zod';
import { Cursor, common, event, Id, Instant, operatorActed, Page, refusal, type request, route } from './contract.ts';
import { DeadHeat, FixtureStatus, MarketType, Score } from './feed.ts';
import { AmountMinor, BalanceMinor, Currency, PlayCurrency } from './money.ts';
import { OddsMilli } from './odds.ts';
import { freeBetRefusals } from './wallet/grants.ts';
import { walletRefusals } from './wallet.ts';

// ---- Rules as data -----------------------------------------------------------------------------

/** Money limits are the same numbers in each play currency. */
export const bettingRules = {
  minStakeMinor: 100,
  /** A bet's payout is cut here, shown before placement. */
  maxPayoutMinor: 50_000_000,
  /** A placement that lifts the player's potential payouts of the UTC day above this is refused. */
  maxDayPayoutMinor: 100_000_000,
  acceptanceDelayMs: { live: 2_000, upcoming: 0 },
  /** The part of a price's profit that may be gone when a bet is decided, whatever its policy: nobody keeps a price that a goal took away. */
  delayTolerance: 0.1,
  /** A bet still undecided this long after it was placed is rejected, never accepted. */
  decisionDeadlineMs: 10_000,
  stakeDeadlineMs: 2_000,
  /** What one selection may cost the house in real money, beyond the stakes on it; currencies count at par, as every limit does. */
  maxLiabilityMinor: 200_000_000,
  /** `BETTING_SETTLEMENT=instant`, demo mode only: a coin decides this long after acceptance, whatever the results. */
  instant: { delayMs: 10_000, winPercent: 45 },
  maxLegs: 20,
  /** More than that are not looked at. */
  maxLegsRead: 100,
  /** The product of all odds of a bet; for a system, of its longest line. */
  maxCombinedOddsMilli: 100_000_000,
  /** What a settlement, a cancellation and these numbers mean changes only under another version; each bet keeps the one it was taken under. */
  rulesVersion: '2026-11',
  quickStakesMinor: [1_000, 2_500, 5_000, 10_000, 25_000],
  defaultStakeMinor: 5_000,
  stakeStepMinor: 1_000,
} as const;

// ---- Refusals ----------------------------------------------------------------------------------

export const bettingRefusals = {
  /** params: {prices: [{selectionId, oddsMilli}]}, what the legs cost now */
  priceChanged: refusal('price_changed', 409, 'The odds have changed'),
  marketClosed: refusal('market_closed', 409, 'This market is not open for bets'),
  stakeTooSmall: refusal('stake_too_small', 422, 'The minimum stake is {minimum}'),
  /** Two legs that say something of each other: of one fixture, whichever markets. params: {selectionIds} */
  relatedLegs: refusal('related_legs', 422, 'Selections from the same event cannot be combined. Remove one of them.'),
  tooManyLegs: refusal('too_many_legs', 422, 'A bet takes at most {maximum} selections. Remove one of them.'),
  oddsTooLong: refusal('odds_too_long', 422, 'The combined odds are above the maximum of {maximum}. Remove a selection.'),
  /** params: {lines, belowMinor, aboveMinor}: the nearest stakes that every line takes an equal part of */
  stakeNotDivisible: refusal('stake_not_divisible', 422, 'The stake must divide evenly over {lines} lines: {below} or {above}'),
  maxPayout: refusal('max_payout', 422, 'This bet would lift your potential payouts of the day above {maximum}'),
  exposureLimit: refusal('exposure_limit', 422, 'We cannot take this stake on this selection. The most we can take is {maximum}.'),
  betTypeUnavailable: refusal('bet_type_unavailable', 422, 'This type of bet is not offered'),
  /** Never thrown: why a bet was rejected that could not be decided in time. */
  betTimedOut: refusal('bet_timed_out', 503, 'We could not take this bet in time. Your stake is returned.'),
  betDecided: refusal('bet_decided', 409, 'This bet is {status}'),
  /** The bet would pay something else than was shown. params: {payoutMinor} */
  payoutChanged: refusal('payout_changed', 409, 'This bet would pay something else by now. Please look at it again.'),
  marketState: refusal('market_state', 409, 'This market is {status}'),
} as const;

// ---- Shapes ------------------------------------------------------------------------------------

export const marketStatuses = ['active', 'suspended', 'deactivated', 'settled', 'cancelled'] as const;
export const MarketStatus = z.enum(marketStatuses);
export const SelectionStatus = z.enum(['active', 'suspended']);

export const Selection = z.object({ id: Id, name: z.string(), oddsMilli: OddsMilli, status: SelectionStatus });
export const Market = z.object({
  id: Id,
  type: MarketType,
  name: z.string(),
  line: z.number().optional().meta({ description: 'points or goals, in quarters; signed for the home side' }),
  status: MarketStatus,
  stoppedBy: z
    .enum(['kick_off'])
    .optional()
    .meta({ description: 'why it is suspended, where a player can be told: the match should have begun, and the feed is yet to say that it has' }),
  selections: z.array(Selection),
});
export const Fixture = z.object({
  id: Id,
  sport: z.string(),
  competitionId: z.string(),
  competition: z.string(),
  homeTeam: z.string(),
  awayTeam: z.string(),
  startsAt: Instant,
  status: FixtureStatus,
  score: Score.optional(),
  markets: z.array(Market),
});
export type Fixture = z.infer<typeof Fixture>;
export type Market = z.infer<typeof Market>;
export type Selection = z.infer<typeof Selection>;

export const Sport = z.object({ id: z.string(), name: z.string(), fixtures: z.int(), live: z.int() });
export type Sport = z.infer<typeof Sport>;

export const betStatuses = ['pending', 'accepted', 'rejected', 'won', 'lost', 'void', 'half_won', 'half_lost', 'cashed_out'] as const;
export const BetStatus = z.enum(betStatuses);
export type BetStatus = z.infer<typeof BetStatus>;
export const LegStatus = z.enum(['open', 'won', 'lost', 'void', 'half_won', 'half_lost']);

export const BetLeg = z.object({
  selectionId: Id,
  fixtureId: Id,
  marketId: Id,
  fixture: z.string(),
  market: z.string(),
  selection: z.string(),
  oddsMilli: OddsMilli,
  status: LegStatus,
  /** Of a leg that won in one: the part of its stake that counts as won. */
  deadHeat: DeadHeat.optional(),
});
export const BetType = z.enum(['single', 'accumulator', 'system']);
export const Bet = z.object({
  id: Id,
  type: BetType,
  /** Of a system: its name in the contract, and how many lines share the stake. */
  system: z.string().optional(),
  lines: z.int().optional(),
  status: BetStatus,
  stakeMinor: AmountMinor,
  oddsMilli: z.int(),
  potentialPayoutMinor: BalanceMinor,
  payoutMinor: BalanceMinor.optional(),
  currency: PlayCurrency,
  /** The stake is not returned with what it wins. */
  freeBet: z.boolean(),
  /** What was cashed out so far, and the part of the stake that still runs. */
  cashedOutMinor: BalanceMinor,
  openStakeMinor: BalanceMinor,
  /** The whole bet is cashed out as soon as it is worth this much. */
  autoCashOutMinor: AmountMinor.optional(),
  placedAt: Instant,
  acceptedAt: Instant.optional(),
  settledAt: Instant.optional(),
  rejection: z.object({ code: z.string(), message: z.string() }).optional(),
  legs: z.array(BetLeg),
});
export type Bet = z.infer<typeof Bet>;

export const PricePolicy = z.enum(['none', 'better', 'any']);

export const PlaceBet = z.strictObject({
  type: BetType,
  stakeMinor: AmountMinor,
  currency: Currency,
  pricePolicy: PricePolicy,
  /** With `any`: the share s of the winnings the player gives up at most; the bet is refused below 1 + (odds - 1)(1 - s). */
  tolerance: z.number().min(0).max(1).optional(),
  legs: z
    .array(z.strictObject({ selectionId: Id, oddsMilli: OddsMilli }))
    .min(1, 'No bets in slip')
    .max(bettingRules.maxLegsRead),
  /** Of a system: "2/3" to "19/20", or a name: trixie, patent, yankee, lucky15, canadian, lucky31, heinz, lucky63, superheinz, goliath. */
  system: z.string().max(20).optional(),
  freeBetClaimId: Id.optional(),
});
export type PlaceBet = z.infer<typeof PlaceBet>;

export const fixtureSorts = ['time', 'popularity', 'odds'] as const;

/** By results of the feed, or by a coin: then the whole installation is play money and says so. */
export const settlements = ['results', 'instant'] as const;

/** Counts on the sports banner: real rows of real money, never invented. */
export const Summary = z.object({
  fixtures: z.int(),
  live: z.int(),
  betsToday: z.int(),
  playersToday: z.int(),
  settlement: z.enum(settlements),
});
export type Summary = z.infer<typeof Summary>;

// ---- Routes ------------------------------------------------------------------------------------

const byId = z.strictObject({ id: Id });
const Reason = z.string({ error: 'A reason is required' }).trim().min(1, 'A reason is required').max(500);
const reasoned = z.strictObject({ reason: Reason });

/** What an operator says of the legs of a bet that are his to settle. */
export const ByHandResult = z.enum(['won', 'lost', 'void']);
export type ByHandResult = z.infer<typeof ByHandResult>;

export const bettingRoutes = {
  sports: route('GET /api/betting/sports', { summary: 'Sports with the fixtures on offer', access: 'open', reply: z.object({ items: z.array(Sport) }) }),
  summary: route('GET /api/betting/summary', { summary: 'Counts for the sports page', access: 'open', reply: Summary }),
  fixtures: route('GET /api/betting/fixtures', {
    summary: 'Upcoming and live fixtures with their markets and prices',
    access: 'open',
    query: z.strictObject({
      sport: z.string().max(40).optional(),
      live: z.enum(['true', 'false']).optional(),
      q: z.string().max(100).optional(),
      sort: z.enum(fixtureSorts).optional(),
      cursor: Cursor,
    }),
    reply: Page(Fixture),
  }),
  fixture: route('GET /api/betting/fixtures/:id', {
    summary: 'One fixture with all its markets',
    access: 'open',
    params: byId,
    reply: Fixture,
    refusals: [common.notFound],
  }),
  placeBet: route('POST /api/betting/bets', {
    summary: 'Places a bet; the same key answers the same bet as it now stands',
    access: 'player',
    keyed: true,
    body: PlaceBet,
    reply: Bet,
    status: 201,
    refusals: [
      bettingRefusals.priceChanged,
      bettingRefusals.marketClosed,
      bettingRefusals.stakeTooSmall,
      bettingRefusals.maxPayout,
      bettingRefusals.exposureLimit,
      bettingRefusals.betTypeUnavailable,
      bettingRefusals.relatedLegs,
      bettingRefusals.tooManyLegs,
      bettingRefusals.oddsTooLong,
      bettingRefusals.stakeNotDivisible,
      walletRefusals.currencyNotAccepted,
      walletRefusals.insufficientBalance,
      walletRefusals.limitExceeded,
      walletRefusals.excluded,
      walletRefusals.accountNotActive,
      ...Object.values(freeBetRefusals),
      walletRefusals.stopped,
      common.notFound,
      common.busy,
    ],
  }),
  bets: route('GET /api/betting/bets', {
    summary: "The player's bets, newest first",
    access: 'player',
    query: z.strictObject({
      status: z.union([BetStatus, z.enum(['open', 'settled'])]).optional(),
      type: BetType.optional(),
      from: Instant.optional(),
      until: Instant.optional(),
      q: z.string().max(100).optional(),
      cursor: Cursor,
    }),
    reply: Page(Bet),
  }),
  bet: route('GET /api/betting/bets/:id', { summary: 'One bet of the player', access: 'player', params: byId, reply: Bet, refusals: [common.notFound] }),
  suspendMarket: route('POST /api/admin/betting/markets/:id/suspend', {
    summary: 'Takes a market off offer until it is resumed',
    access: { operator: 'betting' },
    params: byId,
    body: reasoned,
    reply: Market,
    refusals: [common.notFound, bettingRefusals.marketState, walletRefusals.cardNumber],
  }),
  resumeMarket: route('POST /api/admin/betting/markets/:id/resume', {
    summary: 'Lifts an operator suspension',
    access: { operator: 'betting' },
    params: byId,
    body: reasoned,
    reply: Market,
    refusals: [common.notFound, bettingRefusals.marketState, walletRefusals.cardNumber],
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
} as const;

// ---- Events ------------------------------------------------------------------------------------

const BetFact = z.object({
  betId: Id,
  playerId: Id,
  currency: PlayCurrency,
  version: z.int().min(1),
  stakeMinor: AmountMinor,
  /** Everything the bet must have paid by this version, stake included. */
  dueMinor: BalanceMinor,
  status: BetStatus,
  book: z.enum(['real', 'play']),
});
const toPlayer = { player: 'playerId' };

export const bettingEvents = {
  betPlaced: event('betting', 'BetPlaced', { summary: 'A bet was placed and its stake taken.', data: BetFact, audience: toPlayer }),
  betAccepted: event('betting', 'BetAccepted', { summary: 'A bet stands.', data: BetFact, audience: toPlayer }),
  betRejected: event('betting', 'BetRejected', {
    summary: 'A bet was not taken. dueMinor is the stake, paid back only where it was taken.',
    data: BetFact.extend({ code: z.string() }),
    audience: toPlayer,
  }),
  betSettled: event('betting', 'BetSettled', { summary: 'A bet was decided by results or by an operator.', data: BetFact, audience: toPlayer }),
  betVoided: event('betting', 'BetVoided', { summary: 'A bet is void; the stake goes back.', data: BetFact, audience: toPlayer }),
  betCashedOut: event('betting', 'BetCashedOut', {
    summary: 'A player sold his bet, or a part of it, back to the house.',
    data: BetFact,
    audience: toPlayer,
  }),
  betResettled: event('betting', 'BetResettled', {
    summary: 'The result of a settled bet changed; the difference is posted.',
    data: BetFact,
    audience: toPlayer,
  }),
  marketSuspended: event('betting', 'MarketSuspended', {
    summary: 'A market went off offer.',
    data: z.object({ marketId: Id, fixtureId: Id, reason: z.enum(['feed', 'feed_silent', 'operator', 'volatility']) }),
    audience: { operators: 'betting.read' },
  }),
  operatorActed: operatorActed('betting'),
} as const;

/** betting answers no peer yet; the record keeps every room's contract of one shape. */
export const bettingRequests: Record<string, ReturnType<typeof request>> = {};
