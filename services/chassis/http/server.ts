/**
 * HTTP: serves routes of the contract on Express. The contract parses the input, access is checked again behind the gateway,
 * and every error is sent as problem+json; a fault is sent without detail.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  common,
  type Infer,
  Key,
  mediaTypesOf,
  Refusal,
  type RouteType,
  stepUpSeconds,
} from '@fairline/proto/contract';
import { fieldMessages } from '@fairline/proto/texts';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { z } from 'zod';
import type { Clock } from '../process/clock.ts';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { traced, traceId } from '../process/trace.ts';
import { fingerprint, type IdempotencyKey } from '../storage/idempotency.ts';
import { isInfrastructure } from '../storage/postgres.ts';
import { bodyParsers, fileOf, isStorable, isTooLarge, type UploadedFile } from './body.ts';
import {
  addressHeader,
  agentHeader,
  type Caller,
  identityHeader,
  type Operator,
  type Player,
  type Verifier,
} from './identity.ts';

export interface Call<R extends RouteType = RouteType> {
  params: Infer<R['params']>;
  query: Infer<R['query']>;
  body: Infer<R['body']>;
  /** Undefined on a call without a valid identity. */
  caller: Caller | undefined;
  /** The caller, if it is a player; otherwise reading it throws. `operator` likewise. */
  player: Player;
  operator: Operator;
  /** For `runOnce`: the Idempotency-Key with its scope, caller and route. The key is empty if it is optional and was not sent. */
  idempotencyKey: IdempotencyKey;
  file: UploadedFile | undefined;
  /** The body of a raw route, byte for byte. */
  bytes: Uint8Array;
  /** Value of a header that the contract does not declare; empty if absent. */
  header: (name: string) => string;
  /** IP address of the client, as seen by the gateway. */
  address: string;
  agent: string;
  cookie: (name: string) => string | undefined;
}

/** A reply with more than the contract's body: a status, headers, bytes, a stream, or cached JSON that already fits the contract. */
export class Reply {
  readonly parts: {
    status?: number;
    body?: unknown;
    json?: string;
    stream?: Readable;
    headers?: Record<string, string | string[]>;
  };

  constructor(parts: Reply['parts']) {
    this.parts = parts;
  }
}

export interface Handler {
  route: RouteType;
  run: (call: Call) => unknown;
  /** Runs before the service is ready. If it fails, only the first call is slower. */
  warmUp?: () => Promise<void>;
}

export function handle<R extends RouteType>(
  route: R,
  run: (call: Call<R>) => Promise<z.input<R['reply']> | Reply | undefined>,
): Handler {
  return { route, run: run as Handler['run'] };
}

/** What the server of a service works with. `verifier` is undefined for a service outside the gateway, whose routes are all open. */
export interface ServerParts {
  readonly verifier: Verifier | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export function createApp(handlers: readonly Handler[], { verifier, clock, log, metrics }: ServerParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use((request: Request, _response: Response, next: NextFunction) => traced(request.get('traceparent'), next));
  for (const handler of handlers) {
    const method = handler.route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    app[method](
      handler.route.path,
      ...bodyParsers(handler.route),
      (request: Request, response: Response, next: NextFunction) => {
        const startedAt = performance.now();
        response.on('finish', () =>
          metrics.httpSeconds.observe(
            { route: handler.route.path, status: response.statusCode },
            (performance.now() - startedAt) / 1_000,
          ),
        );
        void handleCall(handler, request, response, { verifier, clock }).catch(next);
      },
    );
  }
  app.use((_request: Request, _response: Response, next: NextFunction) => next(new Refusal(common.notFound)));
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    sendProblem(response, error, log, `${request.method} ${request.path}`);
  });
  return app;
}

/** Default validation messages, for fields without their own. */
z.config({
  customError: ({ code, input }) =>
    code === 'invalid_type' && input === undefined ? fieldMessages.required : fieldMessages.invalid,
});

