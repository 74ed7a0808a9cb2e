/**
 * Places the slip: its selections one after the other, or all as one bet, each bet under a key of its own that is written down before it is sent.
 * What succeeded leaves the slip; what was refused stays with the reason; what got no answer is asked for again under the same key.
 * `placing` holds what is under way and what was refused last for as long as the page lasts, and for the player who placed alone.
 */
import { type Bet, betRefusals, betRoutes, type PlaceBet } from '@fairline/proto/betting/bets';
import type { Fixture } from '@fairline/proto/betting/offer';
import { common, Refusal } from '@fairline/proto/contract';
import { useSyncExternalStore } from 'react';
import { queryClient } from '../../../client/cache/query.ts';
import { isUndecided } from '../../../client/http/http.ts';
import { randomKey } from '../../../client/http/intent.ts';
import { call } from '../../../client/requests/call.ts';
import { inTurn, playerHere, playerSession } from '../../../client/session/session.ts';
import { fixtureKeys } from '../../../domain/betting/fixture-prices.ts';
import { fixtureQuery } from '../offer/queries.ts';
import { withOdds } from './single.ts';
import type { Attempt, SlipItem } from './slip.ts';
import { slipActions, slipStore } from './store.ts';

export interface Placement {
  item: SlipItem;
  body: PlaceBet;
}

export type Outcome = { item: SlipItem; bet: Bet } | { item: SlipItem; error: unknown };

const newAttempt = (body: PlaceBet, playerId: string): Attempt => ({ key: randomKey(), body, playerId, sentAt: new Date().toISOString() });
/** Another player is here by now, or it is another's that waits. */
const isOthers = (playerId: string, attempt?: Attempt) => playerHere() !== playerId || (attempt ?? { playerId }).playerId !== playerId;

/** One press after the other, also of other tabs: the later one finds what became of the earlier. */
const lock = 'fairline.place';

export async function place(placements: readonly Placement[]): Promise<Outcome[]> {
  const playerId = playerHere();
  const outcomes: Outcome[] = [];
  await inTurn(lock, async () => {
    for (const { item, body } of placements) {
      // What was taken from the slip meanwhile, also in another tab, is not bet on, and what was sent is asked for as it was; nothing is once another player is here.
      const slip = slipStore.reread();
      const now = slip.items.find(({ selectionId }) => selectionId === item.selectionId);
      if (!playerId || !now || slip.attempt || isOthers(playerId, now.attempt)) continue;
      outcomes.push(await placeOne(now, now.attempt ?? newAttempt(body, playerId)));
    }
  });
  readAgain();
  return outcomes;
}

async function placeOne(item: SlipItem, attempt: Attempt): Promise<Outcome> {
  slipActions.attempt(item.selectionId, attempt);
  try {
    const bet = await call(betRoutes.placeBet, { body: attempt.body, key: attempt.key });
    slipActions.placed(attempt.key);
    return { item, bet };
  } catch (error) {
    if (!isOpen(error, item.attempt)) {
      slipActions.decided(attempt.key);
      refused(error, [item]);
    }
    return { item, error };
  }
}

/** One bet for all selections: the slip is empty once it is placed, and as it was where it is refused. Null where they are not on the slip any more, or not his. */
export async function placeWhole(body: PlaceBet): Promise<{ bet: Bet } | { error: unknown } | null> {
  const playerId = playerHere();
  return inTurn(lock, async () => {
    const { attempt: open, items } = slipStore.reread();
    if (!playerId || isOthers(playerId, open)) return null;
    const asked = items.filter(({ selectionId, attempt }) => !attempt && body.legs.some((leg) => leg.selectionId === selectionId));
    if (asked.length !== items.length || asked.length !== body.legs.length) return null;
    const attempt = open ?? newAttempt(body, playerId);
    slipActions.wholeAttempt(attempt);
    try {
      const bet = await call(betRoutes.placeBet, { body: attempt.body, key: attempt.key });
      slipActions.wholePlaced(attempt.key);
      return { bet };
    } catch (error) {
      if (!isOpen(error, open)) {
        slipActions.wholeDecided(attempt.key);
        refused(error, items);
      }
      return { error };
    } finally {
      readAgain();
    }
  });
}

/** Whether the bet may have been taken. That nobody is signed in any more says nothing of what was sent before. */
function isOpen(error: unknown, before: Attempt | undefined): boolean {
  return isUndecided(error) || (before !== undefined && error instanceof Refusal && error.is(common.unauthenticated));
}

/** The prices a refusal names are the ones the bet can be had at: they stand on the page at once, then everything is read again. */
function refused(error: unknown, items: readonly SlipItem[]): void {
  if (error instanceof Refusal && error.is(betRefusals.priceChanged) && Array.isArray(error.params?.prices)) {
    const prices = new Map((error.params.prices as { selectionId: string; oddsMilli: number }[]).map((price) => [price.selectionId, price.oddsMilli]));
    queryClient.setQueriesData<Fixture>({ queryKey: fixtureKeys.one }, (fixture) => fixture && withOdds(fixture, prices));
  }
  for (const { fixtureId } of items) void queryClient.invalidateQueries(fixtureQuery(fixtureId));
}

function readAgain(): void {
  void queryClient.invalidateQueries({ queryKey: ['betting', 'bets'] });
  void queryClient.invalidateQueries({ queryKey: ['betting', 'summary'] });
  void queryClient.invalidateQueries({ queryKey: ['wallet'] });
}

export interface Refused {
  error: unknown;
  /** What was asked for: once the slip asks for something else, the refusal is not said any more. */
  asked: string;
}

interface Placing {
  busy: boolean;
  /** Whose the refusals are. */
  playerId: string | undefined;
  refusals: ReadonlyMap<string, Refused>;
}

const none: ReadonlyMap<string, Refused> = new Map();
const listeners = new Set<() => void>();
let state: Placing = { busy: false, playerId: undefined, refusals: none };

function become(next: Partial<Placing>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export const placing = {
  isBusy: () => state.busy,
  refusals: () => (state.playerId === playerHere() ? state.refusals : none),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  refused: (refusals: ReadonlyMap<string, Refused>) => become({ playerId: playerHere(), refusals }),
  /** Places, one press at a time. Its player is told at once or, if he is not here, when he is back; while another is here nobody is. */
  async run<T>(act: () => Promise<T>, tell: (outcome: T) => void): Promise<void> {
    if (state.busy) return;
    const playerId = playerHere();
    become({ busy: true, playerId, refusals: none });
    const outcome = await act().finally(() => become({ busy: false }));
    const stop = playerSession.subscribe(told);
    told();
    function told(): void {
      if (!playerHere()) return;
      stop();
      if (playerHere() === playerId) tell(outcome);
    }
  },
};

export function usePlacing(): { busy: boolean; refusals: ReadonlyMap<string, Refused> } {
  return { busy: useSyncExternalStore(placing.subscribe, placing.isBusy), refusals: useSyncExternalStore(placing.subscribe, placing.refusals) };
}
