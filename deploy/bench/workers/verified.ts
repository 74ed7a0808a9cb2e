/** The time from an operator's approval of a verification until wallet applies the limits of a verified player: kyc publishes, auth sets the level, wallet applies it. One at a time. */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { documentRules } from '@fairline/proto/kyc/documents';
import type { Verification } from '@fairline/proto/kyc/verifications';
import type { WalletLimits } from '@fairline/proto/wallet/players';
import { limitsByLevel } from '@fairline/proto/wallet/rules';
import sharp from 'sharp';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { type Bench, percentile, type Row } from '../row.ts';

const approvals = 20;
const lookEveryMs = 5;
const giveUpMs = 10_000;
/** The password of the demo operators. */
const operatorPassword = 'Fairline-demo-1';

export const verified: Bench = {
  title: 'KycApproved to lifted limits',
  async run(log) {
    const platform = await startPlatform({
      temporary: true,
      demo: true,
      processes: ['auth', 'kyc', 'wallet', 'gateway'],
      logLevel: 'warn',
      log,
    });
    try {
      return await measure(platform, log);
    } finally {
      await platform.stop();
    }
  },
};

async function measure({ url }: Platform, log: (line: string) => void): Promise<Row[]> {
  const { accessToken: operator } = await ask<SignedIn>(url, '/api/admin/auth/login', {
    body: { email: 'compliance@fairline.example', password: operatorPassword },
  });
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer();
  const times: number[] = [];
  // The first approval does not count, because it compiles code.
  for (let turn = 0; turn <= approvals; turn++) {
    const player = await submitDocuments(url, picture);
    const tookMs = await approve(url, player, operator);
    if (turn > 0) times.push(tookMs);
  }
  times.sort((a, b) => a - b);
  log(`${approvals} approvals: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms; load ${loadavg()[0]?.toFixed(1)}`);
  return [
    { name: `KycApproved to lifted limits p50, of ${approvals} approvals`, value: percentile(times, 0.5), unit: 'ms' },
    { name: `KycApproved to lifted limits, the slowest of ${approvals}`, value: times.at(-1) ?? 0, unit: 'ms' },
  ];
}

interface SignedIn {
  accessToken: string;
}

interface Submitted {
  token: string;
  verificationId: string;
}

/** Registers a player and submits the required documents. */
async function submitDocuments(url: string, picture: Buffer): Promise<Submitted> {
  const person = {
    firstName: 'Ada',
    lastName: 'Player',
    country: 'Ireland',
    dateOfBirth: '1990-01-31',
    acceptTerms: true,
  };
  const body = { email: `${randomUUID()}@example.com`, password: 'Correct-horse-1', ...person };
  const { accessToken: token } = await ask<SignedIn>(url, '/api/auth/register', { body });
  for (const type of documentRules.required) {
    const form = new FormData();
    form.set('type', type);
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${type}.jpg`);
    await ask(url, '/api/kyc/documents', { token, body: form });
  }
  const { id } = await ask<Verification>(url, '/api/kyc/submissions', { token });
  return { token, verificationId: id };
}

/** Approves and returns the time until the limits are lifted, counted from the answer to the approval: KycApproved is in the outbox by then. */
async function approve(url: string, { token, verificationId }: Submitted, operator: string): Promise<number> {
  const isLifted = async () => {
    const limits = await ask<WalletLimits>(url, '/api/wallet/limits', { token, method: 'GET' });
    return limits.level === 'verified' && limits.dailyWithdrawMinor === limitsByLevel.verified.dailyWithdrawMinor;
  };
  if (await isLifted()) throw new Error('the limits were lifted before the approval');
  await ask(url, `/api/admin/kyc/${verificationId}/approve`, { token: operator });
  const startedAt = performance.now();
  while (!(await isLifted())) {
    if (performance.now() - startedAt > giveUpMs) throw new Error(`the limits were not lifted within ${giveUpMs} ms`);
    await pause(lookEveryMs);
  }
  return performance.now() - startedAt;
}

interface Asked {
  token?: string;
  method?: 'GET' | 'POST';
  body?: object;
}

/** Makes a call and repeats it on 503, because the wallet of a new player opens a moment after registration. */
async function ask<T>(url: string, path: string, { token, method = 'POST', body }: Asked): Promise<T> {
  const isForm = body instanceof FormData;
  const headers = {
    'idempotency-key': randomUUID(),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && !isForm && { 'content-type': 'application/json' }),
  };
  for (const deadline = Date.now() + giveUpMs; ; await pause(100)) {
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (response.ok) return (await response.json()) as T;
    if (response.status !== 503 || Date.now() > deadline)
      throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
  }
}
