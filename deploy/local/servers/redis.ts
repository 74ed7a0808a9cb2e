/** Redis of an installation: a cache on loopback without persistence. Lost entries are read or counted again. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { loopback } from '../installation/ports.ts';
import type { ProcessSpec } from '../processes/processes.ts';
import type { Program } from './programs.ts';
import { redisUsers } from './redis-users.ts';

export interface RedisSetting {
  readonly program: Program;
  readonly folder: string;
  readonly port: number;
  readonly passwordOf: (user: string) => string;
}

/** The URL of a server without a user, which `redisUrlOf` adds. */
export const redisPlace = (port: number) => `redis://${loopback}:${port}`;

/** The URL of a server for one user. */
export function redisUrlOf(place: string, user: string, password: string): string {
  return Object.assign(new URL(place), { username: user, password }).href;
}

export function prepareRedis({ program, folder, port, passwordOf }: RedisSetting): ProcessSpec {
  const settings = {
    bind: loopback,
    port,
    dir: quote(folder),
    daemonize: 'no',
    save: '""',
    appendonly: 'no',
    maxmemory: '256mb',
    'maxmemory-policy': 'noeviction',
    databases: 16,
    aclfile: quote(writeRedisUsers(folder, passwordOf, { closed: true })),
  };
  const file = `${folder}/redis.conf`;
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  writePrivate(file, lines.join(''));
  return {
    name: 'redis',
    command: program.path,
    args: [file],
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    tier: 0,
    stopSignal: 'SIGTERM',
    stopMs: 10_000,
  };
}

/** Writes our users as an ACL file. Returns its path. */
export function writeRedisUsers(
  folder: string,
  passwordOf: (user: string) => string,
  options: { closed: boolean },
): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = `${folder}/users.acl`;
  writePrivate(file, redisUsers(passwordOf, options));
  return file;
}

function writePrivate(file: string, text: string): void {
  if (existsSync(file)) chmodSync(file, 0o600);
  writeFileSync(file, text, { mode: 0o600 });
}

const quote = (text: string) => JSON.stringify(text);

/** The version of the server; undefined if it does not answer or refuses the user in the URL. */
export function redisVersion(url: string): Promise<string | undefined> {
  return sendCommand(url, 'INFO server', /redis_version:([\d.]+)\r\n/);
}

/** Whether the server accepts the user in the URL. */
export async function redisAdmits(url: string): Promise<boolean> {
  return (await sendCommand(url, 'PING', /\+(PONG)\r\n/)) !== undefined;
}

/** Sends one command. Returns the first group of `reply` in the answer; undefined on an error or without an answer. */
function sendCommand(url: string, command: string, reply: RegExp): Promise<string | undefined> {
  const { hostname, port, username, password } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379) });
    let text = '';
    const end = (found: string | undefined) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(2_000, () => end(undefined));
    socket.once('error', () => end(undefined));
    socket.once('connect', () => {
      if (password) socket.write(`AUTH ${username || 'default'} ${decodeURIComponent(password)}\r\n`);
      socket.write(`${command}\r\n`);
    });
    socket.on('data', (data) => {
      text += data;
      const found = reply.exec(text)?.[1];
      if (found || text.startsWith('-')) end(found);
    });
  });
}
