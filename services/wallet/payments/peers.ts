/** Outgoing calls to the payment provider, over HTTP. A late response, or one that breaks the contract, counts as none. */
import { PspPayment, PspPayout, pspRefusals } from '@fairline/proto/psp';
import { z } from 'zod';
import { type Charge, type Payout, type Provider, ProviderRefusal } from '../provider.ts';

const answerWithinMs = 5_000;

/** The codes that end a payment for good by the provider's contract. After any other response the payment stays open, because money may have moved. */
const definite: readonly string[] = [
  pspRefusals.refused.code,
  pspRefusals.tokenUnknown.code,
  pspRefusals.destinationRefused.code,
];
const Problem = z.object({ code: z.string() });

/** The code of a definite refusal; undefined if a later call may have another result. */
function findRefusal(status: number, answer: unknown): string | undefined {
  const code = Problem.safeParse(answer).data?.code;
  return status >= 400 && status < 500 && code !== undefined && definite.includes(code) ? code : undefined;
}

export class HttpProvider implements Provider {
  private readonly url: string;
  private readonly apiKey: string;

  constructor(url: string, apiKey: string) {
    this.url = url.replace(/\/$/, '');
    this.apiKey = apiKey;
  }

  async charge({ reference, amountMinor, currency, method, playerId, returnUrl, token }: Charge): Promise<PspPayment> {
    const body = {
      reference,
      amount: amountMinor,
      currency,
      method,
      customer: playerId,
      returnUrl,
      ...(token && { token }),
    };
    return must(await this.call(PspPayment, 'POST', '/v1/payments', body));
  }

  payment(reference: string): Promise<PspPayment | undefined> {
    return this.call(PspPayment, 'GET', `/v1/payments/${reference}`);
  }

  cancel(reference: string): Promise<PspPayment | undefined> {
    return this.call(PspPayment, 'POST', `/v1/payments/${reference}/cancel`);
  }

  async payOut({ reference, amountMinor, currency, method, destination }: Payout): Promise<PspPayout> {
    return must(
      await this.call(PspPayout, 'POST', '/v1/payouts', {
        reference,
        amount: amountMinor,
        currency,
        method,
        destination,
      }),
    );
  }

  payout(reference: string): Promise<PspPayout | undefined> {
    return this.call(PspPayout, 'GET', `/v1/payouts/${reference}`);
  }

  private async call<T extends z.ZodType>(
    shape: T,
    method: string,
    path: string,
    body?: object,
  ): Promise<z.infer<T> | undefined> {
    const reply = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const answer: unknown = await reply.json();
    if (reply.status === 404) return undefined;
    if (!reply.ok) {
      const no = body && findRefusal(reply.status, answer);
      throw no === undefined
        ? new Error(`the provider answered ${reply.status} ${Problem.safeParse(answer).data?.code ?? ''}`)
        : new ProviderRefusal(no);
    }
    return shape.parse(answer);
  }
}

function must<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Error('the provider answered 404 where it must not');
  return answer;
}
