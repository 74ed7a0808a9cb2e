/**
 * The port to a payment provider: what wallet asks of one, whoever it is. Every call may be repeated, for our payment's id is its key;
 * one that is not answered in time is no answer, never a no.
 */
import type { PspPayment, PspPayout } from '@fairline/proto/psp';

export interface Charge {
  reference: string;
  amountMinor: number;
  currency: string;
  method: string;
  playerId: string;
  returnUrl: string;
  /** Of a saved method. */
  token: string | undefined;
}

export interface Payout {
  reference: string;
  amountMinor: number;
  currency: string;
  method: string;
  destination: string;
}

/** Each throws where the provider does not answer; `undefined` where it knows nothing of the reference. */
export interface Provider {
  charge(charge: Charge): Promise<PspPayment>;
  payment(reference: string): Promise<PspPayment | undefined>;
  cancel(reference: string): Promise<PspPayment | undefined>;
  payOut(payout: Payout): Promise<PspPayout>;
  payout(reference: string): Promise<PspPayout | undefined>;
}
