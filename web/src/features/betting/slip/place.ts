/**
 * Places the slip: its selections one after the other, or all as one bet; each bet's key is stored before it is sent. A placed bet moves from the slip to the
 * placed bets, a refused one stays with the reason, an unanswered one is retried under the same key. `placing` holds the current placement and the last
 * refusals in memory, visible only to the player who placed.
 */
import type { Bet, PlaceBet } from '@fairline/proto/betting/bets';
import { playerHere, playerSession, runInTurn } from '../../../client/session/session.ts';
import { createStore, useStore } from '../../../store.ts';
import { type Attempt, newAttempt } from '../placed/attempt.ts';
import { placedActions } from '../placed/placed.ts';
import { placingLock, refetchAfterPlacing, requestBet } from '../placed/request.ts';
import type { SlipItem } from './slip.ts';
import { slipActions, slipStore } from './store.ts';

export interface Placement {
  item: SlipItem;
  body: PlaceBet;
}

export type Outcome = { item: SlipItem; bet: Bet } | { item: SlipItem; error: unknown };

/** Whether another player has signed in, or the waiting bet belongs to another player. */
const isOthers = (playerId: string, attempt?: Attempt) =>
  playerHere() !== playerId || (attempt ?? { playerId }).playerId !== playerId;

export async function place(placements: readonly Placement[]): Promise<Outcome[]> {
  const playerId = playerHere();
  const outcomes: Outcome[] = [];
  await runInTurn(placingLock, async () => {
    for (const { item, body } of placements) {
      // Selections removed meanwhile, also in another tab, are skipped; sent ones are retried unchanged; nothing is sent once another player is here.
      const slip = slipStore.reread();
      const now = slip.items.find(({ selectionId }) => selectionId === item.selectionId);
      if (!playerId || !now || slip.attempt || isOthers(playerId, now.attempt)) continue;
      outcomes.push(await placeOne(now, now.attempt ?? newAttempt(body, playerId)));
    }
  });
  refetchAfterPlacing();
  return outcomes;
}

async function placeOne(item: SlipItem, attempt: Attempt): Promise<Outcome> {
  slipActions.attempt(item.selectionId, attempt);
  const answer = await requestBet(attempt, [item.fixtureId], item.attempt !== undefined);
  if ('bet' in answer) {
    placedActions.add(answer.bet.id, attempt);
    slipActions.placed(attempt.key);
    return { item, bet: answer.bet };
  }
  if (!answer.open) slipActions.decided(attempt.key);
  return { item, error: answer.error };
}

/**
 * Places one bet of all selections. The slip is empty once it is placed, and unchanged if it is refused. Null if the selections are no longer on this player's
 * slip.
 */
export async function placeWhole(body: PlaceBet): Promise<{ bet: Bet } | { error: unknown } | null> {
  const playerId = playerHere();
  return runInTurn(placingLock, async () => {
    const { attempt: open, items } = slipStore.reread();
    if (!playerId || isOthers(playerId, open)) return null;
    const asked = items.filter(
      ({ selectionId, attempt }) => !attempt && body.legs.some((leg) => leg.selectionId === selectionId),
    );
    if (asked.length !== items.length || asked.length !== body.legs.length) return null;
    const attempt = open ?? newAttempt(body, playerId);
    slipActions.wholeAttempt(attempt);
    const answer = await requestBet(
      attempt,
      items.map(({ fixtureId }) => fixtureId),
      open !== undefined,
    );
    if ('bet' in answer) {
      placedActions.add(answer.bet.id, attempt);
      slipActions.wholePlaced(attempt.key);
    } else if (!answer.open) slipActions.wholeDecided(attempt.key);
    refetchAfterPlacing();
    return 'bet' in answer ? { bet: answer.bet } : { error: answer.error };
  });
}

export interface Refused {
  error: unknown;
  /** The refused request: once the slip's content differs from it, the refusal is hidden. */
  asked: string;
}

interface Placing {
  busy: boolean;
  /** The player whose refusals these are. */
  playerId: string | undefined;
  refusals: ReadonlyMap<string, Refused>;
}

const none: ReadonlyMap<string, Refused> = new Map();
const store = createStore<Placing>({ busy: false, playerId: undefined, refusals: none });
const setState = (next: Partial<Placing>) => store.set({ ...store.get(), ...next });

export const placing = {
  isBusy: () => store.get().busy,
  refusals: () => (store.get().playerId === playerHere() ? store.get().refusals : none),
  refused: (refusals: ReadonlyMap<string, Refused>) => setState({ playerId: playerHere(), refusals }),
  /** Runs one placement at a time. The player gets the outcome at once or after the next sign-in; no other player gets it. */
  async run<T>(act: () => Promise<T>, onOutcome: (outcome: T) => void): Promise<void> {
    if (placing.isBusy()) return;
    const playerId = playerHere();
    setState({ busy: true, playerId, refusals: none });
    const outcome = await act().finally(() => setState({ busy: false }));
    const stop = playerSession.store.subscribe(notifyPlayer);
    notifyPlayer();
    function notifyPlayer(): void {
      if (!playerHere()) return;
      stop();
      if (playerHere() === playerId) onOutcome(outcome);
    }
  },
};

export function usePlacing(): { busy: boolean; refusals: ReadonlyMap<string, Refused> } {
  return { busy: useStore(store).busy, refusals: placing.refusals() };
}
