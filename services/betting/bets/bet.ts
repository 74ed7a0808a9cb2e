/**
 * The rules of a bet: what may be placed and at which price, when it is accepted, and how it reads.
 * Pure: time, prices and ids are arguments, so every rule here is a row in bet.test.ts.
 */
import type { Player } from '@fairline/chassis/http/identity';
import { type Bet, type BetStatus, betRefusals, type PlaceBet, type RejectedLeg } from '@fairline/proto/betting/bets';
import { betRules } from '@fairline/proto/betting/rules';
import { lineCount, linesOddsMilli, longestLineMilli, systemOf } from '@fairline/proto/betting/systems';
import { common, type Params, Refusal, type RefusalType, refusalWithCode } from '@fairline/proto/contract';
import { type CurrencyCode, formatMoney, type PlayCurrencyCode, playCurrencies } from '@fairline/proto/money';
import { formatOdds } from '@fairline/proto/odds';
import { freeBetRefusals, ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { limitsByLevel } from '@fairline/proto/wallet/rules';
import { z } from 'zod';
import type { MarketNow, Offer, Place, PriceNow } from '../offer/market.ts';
import { type LegState, outcomeOf, uncappedPayoutMinor } from '../outcome.ts';

export interface DraftLeg extends Place {
  place: number;
  oddsMilli: number;
  marketVersion: number;
  /** Who set the odds, if they are own odds. */
  ownBy?: string | null;
  /** The fair chance of the selection at placement. */
  chance?: number;
}

/** A bet that passed the checks of `draft`. */
export interface Draft {
  id: string;
  playerId: string;
  book: Player['book'];
  type: PlaceBet['type'];
  system: string | null;
  sizes: readonly number[];
  lines: number;
  freeBetClaimId: string | null;
  currency: PlayCurrencyCode;
  stakeMinor: number;
  oddsMilli: number;
  potentialPayoutMinor: number;
  pricePolicy: PlaceBet['pricePolicy'];
  tolerance: number | null;
  legs: DraftLeg[];
}

/** A refusal as stored under a key, without its message: `refusalOf` finds that by the code. */
const Refused = z.object({ code: z.string(), params: z.record(z.string(), z.unknown()).exactOptional() });
export type Refused = z.infer<typeof Refused>;

/** A call's first outcome, as stored under its key. */
export const PlacementOutcome = z.union([z.object({ bet: z.string() }), z.object({ refusal: Refused })]);

/** The network address and user agent of a call, from the gateway. */
export interface Origin {
  address: string;
  agent: string;
}

/** A command under its key: the bet that it drafts, or its refusal. */
export interface Placement {
  scope: string;
  key: string;
  fingerprint: string;
  playerId: string;
  made: { draft: Draft } | { refused: Refused };
  origin: Origin;
  /** The interruptions of each market as of the moment the placement began to wait for a lock. */
  breaks?: Readonly<Record<string, number>>;
}

/** The outcome stored under the key. `fresh`: this call stored it. `same` is false if another body was stored under the key. */
export interface Placed {
  fresh: boolean;
  same: boolean;
  outcome: z.infer<typeof PlacementOutcome>;
  at: Date;
}

export interface Taken {
  playerId: string;
  betId: string;
}

/** Checks a placement in order: its legs, their prices, whether the legs may be combined, the money. */
export function draft(
  id: string,
  player: Player,
  command: PlaceBet,
  offers: readonly (Offer | undefined)[],
): Placement['made'] {
  const { stakeMinor, currency, pricePolicy, tolerance, freeBetClaimId } = command;
  if (command.legs.length > betRules.maxLegs) return refuse(betRefusals.tooManyLegs, { maximum: betRules.maxLegs });
  const shape = shapeOf(command);
  if (!shape) return refuse(betRefusals.betTypeUnavailable);
  if (!isPlayCurrency(currency)) return refuse(ledgerRefusals.currencyNotAccepted, { currency });
  if (offers.some((offer) => offer === undefined)) return refuse(common.notFound);
  const known = offers as Offer[];
  if (known.some(({ oddsMilli }) => oddsMilli === null)) return refuse(betRefusals.marketClosed);
  const legs = known.map((offer, place) => ({ ...offer, place, oddsMilli: offer.oddsMilli as number }));
  if (
    legs.some(({ place, oddsMilli }) => !allows(pricePolicy, tolerance, command.legs[place]?.oddsMilli ?? 0, oddsMilli))
  ) {
    return refuse(betRefusals.priceChanged, {
      prices: legs.map(({ selectionId, oddsMilli }) => ({ selectionId, oddsMilli })),
    });
  }
  const related = relatedTo(legs);
  if (related.length > 0) return refuse(betRefusals.relatedLegs, { selectionIds: related });
  const odds = legs.map(({ oddsMilli }) => oddsMilli);
  if (longestLineMilli(odds, shape.sizes) > betRules.maxCombinedOddsMilli) {
    return refuse(betRefusals.oddsTooLong, { maximumOddsMilli: betRules.maxCombinedOddsMilli });
  }
  if (stakeMinor < betRules.minStakeMinor)
    return refuse(betRefusals.stakeTooSmall, { minimumMinor: betRules.minStakeMinor });
  // Wallet applies each player's own limit; a stake above the highest limit need not be requested.
  const { maxBetMinor } = limitsByLevel.verified;
  if (stakeMinor > maxBetMinor) return refuse(ledgerRefusals.limitExceeded, { limit: 'bet', limitMinor: maxBetMinor });
  const rest = stakeMinor % shape.lines;
  if (rest !== 0) {
    const aboveMinor = stakeMinor - rest + shape.lines;
    const belowMinor = aboveMinor - shape.lines >= betRules.minStakeMinor ? aboveMinor - shape.lines : aboveMinor;
    return refuse(betRefusals.stakeNotDivisible, { lines: shape.lines, belowMinor, aboveMinor });
  }
  return {
    draft: {
      id,
      playerId: player.id,
      book: player.book,
      type: command.type,
      ...shape,
      freeBetClaimId: freeBetClaimId ?? null,
      currency,
      stakeMinor,
      oddsMilli: linesOddsMilli(odds, shape.sizes),
      potentialPayoutMinor: potentialPayoutMinor(
        { stakeMinor, sizes: shape.sizes, freeBet: freeBetClaimId !== undefined },
        odds,
      ),
      pricePolicy,
      tolerance: tolerance ?? null,
      legs,
    },
  };
}

type Shape = Pick<Draft, 'system' | 'sizes' | 'lines'>;

/** The lines that the legs form; null if type, system and number of legs do not match. A free bet has one line. */
function shapeOf({ type, system, legs, freeBetClaimId }: PlaceBet): Shape | null {
  const count = legs.length;
  if (type === 'system') {
    const named = system === undefined || freeBetClaimId !== undefined ? null : systemOf(system, count);
    return named && { system: named.id, sizes: named.sizes, lines: lineCount(count, named.sizes) };
  }
  if (system !== undefined || (type === 'single') !== (count === 1)) return null;
  return { system: null, sizes: [count], lines: 1 };
}

/** The selections that share a fixture with another: their results depend on each other, so their odds must not be multiplied. */
function relatedTo(legs: readonly DraftLeg[]): string[] {
  const shared = [...Map.groupBy(legs, ({ fixtureId }) => fixtureId).values()].filter((own) => own.length > 1);
  return shared.flat().map(({ selectionId }) => selectionId);
}

/** The highest payout of a bet, capped by the contract. */
export function potentialPayoutMinor(
  bet: Parameters<typeof uncappedPayoutMinor>[0],
  oddsMilli: readonly number[],
): number {
  return Math.min(uncappedPayoutMinor(bet, oddsMilli), betRules.payoutCapMinor);
}

/** Whether the player's policy accepts the current price in place of the one they saw. */
export function allows(
  policy: PlaceBet['pricePolicy'],
  tolerance: number | null | undefined,
  wantedMilli: number,
  nowMilli: number,
): boolean {
  if (policy === 'none') return nowMilli === wantedMilli;
  if (policy === 'better') return nowMilli >= wantedMilli;
  // A millionth of a thousandth absorbs the rounding error of the share.
  return (
    tolerance === null || tolerance === undefined || nowMilli - 1_000 >= (wantedMilli - 1_000) * (1 - tolerance) - 1e-6
  );
}

function isPlayCurrency(currency: CurrencyCode): currency is PlayCurrencyCode {
  return (playCurrencies as readonly string[]).includes(currency);
}

function refuse(type: RefusalType, params?: Params): { refused: Refused } {
  return { refused: { code: type.code, ...(params && { params }) } };
}

/** Refuses a request that came too late. The refusal names the status that the bet already has. */
export function alreadyDecided({ status }: { status: BetStatus }): Refusal {
  return new Refusal(betRefusals.betDecided, { status: status.replace('_', ' ') });
}

export function refusalOf({ code, params }: Refused, currency: CurrencyCode): Refusal {
  const type = refusalWithCode(code, betRefusals, ledgerRefusals, common);
  const money = (name: string) =>
    typeof params?.[`${name}Minor`] === 'number'
      ? { [name]: formatMoney(params[`${name}Minor`] as number, currency) }
      : {};
  const odds =
    typeof params?.maximumOddsMilli === 'number' ? { maximum: formatOdds(params.maximumOddsMilli, 'decimal') } : {};
  return new Refusal(
    type,
    params && { ...params, ...money('minimum'), ...money('maximum'), ...money('below'), ...money('above'), ...odds },
  );
}

export interface Undecided {
  placedAt: Date;
  legs: { marketId: string; selectionId: string; oddsMilli: number; breaks: number }[];
}

export type Decision = 'accepted' | { refusal: RefusalType; legs: RejectedLeg[] };

/**
 * Accepts a bet, or names the reason to reject it. Odds are fixed at placement, by the player's price policy. The bet is accepted if every market stayed on offer since then
 * and no leg's odds are above the current fair odds: its price has not fallen, or its odds are within the fair ones.
 */
export function decide(
  bet: Undecided,
  marketOf: (marketId: string) => MarketNow | undefined,
  priceOf: (leg: { marketId: string; selectionId: string }) => PriceNow | null,
  now: Date,
): Decision {
  const priceAt = (leg: { marketId: string; selectionId: string }) =>
    marketOf(leg.marketId)?.open ? priceOf(leg) : null;
  const legs = bet.legs.map((leg) => {
    const market = marketOf(leg.marketId);
    const price = priceAt(leg);
    const stayed = price !== null && market?.breaks === leg.breaks;
    return {
      refusal: stayed ? (keepsOdds(leg.oddsMilli, price) ? null : betRefusals.priceChanged) : betRefusals.marketClosed,
    };
  });
  const refusal = isOverdue(bet.placedAt, now) ? betRefusals.betTimedOut : legs.find((leg) => leg.refusal)?.refusal;
  if (!refusal) return 'accepted';
  return refusedAt(bet, priceAt, refusal);
}

/** A rejection with the odds of each leg at placement and its current price, if there is one. */
export function refusedAt(
  { legs }: Undecided,
  priceOf: (leg: { marketId: string; selectionId: string }) => PriceNow | null,
  refusal: RefusalType,
): Exclude<Decision, 'accepted'> {
  const withPrice = (leg: Undecided['legs'][number]): RejectedLeg => {
    const price = priceOf(leg);
    return { selectionId: leg.selectionId, oddsMilli: leg.oddsMilli, ...(price && { newOddsMilli: price.oddsMilli }) };
  };
  return { refusal, legs: legs.map(withPrice) };
}

/** A player who sees the play before the feed must gain nothing: an accepted fall of the price is at most the margin in the odds. */
function keepsOdds(oddsMilli: number, now: PriceNow): boolean {
  return now.oddsMilli >= oddsMilli || now.chance * oddsMilli <= 1_000;
}

export function isOverdue(placedAt: Date, now: Date): boolean {
  return now.getTime() >= placedAt.getTime() + betRules.decisionDeadlineMs;
}

/** A rejection as stored. A refusal by wallet is stored whole, so that every repeat of the call gets it again. */
export interface Rejection {
  code: string;
  message: string;
  status: number;
  params?: Params;
  /** Only if the bet was rejected after its delay. */
  legs?: RejectedLeg[];
}

export function rejection(
  { code, status, message }: RefusalType,
  { params, legs }: { params?: Params | undefined; legs?: RejectedLeg[] } = {},
): Rejection {
  return { code, message, status, ...(params && { params }), ...(legs && { legs }) };
}

export interface BetRow {
  id: string;
  playerId: string;
  type: Bet['type'];
  status: BetStatus;
  stake: 'asked' | 'taken' | 'refused';
  system: string | null;
  sizes: readonly number[];
  lines: number;
  freeBet: boolean;
  stakeMinor: number;
  oddsMilli: number;
  potentialPayoutMinor: number;
  dueMinor: number;
  cashedMinor: number;
  closedStakeMinor: number;
  autoCashOutMinor: number | null;
  currency: PlayCurrencyCode;
  rejection: Rejection | null;
  placedAt: Date;
  acceptedAt: Date | null;
  settledAt: Date | null;
  legs: (Place & LegState & { oddsMilli: number })[];
}

const settled: readonly BetStatus[] = ['won', 'lost', 'void', 'half_won', 'half_lost', 'cashed_out'];

/** The total payout of an open bet if every open leg wins. It falls when a leg is void, half won, half lost or lost, and when a part of the bet is cashed out. */
function canStillPayMinor(row: BetRow): number {
  return outcomeOf({ ...row, legs: row.legs.map((leg) => (leg.status === 'open' ? { ...leg, status: 'won' } : leg)) })
    .dueMinor;
}

export function toBet(row: BetRow): Bet {
  return {
    id: row.id,
    type: row.type,
    ...(row.system !== null && { system: row.system, lines: row.lines }),
    status: row.status,
    stakeMinor: row.stakeMinor,
    oddsMilli: row.oddsMilli,
    potentialPayoutMinor: row.status === 'accepted' ? canStillPayMinor(row) : row.potentialPayoutMinor,
    ...(settled.includes(row.status) && { payoutMinor: row.dueMinor }),
    currency: row.currency,
    freeBet: row.freeBet,
    cashedOutMinor: row.cashedMinor,
    openStakeMinor:
      settled.includes(row.status) || row.status === 'rejected' ? 0 : row.stakeMinor - row.closedStakeMinor,
    ...(row.autoCashOutMinor !== null && { autoCashOutMinor: row.autoCashOutMinor }),
    placedAt: row.placedAt.toISOString(),
    ...(row.acceptedAt && { acceptedAt: row.acceptedAt.toISOString() }),
    ...(row.settledAt && { settledAt: row.settledAt.toISOString() }),
    ...(row.rejection && { rejection: rejectionOf(row.rejection) }),
    legs: row.legs.map(
      ({ selectionId, fixtureId, marketId, fixture, market, selection, oddsMilli, status, deadHeat, voidReason }) => ({
        selectionId,
        fixtureId,
        marketId,
        fixture,
        market,
        selection,
        oddsMilli,
        status,
        ...(deadHeat && { deadHeat }),
        ...(status === 'void' && voidReason && { voidReason }),
      }),
    ),
  };
}

/** Messages of all refusals that a bet is rejected with, by code. */
const messageByCode = new Map<string, string>(
  [ledgerRefusals, freeBetRefusals, betRefusals].flatMap((refusals) =>
    Object.values(refusals).map(({ code, message }) => [code, message] as const),
  ),
);

/** The refusal as the player reads it, with only the params that its message uses; the others are for the caller. */
function rejectionOf({ code, message, params = {}, legs }: Rejection): NonNullable<Bet['rejection']> {
  const names = [...(messageByCode.get(code) ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const filled = names.flatMap((name) => {
    const value = params[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  return { code, message, ...(filled.length > 0 && { params: Object.fromEntries(filled) }), ...(legs && { legs }) };
}

/** A bet that was just inserted and has no decision yet. */
export function pendingBet(made: Draft, placedAt: Date): Bet {
  return toBet({
    ...made,
    freeBet: made.freeBetClaimId !== null,
    status: 'pending',
    stake: 'asked',
    dueMinor: 0,
    cashedMinor: 0,
    closedStakeMinor: 0,
    autoCashOutMinor: null,
    rejection: null,
    placedAt,
    acceptedAt: null,
    settledAt: null,
    legs: made.legs.map((leg) => ({ ...leg, status: 'open' as const, deadHeat: null })),
  });
}
