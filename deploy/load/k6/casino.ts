/** A casino round: alternately a spin of the slot and a hand of blackjack, which stands until it is settled. */
import exec from 'k6/execution';
import { call } from './calls.ts';
import { type Ground, player } from './people.ts';

/** More than enough: without splits, a hand ends sooner. */
const actionsAtMost = 5;

interface Round {
  readonly id: string;
  readonly status: string;
}

export function playRound(ground: Ground): void {
  if (exec.scenario.iterationInTest % 2 === 0) spin(ground);
  else playHand(ground);
}

export function spin(ground: Ground): void {
  const body = { wager: { lines: 9, betPerLineMinor: 100 } };
  call('POST', '/api/casino/games/mega-fortune-slots/rounds', {
    token: player(ground),
    body,
    keyed: true,
    status: 201,
  });
}

function playHand(ground: Ground): void {
  const token = player(ground);
  const body = { wager: { amountMinor: 1_000 } };
  let round = call<Round>('POST', '/api/casino/games/professional-blackjack/rounds', {
    token,
    body,
    keyed: true,
    status: 201,
  });
  for (let actions = 0; round?.status === 'open' && actions < actionsAtMost; actions++) {
    round = call<Round>('POST', `/api/casino/rounds/${round.id}/actions`, {
      token,
      body: { action: 'stand' },
      keyed: true,
    });
  }
}
