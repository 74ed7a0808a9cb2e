/**
 * The content of the bet slip and how it is stored: selections, bet types, and bets that wait for a response. Pure except for the age of waiting bets; cost and
 * return of a bet are in single.ts. Selections belong to the browser, waiting bets to their player: they are set aside while another player is signed in, and
 * return to the slip under the same key when their player signs in again.
 */
import type { Bet } from '@fairline/proto/betting/bets';
import { betRules } from '@fairline/proto/betting/rules';
import { decimalText } from '../../../figures.ts';
import { type Attempt, isAttempt } from '../placed/attempt.ts';

export interface Pick {
  selectionId: string;
  marketId: string;
  fixtureId: string;
  fixture: string;
  market: string;
  selection: string;
  /** The price that the player last accepted. */
  oddsMilli: number;
}

export interface SlipItem extends Pick {
  /** As it was typed. */
  stake: string;
  /** The claim of the free bet that is staked instead. */
  freeBet?: string | undefined;
  attempt?: Attempt;
}

export const slipModes = ['singles', 'accumulator', 'system'] as const;
export type SlipMode = (typeof slipModes)[number];

export interface Stakes {
  /** Stake of the bet, as typed. */
  stake: string;
  /** Stake per line of a system, as typed. */
  lineStake: string;
}

/** The selections, and how they are bet on: as singles with a stake each, or as one bet with one stake. */
export interface Bets extends Stakes {
  items: SlipItem[];
  mode: SlipMode;
  /** The system last chosen; another number of selections may need another one. */
  system: string | null;
  /** The free bet of the one bet. */
  freeBet?: string | undefined;
  /** The unanswered placement of the one bet. */
  attempt?: Attempt;
}

/** Other players' bets that wait for a response: single selections, or a whole slip with its one bet. */
export interface Aside extends Bets {
  playerId: string;
}

export interface Slip extends Bets {
  aside?: Aside[];
}

export const emptySlip: Slip = { items: [], mode: 'singles', system: null, stake: '', lineStake: '' };

/** Whether a placement waits for its response: its selections stay on the slip until then. */
export function isAwaited({ items, attempt }: { items: readonly { attempt?: Attempt }[]; attempt?: Attempt }): boolean {
  return attempt !== undefined || items.some((item) => item.attempt !== undefined);
}

/** The effective mode of the slip: one selection is a single, a system needs three, and a single that waits for its response is no leg of another bet. */
export function modeOf({ items, mode }: { items: readonly { attempt?: Attempt }[]; mode: SlipMode }): SlipMode {
  if (items.length < 2 || items.some(({ attempt }) => attempt !== undefined)) return 'singles';
  return mode === 'system' && items.length < 3 ? 'accumulator' : mode;
}

/** The selections that a press on Place sends: while a single waits for its response, only that one. */
export function sentOf<L extends { item: { attempt?: Attempt } }>(lines: L[]): L[] {
  const awaited = lines.filter(({ item }) => item.attempt !== undefined);
  return awaited.length > 0 ? awaited : lines;
}

export const maxItems = betRules.maxLegs;

/** Adds a selection; one that is already there gets the new price and stake. */
export function withPick(items: readonly SlipItem[], pick: Pick, stake: string): SlipItem[] {
  const item = { ...pick, stake };
  if (items.some(({ selectionId }) => selectionId === pick.selectionId)) {
    return items.map((old) => (old.selectionId === pick.selectionId && !old.attempt ? item : old));
  }
  return items.length < maxItems ? [...items, item] : [...items];
}

/** The slip with the selections of a bet restored; the bet's type too if the slip was empty. */
export function withBet(
  slip: Slip,
  { legs, type, system, lines = 1, stakeMinor, currency }: Bet,
  stakes: Stakes,
): Partial<Slip> {
  const line = decimalText(stakeMinor / lines, currency);
  const missing = legs.filter(({ selectionId }) => !slip.items.some((item) => item.selectionId === selectionId));
  const items = missing.reduce<SlipItem[]>(
    (all, { status: _status, deadHeat: _heat, ...pick }) =>
      withPick(all, pick, type === 'single' ? line : stakes.stake),
    [...slip.items],
  );
  if (slip.items.length > 0 || type === 'single') return { items };
  if (type === 'system') return { items, mode: 'system', system: system ?? null, stake: stakes.stake, lineStake: line };
  return { items, mode: 'accumulator', stake: line, lineStake: stakes.lineStake };
}

/** Removes a selection; one that waits for its response stays, because it may have been placed. */
export function withoutSelection(items: readonly SlipItem[], selectionId: string): SlipItem[] {
  return items.filter((item) => item.selectionId !== selectionId || item.attempt !== undefined);
}

export function withChange(items: readonly SlipItem[], selectionId: string, change: Partial<SlipItem>): SlipItem[] {
  return items.map((item) => (item.selectionId === selectionId ? { ...item, ...change } : item));
}

