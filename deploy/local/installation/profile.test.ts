/** The profile that follows from the environment, and the environment of each process. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processes } from '@fairline/proto/processes';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { environmentOf } from '../platform/environment.ts';
import {
  type Profile,
  profileFromEnvironment,
  profileOf,
  readProfile,
  refuseOtherMode,
  refuseUnsafeNetwork,
  remember,
} from './profile.ts';
import { makeSecrets } from './secrets.ts';

let folder: string;
let inherited: NodeJS.ProcessEnv;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairline-profile-'));
  inherited = { ...process.env };
});
afterEach(() => {
  process.env = inherited;
  rmSync(folder, { recursive: true, force: true });
});

it('is by default a demo on loopback, at the ports of the list of services', () => {
  const profile = profileFromEnvironment({});
  expect(profile).toMatchObject({ demo: true, host: '127.0.0.1', publicUrl: 'http://localhost:8080', durable: true });
  expect(profile.ports).toMatchObject({ gateway: 8080, auth: processes.auth.port, wallet: processes.wallet.port });
});

it('moves every port by one number, the gateway by its own', () => {
  const { ports, publicUrl } = profileFromEnvironment({ FAIRLINE_PORT_SHIFT: '100' });
  const before = profileFromEnvironment({}).ports;
  for (const [name, port] of Object.entries(ports)) expect(port).toBe(before[name as keyof typeof before] + 100);
  expect(publicUrl).toBe('http://localhost:8180');
  expect(profileFromEnvironment({ FAIRLINE_PORT_SHIFT: '100', GATEWAY_PORT: '9999' }).ports.gateway).toBe(9999);
});

it.each(['eight', '-1', '8080.5', '123456'])('refuses %s as a port in one line', (text) => {
  expect(() => profileFromEnvironment({ GATEWAY_PORT: text })).toThrow(
    `GATEWAY_PORT must be a whole number, not "${text}".`,
  );
});

it.each([
  ['0.0.0.0', true, {}, 'Demo mode has public passwords'],
  ['192.168.1.5', true, {}, 'Demo mode has public passwords'],
  ['0.0.0.0', true, { FAIRLINE_DEMO_PUBLIC: '1' }, undefined],
  ['0.0.0.0', false, {}, 'cookies would be sent unencrypted'],
  ['0.0.0.0', false, { ALLOW_HTTP: '1' }, undefined],
  ['0.0.0.0', false, { PUBLIC_URL: 'https://example.com' }, undefined],
  ['localhost', true, {}, undefined],
  ['::1', false, {}, undefined],
])('host %s, demo %s, %j: refused with %s', (host, demo, env: NodeJS.ProcessEnv, refusal) => {
  const publicUrl = env.PUBLIC_URL ?? 'http://example.com';
  const attempt = () => refuseUnsafeNetwork(profileOf({ host, demo, publicUrl }), env);
  if (refusal) expect(attempt).toThrow(refusal);
  else expect(attempt).not.toThrow();
});

it('remembers the mode of a data folder and refuses the other one', () => {
  const demo = profileOf({ dataDir: folder, demo: true });
  refuseOtherMode(demo);
  remember(demo);
  expect(readProfile(folder)).toEqual(demo);
  expect(statSync(join(folder, 'platform.json')).mode & 0o777).toBe(0o600);
  refuseOtherMode(demo);
  expect(() => refuseOtherMode(profileOf({ dataDir: folder, demo: false }))).toThrow(
    'was made in demo mode and cannot be used without demo mode',
  );
});

function environments(profile: Profile): Record<string, Record<string, string>> {
  const secrets = makeSecrets(folder);
  return Object.fromEntries(
    (['gateway', 'auth', 'wallet', 'betting', 'feed', 'psp'] as const).map((name) => [
      name,
      environmentOf(name, profile, secrets),
    ]),
  );
}

it('gives each process its own secrets and nobody else’s', () => {
  process.env.SESSION_PRIVATE_KEY = 'the caller has one lying about';
  process.env.DATABASE_URL = 'postgres://somewhere/else';
  process.env.SMTP_URL = 'smtp://fairline:mail-password@mail.example';
  process.env.MAIL_FROM = 'Fairline <hello@play.example>';
  process.env.CLOUD_ACCESS_TOKEN = 'the caller has one lying about';
  const given = environments(profileOf({ dataDir: folder, demo: true }));
  const holders = (name: string) => Object.keys(given).filter((process) => given[process]?.[name] !== undefined);
  expect(holders('IDENTITY_PRIVATE_KEY')).toEqual(['gateway']);
  expect(holders('SESSION_PRIVATE_KEY')).toEqual(['auth']);
  expect(holders('SESSION_PUBLIC_KEY')).toEqual(['gateway']);
  expect(holders('BLOB_KEY')).toEqual(['wallet']);
  expect(holders('SMTP_URL')).toEqual(['auth']);
  expect(holders('MAIL_FROM')).toEqual(['auth']);
  expect(holders('CLOUD_ACCESS_TOKEN')).toEqual([]);
  expect(holders('FEED_SECRET')).toEqual(['feed']);
  expect(holders('PSP_API_KEY')).toEqual(['wallet', 'psp']);
  expect(holders('PSP_WEBHOOK_SECRET')).toEqual(['wallet', 'psp']);
  expect(holders('REDIS_URL')).toEqual(['gateway', 'auth', 'betting']);
  expect(new Set(Object.values(given).map(({ REDIS_URL }) => REDIS_URL)).size).toBe(4);
  expect(holders('DATABASE_URL')).toEqual(['auth', 'wallet', 'betting', 'psp']);
  expect(new Set(Object.values(given).map(({ NATS_PASSWORD }) => NATS_PASSWORD)).size).toBe(6);
  expect(given.wallet?.DATABASE_URL).toMatch(
    /^postgres:\/\/fairline_wallet:[^@]+@127\.0\.0\.1:25432\/fairline_wallet$/,
  );
});

it('has kyc screen by the simulated provider in demo mode, unless the caller names another', () => {
  const screeningUrl = (demo: boolean) =>
    environmentOf('kyc', profileOf({ dataDir: folder, demo }), makeSecrets(folder)).AML_SCREENING_URL;
  delete process.env.AML_SCREENING_URL;
  expect([screeningUrl(true), screeningUrl(false)]).toEqual([
    `http://127.0.0.1:${processes.psp.port}/v1/screenings`,
    undefined,
  ]);
  process.env.AML_SCREENING_URL = 'https://screening.example/';
  expect([screeningUrl(true), screeningUrl(false)]).toEqual(Array(2).fill('https://screening.example/'));
});

it('passes on what the caller set for the services', () => {
  process.env.JURISDICTION = 'gb';
  const given = environments(
    profileOf({ dataDir: folder, demo: true, environment: { BETTING_SETTLEMENT: 'instant' } }),
  );
  expect(given.betting).toMatchObject({ JURISDICTION: 'gb', BETTING_SETTLEMENT: 'instant', FAIRLINE_DEMO: '1' });
});

it('uses a server that is given', () => {
  const given = environments(
    profileOf({
      dataDir: folder,
      given: { postgres: 'postgres://root:secret@db.example:5433/postgres', redis: 'redis://cache.example:6379' },
    }),
  );
  expect(given.wallet?.DATABASE_URL).toMatch(/^postgres:\/\/fairline_wallet:[^@]+@db\.example:5433\/fairline_wallet$/);
  expect(given.auth?.REDIS_URL).toMatch(/^redis:\/\/auth:[^@]+@cache\.example:6379$/);
});
