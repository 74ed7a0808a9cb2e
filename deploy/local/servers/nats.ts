/**
 * The NATS server of an installation: JetStream on disk, loopback only, one user per process with the permissions
 * that follow from proto/services.ts. `Wire` implements just enough of the protocol to check whether the server is up and which users it accepts.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { loopback } from '../installation/ports.ts';
import type { ProcessSpec } from '../processes/processes.ts';
import { busUsers } from './permissions.ts';
import { isNewEnough, type Program } from './programs.ts';

export const natsUrl = (port: number) => `nats://${loopback}:${port}`;

export interface NatsSetting {
  readonly name: string;
  readonly program: Program;
  readonly folder: string;
  readonly port: number;
  readonly passwordOf: (user: string) => string;
}

export function prepareNats({ name, program, folder, port, passwordOf }: NatsSetting): ProcessSpec {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = `${folder}/nats.conf`;
  writeFileSync(
    file,
    natsConfiguration({
      listen: `${loopback}:${port}`,
      storeDir: `${folder}/jetstream`,
      version: program.version,
      passwordOf,
    }),
    {
      mode: 0o600,
    },
  );
  return {
    name,
    command: program.path,
    args: ['-c', file],
    cwd: folder,
    env: { PATH: process.env.PATH ?? dirname(program.path) },
    tier: 0,
    stopSignal: 'SIGTERM',
    stopMs: 15_000,
  };
}

export interface NatsConfiguration {
  readonly listen: string;
  readonly storeDir: string;
  readonly version: readonly number[];
  readonly passwordOf: (user: string) => string;
  /** The address of the HTTP monitor, for health checks; none by default. */
  readonly http?: string;
}

/** The configuration file of the server, as JSON, which its format includes. */
export function natsConfiguration({ listen, storeDir, version, passwordOf, http }: NatsConfiguration): string {
  const knowsSync = isNewEnough(version, [2, 10]);
  const configuration = {
    server_name: 'fairline',
    listen,
    ...(http && { http }),
    // Syncing to disk every 2 s loses little in a power failure, and the outbox publishes lost events again.
    jetstream: { store_dir: storeDir, ...(knowsSync && { sync_interval: '2s' }) },
    authorization: authorization(passwordOf),
  };
  return `${JSON.stringify(configuration, undefined, 2)}\n`;
}

/** Writes a file with our users only, for the configuration of a given server. Returns its path. */
export function writeNatsUsers(folder: string, passwordOf: (user: string) => string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = `${folder}/users.conf`;
  writeFileSync(file, `${JSON.stringify({ authorization: authorization(passwordOf) }, undefined, 2)}\n`, {
    mode: 0o600,
  });
  return file;
}

const authorization = (passwordOf: (user: string) => string) => ({
  timeout: 5,
  users: busUsers().map((user) => ({ ...user, password: passwordOf(user.user) })),
});

/** The version of the server, which it sends before authentication; undefined if nothing listens. */
export function natsVersion(url: string): Promise<string | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 4222) });
    const end = (version: string | undefined) => {
      socket.destroy();
      resolve(version);
    };
    socket.setTimeout(2_000, () => end(undefined));
    socket.once('error', () => end(undefined));
    socket.once('data', (data) => end(/"version":"([\d.]+)/.exec(data.toString())?.[1]));
  });
}

/** Whether the server accepts its administrator. */
export async function natsAnswers(url: string, password: string): Promise<boolean> {
  try {
    const wire = await Wire.open(url, 'admin', password);
    wire.close();
    return true;
  } catch {
    return false;
  }
}

/** One connection, without a client library: the protocol is lines of text. */
export class Wire {
  private text = '';
  private readonly socket: Socket;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.text += chunk;
      if (this.text.includes('PING\r\n')) {
        this.text = this.text.replaceAll('PING\r\n', '');
        socket.write('PONG\r\n');
      }
    });
  }

  static async open(url: string, user: string, password: string): Promise<Wire> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port || 4222) });
    const wire = new Wire(socket);
    const failed = new Promise<never>((_, reject) => {
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('the connection was closed')));
      socket.setTimeout(3_000, () => socket.destroy(new Error('no answer')));
    });
    failed.catch(() => undefined);
    socket.write(`CONNECT ${JSON.stringify({ user, pass: password, verbose: false, pedantic: false })}\r\n`);
    const reply = await Promise.race([wire.reply('PING\r\n'), failed]).catch((error: Error) => {
      socket.destroy();
      throw error;
    });
    if (reply.includes('-ERR')) {
      wire.close();
      throw new Error(reply.match(/-ERR '([^']*)'/)?.[1] ?? 'refused');
    }
    return wire;
  }

  /** Sends protocol lines. Returns all output of the server up to the point where it has processed them. */
  reply(lines: string): Promise<string> {
    return new Promise((resolve) => {
      const look = () => {
        const end = /PONG\r\n|-ERR 'Authorization Violation'\r\n/.exec(this.text);
        if (!end) return;
        this.socket.off('data', look);
        const reply = this.text.slice(0, end.index + end[0].length);
        this.text = this.text.slice(reply.length);
        resolve(reply);
      };
      this.socket.on('data', look);
      this.socket.write(lines.endsWith('PING\r\n') ? lines : `${lines}PING\r\n`);
    });
  }

  close(): void {
    this.socket.destroy();
  }
}
