/** Use cases of seeds: a player's current one, its rotation, the revealed ones, and the check of the key that they derive from. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Queries } from '@fairline/chassis/storage/postgres';
import { fairnessEvents, fairnessRefusals, type fairnessRoutes } from '@fairline/proto/casino/fairness';
import { Id, type Infer, pageSize, Refusal } from '@fairline/proto/contract';
import type { FairnessContext } from './context.ts';
import { serverSeedHashOf, serverSeedOf } from './seed.ts';
import * as store from './store.ts';

/** Refuses to start with a key that does not give the newest seed: replays of open rounds would draw something else. */
export async function checkSeedKey(db: Queries, seedKey: string): Promise<void> {
  const newest = await store.newestSeed(db);
  if (newest && serverSeedHashOf(serverSeedOf(seedKey, newest.id)) !== newest.hash) {
    throw new Error('casino: SEED_KEY is not the key that the seeds in the database were made with');
  }
}

/** A client seed for a player who chose none: 16 characters. */
const newClientSeed = () => randomBytes(12).toString('base64url');

/** Gives the player a seed, unless they have one. */
export async function openSeed(context: FairnessContext, playerId: string): Promise<void> {
  const seed = seedFrom(context, newClientSeed());
  await context.db.tx((tx) => store.insertFirstSeed(tx, playerId, seed, context.clock.now()));
}

/** The seeds of the player's next round; made where they have none. */
export async function nextSeed(context: FairnessContext, playerId: string): Promise<Infer<typeof fairnessRoutes.fairness.reply>> {
  const found = await store.currentSeed(context.db, playerId);
  if (found) return { serverSeedHash: found.hash, clientSeed: found.clientSeed, nonce: found.nextNonce };
  await openSeed(context, playerId);
  return nextSeed(context, playerId);
}

/** Reveals the player's seed and begins with a new one. Refused while a round is open, because the seed would show what it still hides. */
export async function rotateSeed(context: FairnessContext, playerId: string, clientSeed?: string): Promise<Infer<typeof fairnessRoutes.rotate.reply>> {
  await nextSeed(context, playerId);
  const at = context.clock.now();
  return context.db.tx(async (tx) => {
    const old = await store.lockCurrentSeed(tx, playerId);
    if (!old) throw new Error(`player ${playerId} has no seed`);
    const roundId = await store.openRoundOf(tx, playerId);
    if (roundId) throw new Refusal(fairnessRefusals.roundOpen, { roundId });
    const next = seedFrom(context, clientSeed ?? old.clientSeed);
    const serverSeed = serverSeedOf(context.seedKey, old.seedId);
    const lastNonce = old.nextNonce - 1;
    await store.replaceSeed(tx, playerId, { id: old.seedId, serverSeed, lastNonce }, next, at);
    await publish(tx, fairnessEvents.seedRotated, old.seedId, 1, { playerId, serverSeedHash: old.hash, lastNonce });
    return {
      previous: { serverSeed, serverSeedHash: old.hash, clientSeed: old.clientSeed, lastNonce },
      current: { serverSeedHash: next.hash, clientSeed: next.clientSeed, nonce: 1 },
    };
  });
}

export async function pastSeeds({ db }: FairnessContext, playerId: string, cursor: string | undefined): Promise<Infer<typeof fairnessRoutes.pastSeeds.reply>> {
  const rows = await store.pastSeeds(db, playerId, readCursor(Id, cursor), pageSize + 1);
  return page(
    rows,
    ({ id }) => id,
    (row) => ({ ...row, revealedAt: row.revealedAt.toISOString() }),
  );
}

function seedFrom({ seedKey }: FairnessContext, clientSeed: string): store.NewSeed {
  const id = randomUUIDv7();
  return { id, hash: serverSeedHashOf(serverSeedOf(seedKey, id)), clientSeed };
}
