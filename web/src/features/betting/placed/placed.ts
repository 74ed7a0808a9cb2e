/**
 * The bets just placed from this browser's slip. They stay on it until the player has seen the outcome, even after a reload.
 * Only ids and requests are stored; their state is read from the server.
 */

import type { Bet, PlaceBet } from '@fairline/proto/betting/bets';
import { hourMs } from '@fairline/proto/time';
import { queryClient } from '../../../client/cache/query.ts';
import { createStoredValue } from '../../../client/storage/stored-value.ts';
import { betKey } from '../../../domain/betting/bet-keys.ts';
import { type Attempt, isAttempt } from './attempt.ts';

export interface PlacedBet {
  betId: string;
  playerId: string;
  body: PlaceBet;
  placedAt: string;
  /** The same bet at new odds, still unanswered. */
  again?: Attempt;
}

const keptMs = hourMs;
const mostKept = 40;

/** Reads stored bets as untrusted text. An unanswered one is kept until its key expires. */
export function readPlaced(stored: unknown): PlacedBet[] {
  if (!Array.isArray(stored)) return [];
  const isPlaced = (one: Partial<PlacedBet> | null): one is PlacedBet =>
    typeof one?.betId === 'string' &&
    typeof one.playerId === 'string' &&
    Array.isArray(one.body?.legs) &&
    (one.again === undefined ? Date.now() - Date.parse(String(one.placedAt)) < keptMs : isAttempt(one.again));
  return stored.filter(isPlaced).slice(-mostKept);
}

export const placedStore = createStoredValue<PlacedBet[]>('fairline.placed', readPlaced);

const edit = (change: (bets: readonly PlacedBet[]) => PlacedBet[]) => placedStore.set(change(placedStore.reread()));
const entryOf = (betId: string, { body, playerId }: Attempt): PlacedBet => ({
  betId,
  playerId,
  body,
  placedAt: new Date().toISOString(),
});
const withoutBet = (betId: string) => (bets: readonly PlacedBet[]) => bets.filter((bet) => bet.betId !== betId);

/** Whether the bet is done: accepted, or any later state. */
function isSettled({ betId, again }: PlacedBet): boolean {
  const bet = queryClient.getQueryData<Bet>(betKey(betId));
  return again === undefined && bet !== undefined && bet.status !== 'pending' && bet.status !== 'rejected';
}

export const placedActions = {
  add: (betId: string, attempt: Attempt) =>
    edit((bets) => [...withoutBet(betId)(bets), entryOf(betId, attempt)].slice(-mostKept)),
  drop: (betId: string) => edit(withoutBet(betId)),
  /** Accepted bets make room for the next one; rejected ones stay for the player. */
  dropAccepted: () => edit((bets) => bets.filter((bet) => !isSettled(bet))),
  /** Stores the new attempt before it is sent, so that a reload retries the same one. */
  again: (betId: string, again: Attempt) =>
    edit((bets) => bets.map((bet) => (bet.betId === betId ? { ...bet, again } : bet))),
  againRefused: (betId: string) =>
    edit((bets) => bets.map(({ again, ...bet }) => (bet.betId === betId || !again ? bet : { ...bet, again }))),
  /** The new bet replaces the rejected one. */
  replace: (betId: string, newId: string, attempt: Attempt) =>
    edit((bets) => bets.map((bet) => (bet.betId === betId ? entryOf(newId, attempt) : bet))),
  /** The player signs out: unanswered bets are kept until they are back. */
  forget: () => edit((bets) => bets.filter(({ again }) => again !== undefined)),
};

let lists = 0;

/** While a list of these bets is on the page, nothing else announces their outcome. */
export function showPlaced(): () => void {
  lists++;
  return () => {
    lists--;
  };
}

export function isPlacedInSight(betId: string): boolean {
  return lists > 0 && placedStore.reread().some((bet) => bet.betId === betId);
}
