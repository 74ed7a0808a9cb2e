/** The gateway's request to auth: the time of an operator's last proof, for each call to a route that may need a fresh one. Without a reply the call carries no proof, and the service refuses it. */
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
