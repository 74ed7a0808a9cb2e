/** Events: one line per consumer. */
import { type Consumer, consume } from '@fairline/chassis/messaging/inbox';
import { userEvents } from '@fairline/proto/auth/users';
import { betEvents } from '@fairline/proto/betting/bets';
import { roundEvents } from '@fairline/proto/casino/rounds';
import type { Risk } from './config.ts';
import { eraseExclusions } from './exclusions/commands.ts';
import { countStakes, stakesOfBets, stakesOfRounds } from './sessions/commands.ts';

export function consumersOf(risk: Risk): Consumer[] {
  return [
    consume(betEvents.betAccepted, (tx, events) => countStakes(risk, tx, stakesOfBets(events))),
    consume(roundEvents.roundSettled, (tx, events) => countStakes(risk, tx, stakesOfRounds(events))),
    consume(userEvents.accountErased, (tx, events) =>
      eraseExclusions(
        tx,
        events.map(({ data }) => data.playerId),
      ),
    ),
  ];
}
