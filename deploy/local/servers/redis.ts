/** Redis of an installation: a cache on loopback that keeps nothing on the disk; whatever it forgets is read or counted again. */
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { loopback } from '../installation/ports.ts';
import type { ProcessSpec } from '../processes/processes.ts';
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

/** The server's version; undefined while it takes no commands, or not from whom the URL names. */
export function redisVersion(url: string): Promise<string | undefined> {
  const { hostname, port, username, password } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379) });
    let text = '';
    const end = (version: string | undefined) => {
      socket.destroy();
      resolve(version);
    };
    socket.setTimeout(2_000, () => end(undefined));
    socket.once('error', () => end(undefined));
    socket.once('connect', () => {
      if (password) socket.write(`AUTH ${username || 'default'} ${decodeURIComponent(password)}\r\n`);
      socket.write('INFO server\r\n');
    });
    socket.on('data', (data) => {
      text += data;
      const version = /redis_version:([\d.]+)\r\n/.exec(text)?.[1];
      if (version || text.startsWith('-')) end(version);
    });
  });
}
