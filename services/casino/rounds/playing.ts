/** Plays a round: its seed and nonce are reserved first, then wallet takes the stake and pays, then the outcome is shown. */
import { randomUUIDv7 } from 'node:crypto';
import type { Player } from '@fairline/chassis/http/identity';
import type { IdempotencyKey } from '@fairline/chassis/storage/idempotency';
import { type Round, roundRefusals } from '@fairline/proto/casino/rounds';
import { common, Refusal } from '@fairline/proto/contract';
import type { GameId } from '@fairline/proto/games/catalogue';
import { readCatalogue } from '../catalogue/commands.ts';
import { openSeed } from '../fairness/commands.ts';
import { serverSeedHashOf, serverSeedOf } from '../fairness/seed.ts';
import type { RoundContext } from './context.ts';
import { drawRound, repeatedCall } from './reading.ts';
import {
  outcomeWith,
  type Reservation,
  type Reserved,
  readWager,
  refusalOf,
  reservationOf,
  type Source,
  toRound,
} from './round.ts';
import { takeStep } from './steps.ts';
import { withdrawStep } from './store.ts';

/** Plays a round. The same key returns the same round in its current state; another body under that key is refused. */
export async function playRound(
  context: RoundContext,
  player: Player,
  gameId: GameId,
  given: unknown,
  key: IdempotencyKey,
): Promise<Round> {
  const wager = readWager(gameId, given);
  const { reservation, reserved } = await reserve(context, player, gameId, wager, key);
  if (reserved.state === 'reused') throw new Refusal(common.keyReused);
  const { outcome } = reserved;
  if (outcome && 'waitMs' in outcome) {
    const retryAfterMs = outcome.waitMs;
    throw new Refusal(roundRefusals.tooSoon, { retryAfterMs, retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) });
  }
  if (outcome && 'refusal' in outcome) throw refusalOf(outcome.refusal);
  if (reserved.state === 'repeated' && outcome) return repeatedCall(context, player.id, outcome);
  return playReserved(context, sourceOf(reservation, reserved), key);
}

/** How often a reservation is tried if the player has no seed yet, or the wager is for an old version. */
const tries = 5;

async function reserve(
  context: RoundContext,
  player: Player,
  gameId: GameId,
  wager: unknown,
  { scope, key, fingerprint }: IdempotencyKey,
): Promise<{ reservation: Reservation; reserved: Reserved }> {
  for (let left = tries; left > 0; left--) {
    const game = context.catalogue.game(gameId);
    if (!game) throw new Refusal(common.notFound);
    const version = context.catalogue.version(gameId, game.version);
    const reservation = {
      scope,
      key,
      fingerprint,
      id: randomUUIDv7(),
      ...reservationOf(version, player, wager, { maxWinMinor: context.maxWinMinor, now: context.clock.now() }),
    };
    const reserved = await context.reservations.add(reservation);
    if (reserved.state === 'unseeded') await openSeed(context, player.id);
    else if (reserved.state === 'stale') await readCatalogue(context);
    else return { reservation, reserved };
  }
  throw new Refusal(common.busy, { retryAfterSeconds: 1 });
}

function sourceOf(reservation: Reservation, { seedId, clientSeed, nonce, sessionId, at }: Reserved): Source {
  if (seedId === null || clientSeed === null || nonce === null || sessionId === null)
    throw new Error(`round ${reservation.id} was reserved without a seed`);
  const { id, playerId, gameId, version, book, jurisdiction, wager, stakeMinor } = reservation;
  const stakes = { firstStakeMinor: stakeMinor, stakeMinor };
  return {
    id,
    playerId,
    sessionId,
    gameId,
    version,
    book,
    jurisdiction,
    wager,
    ...stakes,
    seedId,
    clientSeed,
    nonce,
    actions: [],
    createdAt: at,
  };
}

async function playReserved(context: RoundContext, source: Source, key: IdempotencyKey): Promise<Round> {
  const play = drawRound(context, source, []);
  const end = await takeStep(context, source, 0, play, () =>
    context.db.tx((tx) => withdrawStep(tx, source, 0, source.createdAt, key)),
  );
  if (end.kind === 'refused') throw end.refusal;
  if (end.kind === 'none') throw new Refusal(common.busy, { retryAfterSeconds: 1 });
  if (end.kind !== 'recorded') return repeatedCall(context, source.playerId, { round: source.id });
  const { currency, jackpotMinor } = end;
  const closed = !play.isOpen;
  const state = {
    status: closed ? ('settled' as const) : ('open' as const),
    currency,
    payoutMinor: play.payoutMinor + jackpotMinor,
    outcome: outcomeWith(play, jackpotMinor),
    settledAt: closed ? context.clock.now() : null,
  };
  return toRound(source, state, {
    serverSeedHash: serverSeedHashOf(serverSeedOf(context.seedKey, source.seedId)),
    serverSeed: null,
  });
}
