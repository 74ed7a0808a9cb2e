/**
 * The rules of the bet slip: what is on it, which price a stake would be placed at, why it cannot be placed now, what it pays.
 * Pure: prices, balance and preferences come in as data, so every rule here is a row in slip.test.ts.
 */
import { bettingRules, type Fixture, type Market, type PlaceBet } from '@fairline/proto/betting';
import type { CurrencyCode } from '@fairline/proto/money';
import { payoutMinor } from '@fairline/proto/odds';
import type { FreeBet } from '@fairline/proto/wallet/grants';
import { decimalText, typedMinor } from '../../figures.ts';
import type { Policy } from './preferences.ts';

export interface Pick {
  selectionId: string;
  marketId: string;
  fixtureId: string;
  fixture: string;
  market: string;
  selection: string;
  /** The price the player last agreed to. */
  oddsMilli: number;
}

/** A placement whose outcome is not known yet: it is asked for again with the same key and body. */
export interface Attempt {
  key: string;
  body: PlaceBet;
}

export interface SlipItem extends Pick {
  /** As it was typed. */
  stake: string;
  /** The claim of the free bet that is staked in its place. */
  freeBet?: string | undefined;
  attempt?: Attempt;
}

export const slipModes = ['singles', 'accumulator', 'system'] as const;
export type SlipMode = (typeof slipModes)[number];

/** The selections, and how they are bet on: each by itself with its own stake, or all as one bet with one stake. */
export interface Slip {
  items: SlipItem[];
  mode: SlipMode;
  /** The system last chosen; another number of selections may ask for another. */
  system: string | null;
  /** Of the one bet, as it was typed. */
  stake: string;
  /** Of the one bet, as of a selection. */
  freeBet?: string | undefined;
  /** Of the one bet. */
  attempt?: Attempt;
}

export const emptySlip: Slip = { items: [], mode: 'singles', system: null, stake: '' };

/** Whether the answer to a placement is not known yet: what it is about stays on the slip until it is. */
export function isAwaited({ items, attempt }: { items: readonly { attempt?: Attempt }[]; attempt?: Attempt }): boolean {
  return attempt !== undefined || items.some((item) => item.attempt !== undefined);
}

/** How the slip is bet now: one selection is a single, a system needs three, and a single that waits for its answer is no leg of another bet. */
export function modeOf({ items, mode }: { items: readonly { attempt?: Attempt }[]; mode: SlipMode }): SlipMode {
  if (items.length < 2 || items.some(({ attempt }) => attempt !== undefined)) return 'singles';
  return mode === 'system' && items.length < 3 ? 'accumulator' : mode;
}

/** How the selection stands in the market now. */
export interface Standing {
  status: 'open' | 'suspended' | 'late' | 'closed' | 'unknown';
  oddsMilli: number | null;
}

export type LegObstacle = 'unknown' | 'stale' | 'suspended' | 'late' | 'closed' | 'price';
export type Obstacle = LegObstacle | 'stake' | 'unclear' | 'minimum';

export const maxItems = bettingRules.maxLegs;

/** Adds a selection; one that is there already gets the new price and stake. */
export function withPick(items: readonly SlipItem[], pick: Pick, stake: string): SlipItem[] {
  const item = { ...pick, stake };
  if (items.some(({ selectionId }) => selectionId === pick.selectionId)) {
    return items.map((old) => (old.selectionId === pick.selectionId && !old.attempt ? item : old));
  }
  return items.length < maxItems ? [...items, item] : [...items];
}

/** Takes a selection off; one that waits for its answer stays, since it may have been placed. */
export function without(items: readonly SlipItem[], selectionId: string): SlipItem[] {
  return items.filter((item) => item.selectionId !== selectionId || item.attempt !== undefined);
}

export function changed(items: readonly SlipItem[], selectionId: string, change: Partial<SlipItem>): SlipItem[] {
  return items.map((item) => (item.selectionId === selectionId ? { ...item, ...change } : item));
}

