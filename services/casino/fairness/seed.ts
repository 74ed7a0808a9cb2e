/** Server seeds: each is derived from its id with the key of the service. Nothing secret is stored, and a replay derives the same seed. */
import { createHash, createHmac } from 'node:crypto';

/** The text that keys the draws of a seed's rounds. */
export function serverSeedOf(seedKey: string, seedId: string): string {
  return createHmac('sha256', seedKey).update(seedId).digest('hex');
}

/** The hash of a server seed, which is shown before the seed is revealed. */
export function serverSeedHashOf(serverSeed: string): string {
  return createHash('sha256').update(serverSeed).digest('hex');
}
