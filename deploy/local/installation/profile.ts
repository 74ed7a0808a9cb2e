/**
 * One installation: where its data lies, which ports it takes, whether it is a demo.
 * Everything that starts, finds or stops an installation gets a profile, so any number of them run beside each other.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Obstacle } from './obstacle.ts';
import { loopback, type ProcessName, portsOf } from './ports.ts';

export const root = resolve(import.meta.dirname, '../../..');

/** What may be given; the rest has the default named here. */
export interface ProfileOptions {
  /** `.data` of the checkout. */
  dataDir?: string;
  /** Added to every default port: 0. */
  portShift?: number;
  /** 8080 and the shift. */
  gatewayPort?: number;
  /** Where the gateway listens; everything else stays on loopback: 127.0.0.1. */
  host?: string;
  /** http://localhost:<gateway port>. */
  publicUrl?: string;
  /** Off. */
  demo?: boolean;
  /** info. */
  logLevel?: string;
  /** More variables for the services, such as BETTING_SETTLEMENT: none. */
  environment?: Readonly<Record<string, string>>;
  /** Off only where a test may lose its data: on. */
  durable?: boolean;
  /** Servers that somebody else runs, by URL: none. */
  given?: GivenServers;
}

/** URLs of servers that are used as they are; PostgreSQL's is a superuser's. */
export interface GivenServers {
  readonly postgres?: string;
  readonly redis?: string;
  readonly nats?: string;
  /** As administrator. */
  readonly mongo?: string;
}

export type Profile = Readonly<Required<ProfileOptions>> & { readonly ports: Readonly<Record<ProcessName, number>> };

export function profileOf(options: ProfileOptions): Profile {
  const portShift = options.portShift ?? 0;
  const ports = portsOf(portShift, options.gatewayPort);
  return {
    dataDir: resolve(options.dataDir ?? join(root, '.data')),
    portShift,
    gatewayPort: ports.gateway,
    host: options.host ?? loopback,
    publicUrl: options.publicUrl ?? `http://localhost:${ports.gateway}`,
    demo: options.demo ?? false,
    logLevel: options.logLevel ?? 'info',
    environment: options.environment ?? {},
    durable: options.durable ?? true,
    given: options.given ?? {},
    ports,
  };
}

/** The profile that `make up` starts: demo mode is on unless FAIRLINE_DEMO=0. */
export function profileFromEnvironment(env: NodeJS.ProcessEnv): Profile {
  return profileOf({
    demo: (env.FAIRLINE_DEMO || '1') === '1',
    portShift: wholeNumber(env, 'FAIRLINE_PORT_SHIFT') ?? 0,
    ...omitUndefined({
      dataDir: env.FAIRLINE_DATA,
      gatewayPort: wholeNumber(env, 'GATEWAY_PORT'),
      host: env.GATEWAY_HOST,
      publicUrl: env.PUBLIC_URL,
      logLevel: env.LOG_LEVEL,
    }),
    given: omitUndefined({ postgres: env.DATABASE_SERVER_URL, redis: env.REDIS_URL, nats: env.NATS_URL, mongo: env.MONGO_URL }),
  });
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new Obstacle(`${name} must be a whole number, not "${text}".`);
  return Number(text);
}

function omitUndefined<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host);

/** Demo mode has accounts with public passwords, and without https cookies cross the network readable: both stay on this machine unless the profile allows more. */
export function refuseUnsafeNetwork(profile: Profile, env: NodeJS.ProcessEnv): void {
  if (isLoopback(profile.host)) return;
  if (!profile.demo && !profile.publicUrl.startsWith('https:') && env.ALLOW_HTTP !== '1') {
    throw new Obstacle(`PUBLIC_URL is ${profile.publicUrl}, so cookies would be sent unencrypted: give its https address, or set ALLOW_HTTP=1 if you mean it.`);
  }
  if (!profile.demo || env.FAIRLINE_DEMO_PUBLIC === '1') return;
  throw new Obstacle(`Demo mode has public passwords and does not listen on ${profile.host}: set FAIRLINE_DEMO_PUBLIC=1 if you mean it, or FAIRLINE_DEMO=0.`);
}

const recordOf = (dataDir: string) => join(dataDir, 'platform.json');

/** Keeps the profile beside its data, for later commands on this installation. */
export function remember(profile: Profile): void {
  writeFileSync(recordOf(profile.dataDir), `${JSON.stringify(profile, undefined, 2)}\n`, { mode: 0o600 });
}

/** The profile that a data folder was last started with. */
export function readProfile(dataDir: string): Profile | undefined {
  try {
    return JSON.parse(readFileSync(recordOf(dataDir), 'utf8')) as Profile;
  } catch {
    return undefined;
  }
}

/** Play money and real money never share a folder. */
export function refuseOtherMode(profile: Profile, way = 'name another folder with FAIRLINE_DATA'): void {
  const before = readProfile(profile.dataDir);
  if (!before || before.demo === profile.demo) return;
  const mode = (demo: boolean) => (demo ? 'in demo mode' : 'without demo mode');
  throw new Obstacle(`The data in ${profile.dataDir} was made ${mode(before.demo)} and cannot be used ${mode(profile.demo)}: ${way}.`);
}
