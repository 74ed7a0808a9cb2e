/** Visits on a football evening, mixed as on a real one: browsing, betting, reading the own bets and balance, and spinning while waiting. */
import exec from 'k6/execution';
import { placeBet } from './bets.ts';
import { browse } from './browsing.ts';
import { readAll } from './calls.ts';
import { spin } from './casino.ts';
import { type Ground, player } from './people.ts';

/** Ten visits, repeated in this order. */
const visits: readonly ((ground: Ground) => void)[] = [
  browse,
  placeBet,
  browse,
  readOwn,
  placeBet,
  browse,
  spin,
  placeBet,
  readOwn,
  browse,
];

export function spendEvening(ground: Ground): void {
  visits[exec.scenario.iterationInTest % visits.length]?.(ground);
}

function readOwn(ground: Ground): void {
  readAll(['/api/wallet', '/api/betting/bets', '/api/wallet/transactions'], player(ground));
}
