/**
 * An API client as a third party would write it: it uses only the contracts and the address.
 * Every command keeps its idempotency key through all repeats, so a test may lose answers and repeat calls.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bet } from '@fairline/proto/betting/bets';
import type { Fixture, Sport } from '@fairline/proto/betting/offer';
import type { Page } from '@fairline/proto/contract';
import type { Role } from '@fairline/proto/permissions';
import type { Adjustment } from '@fairline/proto/wallet/adjustments';
import type { Balance } from '@fairline/proto/wallet/ledger';
import type { Payment } from '@fairline/proto/wallet/payments';

export const demoPassword = 'Fairline-demo-1';

export interface Answer<T> {
  status: number;
  body: T;
}

export interface Asking {
  token?: string;
  key?: string;
  body?: unknown;
  timeoutMs?: number;
}

/** A picture of one pixel. */
export const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export class Client {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Makes one call; throws only if no answer arrives. */
  async ask<T>(
    method: string,
    path: string,
    { token, key, body, timeoutMs = 10_000 }: Asking = {},
  ): Promise<Answer<T>> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
  }

  /** Repeats a call with the same key until it has an outcome, that is no 429, 5xx or timeout. */
  async insist<T>(method: string, path: string, asking: Asking = {}, withinMs = 60_000): Promise<Answer<T>> {
    for (const deadline = Date.now() + withinMs; ; await pause(200)) {
      const answer = await this.ask<T>(method, path, asking).catch((error: Error) => error);
      if (!(answer instanceof Error) && answer.status < 500 && answer.status !== 429) return answer;
      if (Date.now() > deadline)
        throw new Error(
          `${method} ${path} had no outcome within ${withinMs} ms: ${answer instanceof Error ? answer.message : JSON.stringify(answer)}`,
        );
    }
  }

  /** Makes a call whose answer must have this status. Returns its body. */
  async expect<T>(status: number, method: string, path: string, asking: Asking = {}): Promise<T> {
    const answer = await this.insist<T>(method, path, asking);
    if (answer.status !== status)
      throw new Error(`${method} ${path} answered ${answer.status}, not ${status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Registers a player. `welcomed`: also dismisses the window of the welcome bonus. */
  async register(changes: Record<string, unknown> = {}, { welcomed = true } = {}): Promise<TestPlayer> {
    const email = `${randomUUID()}@example.com`;
    const body = {
      email,
      password: 'Correct-horse-1',
      firstName: 'Ada',
      lastName: 'Player',
      country: 'Ireland',
      dateOfBirth: '1990-01-31',
      acceptTerms: true,
      ...changes,
    };
    const { user, accessToken } = await this.signUp(body);
    if (welcomed) await this.expect(204, 'POST', '/api/wallet/welcome-bonus/seen', { token: accessToken });
    return { id: user.id, email: String(body.email), password: String(body.password), token: accessToken };
  }

  /** Registration has no idempotency key. If only its answer was lost, the repeat finds the account and signs in. */
  private async signUp(body: { email: string; password: string }): Promise<SignedIn> {
    const { status, body: answer } = await this.insist<SignedIn & { code?: string }>('POST', '/api/auth/register', {
      body,
    });
    if (status === 201) return answer;
    if (answer.code !== 'email_taken')
      throw new Error(`registration was answered ${status}: ${JSON.stringify(answer)}`);
    return this.expect(200, 'POST', '/api/auth/login', { body: { email: body.email, password: body.password } });
  }

  async operator(role: Role): Promise<string> {
    const body = { email: `${role}@fairline.example`, password: demoPassword };
    return (await this.expect<{ accessToken: string }>(200, 'POST', '/api/admin/auth/login', { body })).accessToken;
  }

  /** Submits the required documents; returns the id of the verification. */
  async submitDocuments({ token }: Pick<TestPlayer, 'token'>): Promise<string> {
    for (const type of ['passport', 'utility_bill'])
      await this.expect(201, 'POST', '/api/kyc/documents', {
        token,
        key: randomUUID(),
        body: { type, file: onePixel },
      });
    return (await this.expect<{ id: string }>(201, 'POST', '/api/kyc/submissions', { token, key: randomUUID() })).id;
  }

  /** Verifies a player by their documents; returns once wallet applies their level. */
  async verify(player: Pick<TestPlayer, 'token'>): Promise<void> {
    const id = await this.submitDocuments(player);
    const compliance = await this.operator('compliance');
    await this.expect(200, 'POST', `/api/admin/kyc/${id}/approve`, { token: compliance });
    await eventually(
      () => this.expect<{ level: string }>(200, 'GET', '/api/wallet/limits', { token: player.token }),
      ({ level }) => level === 'verified',
      20_000,
    );
  }

  /** The mails to an address, newest first; demo mode keeps them. */
  async mail(to: string): Promise<{ subject: string; text: string }[]> {
    return (
      await this.expect<{ items: { subject: string; text: string }[] }>(
        200,
        'GET',
        `/api/dev/mailbox?to=${encodeURIComponent(to)}`,
      )
    ).items;
  }

  /** Follows the link of the first mail. */
  async confirmEmail({ email }: Pick<TestPlayer, 'email'>): Promise<void> {
    const link = async () => /type=signup&token=([\w-]+)/.exec((await this.mail(email)).at(-1)?.text ?? '')?.[1];
    const token = await eventually(link, (found) => found !== undefined, 30_000);
    await this.expect(200, 'POST', '/api/auth/verify-email', { body: { token } });
  }

  balance(token: string): Promise<Balance> {
    return this.expect(200, 'GET', '/api/wallet', { token });
  }

  deposit(token: string, amountMinor: number): Promise<Payment> {
    const body = {
      amountMinor,
      currency: 'USD',
      method: 'bank_transfer',
      customerName: 'Ada Player',
      email: 'ada@example.com',
      bankTransactionId: randomUUID(),
    };
    return this.expect(201, 'POST', '/api/wallet/deposits/manual', { token, key: randomUUID(), body });
  }

  approve(operatorToken: string, paymentId: string): Promise<Payment> {
    return this.expect(200, 'POST', `/api/admin/wallet/payments/${paymentId}/approve`, { token: operatorToken });
  }

  /** Gives or takes money by an adjustment. Above the daily threshold of finance, a super admin approves it too. */
  async adjust(userId: string, amountMinor: number, reason: string): Promise<void> {
    const body = { userId, amountMinor, currency: 'USD', reason };
    const asked = await this.insist<Adjustment>('POST', '/api/admin/wallet/adjustments', {
      token: await this.operator('finance'),
      key: randomUUID(),
      body,
    });
    if (asked.status === 201) return;
    await this.expect(200, 'POST', `/api/admin/wallet/adjustments/${asked.body.id}/approve`, {
      token: await this.operator('super_admin'),
    });
  }

  sports(): Promise<{ items: Sport[] }> {
    return this.expect(200, 'GET', '/api/betting/sports');
  }

  fixtures(query = ''): Promise<Page<Fixture>> {
    return this.expect(200, 'GET', `/api/betting/fixtures${query}`);
  }

  bet(token: string, betId: string): Promise<Bet> {
    return this.expect(200, 'GET', `/api/betting/bets/${betId}`, { token });
  }

  /** Every bet of a player. */
  async bets(token: string): Promise<Bet[]> {
    const bets: Bet[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page<Bet> = await this.expect(
        200,
        'GET',
        `/api/betting/bets${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`,
        { token },
      );
      bets.push(...page.items);
      cursor = page.nextCursor;
    }
    return bets;
  }
}

interface SignedIn {
  user: { id: string };
  accessToken: string;
}

export interface TestPlayer {
  id: string;
  email: string;
  password: string;
  token: string;
}

/** A single at the current price that accepts any price, so that a price change cannot reject it. */
export function single(selection: { id: string; oddsMilli: number }, stakeMinor: number): Record<string, unknown> {
  return {
    type: 'single',
    stakeMinor,
    currency: 'USD',
    pricePolicy: 'any',
    legs: [{ selectionId: selection.id, oddsMilli: selection.oddsMilli }],
  };
}

/** Selections of open markets. */
export function openMarkets(fixtures: readonly Fixture[]) {
  return fixtures.flatMap((fixture) =>
    fixture.markets
      .filter(({ status }) => status === 'active')
      .flatMap((market) =>
        market.selections
          .filter(({ status }) => status === 'active')
          .map((selection) => ({ ...selection, market, fixture })),
      ),
  );
}

/** Whether a fixture starts so late that it does not begin during a test. */
export const isHoursAhead = ({ startsAt }: Fixture): boolean => Date.parse(startsAt) > Date.now() + 3_600_000;

export const isDecided = (bet: Bet): boolean => !['pending', 'accepted'].includes(bet.status);

/** The balance that follows from the starting balance and a list of bets. */
export function expectedTotalMinor(beganMinor: number, bets: readonly Bet[]): number {
  return bets.reduce(
    (total, bet) => total - (bet.status === 'rejected' ? 0 : bet.stakeMinor) + (bet.payoutMinor ?? 0),
    beganMinor,
  );
}

/** Polls until the condition holds; fails with the last value. */
export async function eventually<T>(
  look: () => Promise<T>,
  holds: (value: T) => boolean,
  withinMs: number,
): Promise<T> {
  for (const deadline = Date.now() + withinMs; ; await pause(100)) {
    const value = await look();
    if (holds(value)) return value;
    if (Date.now() > deadline)
      throw new Error(
        `did not come to hold within ${withinMs} ms; last seen: ${JSON.stringify(value).slice(0, 2_000)}`,
      );
  }
}
