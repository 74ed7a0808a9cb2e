/** Requests to wallet: whether a player may be given money now, and cash for points and cashback. */
import { type Bus, RequestTimeout } from '@fairline/chassis/messaging/bus';
import { Refusal } from '@fairline/proto/contract';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { type cashSources, grantRefusals, grantRequests } from '@fairline/proto/wallet/grants';
import { readEligible } from '../players/peers.ts';

/** The play currency of a player who may be given money. Refuses those who may not play, and while wallet does not reply. */
export async function currencyToPay(bus: Bus, playerId: string): Promise<PlayCurrencyCode> {
  const { currency, mayPlay, book } = await readEligible(bus, playerId);
  if (!mayPlay || book !== 'real') throw new Refusal(grantRefusals.notPlaying);
  return currency;
}

export interface CashGrant {
  /** The redemption or the statement: wallet pays each once. */
  claimId: string;
  playerId: string;
  currency: PlayCurrencyCode;
  amountMinor: number;
  source: (typeof cashSources)[number];
}

/** `unknown`: wallet may have paid or not, and is requested again under the same key. */
export type Payment = 'paid' | 'refused' | 'unknown';

export async function payCash(bus: Bus, grant: CashGrant): Promise<Payment> {
  try {
    await bus.request(grantRequests.grant, { kind: 'cash', ...grant });
    return 'paid';
  } catch (error) {
    if (error instanceof RequestTimeout) return 'unknown';
    if (error instanceof Refusal) return error.status === 503 ? 'unknown' : 'refused';
    throw error;
  }
}