/** What is missing in a part of a fixture is not known; in the whole of it, it is over. */
export function standingOf(item: Pick, fixture: Fixture | undefined, { whole = true } = {}): Standing {
  if (!fixture || (!whole && !fixture.markets.some(({ id }) => id === item.marketId))) return { status: 'unknown', oddsMilli: null };
  const market = fixture.markets.find(({ id }) => id === item.marketId);
  const selection = market?.selections.find(({ id }) => id === item.selectionId);
  if (!market || !selection || fixture.status === 'ended' || fixture.status === 'cancelled') return { status: 'closed', oddsMilli: null };
  const open = openness(market, selection.status);
  return { status: open === 'suspended' && market.stoppedBy === 'kick_off' ? 'late' : open, oddsMilli: selection.oddsMilli };
}

/** The fixture with prices that somebody named, by selection. */
export function withOdds(fixture: Fixture, prices: ReadonlyMap<string, number>): Fixture {
  if (!fixture.markets.some(({ selections }) => selections.some(({ id }) => prices.has(id)))) return fixture;
  const priced = (market: Market): Market => ({
    ...market,
    selections: market.selections.map((selection) => ({ ...selection, oddsMilli: prices.get(selection.id) ?? selection.oddsMilli })),
  });
  return { ...fixture, markets: fixture.markets.map(priced) };
}

export function openness(market: { status: Market['status'] }, selection: Market['selections'][number]['status']): 'open' | 'suspended' | 'closed' {
  if (market.status === 'active') return selection === 'active' ? 'open' : 'suspended';
  return market.status === 'suspended' ? 'suspended' : 'closed';
}

/** Where the price went since the player agreed to one. */
export function moved(item: Pick, standing: Standing): 'up' | 'down' | null {
  if (standing.oddsMilli === null || standing.oddsMilli === item.oddsMilli) return null;
  return standing.oddsMilli > item.oddsMilli ? 'up' : 'down';
}

/** Whether the player's policy takes the move without being asked again. */
export function takesMove(move: 'up' | 'down' | null, policy: Policy): boolean {
  return move === null || policy === 'any' || (policy === 'better' && move === 'up');
}

export function stakeMinor({ stake }: { stake: string }, currency: CurrencyCode): number | null {
  const minor = typedMinor(stake, currency);
  return minor !== null && minor > 0 ? minor : null;
}

/** What is wrong with a stake that is none: it is not there, or it cannot be read. */
export function stakeFault({ stake }: { stake: string }, currency: CurrencyCode): 'stake' | 'unclear' {
  return stake.trim() === '' || typedMinor(stake, currency) !== null ? 'stake' : 'unclear';
}

export interface FreeStake {
  claimId: string;
  amountMinor: number;
}

/** The free bet that is staked: the one of a placement under way, else the chosen one, where the player still has it. Null where money is. */
export function freeBetOf({ freeBet, attempt }: { freeBet?: string | undefined; attempt?: Attempt }, freeBets: readonly FreeBet[]): FreeStake | null {
  if (!attempt) return freeBets.find(({ claimId }) => claimId === freeBet) ?? null;
  const { freeBetClaimId, stakeMinor: amountMinor } = attempt.body;
  return freeBetClaimId === undefined ? null : { claimId: freeBetClaimId, amountMinor };
}

/** Why nothing can be bet on this selection now, whatever the stake. A placement under way is always asked for again. */
export function legObstacle(item: SlipItem, standing: Standing, policy: Policy, stale: boolean): LegObstacle | null {
  if (item.attempt) return null;
  if (stale) return 'stale';
  if (standing.status !== 'open') return standing.status;
  return takesMove(moved(item, standing), policy) ? null : 'price';
}

