/** What people do on an evening of football, in the shares of an evening: look, bet, look at their bets and balance, and spin while they wait. */
import exec from 'k6/execution';
import { placeBet } from './bets.ts';
import { browse } from './browsing.ts';
import { readAll } from './calls.ts';
import { spin } from './casino.ts';
import { type Ground, player } from './people.ts';

/** Of ten visits. */
const visits: readonly ((ground: Ground) => void)[] = [browse, placeBet, browse, readOwn, placeBet, browse, spin, placeBet, readOwn, browse];

export function spendEvening(ground: Ground): void {
  visits[exec.scenario.iterationInTest % visits.length]?.(ground);
}

function readOwn(ground: Ground): void {
  readAll(['/api/wallet', '/api/betting/bets', '/api/wallet/transactions'], player(ground));
}
