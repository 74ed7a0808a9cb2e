/** Server seeds: each is derived from its id with the key of the service, so nothing secret is stored and a replay derives it again. */
import { createHash, createHmac } from 'node:crypto';

/** The text that keys the draws of a seed's rounds. */
export function serverSeedOf(seedKey: string, seedId: string): string {
  return createHmac('sha256', seedKey).update(seedId).digest('hex');
}

/** What is shown of a server seed before it is revealed. */
export function serverSeedHashOf(serverSeed: string): string {
  return createHash('sha256').update(serverSeed).digest('hex');
}
