/** Secrets are generated once per folder, and outside demo mode only on request. */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeSecrets, readSecrets, settleSecrets } from './secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairline-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('makes every secret once, for the owner of the folder alone', () => {
  const made = settleSecrets(folder, true);
  expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o600);
  expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length);
  expect(settleSecrets(folder, true)).toEqual(made);
  expect(readSecrets(folder)).toEqual(made);
});

it('is different in another folder', () => {
  const made = settleSecrets(folder, true);
  const other = mkdtempSync(join(tmpdir(), 'fairline-secrets-'));
  try {
    for (const [name, value] of Object.entries(settleSecrets(other, true))) expect(value).not.toBe(made[name]);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

it('adds what a new service needs and leaves the rest as it is', () => {
  const made = settleSecrets(folder, true);
  const lines = readFileSync(join(folder, 'secrets'), 'utf8').split('\n');
  writeFileSync(join(folder, 'secrets'), lines.filter((line) => !line.startsWith('FEED_NATS_PASSWORD')).join('\n'));
  const again = settleSecrets(folder, true);
  expect(again.FEED_NATS_PASSWORD).not.toBe(made.FEED_NATS_PASSWORD);
  expect({ ...again, FEED_NATS_PASSWORD: made.FEED_NATS_PASSWORD }).toEqual(made);
});

it('stops the start where a secret is missing without demo mode, and names how to make it', () => {
  expect(() => settleSecrets(folder, false)).toThrow(/lacks POSTGRES_PASSWORD and \d+ more\..*`npm run secrets -- /);
  makeSecrets(folder);
  expect(settleSecrets(folder, false)).toEqual(readSecrets(folder));
});

it('makes key pairs whose halves belong together', () => {
  const secrets = settleSecrets(folder, true);
  const key = (name: string) => JSON.parse(Buffer.from(secrets[name] ?? '', 'base64url').toString('utf8'));
  for (const name of ['IDENTITY', 'SESSION']) {
    const message = Buffer.from('the same message');
    const signature = sign(null, message, createPrivateKey({ key: key(`${name}_PRIVATE_KEY`), format: 'jwk' }));
    expect(verify(null, message, createPublicKey({ key: key(`${name}_PUBLIC_KEY`), format: 'jwk' }), signature)).toBe(
      true,
    );
    expect(key(`${name}_PUBLIC_KEY`)).not.toHaveProperty('d');
  }
});
