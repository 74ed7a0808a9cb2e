/**
 * The port to a payment provider: the calls that wallet makes. Every call may be repeated, because our payment's id is its idempotency key.
 * A late response counts as none, never as a refusal. A definite refusal ends a payment.
 */
import type { PspPayment, PspPayout } from '@fairline/proto/psp';

export interface Charge {
  reference: string;
  amountMinor: number;
  currency: string;
  method: string;
  playerId: string;
  returnUrl: string;
  /** The token of a saved method. */
  token: string | undefined;
}

export interface Payout {
  reference: string;
  amountMinor: number;
  currency: string;
  method: string;
  destination: string;
}

/** A definite refusal: the provider has done nothing, and a repeat would be refused as well. */
export class ProviderRefusal extends Error {
  /** The provider's code of the reason. */
  readonly code: string;

  constructor(code: string) {
    super(`the payment provider refused: ${code}`);
    this.code = code;
  }
}

/** Each call throws if the provider does not respond, and returns `undefined` if it does not know the reference. `charge` and `payOut` may throw a `ProviderRefusal`. */
export interface Provider {
  charge(charge: Charge): Promise<PspPayment>;
  payment(reference: string): Promise<PspPayment | undefined>;
  cancel(reference: string): Promise<PspPayment | undefined>;
  payOut(payout: Payout): Promise<PspPayout>;
  payout(reference: string): Promise<PspPayout | undefined>;
}