async function handleCall(
  { route, run }: Handler,
  request: Request,
  response: Response,
  { verifier, clock }: Pick<ServerParts, 'verifier' | 'clock'>,
): Promise<void> {
  const origin = await originOf(request, verifier);
  if (verifier && isGuarded(route) && origin.address === undefined) throw new Refusal(common.unauthenticated);
  checkAccess(route, origin.caller);
  const file = fileOf(route, request);
  const call = readCall(route, request, origin, file);
  if (route.stepUp === true) checkFresh(call.operator, clock.now());
  const result = await run(call);
  if (response.headersSent) return;
  const {
    status = route.status,
    body,
    json,
    stream,
    headers = {},
  }: Reply['parts'] = result instanceof Reply ? result.parts : { body: result };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.status(status);
  if (stream || body instanceof Uint8Array) requireDeclaredType(route, response);
  if (stream) await pipeline(stream, response);
  else if (json !== undefined) response.type('json').send(json);
  else if (body === undefined) response.end();
  else if (body instanceof Uint8Array) response.send(Buffer.from(body));
  // Parsing drops fields that the contract does not declare, so none is sent by accident.
  else response.json(route.reply.parse(body));
}

function requireDeclaredType(route: RouteType, response: Response): void {
  const type = String(response.getHeader('content-type') ?? '').replace(/;.*/, '');
  if (!mediaTypesOf(route.reply).includes(type))
    throw new Error(`${route.method} ${route.path} serves ${type}, which its contract does not declare`);
}

/** Open routes that change something must get the caller's address from the gateway, because sign-in limits attempts by address. A raw route is exempt, because its body is signed. */
function isGuarded(route: RouteType): boolean {
  return route.access === 'open' && route.method !== 'GET' && !route.raw;
}

interface Origin {
  caller: Caller | undefined;
  address: string | undefined;
}

/** The caller and their address, from the gateway's signatures only. */
async function originOf(request: Request, verifier: Verifier | undefined): Promise<Origin> {
  const token = request.get(identityHeader);
  const address = request.get(addressHeader);
  return {
    caller: token && verifier ? await verifier.caller(token) : undefined,
    address: address && verifier ? await verifier.address(address) : undefined,
  };
}

export function checkAccess(route: RouteType, caller: Caller | undefined): void {
  if (route.access === 'open') return;
  if (!caller) throw new Refusal(common.unauthenticated);
  if (route.access === 'player') {
    if (caller.kind !== 'player') throw new Refusal(common.forbidden);
    return;
  }
  const { operator: permission } = route.access;
  if (caller.kind !== 'operator' || (permission && !caller.permissions.includes(permission)))
    throw new Refusal(common.forbidden);
}

/** Refuses a caller whose last sign-in or step-up is too old. */
export function checkFresh({ provenAt }: { provenAt?: string | undefined }, now: Date): void {
  if (!provenAt || now.getTime() - Date.parse(provenAt) > stepUpSeconds * 1_000)
    throw new Refusal(common.stepUpRequired);
}

function readCall(route: RouteType, request: Request, { caller, address }: Origin, file: Call['file']): Call {
  // Without a prototype, so that a field may be named `constructor`.
  const errors: Record<string, string> = Object.create(null);
  const params = read(route.params, request.params, errors);
  const query = read(route.query, request.query, errors);
  const body = route.raw ? undefined : read(route.body, bodyOf(route, request), errors);
  const [first] = Object.values(errors);
  if (first !== undefined) throw new Refusal({ ...common.invalidRequest, message: first }, undefined, errors);
  const key =
    route.keyed === true || (route.keyed && request.get('idempotency-key') !== undefined) ? readKey(request) : '';
  return {
    params,
    query,
    body,
    caller,
    get player() {
      if (caller?.kind !== 'player') throw new Error(`${route.path} has no player`);
      return caller;
    },
    get operator() {
      if (caller?.kind !== 'operator') throw new Error(`${route.path} has no operator`);
      return caller;
    },
    idempotencyKey: {
      scope: `${caller?.id ?? '-'} ${route.method} ${route.path}`,
      key,
      fingerprint: route.keyed ? fingerprint({ params, body, file: file?.bytes }) : '',
    },
    file,
    bytes: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
    header: (name) => request.get(name) ?? '',
    address: address ?? '',
    agent: (request.get(agentHeader) ?? '').slice(0, 400),
    cookie: (name) => parseCookies(request.get('cookie'))[name],
  } as Call;
}

