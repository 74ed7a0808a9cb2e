/** What routes for operators share: who acts, and a fresh proof of their identity. */
import { type Call, checkFresh } from '@fairline/chassis/http/server';
import type { Actor } from '@fairline/chassis/messaging/operator-action';
import type { RouteType } from '@fairline/proto/contract';
import type { Wallet } from './config.ts';

export function actorOf<R extends RouteType>({ operator, address, agent }: Call<R>): Actor {
  return { operatorId: operator.id, address, agent };
}

/** Refuses an operator who has not confirmed their identity within the last minutes. */
export function requireFreshProof<R extends RouteType>(wallet: Wallet, { operator }: Call<R>): void {
  checkFresh(operator, wallet.clock.now());
}
