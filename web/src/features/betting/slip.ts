/**
 * The rules of the bet slip: what is on it, which price a stake would be placed at, why it cannot be placed now, what it pays.
 * Pure: prices, balance and preferences come in as data, so every rule here is a row in slip.test.ts.
 */
import { bettingRules, type Fixture, type Market, type PlaceBet } from '@fairline/proto/betting';
import { type CurrencyCode, parseMinor, toDecimal } from '@fairline/proto/money';
import { payoutMinor } from '@fairline/proto/odds';
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

export interface SlipItem extends Pick {
  /** As it was typed. */
  stake: string;
  /** A placement whose outcome is not known yet: it is asked for again with the same key and body. */
  attempt?: { key: string; body: PlaceBet };
}

/** How the selection stands in the market now. */
export interface Standing {
  status: 'open' | 'suspended' | 'closed' | 'unknown';
  oddsMilli: number | null;
}

export type Obstacle = 'unknown' | 'stale' | 'suspended' | 'closed' | 'price' | 'stake' | 'minimum';

export const maxItems = bettingRules.maxLegs;

/** Adds a selection; one that is there already gets the new price and stake. */
export function withPick(items: readonly SlipItem[], pick: Pick, stake: string): SlipItem[] {
  const item = { ...pick, stake };
  if (items.some(({ selectionId }) => selectionId === pick.selectionId)) {
    return items.map((old) => (old.selectionId === pick.selectionId && !old.attempt ? item : old));
  }
  return items.length < maxItems ? [...items, item] : [...items];
}

export function without(items: readonly SlipItem[], selectionId: string): SlipItem[] {
  return items.filter((item) => item.selectionId !== selectionId);
}

export function changed(items: readonly SlipItem[], selectionId: string, change: Partial<SlipItem>): SlipItem[] {
  return items.map((item) => (item.selectionId === selectionId ? { ...item, ...change } : item));
}

export function standingOf(item: Pick, fixture: Fixture | undefined): Standing {
  if (!fixture) return { status: 'unknown', oddsMilli: null };
  const market = fixture.markets.find(({ id }) => id === item.marketId);
  const selection = market?.selections.find(({ id }) => id === item.selectionId);
  if (!market || !selection || fixture.status === 'ended' || fixture.status === 'cancelled') return { status: 'closed', oddsMilli: null };
  return { status: openness(market, selection.status), oddsMilli: selection.oddsMilli };
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

export function stakeMinor(item: SlipItem, currency: CurrencyCode): number | null {
  const minor = parseMinor(item.stake, currency);
  return minor !== null && minor > 0 ? minor : null;
}

/** Why this selection cannot be placed now; null where it can. A placement under way is always asked for again. */
export function obstacle(item: SlipItem, standing: Standing, policy: Policy, currency: CurrencyCode, stale: boolean): Obstacle | null {
  if (item.attempt) return null;
  if (stale) return 'stale';
  if (standing.status !== 'open') return standing.status;
  if (!takesMove(moved(item, standing), policy)) return 'price';
  const stake = stakeMinor(item, currency);
  if (stake === null) return 'stake';
  return stake < bettingRules.minStakeMinor ? 'minimum' : null;
}

/** What a won bet pays, stake included, cut at the house's maximum. */
export function returnMinor(stake: number, oddsMilli: number): number {
  return Math.min(payoutMinor(stake, [oddsMilli]), bettingRules.maxPayoutMinor);
}

/** The body of the bet, at the price that is shown. */
export function betOf(item: SlipItem, standing: Standing, policy: Policy, currency: CurrencyCode): PlaceBet {
  const stake = stakeMinor(item, currency);
  if (stake === null) throw new Error('A selection without a stake cannot be placed');
  return {
    type: 'single',
    stakeMinor: stake,
    currency,
    pricePolicy: policy,
    legs: [{ selectionId: item.selectionId, oddsMilli: standing.oddsMilli ?? item.oddsMilli }],
  };
}

/** The stake after a step of the plus and minus buttons, between the smallest stake and what can be played. */
export function stepped(stake: string, steps: number, currency: CurrencyCode, playableMinor: number): string {
  const now = parseMinor(stake, currency) ?? 0;
  return clamped(toDecimal(Math.max(0, now + steps * bettingRules.stakeStepMinor), currency), currency, playableMinor);
}

/** A typed stake, brought between the smallest stake and what can be played; what is no number becomes the smallest. */
export function clamped(stake: string, currency: CurrencyCode, playableMinor: number): string {
  const minor = parseMinor(stake, currency) ?? 0;
  return toDecimal(Math.max(bettingRules.minStakeMinor, Math.min(minor, playableMinor)), currency);
}

/** Reads a stored slip as untrusted text: what is not an item is dropped. */
export function readItems(stored: unknown): SlipItem[] {
  if (!Array.isArray(stored)) return [];
  const texts = ['selectionId', 'marketId', 'fixtureId', 'fixture', 'market', 'selection', 'stake'] as const;
  const isItem = (item: unknown): item is SlipItem =>
    typeof item === 'object' &&
    item !== null &&
    texts.every((name) => typeof (item as SlipItem)[name] === 'string') &&
    Number.isSafeInteger((item as SlipItem).oddsMilli);
  return stored.filter(isItem).slice(0, maxItems);
}
