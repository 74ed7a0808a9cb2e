/** A placement whose outcome is not known yet: it is asked for again with the same key and body, so it is never a second bet. */
import type { PlaceBet } from '@fairline/proto/betting/bets';
import { randomKey } from '../../../client/http/intent.ts';

export interface Attempt {
  key: string;
  body: PlaceBet;
  /** Whose bet it is: nobody else who signs in on this browser sees it or sends it. */
  playerId: string;
  /** When it was sent first. */
  sentAt: string;
}

/** A key holds with the server for 30 days; after that the same one would be a bet of its own. */
const keyHoldsMs = 29 * 86_400_000;

export const newAttempt = (body: PlaceBet, playerId: string): Attempt => ({ key: randomKey(), body, playerId, sentAt: new Date().toISOString() });

/** Reads a stored attempt as untrusted text: one whose key is of no use any more is none. */
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
