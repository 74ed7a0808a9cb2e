/**
 * Fairline on this machine, whole or in part: servers, services, feed and gateway, watched and restarted if they die.
 * `make up` starts one that keeps running. Tests, journeys and benches start others beside it, with data folders and ports of their own,
 * which end with the process that started them.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceRole } from '@fairline/chassis/storage/rights';
import type { ServiceName } from '@fairline/proto/processes';
import { Obstacle } from '../installation/obstacle.ts';
import {
  freeShift,
  internalPort,
  isServer,
  loopback,
  type ProcessName,
  refuseTakenPorts,
  serviceNames,
} from '../installation/ports.ts';
import {
  type Profile,
  type ProfileOptions,
  profileOf,
  readProfile,
  refuseOtherMode,
  refuseUnsafeNetwork,
  remember,
  root,
} from '../installation/profile.ts';
import { readSecrets, type Secrets, settleSecrets } from '../installation/secrets.ts';
import {
  beganTicks,
  heldFile,
  lockStart,
  logFile,
  type ProcessSpec,
  readPid,
  readTraces,
  send,
  waitForEnd,
} from '../processes/processes.ts';
import { hasRemains, stopInstallation, Watch, watcherOf } from '../processes/watch.ts';
import type { Log } from '../servers/programs.ts';
import { compile } from './compiled.ts';
import { debuggerFlags, refuseUnknownInspected } from './debugger.ts';
import {
  administratorEnvironment,
  type Environment,
  environmentOf,
  type ServerUrls,
  serverUrls,
} from './environment.ts';
import { adoptGiven, serverAnswers, settleServers, startServers } from './servers.ts';
import { buildDocuments, buildWeb } from './webapp.ts';

export interface StartOptions extends ProfileOptions {
  /** The processes beside the servers: every service and the gateway (`all`, the default), only these, or none (`[]`). */
  processes?: 'all' | readonly (ServiceName | 'gateway')[];
  /** Uses a new data folder and free ports; the folder is deleted when the platform stops. Default: off. */
  temporary?: boolean;
  /** Restarts services when their files change. Default: off. */
  following?: boolean;
  /** The service (or `gateway`) that accepts a debugger on loopback port 9229. Default: none. */
  inspected?: string | undefined;
  /** Gets a line for each step. */
  log?: Log;
}

/** A running platform. */
export class Platform {
  readonly profile: Profile;
  private readonly secrets: Secrets;
  private readonly watch: Watch | undefined;

  constructor(profile: Profile, secrets: Secrets, watch?: Watch) {
    this.profile = profile;
    this.secrets = secrets;
    this.watch = watch;
  }

  /** The gateway's address. */
  get url(): string {
    return `http://${loopback}:${this.profile.ports.gateway}`;
  }

  /** The servers as their administrators reach them (PostgreSQL as superuser). */
  get servers(): ServerUrls {
    return serverUrls(this.profile, this.secrets);
  }

  /** The URL of a service's database as superuser, for tests and benches that prepare rows: the service's own role lacks the rights. */
  databaseOf(name: ServiceName): string {
    return Object.assign(new URL(this.servers.postgres), { pathname: `/${serviceRole(name)}` }).href;
  }

  /** The environment of a service or the gateway, for a script that acts as it, or for another instance of it. */
  environmentOf(name: ServiceName | 'gateway'): Environment {
    return environmentOf(name, this.profile, this.secrets);
  }

  /** The environment of the administrator of NATS. */
  get administratorEnvironment(): Environment {
    return administratorEnvironment(this.profile, this.secrets);
  }

  pidOf(name: ProcessName): number | undefined {
    return readPid(this.profile.dataDir, name);
  }

  logOf(name: ProcessName): string {
    return logFile(this.profile.dataDir, name);
  }

  /** Whether the process is ready for work now. */
  isReady(name: ProcessName): Promise<boolean> {
    return isReady(name, this.profile, this.secrets);
  }

  /** Waits until the process is ready; throws if that takes too long. */
  async ready(name: ProcessName, withinMs = 15_000): Promise<void> {
    for (const deadline = Date.now() + withinMs; !(await this.isReady(name)); await pause(25)) {
      if (Date.now() > deadline)
        throw new Error(`${name} was not ready within ${withinMs} ms, see ${this.logOf(name)}`);
    }
  }

  /** Ends a process at once, as a crash would; resolves when it is dead. The watcher starts it again: `await ready(name)`. */
  async kill(name: ProcessName, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const pid = this.pidOf(name);
    const began = pid && beganTicks(pid);
    if (!pid || !began) throw new Error(`${name} does not run`);
    send(pid, signal);
    if (!(await waitForEnd({ pid, beganTicks: began }, 15_000))) throw new Error(`${name} did not end after ${signal}`);
  }

  /** Ends a process, gracefully by default, and keeps it down until `release`. */
  async hold(name: ProcessName, signal?: NodeJS.Signals): Promise<void> {
    const trace = readTraces(this.profile.dataDir).find((one) => one.name === name);
    writeFileSync(heldFile(this.profile.dataDir, name), '');
    await this.kill(name, signal ?? trace?.stopSignal ?? 'SIGTERM');
  }

  /** Lets a held process run again; resolves when it is ready. */
  async release(name: ProcessName, withinMs = 15_000): Promise<void> {
    rmSync(heldFile(this.profile.dataDir, name), { force: true });
    await this.ready(name, withinMs);
  }

  /** Lets the platform outlive this process. */
  async leave(): Promise<void> {
    await this.watch?.leave();
  }

  /** Stops everything, services first; the data stays unless the platform is temporary. */
  async stop(): Promise<void> {
    await stopInstallation(this.profile.dataDir);
  }
}

