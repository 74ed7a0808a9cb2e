/**
 * The port to a payment provider: what wallet asks of one, and the adapter that asks ours over HTTP. Every call may be repeated, for our payment's id
 * is its key; one that is not answered in time is no answer, never a no.
 */
import { PspPayment, PspPayout } from '@fairline/proto/psp';
import type { z } from 'zod';

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

const answerWithinMs = 5_000;

export class HttpProvider implements Provider {
  private readonly url: string;
  private readonly apiKey: string;

  constructor(url: string, apiKey: string) {
    this.url = url.replace(/\/$/, '');
    this.apiKey = apiKey;
  }

  async charge({ reference, amountMinor, currency, method, playerId, returnUrl, token }: Charge): Promise<PspPayment> {
    const body = { reference, amount: amountMinor, currency, method, customer: playerId, returnUrl, ...(token && { token }) };
    return must(await this.call(PspPayment, 'POST', '/v1/payments', body));
  }

  payment(reference: string): Promise<PspPayment | undefined> {
    return this.call(PspPayment, 'GET', `/v1/payments/${reference}`);
  }

  cancel(reference: string): Promise<PspPayment | undefined> {
    return this.call(PspPayment, 'POST', `/v1/payments/${reference}/cancel`);
  }

  async payOut({ reference, amountMinor, currency, method, destination }: Payout): Promise<PspPayout> {
    return must(await this.call(PspPayout, 'POST', '/v1/payouts', { reference, amount: amountMinor, currency, method, destination }));
  }

  payout(reference: string): Promise<PspPayout | undefined> {
    return this.call(PspPayout, 'GET', `/v1/payouts/${reference}`);
  }

  private async call<T extends z.ZodType>(shape: T, method: string, path: string, body?: object): Promise<z.infer<T> | undefined> {
    const reply = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const answer: unknown = await reply.json();
    if (reply.status === 404) return undefined;
    if (!reply.ok) throw new Error(`the provider answered ${reply.status} ${(answer as { code?: string }).code ?? ''}`);
    return shape.parse(answer);
  }
}

function must<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Error('the provider answered 404 where it must not');
  return answer;
}
