/** Brings permits to wallet. A change acts once wallet has confirmed its version; until then the player is refused, and a job repeats it. */
import { common, Refusal } from '@fairline/proto/contract';
import type { Risk } from '../config.ts';
import { restrict } from './peers.ts';
import { playPartOf } from './permit.ts';
import * as store from './store.ts';

/** Wallet may be ahead of a restored database; the second version is above it. */
const attempts = 2;

/** Returns once wallet has at least this version of the permit; refuses `unavailable` without its reply. Sends the newest one, so that the order of senders does not matter. */
export async function confirmPermit({ db, bus }: Pick<Risk, 'db' | 'bus'>, playerId: string, version: number): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const permit = await store.readPermit(db, playerId);
    if (!permit) throw new Error(`player ${playerId} has no permit`);
    if (permit.confirmedVersion >= version) return;
    const inForce = await restrict(bus, playerId, playPartOf(permit));
    if (inForce <= permit.version) return store.setConfirmed(db, playerId, inForce);
    const isLifted = await store.liftVersion(db, playerId, inForce);
    // Others raised the version and brought a newer one to wallet meanwhile.
    if (!isLifted && inForce >= version) return store.setConfirmed(db, playerId, inForce);
  }
  throw new Refusal(common.unavailable);
}

const permitsAtOnce = 20;
/** So that a stop of the process waits for seconds only. */
const claimsPerRun = 100;

/** Sends permits that wallet has not confirmed, each with its newest contents, until none is due or wallet does not reply. */
export async function confirmPermits(risk: Pick<Risk, 'db' | 'bus' | 'clock' | 'log'>): Promise<void> {
  for (let claims = 0; claims < claimsPerRun; claims++) {
    const due = await store.claimUnconfirmed(risk.db, risk.clock.now(), permitsAtOnce);
    const outcomes = await Promise.allSettled(due.map(({ playerId, version }) => confirmPermit(risk, playerId, version)));
    const failed = outcomes.filter(({ status }) => status === 'rejected').length;
    if (failed > 0) risk.log.warn({ failed }, 'permits not confirmed by wallet');
    if (failed > 0 || due.length < permitsAtOnce) return;
  }
}
