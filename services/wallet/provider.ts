/**
 * The port to a payment provider: the calls wallet makes. Every call may be repeated, because our payment's id is its key.
 * A late answer counts as none, never as a refusal. A definite refusal ends a payment.
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

/** The provider will not do what it was asked, however often it is asked, and has done none of it. */
export class ProviderRefusal extends Error {
  /** The provider's own code of the reason. */
  readonly code: string;

  constructor(code: string) {
    super(`the payment provider refused: ${code}`);
    this.code = code;
  }
}

/** Each throws where the provider does not answer; `undefined` where it knows nothing of the reference. `charge` and `payOut` may throw a `ProviderRefusal`. */
export interface Provider {
  charge(charge: Charge): Promise<PspPayment>;
  payment(reference: string): Promise<PspPayment | undefined>;
  cancel(reference: string): Promise<PspPayment | undefined>;
  payOut(payout: Payout): Promise<PspPayout>;
  payout(reference: string): Promise<PspPayout | undefined>;
}
