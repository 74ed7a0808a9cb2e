/**
 * The secrets of one installation: random, generated once, and stored only in `<data>/secrets` (mode 0600, `NAME=value` lines).
 * The secrets of a service that is added later are added on the next start; existing ones never change.
 */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processes } from '@fairline/proto/processes';
import { Obstacle } from './obstacle.ts';
import { documentServices, redisProcesses, serviceNames } from './ports.ts';

export type Secrets = Readonly<Record<string, string>>;

export const databasePassword = (service: string) => `${service.toUpperCase()}_DATABASE_PASSWORD`;
/** For the role that owns a service's tables; the service itself never gets this password. */
export const ownerPassword = (service: string) => `${service.toUpperCase()}_OWNER_DATABASE_PASSWORD`;
export const busPassword = (user: string) => `${user.toUpperCase()}_NATS_PASSWORD`;
/** For a service, or for the administrator as `admin`. */
export const mongoPassword = (user: string) => `${user.toUpperCase()}_MONGO_PASSWORD`;
export const redisPassword = (user: string) => `${user.toUpperCase()}_REDIS_PASSWORD`;

const fileOf = (dataDir: string) => join(dataDir, 'secrets');

/**
 * Reads the secrets of a data folder. Missing ones are generated in demo mode. Otherwise they stop the start with a line that names the `way`
 * to generate them, so that a real installation never runs on keys that nobody chose to generate and to keep safe.
 */
export function settleSecrets(dataDir: string, demo: boolean, way = `npm run secrets -- ${dataDir}`): Secrets {
  const known = readSecrets(dataDir);
  const missing = Object.keys(makers).filter((name) => !known[name]);
  if (missing.length === 0) return known;
  if (demo) return makeSecrets(dataDir);
  const others = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
  throw new Obstacle(
    `${fileOf(dataDir)} lacks ${missing[0]}${others}. Without demo mode secrets are made only on purpose: \`${way}\`, and keep a copy.`,
  );
}

export function readSecrets(dataDir: string): Secrets {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('='));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** Generates missing secrets and keeps the others. The file is replaced atomically. */
export function makeSecrets(dataDir: string): Secrets {
  const secrets = { ...readSecrets(dataDir) };
  for (const [name, make] of Object.entries(makers)) if (!secrets[name]) Object.assign(secrets, make());
  mkdirSync(dataDir, { recursive: true });
  const text = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(`${fileOf(dataDir)}.new`, text.join(''), { mode: 0o600 });
  chmodSync(`${fileOf(dataDir)}.new`, 0o600);
  renameSync(`${fileOf(dataDir)}.new`, fileOf(dataDir));
  return secrets;
}

const random = () => randomBytes(32).toString('base64url');

/** An Ed25519 key pair as two JWKs, encoded so that each fits an environment variable. */
function keyPair(name: string): Record<string, string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const open = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(String(open.x)).digest('base64url').slice(0, 16);
  const encode = (key: object) =>
    Buffer.from(JSON.stringify({ ...key, alg: 'EdDSA', use: 'sig', kid })).toString('base64url');
  return {
    [`${name}_PRIVATE_KEY`]: encode(privateKey.export({ format: 'jwk' })),
    [`${name}_PUBLIC_KEY`]: encode(open),
  };
}

const stored = serviceNames.filter((name) => processes[name].stores.includes('postgres'));

const makers: Readonly<Record<string, () => Record<string, string>>> = {
  ...Object.fromEntries(
    ['POSTGRES_PASSWORD', ...stored.map(databasePassword), ...stored.map(ownerPassword)].map((name) => [
      name,
      () => ({ [name]: random() }),
    ]),
  ),
  ...Object.fromEntries(
    ['admin', 'gateway', ...serviceNames].map(busPassword).map((name) => [name, () => ({ [name]: random() })]),
  ),
  ...Object.fromEntries(
    ['admin', ...redisProcesses].map(redisPassword).map((name) => [name, () => ({ [name]: random() })]),
  ),
  ...Object.fromEntries(
    ['admin', ...documentServices].map(mongoPassword).map((name) => [name, () => ({ [name]: random() })]),
  ),
  IDENTITY_PRIVATE_KEY: () => keyPair('IDENTITY'),
  SESSION_PRIVATE_KEY: () => keyPair('SESSION'),
  RECEIPT_PRIVATE_KEY: () => keyPair('RECEIPT'),
  PRICE_KEY: () => ({ PRICE_KEY: random() }),
  SEED_KEY: () => ({ SEED_KEY: random() }),
  WALLET_BLOB_KEY: () => ({ WALLET_BLOB_KEY: random() }),
  // To rotate it, a new key is put before it: see services/kyc/README.md.
  KYC_MASTER_KEYS: () => ({ KYC_MASTER_KEYS: `k1:${random()}` }),
  SUPPORT_BLOB_KEY: () => ({ SUPPORT_BLOB_KEY: random() }),
  FEED_SECRET: () => ({ FEED_SECRET: random() }),
  PSP_API_KEY: () => ({ PSP_API_KEY: random() }),
  PSP_WEBHOOK_SECRET: () => ({ PSP_WEBHOOK_SECRET: random() }),
};

if (import.meta.main) {
  const [dataDir] = process.argv.slice(2);
  if (!dataDir) throw new Error('usage: npm run secrets -- <data folder>');
  makeSecrets(dataDir);
  console.log(`${fileOf(dataDir)} holds every secret. Keep a copy: without it, stored proofs cannot be read.`);
}
