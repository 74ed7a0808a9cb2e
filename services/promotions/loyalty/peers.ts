/** Requests to wallet: whether a player may be given money now, and cash for points and cashback. */
import { type Bus, RequestTimeout } from '@fairline/chassis/messaging/bus';
import { Refusal } from '@fairline/proto/contract';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { type cashSources, grantRefusals, grantRequests } from '@fairline/proto/wallet/grants';
import { readEligible } from '../players/peers.ts';

/** The play currency of a player who may be paid. Refuses if the player may not play, or if wallet does not reply. */
export async function currencyToPay(bus: Bus, playerId: string): Promise<PlayCurrencyCode> {
  const { currency, mayPlay, book } = await readEligible(bus, playerId);
  if (!mayPlay || book !== 'real') throw new Refusal(grantRefusals.notPlaying);
  return currency;
}

export interface CashGrant {
  /** The id of the redemption or statement; wallet pays each once. */
  claimId: string;
  playerId: string;
  currency: PlayCurrencyCode;
  amountMinor: number;
  source: (typeof cashSources)[number];
}

/** `unknown`: wallet may or may not have paid; the request is repeated under the same key. */
export type Payment = 'paid' | 'refused' | 'unknown';

/**
 * Pays once. When wallet refuses, an earlier request without a reply may still arrive. So the key is forfeited in wallet first,
 * and the payment is requested once more: the reply shows whether it was made by then. `refused` is therefore final.
 */
export async function payCash(bus: Bus, grant: CashGrant): Promise<Payment> {
  const first = await requestCash(bus, grant);
  if (first !== 'refused') return first === 'forgotten' ? 'refused' : first;
  if (!(await forgetKey(bus, grant.claimId))) return 'unknown';
  const last = await requestCash(bus, grant);
  return last === 'forgotten' ? 'refused' : last === 'paid' ? 'paid' : 'unknown';
}

async function requestCash(bus: Bus, grant: CashGrant): Promise<Payment | 'forgotten'> {
  try {
    await bus.request(grantRequests.grant, { kind: 'cash', ...grant });
    return 'paid';
  } catch (error) {
    if (error instanceof RequestTimeout) return 'unknown';
    if (error instanceof Refusal)
      return error.status === 503 || error.is(grantRefusals.grantLimit)
        ? 'unknown'
        : error.is(grantRefusals.bonusForfeited)
          ? 'forgotten'
          : 'refused';
    throw error;
  }
}

/** Forfeits the key: wallet pays nothing under it from then on. Cash that it paid before stays. */
async function forgetKey(bus: Bus, claimId: string): Promise<boolean> {
  try {
    await bus.request(grantRequests.forfeit, { claimId });
    return true;
  } catch (error) {
    if (error instanceof RequestTimeout || error instanceof Refusal) return false;
    throw error;
  }
}
