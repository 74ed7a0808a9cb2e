/** Seeds: the commitment to the draws of the next rounds, and the revealed seeds of those before. casino/games/FAIRNESS.md explains how draws follow from them. */
import { z } from 'zod';
import { Cursor, event, Id, Instant, Page, refusal, route } from '../contract.ts';
import { fieldMessages } from '../texts.ts';

export const fairnessRefusals = {
  /** params: {roundId} */
  roundOpen: refusal('round_open', 409, 'Finish your open round first'),
  clientSeedUsed: refusal(
    'client_seed_used',
    409,
    'A round was played with this client seed. Rotate to choose another',
  ),
} as const;

export const ClientSeed = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, fieldMessages.clientSeedInvalid)
  .meta({ example: 'my-lucky-seed' });
export const SeedHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'sha256 of the server seed, hexadecimal' });
export const ServerSeed = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'the server seed, as text; only after its rotation' });

export const NextSeed = z.object({
  serverSeedHash: SeedHash,
  clientSeed: ClientSeed,
  nonce: z.int().min(1),
  /** The hash of the server seed after the next rotation. That seed is fixed before its client seed is chosen. */
  nextServerSeedHash: SeedHash.optional(),
});
/** `lastNonce` is 0 if no round was played. */
export const PastSeed = z.object({
  serverSeed: ServerSeed,
  serverSeedHash: SeedHash,
  clientSeed: ClientSeed,
  lastNonce: z.int().min(0),
});

export const fairnessRoutes = {
  fairness: route('GET /api/casino/fairness', {
    summary: "The seeds of the player's next round",
    access: 'player',
    reply: NextSeed,
  }),
  chooseClientSeed: route('POST /api/casino/fairness/client-seed', {
    summary: 'Sets the client seed of the current seeds, before their first round',
    access: 'player',
    body: z.strictObject({ clientSeed: ClientSeed }),
    reply: NextSeed,
    refusals: [fairnessRefusals.clientSeedUsed],
  }),
  rotate: route('POST /api/casino/fairness/rotate', {
    summary: 'Reveals the server seed and starts a new one',
    access: 'player',
    body: z.strictObject({ clientSeed: ClientSeed.optional() }),
    reply: z.object({ previous: PastSeed, current: NextSeed }),
    refusals: [fairnessRefusals.roundOpen],
  }),
  pastSeeds: route('GET /api/casino/fairness/seeds', {
    summary: 'Seeds that were revealed, newest first',
    access: 'player',
    query: z.strictObject({ cursor: Cursor }),
    reply: Page(PastSeed.extend({ id: Id, revealedAt: Instant })),
  }),
} as const;

export const fairnessEvents = {
  seedRotated: event('casino', 'SeedRotated', {
    summary: 'A player revealed a server seed and began with a new one.',
    data: z.object({ playerId: Id, serverSeedHash: SeedHash, lastNonce: z.int() }),
    audience: { player: 'playerId' },
  }),
} as const;
