/** What wallet asks others: the payment provider, over HTTP. Who does not answer in time, or not as agreed, has not answered. */
import { PspPayment, PspPayout } from '@fairline/proto/psp';
import type { z } from 'zod';
import type { Charge, Payout, Provider } from './provider.ts';

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
