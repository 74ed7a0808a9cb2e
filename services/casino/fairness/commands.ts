/** Use cases of seeds: show the player's current one, choose its client seed, rotate it, list revealed ones, and check the key that they derive from. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { fairnessEvents, fairnessRefusals, type fairnessRoutes } from '@fairline/proto/casino/fairness';
import { Id, type Infer, pageSize, Refusal } from '@fairline/proto/contract';
import type { FairnessContext } from './context.ts';
import { serverSeedHashOf, serverSeedOf } from './seed.ts';
import * as store from './store.ts';

/** Refuses to start if the key does not give the newest seed, since replays of open rounds would draw other outcomes. */
export async function checkSeedKey(db: Queries, seedKey: string): Promise<void> {
  const newest = await store.newestSeed(db);
  if (newest && serverSeedHashOf(serverSeedOf(seedKey, newest.id)) !== newest.hash) {
    throw new Error('casino: SEED_KEY is not the key that the seeds in the database were made with');
  }
}

/** A random client seed of 16 characters, for a player who chose none. */
const newClientSeed = () => randomBytes(12).toString('base64url');

/** Gives the player a seed, unless they have one. */
export async function openSeed(context: FairnessContext, playerId: string): Promise<void> {
  const seed = seedFrom(context, randomUUIDv7(), newClientSeed());
  await context.db.tx((tx) => store.insertFirstSeed(tx, playerId, seed, context.clock.now()));
}

/** Shows the seeds of the player's next round. A player without seeds gets them here. */
export async function nextSeed(
  context: FairnessContext,
  playerId: string,
): Promise<Infer<typeof fairnessRoutes.fairness.reply>> {
  const found = await store.currentSeed(context.db, playerId);
  if (found) return shownSeed(context, found, found.nextNonce);
  await openSeed(context, playerId);
  return nextSeed(context, playerId);
}

/** Sets the client seed of a server seed that no round was drawn from. The server seed was fixed, and its hash shown, before. */
export async function chooseClientSeed(
  context: FairnessContext,
  playerId: string,
  clientSeed: string,
): Promise<Infer<typeof fairnessRoutes.chooseClientSeed.reply>> {
  await nextSeed(context, playerId);
  return context.db.tx(async (tx) => {
    const seed = await lockSeed(tx, playerId);
    if (seed.nextNonce > 1) throw new Refusal(fairnessRefusals.clientSeedUsed);
    await store.setClientSeed(tx, playerId, seed.seedId, clientSeed);
    return shownSeed(context, { ...seed, clientSeed }, seed.nextNonce);
  });
}

/** Locks the seed of a player who has one. No round is reserved until the transaction ends. */
async function lockSeed(tx: Tx, playerId: string): Promise<store.CurrentSeed> {
  const seed = await store.lockCurrentSeed(tx, playerId);
  if (!seed) throw new Error(`player ${playerId} has no seed`);
  return seed;
}

/** Reveals the player's seed and starts a new one. Refused while a round is open, because the seed would reveal its hidden cards. */
export async function rotateSeed(
  context: FairnessContext,
  playerId: string,
  clientSeed?: string,
): Promise<Infer<typeof fairnessRoutes.rotate.reply>> {
  await nextSeed(context, playerId);
  const at = context.clock.now();
  return context.db.tx(async (tx) => {
    const old = await lockSeed(tx, playerId);
    const roundId = await store.openRoundOf(tx, playerId);
    if (roundId) throw new Refusal(fairnessRefusals.roundOpen, { roundId });
    const next = seedFrom(context, nextIdOf(old), clientSeed ?? old.clientSeed);
    const serverSeed = serverSeedOf(context.seedKey, old.seedId);
    const lastNonce = old.nextNonce - 1;
    await store.replaceSeed(tx, playerId, { id: old.seedId, serverSeed, lastNonce }, next, at);
    await publish(tx, fairnessEvents.seedRotated, old.seedId, 1, { playerId, serverSeedHash: old.hash, lastNonce });
    return {
      previous: { serverSeed, serverSeedHash: old.hash, clientSeed: old.clientSeed, lastNonce },
      current: shownSeed(context, next, 1),
    };
  });
}

export async function pastSeeds(
  { db }: FairnessContext,
  playerId: string,
  cursor: string | undefined,
): Promise<Infer<typeof fairnessRoutes.pastSeeds.reply>> {
  const rows = await store.pastSeeds(db, playerId, readCursor(Id, cursor), pageSize + 1);
  return page(
    rows,
    ({ id }) => id,
    (row) => ({ ...row, revealedAt: row.revealedAt.toISOString() }),
  );
}

function shownSeed(
  { seedKey }: FairnessContext,
  seed: Pick<store.CurrentSeed, 'nextId' | 'hash' | 'clientSeed'>,
  nonce: number,
): Infer<typeof fairnessRoutes.fairness.reply> {
  return {
    serverSeedHash: seed.hash,
    clientSeed: seed.clientSeed,
    nonce,
    nextServerSeedHash: serverSeedHashOf(serverSeedOf(seedKey, nextIdOf(seed))),
  };
}

/** The id of the next seed. Every current seed has one. */
function nextIdOf({ nextId }: Pick<store.CurrentSeed, 'nextId'>): string {
  if (nextId === null) throw new Error('a current seed has no next one');
  return nextId;
}

/** A new seed with the id of its successor. The successor is fixed here, before the player chooses the client seed for it. */
function seedFrom({ seedKey }: FairnessContext, id: string, clientSeed: string): store.NewSeed {
  return { id, nextId: laterId(id), hash: serverSeedHashOf(serverSeedOf(seedKey, id)), clientSeed };
}

/** An id that sorts after the given one, even if both are made within a millisecond. Seeds of a player are ordered by id. */
function laterId(id: string): string {
  for (;;) {
    const later = randomUUIDv7();
    if (later > id) return later;
  }
}
