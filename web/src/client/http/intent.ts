/**
 * One idempotency key per intent: the key is kept while the outcome is unknown, and dropped once the outcome is known or the user changes the request. So a
 * retry can never pay twice.
 */
import { isUndecided } from './http.ts';

export interface Intent {
  /** The key for this body; another body is another intent. */
  keyFor(body: unknown): string;
  /** Records how the attempt ended; without an error it succeeded. */
  settle(error?: unknown): void;
}

export function createIntent(newKey: () => string = randomKey): Intent {
  let held: { print: string; key: string } | null = null;
  return {
    keyFor(body) {
      const print = JSON.stringify(body);
      if (held?.print !== print) held = { print, key: newKey() };
      return held.key;
    },
    settle(error) {
      if (error === undefined || !isUndecided(error)) held = null;
    },
  };
}

/** 32 hexadecimal digits; randomUUID is missing on plain http beyond localhost. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