function read(schema: z.ZodType, value: unknown, errors: Record<string, string>): unknown {
  for (const [name, field] of Object.entries(value ?? {})) if (!isStorable(field)) errors[name] = 'Not a text';
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, key].join('.'))
        : [issue.path.join('.') || 'body'];
    for (const name of names)
      errors[name] ??= issue.code === 'unrecognized_keys' ? `Unknown field ${name}` : issue.message;
  }
  return undefined;
}

function readKey(request: Request): string {
  const key = Key.safeParse(request.get('idempotency-key'));
  if (!key.success) throw new Refusal(common.keyRequired);
  return key.data;
}

/** A route without a body accepts none or an empty object. Multipart fields are text, so those that the contract declares as numbers are converted. */
function bodyOf(route: RouteType, request: Request): unknown {
  const body: unknown = request.body;
  const isOptional = route.body.safeParse(undefined).success;
  const empty =
    body === undefined ||
    (typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0);
  if (empty) {
    if (!isOptional && Number(request.get('content-length') ?? 0) > 0 && !request.is(['json', 'multipart/form-data'])) {
      throw new Refusal({ ...common.invalidRequest, message: fieldMessages.bodyNoJson });
    }
    return isOptional ? undefined : { ...(body as object) };
  }
  if (isOptional || !route.upload) return body;
  const fields: Record<string, unknown> = { ...(body as object) };
  delete fields[route.upload];
  if (!request.is('multipart/form-data')) return fields;
  const shape = (route.body as z.ZodObject).shape ?? {};
  for (const [name, value] of Object.entries(fields)) {
    // A field may be named like a member of Object.prototype.
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const wantsNumber = field?.safeParse(1).success || field?.safeParse('1').success === false;
    if (wantsNumber && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) fields[name] = Number(value);
  }
  return fields;
}

export function parseCookies(header: string | undefined): Record<string, string> {
  const pairs = (header ?? '').split(';').map((part) => [part.indexOf('='), part] as const);
  return Object.fromEntries(
    pairs.flatMap(([at, part]) => (at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()]] : [])),
  );
}

/** Sends an error as problem+json; the only place that turns errors into statuses. */
export function sendProblem(response: Response, error: unknown, log: Log, what: string): void {
  const refusal = asRefusal(error);
  if (!refusal) log.error({ error: (error as Error).message, stack: (error as Error).stack, what }, 'call failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, params } = refusal ?? { status: 500, params: undefined };
  if (status === 429 || status === 503) response.setHeader('retry-after', String(params?.retryAfterSeconds ?? 1));
  response
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify((refusal ?? new Refusal(common.fault)).problem(traceId())));
}

function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isInfrastructure(error)) return new Refusal(common.unavailable);
  const { type, status } = error as { type?: string; status?: number };
  if (isTooLarge(error)) return new Refusal(common.tooLarge);
  if (type === 'entity.parse.failed')
    return new Refusal({ ...common.invalidRequest, message: fieldMessages.bodyBrokenJson });
  if (typeof status === 'number' && status >= 400 && status < 500) return new Refusal(common.invalidRequest);
  return undefined;
}

export interface Listening {
  url: string;
  /** Closes the port and waits for running calls. */
  close(): Promise<void>;
}

/** Not imported: for an import Node.js reads every export of the module, among them WebSocket, which loads its HTTP client: 5 MB that a server does not need. */
export const http = process.getBuiltinModule('node:http');

export async function listen(
  app: Express | ((request: Request, response: Response) => void),
  host: string,
  port: number,
): Promise<Listening> {
  const server = http.createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 75_000 },
    app as Parameters<typeof http.createServer>[1],
  );
  return listenOn(server, host, port);
}

/** The queue of connections that wait to be accepted; the limit of the system is often lower. If the queue is full, a connection is dropped, and the browser retries only after seconds. */
const backlog = 4_096;

export async function listenOn(server: Server, host: string, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog }, () => resolve());
  });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        // A keep-alive connection becomes idle only after its call, so repeat until none is left.
        const idle = setInterval(() => server.closeIdleConnections(), 50);
        server.close(() => {
          clearInterval(idle);
          resolve();
        });
      }),
  };
}
