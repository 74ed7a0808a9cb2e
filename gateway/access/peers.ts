/** What the gateway asks auth: how fresh an operator's proof is, for each call that needs it. No answer is no proof, and the service refuses. */
import { type Bus, RequestTimeout } from '@fairline/chassis/messaging/bus';
import type { Log } from '@fairline/chassis/process/log';
import { sessionRequests } from '@fairline/proto/auth/sessions';

export type Proof = (sessionId: string) => Promise<string | undefined>;

const deadlineMs = 2_000;

export function proofs(bus: Pick<Bus, 'request'>, log: Log): Proof {
  return async (sessionId) => {
    try {
      return (await bus.request(sessionRequests.provenAt, { sessionId }, deadlineMs)).provenAt ?? undefined;
    } catch (error) {
      if (!(error instanceof RequestTimeout)) throw error;
      log.warn({ error: error.message }, 'auth did not answer how fresh a proof is');
      return undefined;
    }
  };
}
