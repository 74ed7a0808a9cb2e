/** Redis of an installation: a cache on loopback that keeps nothing on the disk; whatever it forgets is read or counted again. */
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { loopback } from './ports.ts';
import type { ProcessSpec } from './processes.ts';
import type { Program } from './programs.ts';

export const redisUrl = (port: number) => `redis://${loopback}:${port}`;

export function prepareRedis(program: Program, folder: string, port: number): ProcessSpec {
  mkdirSync(folder, { recursive: true });
  const settings = {
    bind: loopback,
    port,
    dir: folder,
    daemonize: 'no',
    save: '',
    appendonly: 'no',
    maxmemory: '256mb',
    'maxmemory-policy': 'noeviction',
    databases: 16,
  };
  return {
    name: 'redis',
    command: program.path,
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    tier: 0,
    stopSignal: 'SIGTERM',
    stopMs: 10_000,
  };
}

/** True as soon as the server answers; one that asks for a password is left to those who have it. */
export function redisAnswers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379) });
    const end = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.once('error', () => end(false));
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => end(/^(\+PONG|-NOAUTH|-NOPERM)/.test(data.toString())));
  });
}
