/**
 * The profile of an installation: its data folder, its ports, whether it is a demo.
 * Everything that starts, finds or stops an installation gets a profile, so any number of installations can run side by side.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Obstacle } from './obstacle.ts';
import { loopback, type ProcessName, portsOf } from './ports.ts';

export const root = resolve(import.meta.dirname, '../../..');

/** The options of a profile. Each comment names the default. */
export interface ProfileOptions {
  /** Default: `.data` of the checkout. */
  dataDir?: string;
  /** Added to every default port. Default: 0. */
  portShift?: number;
  /** Default: 8080 plus the shift. */
  gatewayPort?: number;
  /** The address that the gateway listens on; all others stay on loopback. Default: 127.0.0.1. */
  host?: string;
  /** Default: http://localhost:<gateway port>. */
  publicUrl?: string;
  /** Default: off. */
  demo?: boolean;
  /** Default: info. */
  logLevel?: string;
  /** More variables for the services, such as BETTING_SETTLEMENT. Default: none. */
  environment?: Readonly<Record<string, string>>;
  /** Whether commits reach the disk; off only for tests, which may lose their data. Default: on. */
  durable?: boolean;
  /** Servers that somebody else runs, by URL. Default: none. */
  given?: GivenServers;
}

/** URLs of servers that are already running. That of PostgreSQL is a superuser's. */
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
    given: omitUndefined({
      postgres: env.DATABASE_SERVER_URL,
      redis: env.REDIS_URL,
      nats: env.NATS_URL,
      mongo: env.MONGO_URL,
    }),
  });
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new Obstacle(`${name} must be a whole number, not "${text}".`);
  return Number(text);
}

function omitUndefined<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host);

/** Refuses to listen beyond loopback in demo mode, which has public passwords, and without https, which protects cookies. The environment can allow both. */
export function refuseUnsafeNetwork(profile: Profile, env: NodeJS.ProcessEnv): void {
  if (isLoopback(profile.host)) return;
  if (!profile.demo && !profile.publicUrl.startsWith('https:') && env.ALLOW_HTTP !== '1') {
    throw new Obstacle(
      `PUBLIC_URL is ${profile.publicUrl}, so cookies would be sent unencrypted: give its https address, or set ALLOW_HTTP=1 if you mean it.`,
    );
  }
  if (!profile.demo || env.FAIRLINE_DEMO_PUBLIC === '1') return;
  throw new Obstacle(
    `Demo mode has public passwords and does not listen on ${profile.host}: set FAIRLINE_DEMO_PUBLIC=1 if you mean it, or FAIRLINE_DEMO=0.`,
  );
}

const recordOf = (dataDir: string) => join(dataDir, 'platform.json');

/** Stores the profile in its data folder, for later commands on this installation. */
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

/** Refuses a data folder that was made in the other mode: play money and real money never share one. */
export function refuseOtherMode(profile: Profile, way = 'name another folder with FAIRLINE_DATA'): void {
  const before = readProfile(profile.dataDir);
  if (!before || before.demo === profile.demo) return;
  const mode = (demo: boolean) => (demo ? 'in demo mode' : 'without demo mode');
  throw new Obstacle(
    `The data in ${profile.dataDir} was made ${mode(before.demo)} and cannot be used ${mode(profile.demo)}: ${way}.`,
  );
}
