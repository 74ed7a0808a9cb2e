/**
 * The environment of each process, which is its whole configuration: the variables of the caller,
 * plus the name, addresses and secrets of the process. A process gets its own secrets only.
 */
import { join } from 'node:path';
import { serviceRole } from '@fairline/chassis/storage/rights';
import { platformServiceNames, type ServiceName, storesOf } from '@fairline/proto/processes';
import { Obstacle } from '../installation/obstacle.ts';
import { internalPort, loopback, serviceNames } from '../installation/ports.ts';
import { type Profile, root } from '../installation/profile.ts';
import { busPassword, databasePassword, mongoPassword, redisPassword, type Secrets } from '../installation/secrets.ts';
import { kindOf, mongoUrl, mongoUrlOf } from '../servers/mongo.ts';
import { natsUrl } from '../servers/nats.ts';
import { databaseUrl, superuserUrl } from '../servers/postgres.ts';
import { redisPlace, redisUrlOf } from '../servers/redis.ts';
import { compiledFolder } from './compiled.ts';

export type Environment = Record<string, string>;

export interface ServerUrls {
  /** As superuser. */
  readonly postgres: string;
  /** As administrator. */
  readonly redis: string;
  readonly nats: string;
  /** As administrator; without a password for the stand-in, which has no users. */
  readonly mongo: string;
}

export function serverUrls(profile: Profile, secrets: Secrets): ServerUrls {
  return {
    postgres: profile.given.postgres ?? superuserUrl(profile.ports.postgres, need(secrets, 'POSTGRES_PASSWORD')),
    redis: redisUrlOf(
      profile.given.redis ?? redisPlace(profile.ports.redis),
      'admin',
      need(secrets, redisPassword('admin')),
    ),
    nats: profile.given.nats ?? natsUrl(profile.ports.nats),
    mongo:
      profile.given.mongo ??
      mongoUrl(profile.ports.mongo, kindOf(join(profile.dataDir, 'mongo')), need(secrets, mongoPassword('admin'))),
  };
}

/** The environment that a service or the gateway is started with. */
export function environmentOf(name: ServiceName | 'gateway', profile: Profile, secrets: Secrets): Environment {
  const urls = serverUrls(profile, secrets);
  return {
    ...common(profile),
    HTTP_HOST: name === 'gateway' ? profile.host : loopback,
    HTTP_PORT: String(profile.ports[name]),
    INTERNAL_PORT: String(internalPort(profile.ports[name])),
    NATS_URL: urls.nats,
    NATS_USER: name,
    ...addresses(name, profile),
    ...secretEnvironment(name, secrets, urls),
  };
}

/** Makes the allocator return freed memory to the system at once; otherwise kyc would keep the memory of its largest uploads. */
const promptMemory = { MALLOC_MMAP_THRESHOLD_: '65536' };

/** The folders of a process, and the addresses of others that it uses. */
function addresses(name: ServiceName | 'gateway', profile: Profile): Environment {
  switch (name) {
    case 'gateway':
      return {
        WEB_DIST: join(root, 'web/dist'),
        ...Object.fromEntries(
          serviceNames.map((service) => [
            `${service.toUpperCase()}_URL`,
            `http://${loopback}:${profile.ports[service]}`,
          ]),
        ),
      };
    case 'auth':
      return { MAIL_DIR: join(profile.dataDir, 'mail'), ...fromCaller('SMTP_URL', 'MAIL_FROM') };
    case 'wallet':
      return {
        BLOB_DIR: join(profile.dataDir, 'blobs/wallet'),
        ...(profile.demo && { PSP_URL: `http://${loopback}:${profile.ports.psp}` }),
      };
    case 'kyc':
      return {
        ...promptMemory,
        BLOB_DIR: join(profile.dataDir, 'blobs/kyc'),
        ...(profile.demo && { AML_SCREENING_URL: `http://${loopback}:${profile.ports.psp}/v1/screenings` }),
        ...fromCaller(
          'KYC_S3_URL',
          'KYC_S3_REGION',
          'KYC_S3_ACCESS_KEY_ID',
          'KYC_S3_SECRET_ACCESS_KEY',
          'AML_SCREENING_URL',
          'AML_SCREENING_KEY',
        ),
      };
    case 'support':
      return { BLOB_DIR: join(profile.dataDir, 'blobs/support') };
    case 'feed':
      return { NODE_OPTIONS: '--max-semi-space-size=4' };
    case 'risk':
      return { AUDIT_HEAD_FILE: join(profile.dataDir, 'audit/head') };
    case 'psp':
      return {
        PSP_PUBLIC_URL: `http://localhost:${profile.ports.psp}`,
        PSP_WEBHOOK_URL: `http://${loopback}:${profile.ports.gateway}/api/wallet/provider/webhooks`,
      };
    default:
      return {};
  }
}

