/**
 * Sends one press to the server under one key until it is decided: after an outage, a timeout or a busy server it retries with the same key. So a press is at
 * most one round or one action, even if responses are lost.
 */
import { roundRefusals } from '@fairline/proto/casino/rounds';
import { Refusal } from '@fairline/proto/contract';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { isUndecided } from '../../../client/http/http.ts';
import { randomKey } from '../../../client/http/intent.ts';

/** Delays before the retries; the last one applies to all further ones. */
const repeatDelaysMs = [300, 700, 1_500, 3_000];
/** Longer than the server's own wait for the wallet. */
export const answerTimeoutMs = 8_000;

interface Sending<T> {
  send: (key: string) => Promise<T>;
  /** Called before the first retry after a lost response. */
  onUndecided?: (error: unknown) => void;
  signal: AbortSignal;
  wait?: (delayMs: number) => Promise<void>;
}

/** Returns the server's decision or throws its refusal. */
export async function sendUntilDecided<T>({ send, onUndecided, signal, wait = pause }: Sending<T>): Promise<T> {
  const key = randomKey();
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await send(key);
    } catch (error) {
      if (signal.aborted || isRefused(error)) throw error;
      const paceMs = paceOf(error);
      if (paceMs === null) onUndecided?.(error);
      await wait(paceMs ?? (repeatDelaysMs[Math.min(repeats, repeatDelaysMs.length - 1)] as number));
      if (signal.aborted) throw error;
    }
  }
}

/** Stakes are stopped for everyone: nothing was taken, and a retry would be refused too. */
function isRefused(error: unknown): boolean {
  return !isUndecided(error) || (error instanceof Refusal && error.is(ledgerRefusals.stopped));
}

/** The pause between two rounds that the jurisdiction requires; null for any other error. */
function paceOf(error: unknown): number | null {
  if (!(error instanceof Refusal) || !error.is(roundRefusals.tooSoon)) return null;
  const retryAfterMs = Number(error.params?.retryAfterMs);
  return Number.isFinite(retryAfterMs) ? Math.max(50, retryAfterMs) : 1_000;
}

const pause = (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs));
