/** The gateway under test: on the servers of the test run, with tokens signed as auth signs them, and a plain HTTP server in place of the services. */
import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { Env } from '@fairline/chassis/process/config';
import type { Running } from '@fairline/chassis/run';
import { longServing, openWorld, type World } from '@fairline/chassis/testing';
import type { AccessClaims } from '@fairline/proto/auth/sessions';
import { Problem } from '@fairline/proto/contract';
import { permissionsOf, type Role, sentPermissions } from '@fairline/proto/permissions';
import { platformServiceNames } from '@fairline/proto/processes';
import { SignJWT } from 'jose';
import { expect } from 'vitest';
import { start } from './main.ts';

export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export const newKeys = (): KeyPair => generateKeyPairSync('ed25519');
export const variable = (key: KeyObject) =>
  Buffer.from(JSON.stringify(key.export({ format: 'jwk' }))).toString('base64url');

/** A session id like those of auth, with the given start time. */
export function newSessionId(atMs = Date.now()): string {
  const hex = atMs.toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export interface Grounds {
  readonly world: World;
  readonly env: Env;
  readonly session: KeyPair;
  readonly identity: KeyPair;
  playerToken(changes?: Partial<Extract<AccessClaims, { kind: 'player' }>>, keys?: KeyPair): Promise<string>;
  operatorToken(role: Role, changes?: Partial<Extract<AccessClaims, { kind: 'operator' }>>): Promise<string>;
}

/** Opens servers and keys, with the environment of a gateway whose services are all at one URL. */
export async function openGrounds(serviceUrl: string, extra: Env = {}): Promise<Grounds> {
  const session = newKeys();
  const identity = newKeys();
  // The world of feed, because that process needs no database.
  const world = await openWorld('feed', import.meta.url);
  const { DATABASE_URL: _none, ...servers } = world.env;
  const env: Env = {
    ...servers,
    NATS_USER: 'gateway',
    REDIS_URL: world.redisUrlOf('gateway'),
    IDENTITY_PRIVATE_KEY: variable(identity.privateKey),
    SESSION_PUBLIC_KEY: variable(session.publicKey),
    WEB_DIST: '/nowhere',
    ...Object.fromEntries(platformServiceNames.map((service) => [`${service.toUpperCase()}_URL`, serviceUrl])),
    ...extra,
  };
  const times = () => ({ iat: Math.floor(Date.now() / 1_000), exp: Math.floor(Date.now() / 1_000) + 900 });
  const sign = (claims: AccessClaims, keys: KeyPair) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' }).sign(keys.privateKey);
  return {
    world,
    env,
    session,
    identity,
    playerToken: (changes, keys = session) => {
      const claims = { kind: 'player', level: 'unverified', jurisdiction: 'open', book: 'real' } as const;
      return sign({ ...claims, sub: randomUUID(), sid: newSessionId(), ...times(), ...changes }, keys);
    },
    operatorToken: (role, changes) => {
      const claims = {
        kind: 'operator' as const,
        role,
        permissions: sentPermissions(permissionsOf(role)),
        ...longServing,
      };
      return sign({ ...claims, sub: randomUUID(), sid: newSessionId(), ...times(), ...changes }, session);
    },
  };
}

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Outside {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Answers each request; by default 200 with an empty object. */
  reply: (received: ReceivedRequest, response: ServerResponse) => void;
  /** The number of calls that were cut off before their body was complete. */
  broken: number;
  close(): Promise<void>;
}

export const replyEmpty: Outside['reply'] = (_received, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
};

/** A server that records the requests it receives. */
export async function openOutside(port = 0): Promise<Outside> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('close', () => {
      if (!request.complete) outside.broken++;
    });
    request.on('end', () => {
      const received = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
      };
      outside.received.push(received);
      outside.reply(received, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const outside: Outside = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    reply: replyEmpty,
    broken: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return outside;
}

/** One message of the stream. */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

export interface Reader {
  readonly status: number;
  readonly headers: Headers;
  readonly events: StreamEvent[];
  /** Comments and `retry` fields, as received. */
  readonly asides: string[];
  readonly ended: Promise<void>;
  leave(): void;
}

/** Reads the live stream until it ends or is left. */
export async function readStream(url: string, token: string, fixtures: readonly string[] = []): Promise<Reader> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/stream${fixtures.length > 0 ? `?fixtures=${fixtures.join(',')}` : ''}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  const events: StreamEvent[] = [];
  const asides: string[] = [];
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const match = /^event: (\w+)\ndata: (.*)$/.exec(part);
        if (match) events.push({ event: match[1] ?? '', data: JSON.parse(match[2] ?? '') });
        else asides.push(part);
      }
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    events,
    asides,
    ended: read().catch(() => undefined),
    leave: () => leaving.abort(),
  };
}

export interface Wire {
  readonly url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A TCP proxy to a server that can be cut while the server keeps running. */
export async function openWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createTcpServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      isCut = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Two gateways with the plain server behind them. */
export interface Pair {
  outside: Outside;
  readonly grounds: Grounds;
  readonly gateways: readonly [Running, Running];
  /** The URL of a path at one of the gateways. */
  at(path: string, gateway?: number): string;
  /** Clears the recorded requests and restores the default answer. */
  reset(): void;
  close(): Promise<void>;
}

export async function openPair(): Promise<Pair> {
  const outside = await openOutside();
  // Behind a local proxy, in demo mode so that no limit is reached; tests of limits open their own gateways.
  const grounds = await openGrounds(outside.url, { FAIRLINE_DEMO: '1', TRUSTED_PROXIES: '127.0.0.1' });
  const gateways = [await start(grounds.env), await start(grounds.env)] as const;
  const pair: Pair = {
    outside,
    grounds,
    gateways,
    at: (path, gateway = 0) => `${gateways[gateway]?.httpUrl}${path}`,
    reset: () => {
      pair.outside.received.length = 0;
      pair.outside.broken = 0;
      pair.outside.reply = replyEmpty;
    },
    close: async () => {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await grounds.world.close();
      await pair.outside.close();
    },
  };
  return pair;
}

export const withToken = (token: string) => ({ authorization: `Bearer ${token}` });

/** Checks that an answer is a problem, and returns it. */
export async function problemIn(response: Response): Promise<Problem> {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  return Problem.parse(await response.json());
}