/** Starts a platform and resolves when all of it is ready. If the start fails or is aborted, nothing is left running. */
export async function startPlatform(options: StartOptions, signal?: AbortSignal): Promise<Platform> {
  const profile = profileOf(
    options.temporary
      ? { ...options, dataDir: mkdtempSync(join(tmpdir(), 'fairline-')), portShift: await freeShift() }
      : options,
  );
  try {
    return await begin(profile, options, signal);
  } catch (error) {
    if (options.temporary) rmSync(profile.dataDir, { recursive: true, force: true });
    throw error;
  }
}

async function begin(profile: Profile, options: StartOptions, signal: AbortSignal | undefined): Promise<Platform> {
  refuseUnsafeNetwork(profile, { ...process.env, ...options.environment });
  refuseOtherMode(profile);
  refuseUnknownInspected(options.inspected);
  makeDataFolder(profile.dataDir);
  const unlock = lockStart(profile.dataDir);
  if (!unlock) throw new Obstacle(`Another start is under way in ${profile.dataDir}.`);
  try {
    return await beginAlone(profile, options, signal);
  } finally {
    unlock();
  }
}

async function beginAlone(wanted: Profile, options: StartOptions, signal: AbortSignal | undefined): Promise<Platform> {
  const { dataDir } = wanted;
  const log = options.log ?? (() => undefined);
  if (watcherOf(dataDir)) throw new Obstacle(`An installation runs in ${dataDir} already.`);
  if (hasRemains(dataDir)) {
    log('Stopping what a killed watcher left behind');
    await stopInstallation(dataDir);
  }
  const profile = await adoptGiven(wanted, log);
  await refuseTakenPorts(profile.ports, profile.host, Object.keys(profile.given));
  const secrets = settleSecrets(dataDir, profile.demo || options.temporary === true);
  remember(profile);
  const watch = await Watch.begin(dataDir, options.temporary ? { temporary: true } : {});
  const aborted = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () =>
      reject(new Obstacle('Interrupted: everything that was started is stopped again.')),
    ),
  );
  const bringing = bringUp({ profile, secrets, watch, log, options });
  try {
    await Promise.race([bringing, aborted]);
    return new Platform(profile, secrets, watch);
  } catch (error) {
    await watch.stop();
    await bringing.catch(() => undefined);
    throw error;
  }
}

/** The platform that runs in a data folder, if one does. */
export function runningPlatform(dataDir: string): Platform | undefined {
  const profile = readProfile(dataDir);
  return profile && watcherOf(dataDir) ? new Platform(profile, readSecrets(dataDir)) : undefined;
}

/** Stops the platform of a data folder, even if its watcher is gone. Returns false if nothing ran. */
export const stopPlatform = stopInstallation;

interface Start {
  profile: Profile;
  secrets: Secrets;
  watch: Watch;
  log: Log;
  options: StartOptions;
}

async function bringUp(start: Start): Promise<void> {
  const { profile, log, options } = start;
  const chosen =
    (options.processes ?? 'all') === 'all'
      ? [...serviceNames, 'gateway' as const]
      : (options.processes as readonly (ServiceName | 'gateway')[]);
  const present = chosen.filter((name) => existsSync(entryPoint(name)) && (name !== 'psp' || isStandInWanted(profile)));
  await Promise.all([startServers(start), compile([...serviceNames, 'gateway' as const].map(entryPoint))]);
  await settleServers(start);
  const services = present.filter((name) => name !== 'gateway');
  if (services.length > 0) log(`Starting ${services.join(', ')}`);
  await Promise.all([
    ...services.map((name) => startProcess(name, start)),
    ...(present.includes('gateway') ? [buildDocuments()] : []),
    ...(present.includes('gateway') && !options.following ? [buildWeb(profile.dataDir, log)] : []),
  ]);
  if (present.includes('gateway')) {
    log('Starting the gateway');
    await startProcess('gateway', start);
  }
}

/** Whether to start the simulated payment provider. It moves no money, so outside demo mode it runs only with `PSP_STAND_IN=1`. */
function isStandInWanted({ demo, environment }: Profile): boolean {
  return demo || (environment.PSP_STAND_IN ?? process.env.PSP_STAND_IN) === '1';
}

const entryPoint = (name: ServiceName | 'gateway') =>
  join(root, name === 'gateway' ? 'gateway/main.ts' : `services/${name}/main.ts`);

async function startProcess(name: ServiceName | 'gateway', { profile, secrets, watch, options }: Start): Promise<void> {
  const spec: ProcessSpec = {
    name,
    command: process.execPath,
    args: [
      ...debuggerFlags(name, options.inspected),
      ...(options.following ? ['--watch', '--watch-preserve-output'] : []),
      entryPoint(name),
    ],
    cwd: root,
    env: environmentOf(name, profile, secrets),
    tier: name === 'gateway' ? 2 : 1,
    stopSignal: 'SIGTERM',
    stopMs: 12_000,
  };
  await watch.start(spec, () => isReady(name, profile, secrets));
}

async function isReady(name: ProcessName, profile: Profile, secrets: Secrets): Promise<boolean> {
  if (isServer(name)) return serverAnswers(name, profile, secrets);
  try {
    const answer = await fetch(`http://${loopback}:${internalPort(profile.ports[name])}/readyz`, {
      signal: AbortSignal.timeout(2_000),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, '.writable'), '');
    rmSync(join(dataDir, '.writable'));
  } catch (error) {
    throw new Obstacle(`The data folder ${dataDir} cannot be written: ${(error as NodeJS.ErrnoException).code}.`);
  }
}
