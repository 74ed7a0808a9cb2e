/** What the container `secrets` writes for the others, run in a temporary folder as Compose runs it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairline-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function secrets(args: readonly string[] = [], { input = '', ...env }: Record<string, string> = {}) {
  const given = { SECRETS_DIR: folder, FAIRLINE_DEMO: '0', ...env };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'secrets.ts'), ...args], {
    env: given,
    input,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}
const environmentOf = (owner: string) => parseEnv(readFileSync(join(folder, owner, 'environment'), 'utf8'));

it('generates secrets outside demo mode only on request, and hands each container its own', () => {
  expect(secrets()).toMatchObject({
    status: 1,
    output: expect.stringContaining('docker compose run --rm secrets --make'),
  });
  expect(secrets(['--make'])).toMatchObject({ status: 0 });
  expect(environmentOf('casino').SEED_KEY).toHaveLength(43);
  expect(environmentOf('wallet')).not.toHaveProperty('SEED_KEY');
  expect(statSync(join(folder, 'casino/environment')).mode & 0o777).toBe(0o600);
  const before = environmentOf('casino');
  expect(secrets()).toMatchObject({ status: 0 });
  expect(environmentOf('casino')).toEqual(before);
});

it('hands a secret that others issue to its processes alone, until it is removed', () => {
  const url = `smtps://mail:a#b"c'd@mail.example.com`;
  expect(secrets(['--make', '--set', 'SMTP_URL'], { input: `${url}\n` })).toMatchObject({ status: 0 });
  expect(secrets(['--set', 'PSP_API_KEY'], { input: 'of the provider' })).toMatchObject({ status: 0 });
  expect(environmentOf('auth').SMTP_URL).toBe(url);
  expect(environmentOf('kyc')).not.toHaveProperty('SMTP_URL');
  expect(environmentOf('wallet').PSP_API_KEY).toBe('of the provider');
  secrets(['--set', 'SMTP_URL']);
  expect(environmentOf('auth')).not.toHaveProperty('SMTP_URL');
});

it.each([
  ['an unknown name', ['--set', 'SEED_KEY'], { input: 'x' }, 'SMTP_URL, PSP_API_KEY'],
  ['a value of two lines', ['--set', 'SMTP_URL'], { input: 'a\nb' }, 'one line'],
  [
    'a secret in the variables of Compose',
    [],
    { SECRET_VARIABLES: 'SMTP_URL ' },
    'docker compose run --rm -T secrets --set SMTP_URL < file',
  ],
])('refuses %s', (_what, args, env, message) => {
  expect(secrets(['--make', ...args], env)).toMatchObject({ status: 1, output: expect.stringContaining(message) });
});
