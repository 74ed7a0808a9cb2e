/** What every action of an operator shares: who acts, a fresh proof of identity, and no card number in a reason. */
import { type Call, checkFresh } from '@fairline/chassis/http';
import { hasCardNumber } from '@fairline/chassis/log';
import type { Actor } from '@fairline/chassis/operator-action';
import { Refusal, type RouteType } from '@fairline/proto/contract';
import { walletRefusals } from '@fairline/proto/wallet';
import type { Wallet } from './config.ts';

export function actorOf<R extends RouteType>({ operator, address, agent }: Call<R>): Actor {
  return { operatorId: operator.id, address, agent };
}

/** Refuses an operator who has not confirmed their identity within the last minutes. */
export function requireFreshProof<R extends RouteType>(wallet: Wallet, { operator }: Call<R>): void {
  checkFresh(operator, wallet.clock.now());
}

/** Free text is searched for card numbers; references, destinations and addresses are not. */
export function refuseCardNumber(text: string): void {
  if (hasCardNumber(text)) throw new Refusal(walletRefusals.cardNumber);
}
