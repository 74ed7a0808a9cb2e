/** What the gateway asks auth: how fresh an operator's proof is, for each call that needs it. No answer is no proof, and the service refuses. */
import { type Bus, Silence } from '@fairline/chassis/bus';
import type { Log } from '@fairline/chassis/log';
import { authRequests } from '@fairline/proto/auth';

export type Proof = (sessionId: string) => Promise<string | undefined>;

const deadlineMs = 2_000;

export function proofs(bus: Pick<Bus, 'ask'>, log: Log): Proof {
  return async (sessionId) => {
    try {
      return (await bus.ask(authRequests.provenAt, { sessionId }, deadlineMs)).provenAt ?? undefined;
    } catch (error) {
      if (!(error instanceof Silence)) throw error;
      log.warn({ error: error.message }, 'auth did not say how fresh a proof is');
      return undefined;
    }
  };
}
