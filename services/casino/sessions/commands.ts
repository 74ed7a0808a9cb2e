/** Use cases of game sessions: read, reset and end the open one; an idle one ends automatically. Rounds begin sessions (rounds/store.ts). */
import type { Received } from '@fairline/chassis/messaging/inbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { GameSession } from '@fairline/proto/casino/sessions';
import type { Infer } from '@fairline/proto/contract';
import type { GameId } from '@fairline/proto/games/catalogue';
import type { exclusionEvents } from '@fairline/proto/risk/exclusions';
import { nextSeed } from '../fairness/commands.ts';
import type { RoundContext } from '../rounds/context.ts';
import { sessionIdleMs } from '../rounds/store.ts';
import * as store from './store.ts';

const idleSince = ({ clock }: RoundContext) => new Date(clock.now().getTime() - sessionIdleMs);

export async function readSession(
  context: RoundContext,
  playerId: string,
  game: GameId,
): Promise<GameSession | undefined> {
  const row = await store.openSession(context.db, playerId, game, idleSince(context));
  return row && toSession(row);
}

/** Ends the session of a game and begins a new one. */
export async function resetSession(context: RoundContext, playerId: string, game: GameId): Promise<GameSession> {
  // The row of a player, which is locked below, is created with their first seed.
  await nextSeed(context, playerId);
  const at = context.clock.now();
  return context.db.tx(async (tx) => {
    await store.lockPlayer(tx, playerId);
    await store.endSession(tx, playerId, game, at, idleSince(context));
    return toSession(await store.insertSession(tx, playerId, game, at));
  });
}

export async function endSession(context: RoundContext, playerId: string, game: GameId): Promise<undefined> {
  await context.db.tx(async (tx) => {
    await store.lockPlayer(tx, playerId);
    await store.endSession(tx, playerId, game, context.clock.now(), idleSince(context));
  });
}

type Excluded = Received<Infer<typeof exclusionEvents.playerExcluded.data>>;

/** Ends sessions of excluded players that began before the exclusion, so that a late event does not end later ones. Open hands remain; wallet takes no stakes for them. */
export async function endSessionsOfExcluded(tx: Tx, events: readonly Excluded[]): Promise<void> {
  await store.lockPlayers(
    tx,
    events.map(({ data }) => data.playerId),
  );
  await store.endSessionsBefore(
    tx,
    events.map(({ data, at }) => ({ playerId: data.playerId, at })),
    sessionIdleMs,
  );
}

const sweepRows = 1_000;

export async function endIdleSessions(context: RoundContext): Promise<void> {
  while ((await store.endIdleSessions(context.db, idleSince(context), sweepRows)) === sweepRows);
}

function toSession({ startedAt, endedAt, currency, ...row }: store.SessionRow): GameSession {
  return {
    ...row,
    startedAt: startedAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    ...(currency && { currency }),
  };
}