/** Parses stored items as untrusted text: invalid items are dropped, and so are those sent under an expired key. */
export function readItems(stored: unknown): SlipItem[] {
  if (!Array.isArray(stored)) return [];
  const texts = ['selectionId', 'marketId', 'fixtureId', 'fixture', 'market', 'selection', 'stake'] as const;
  const isItem = (item: unknown): item is SlipItem =>
    typeof item === 'object' &&
    item !== null &&
    texts.every((name) => typeof (item as SlipItem)[name] === 'string') &&
    ['string', 'undefined'].includes(typeof (item as SlipItem).freeBet) &&
    Number.isSafeInteger((item as SlipItem).oddsMilli);
  return stored
    .filter(isItem)
    .filter(({ attempt }) => attempt === undefined || isAttempt(attempt))
    .slice(0, maxItems);
}

/** Parses a stored slip as untrusted text. A plain list was stored before bets could have more than one leg. */
export function readSlip(stored: unknown): Slip {
  if (Array.isArray(stored)) return { ...emptySlip, items: readItems(stored) };
  if (typeof stored !== 'object' || stored === null) return emptySlip;
  const { aside } = stored as Partial<Slip>;
  const kept = (Array.isArray(aside) ? aside : [])
    .filter((one) => typeof one?.playerId === 'string')
    .map((one) => ({ ...readBets(one), playerId: one.playerId }))
    .filter(isAwaited);
  return { ...readBets(stored), ...(kept.length > 0 && { aside: kept }) };
}

function readBets({ items, mode, system, stake, lineStake, freeBet, attempt }: Partial<Bets>): Bets {
  const how = {
    mode: slipModes.find((known) => known === mode) ?? 'singles',
    system: typeof system === 'string' ? system : null,
  };
  if (attempt !== undefined && !isAttempt(attempt)) return { ...emptySlip, ...how };
  return {
    ...how,
    items: readItems(items),
    stake: typeof stake === 'string' ? stake : '',
    lineStake: typeof lineStake === 'string' ? lineStake : '',
    ...(typeof freeBet === 'string' && { freeBet }),
    ...(attempt && { attempt }),
  };
}

type AwaitedItem = SlipItem & { attempt: Attempt };

/** The slip for this player: others' waiting bets are set aside, the player's own restored. Returns the same object if nothing changes. */
export function withOwnAside(slip: Slip, playerId: string): Slip {
  const kept = withoutOthers(slip, playerId);
  const { aside = [], ...bets } = kept;
  const own = aside.filter((one) => one.playerId === playerId);
  const [back, left] = withOwn(bets, own);
  return back === bets ? kept : withAside(back, [...aside.filter((one) => !own.includes(one)), ...left]);
}

/** Sets waiting bets of other players aside; without a player, all of them. Returns the same object if there are none. */
export function withoutOthers(slip: Slip, playerId: string | null): Slip {
  const { aside = [], ...bets } = slip;
  const { items, mode, system, attempt } = bets;
  if (attempt)
    return attempt.playerId === playerId
      ? slip
      : withAside({ ...emptySlip, mode, system }, [...aside, { ...bets, playerId: attempt.playerId }]);
  const others = items.filter(isAwaiting).filter((item) => item.attempt.playerId !== playerId);
  if (others.length === 0) return slip;
  return withAside({ ...bets, items: items.filter((item) => !others.some((other) => other === item)) }, [
    ...aside,
    ...others.map(asideWith),
  ]);
}

/** Drops a waiting bet that was answered while its player was signed out. */
export function withoutAnswered(slip: Slip, key: string): Slip {
  const { aside = [], ...bets } = slip;
  const isOpen = (one: Aside) => (one.attempt ? one.attempt.key !== key : one.items.length > 0);
  const open = aside.map((one) =>
    one.attempt ? one : { ...one, items: one.items.filter(({ attempt }) => attempt?.key !== key) },
  );
  return withAside(bets, open.filter(isOpen));
}

function withAside(bets: Bets, aside: Aside[]): Slip {
  return aside.length > 0 ? { ...bets, aside } : bets;
}

const isAwaiting = (item: SlipItem): item is AwaitedItem => item.attempt !== undefined;
const asideWith = (item: AwaitedItem): Aside => ({ ...emptySlip, items: [item], playerId: item.attempt.playerId });

/**
 * Restores the player's waiting bets. A whole-slip bet returns only if nothing else waits, and a selection only if it does not wait already. Only selections
 * that do not wait are displaced.
 */
function withOwn(bets: Bets, own: readonly Aside[]): [back: Bets, left: Aside[]] {
  if (bets.attempt) return [bets, [...own]];
  const held = bets.items.filter(isAwaiting);
  const back: AwaitedItem[] = [];
  const left = own.filter(({ attempt }) => attempt);
  for (const item of own.filter(({ attempt }) => !attempt).flatMap(({ items }) => items.filter(isAwaiting))) {
    const waiting = [...back, ...held];
    if (waiting.length < maxItems && !waiting.some(({ selectionId }) => selectionId === item.selectionId))
      back.push(item);
    else left.push(asideWith(item));
  }
  if (back.length > 0) {
    const rest = bets.items.filter(({ selectionId }) => !back.some((item) => item.selectionId === selectionId));
    let free = maxItems - back.length - held.length;
    return [{ ...bets, items: [...back, ...rest.filter((item) => isAwaiting(item) || free-- > 0)] }, left];
  }
  const [first, ...later] = left;
  if (!first || held.length > 0) return [bets, left];
  const { playerId: _, ...whole } = first;
  return [whole, later];
}