/** The secret part of a process's environment. Of the servers' URLs only host and port are used. */
export function secretEnvironment(
  name: ServiceName | 'gateway',
  secrets: Secrets,
  { postgres, redis, mongo }: Omit<ServerUrls, 'nats'>,
): Environment {
  return {
    NATS_PASSWORD: need(secrets, busPassword(name)),
    ...(storesOf(name).includes('postgres') && {
      DATABASE_URL: databaseUrl(postgres, name, need(secrets, databasePassword(name))),
    }),
    ...(storesOf(name).includes('redis') && { REDIS_URL: redisUrlOf(redis, name, need(secrets, redisPassword(name))) }),
    ...(storesOf(name).includes('mongo') && {
      MONGO_URL: mongoUrlOf(mongo, serviceRole(name), need(secrets, mongoPassword(name))),
    }),
    ...(platformServiceNames.some((service) => service === name) && {
      IDENTITY_PUBLIC_KEY: need(secrets, 'IDENTITY_PUBLIC_KEY'),
    }),
    ...keysOf(name, secrets),
  };
}

function keysOf(name: ServiceName | 'gateway', secrets: Secrets): Environment {
  switch (name) {
    case 'gateway':
      return {
        IDENTITY_PRIVATE_KEY: need(secrets, 'IDENTITY_PRIVATE_KEY'),
        SESSION_PUBLIC_KEY: need(secrets, 'SESSION_PUBLIC_KEY'),
      };
    case 'auth':
      return { SESSION_PRIVATE_KEY: need(secrets, 'SESSION_PRIVATE_KEY') };
    case 'wallet':
      return { BLOB_KEY: need(secrets, 'WALLET_BLOB_KEY'), ...pspKeys(secrets) };
    case 'kyc':
      return { KYC_MASTER_KEYS: need(secrets, 'KYC_MASTER_KEYS') };
    case 'support':
      return { BLOB_KEY: need(secrets, 'SUPPORT_BLOB_KEY') };
    case 'psp':
      return pspKeys(secrets);
    case 'betting':
      return { RECEIPT_PRIVATE_KEY: need(secrets, 'RECEIPT_PRIVATE_KEY'), PRICE_KEY: need(secrets, 'PRICE_KEY') };
    case 'casino':
      return { SEED_KEY: need(secrets, 'SEED_KEY') };
    case 'feed':
      return { FEED_SECRET: need(secrets, 'FEED_SECRET') };
    default:
      return {};
  }
}

/** Shared by the simulated payment provider and wallet, which calls it. */
function pspKeys(secrets: Secrets): Environment {
  return { PSP_API_KEY: need(secrets, 'PSP_API_KEY'), PSP_WEBHOOK_SECRET: need(secrets, 'PSP_WEBHOOK_SECRET') };
}

/** The environment of the administrator of NATS, who makes the streams. */
export function administratorEnvironment(profile: Profile, secrets: Secrets): Environment {
  return {
    ...common(profile),
    NATS_URL: serverUrls(profile, secrets).nats,
    NATS_USER: 'admin',
    NATS_PASSWORD: need(secrets, busPassword('admin')),
  };
}

/** Variables that only this file sets. A value in the caller's environment must not reach a process that is meant to have none. */
const ours =
  /^(DATABASE_|MIGRATE_|REDIS_URL|MONGO_|NATS_|HTTP_|INTERNAL_PORT|IDENTITY_|SESSION_|RECEIPT_|PRICE_KEY|SEED_KEY|BLOB_|FEED_SECRET|KYC_(S3_|MASTER_)|AML_|PSP_(API_KEY|WEBHOOK_)|POSTGRES_|PG[A-Z]|MAIL_|SMTP_|WEB_DIST|AUDIT_|GATEWAY_|VITEST|npm_|MAKE)/;

/** Variables of the caller that are secret by their name are passed to no process. */
const secretive = /(PASSWORD|PASSWD|SECRET|TOKEN|CREDENTIALS?|_KEY)(_|$)/i;

/** Variables of the caller that only one process gets, because they may contain a secret: the URL of a mail server has its password. */
function fromCaller(...names: string[]): Environment {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

function common(profile: Profile): Environment {
  const isInherited = (entry: [string, string | undefined]): entry is [string, string] =>
    entry[1] !== undefined && !ours.test(entry[0]) && !secretive.test(entry[0]);
  const inherited = Object.entries(process.env).filter(isInherited);
  return {
    ...Object.fromEntries(
      inherited.filter(([name]) => !serviceNames.some((service) => name === `${service.toUpperCase()}_URL`)),
    ),
    NODE_ENV: 'production',
    FAIRLINE_DEMO: profile.demo ? '1' : '0',
    PUBLIC_URL: profile.publicUrl,
    LOG_LEVEL: profile.logLevel,
    NODE_COMPILE_CACHE: compiledFolder,
    // Room for short-lived objects of a batch: with the default, a settlement spent a sixth of its time on garbage collection.
    NODE_OPTIONS: '--max-semi-space-size=16',
    // The allocator's pools of further threads would take 5 to 30 MB a process.
    MALLOC_ARENA_MAX: '2',
    ...profile.environment,
  };
}

function need(secrets: Secrets, name: string): string {
  const value = secrets[name];
  if (!value) throw new Obstacle(`The secret ${name} is missing from the data folder's secrets.`);
  return value;
}
