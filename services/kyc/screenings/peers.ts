/** Requests a screening from the provider over HTTP, and the name of the player from auth. */
import type { Bus } from '@fairline/chassis/messaging/bus';
import { userRequests } from '@fairline/proto/auth/users';
import { ScreeningResult } from '@fairline/proto/kyc/screenings';
import { z } from 'zod';
import type { Person, Screening, ScreeningProvider } from '../ports.ts';

const requestMs = 2_000;
const timeoutMs = 10_000;
const longestNote = 500;

const Answer = z.object({
  results: z.array(ScreeningResult).min(1).max(20),
});

/** Undefined without a configured provider: operators screen by hand. */
export function openScreening(url: string | undefined, key: string | undefined, bus: Bus): Screening | undefined {
  if (!url) return undefined;
  return {
    provider: httpScreening(url, key),
    personOf: (playerId) => bus.request(userRequests.identity, { playerId }, requestMs),
  };
}

/** `POST url`: the person with a reference, which is also the key of the request. Any answer but a valid 200 counts as none. */
export function httpScreening(url: string, key: string | undefined): ScreeningProvider {
  return {
    name: new URL(url).hostname,
    async screen(reference: string, person: Person) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': reference,
          ...(key && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ reference, ...person }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => undefined);
      if (response?.status !== 200) throw new Error(`the screening provider answered ${response?.status ?? 'nothing'}`);
      const answer = Answer.safeParse(await response.json().catch(() => undefined));
      if (!answer.success) throw new Error('the screening provider answered with something else');
      return answer.data.results.map(({ note, ...result }) => ({
        ...result,
        ...(note && { note: note.slice(0, longestNote) }),
      }));
    },
  };
}