/** Why this selection cannot be placed as a bet of its own; null where it can. */
export function obstacle(
  item: SlipItem,
  standing: Standing,
  policy: Policy,
  currency: CurrencyCode,
  stale: boolean,
  free: FreeStake | null = null,
): Obstacle | null {
  const leg = legObstacle(item, standing, policy, stale);
  if (leg !== null || item.attempt) return leg;
  const stake = free?.amountMinor ?? stakeMinor(item, currency);
  if (stake === null) return stakeFault(item, currency);
  return stake < bettingRules.minStakeMinor ? 'minimum' : null;
}

/** What a won bet pays, cut at the house's maximum: with the stake, unless that is a free bet. */
export function returnMinor(stake: number, oddsMilli: number, free = false): number {
  return Math.min(payoutMinor(stake, [oddsMilli]) - (free ? stake : 0), bettingRules.maxPayoutMinor);
}

/** The body of the bet, at the price that is shown. */
export function betOf(item: SlipItem, standing: Standing, policy: Policy, currency: CurrencyCode, free: FreeStake | null = null): PlaceBet {
  const stake = free?.amountMinor ?? stakeMinor(item, currency);
  if (stake === null) throw new Error('A selection without a stake cannot be placed');
  return {
    type: 'single',
    stakeMinor: stake,
    currency,
    pricePolicy: policy,
    legs: [{ selectionId: item.selectionId, oddsMilli: standing.oddsMilli ?? item.oddsMilli }],
    ...(free && { freeBetClaimId: free.claimId }),
  };
}

/** The stake after a step of the plus and minus buttons. A step ends at the smallest stake and at what can be played, and never goes the other way. */
export function stepped(stake: string, steps: number, currency: CurrencyCode, playableMinor: number): string {
  const now = typedMinor(stake, currency);
  const next = (now ?? 0) + steps * bettingRules.stakeStepMinor;
  if (steps > 0) return decimalText(Math.max(now ?? 0, bettingRules.minStakeMinor, Math.min(next, playableMinor)), currency);
  return now === null ? stake : decimalText(Math.min(now, Math.max(bettingRules.minStakeMinor, next)), currency);
}

/** A typed stake as the page writes amounts: the same figure, whether or not it can be placed. What cannot be read stands as it was typed. */
export function written(stake: string, currency: CurrencyCode): string {
  const minor = typedMinor(stake, currency);
  return minor === null ? stake : decimalText(minor, currency);
}

/** Reads a stored slip as untrusted text: what is not an item is dropped. */
export function readItems(stored: unknown): SlipItem[] {
  if (!Array.isArray(stored)) return [];
  const texts = ['selectionId', 'marketId', 'fixtureId', 'fixture', 'market', 'selection', 'stake'] as const;
  const isItem = (item: unknown): item is SlipItem =>
    typeof item === 'object' &&
    item !== null &&
    texts.every((name) => typeof (item as SlipItem)[name] === 'string') &&
    ['string', 'undefined'].includes(typeof (item as SlipItem).freeBet) &&
    Number.isSafeInteger((item as SlipItem).oddsMilli);
  return stored.filter(isItem).slice(0, maxItems);
}

/** Reads a stored slip as untrusted text; a list is one that was stored before bets could have more than one leg. */
export function readSlip(stored: unknown): Slip {
  if (Array.isArray(stored)) return { ...emptySlip, items: readItems(stored) };
  if (typeof stored !== 'object' || stored === null) return emptySlip;
  const { items, mode, system, stake, freeBet, attempt } = stored as Partial<Slip>;
  return {
    items: readItems(items),
    mode: slipModes.find((known) => known === mode) ?? 'singles',
    system: typeof system === 'string' ? system : null,
    stake: typeof stake === 'string' ? stake : '',
    ...(typeof freeBet === 'string' && { freeBet }),
    ...(isAttempt(attempt) && { attempt }),
  };
}

function isAttempt(stored: unknown): stored is Attempt {
  const { key, body } = (stored ?? {}) as Partial<Attempt>;
  return typeof key === 'string' && typeof body === 'object' && body !== null && Array.isArray(body.legs);
}
