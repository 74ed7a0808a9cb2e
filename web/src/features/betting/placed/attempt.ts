/** A placement with an unknown outcome: it is retried with the same key and body, so it is never a second bet. */

import type { PlaceBet } from '@fairline/proto/betting/bets';
import { dayMs } from '@fairline/proto/time';
import { randomKey } from '../../../client/http/intent.ts';

export interface Attempt {
  key: string;
  body: PlaceBet;
  /** Its player: no other player who signs in on this browser sees or sends it. */
  playerId: string;
  /** When it was first sent. */
  sentAt: string;
}

/** The server keeps a key for 30 days; after that a retry would place a second bet. */
const keyHoldsMs = 29 * dayMs;

export const newAttempt = (body: PlaceBet, playerId: string): Attempt => ({
  key: randomKey(),
  body,
  playerId,
  sentAt: new Date().toISOString(),
});

/** Reads a stored attempt as untrusted text; an attempt with an expired key is dropped. */
export function isAttempt(stored: unknown): stored is Attempt {
  const { key, body, playerId, sentAt } = (stored ?? {}) as Partial<Attempt>;
  return (
    typeof key === 'string' &&
    typeof playerId === 'string' &&
    typeof body === 'object' &&
    body !== null &&
    Array.isArray(body.legs) &&
    Date.now() - Date.parse(String(sentAt)) < keyHoldsMs
  );
}
