/** Sends permits to wallet. A change is in force once wallet has confirmed its version. Until then the call is refused, and a job repeats the request. */
import { common, Refusal } from '@fairline/proto/contract';
import type { Risk } from '../config.ts';
import { restrict } from './peers.ts';
import { playPartOf } from './permit.ts';
import * as store from './store.ts';

/** Two, because wallet may be ahead of a restored database: the second attempt then has a version above wallet's. */
const attempts = 2;

/** Returns once wallet has at least this version of the permit; refuses `unavailable` without its reply. Always sends the newest permit, so the order of senders does not matter. */
export async function confirmPermit(
  { db, bus }: Pick<Risk, 'db' | 'bus'>,
  playerId: string,
  version: number,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const permit = await store.readPermit(db, playerId);
    if (!permit) throw new Error(`player ${playerId} has no permit`);
    if (permit.confirmedVersion >= version) return;
    const inForce = await restrict(bus, playerId, playPartOf(permit));
    if (inForce <= permit.version) return store.setConfirmed(db, playerId, inForce);
    const isLifted = await store.liftVersion(db, playerId, inForce);
    // Meanwhile another call has raised the version and sent a newer permit to wallet.
    if (!isLifted && inForce >= version) return store.setConfirmed(db, playerId, inForce);
  }
  throw new Refusal(common.unavailable);
}

const permitsAtOnce = 20;
/** Bounds a run, so that stopping the process takes seconds only. */
const claimsPerRun = 100;

/** Sends permits that wallet has not confirmed, each with its newest contents, until none is due or wallet does not reply. */
export async function confirmPermits(risk: Pick<Risk, 'db' | 'bus' | 'clock' | 'log'>): Promise<void> {
  for (let claims = 0; claims < claimsPerRun; claims++) {
    const due = await store.claimUnconfirmed(risk.db, risk.clock.now(), permitsAtOnce);
    const outcomes = await Promise.allSettled(
      due.map(({ playerId, version }) => confirmPermit(risk, playerId, version)),
    );
    const failed = outcomes.filter(({ status }) => status === 'rejected').length;
    if (failed > 0) risk.log.warn({ failed }, 'permits not confirmed by wallet');
    if (failed > 0 || due.length < permitsAtOnce) return;
  }
}
