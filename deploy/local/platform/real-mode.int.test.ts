/** An installation without demo mode, by the commands of the README: generating secrets, `make up`, the first operator, `make down`. */
import { spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freeShift } from '../installation/ports.ts';
import { root } from '../installation/profile.ts';
import { runningPlatform, stopPlatform } from './platform.ts';

let dataDir: string;
let shift: number;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fairline-real-'));
  shift = await freeShift();
});
afterAll(async () => {
  await stopPlatform(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

async function run(script: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const { VITEST: _test, ...caller } = process.env;
  // Where mongod cannot be had, the stand-in without users takes its place.
  const env = { ...caller, FAIRLINE_DEMO: '0', FAIRLINE_MONGO_OPEN: '1', FAIRLINE_DATA: dataDir, FAIRLINE_PORT_SHIFT: String(shift), GATEWAY_PORT: '' };
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}

it("starts by the README's commands, without the stand-in provider and demo mode", async () => {
  expect(await run('deploy/local/up.ts')).toMatchObject({ code: 1, output: expect.stringContaining('Without demo mode secrets are made only on purpose') });
  expect(await run('deploy/local/installation/secrets.ts', dataDir)).toMatchObject({ code: 0 });
  expect(await run('deploy/local/up.ts')).toMatchObject({ code: 0, output: expect.stringContaining('Fairline is up') });

  const platform = runningPlatform(dataDir);
  const processes = ['postgres', 'redis', 'nats', 'mongo', 'auth', 'wallet', 'betting', 'feed', 'gateway'] as const;
  for (const name of processes) expect(await platform?.isReady(name), name).toBe(true);
  expect(platform?.pidOf('psp')).toBeUndefined();
  const url = platform?.url ?? '';
  for (const path of ['/api/dev/mailbox?to=a@b.example', '/api/dev/', '/api/dev/anything']) expect((await fetch(url + path)).status, path).toBe(404);
  expect((await fetch(`${url}/api/betting/sports`)).status).toBe(200);

  const invited = await run(
    'deploy/local/as.ts',
    'auth',
    'services/auth/operator.ts',
    ...'--email a@b.example --first Ada --last Lovelace --role super_admin'.split(' '),
  );
  expect(invited).toMatchObject({ code: 0, output: expect.stringContaining('Made, as super_admin') });
  await refusesGuesses(url, /token=([\w-]+)/.exec(invited.output)?.[1] ?? '');
  expect(await run('deploy/local/integrity.ts')).toMatchObject({
    code: 0,
    output: expect.stringContaining('✓ rounds of casino agree with wallet (0 checked)'),
  });
  expect(await run('deploy/local/down.ts')).toMatchObject({ code: 0 });
}, 240_000);

const password = 'Correct-horse-battery-1';

/** Operators need their code, demo accounts do not exist, and the eleventh guess of a password is refused even if it is right. */
async function refusesGuesses(url: string, token: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${url}/api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const { code, totpUri } = (await reply.json()) as { code?: string; totpUri?: string };
    return { status: reply.status, code, totpUri, retryAfter: Number(reply.headers.get('retry-after')) };
  };
  const { totpUri = '' } = await post('admin/auth/activate', { token, password });
  const enter = (more: object) => post('admin/auth/login', { email: 'a@b.example', password, ...more });
  expect(await enter({})).toMatchObject({ status: 401, code: 'totp_required' });
  expect(await enter({ totp: 'wrong' })).toMatchObject({ status: 401 });
  expect(await enter({ totp: totpOf(totpUri) })).toMatchObject({ status: 200 });
  const demo = { email: 'super_admin@fairline.example', password: 'Fairline-demo-1' };
  expect(await post('admin/auth/login', demo)).toMatchObject({ status: 401 });

  const email = `${randomUUID()}@example.com`;
  const person = { firstName: 'Grace', lastName: 'Hopper', country: 'Ireland', dateOfBirth: '1990-01-31', acceptTerms: true };
  expect(await post('auth/register', { email, password, ...person })).toMatchObject({ status: 201 });
  expect(await post('auth/login', { email, password })).toMatchObject({ status: 200 });
  const guesses = await Promise.all(Array.from({ length: 10 }, () => post('auth/login', { email, password: 'Wrong-horse-battery-1' })));
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
  const locked = await post('auth/login', { email, password });
  expect(locked).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(locked.retryAfter).toBeGreaterThan(0);
}

/** The code of this moment by RFC 6238, as an authenticator app computes it. */
function totpOf(uri: string): string {
  const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...(new URL(uri).searchParams.get('secret') ?? '')].map((digit) => base32.indexOf(digit).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}
