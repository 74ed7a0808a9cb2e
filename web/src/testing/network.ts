/**
 * The network of a component test, faked by the contract: every request and every response is checked against its route. A request without a prepared response,
 * or one that the contract forbids, fails the test. Nothing else of the app is replaced.
 */
import { common, Refusal, type RefusalType, type RouteType } from '@fairline/proto/contract';
import { afterEach, beforeEach } from 'vitest';
import type { z } from 'zod';
import { checked, sample } from './sample.ts';

/** A call that the app sent. */
export interface Sent<R extends RouteType = RouteType> {
  readonly params: z.output<R['params']>;
  readonly query: z.output<R['query']>;
  readonly body: z.output<R['body']>;
  readonly file: File | undefined;
  readonly key: string | undefined;
}

/** Fields that differ from the smallest reply; a reply that is not an object is given as a whole. */
type Changes<R extends RouteType> = Partial<z.output<R['reply']>>;

type Handler = (sent: Sent) => Response | Promise<Response>;

let handlers = new Map<RouteType, Handler>();
let sentTo = new Map<RouteType, Sent[]>();
let faults: string[] = [];
let original: typeof fetch;

/** Fakes the network for each test of the file that imports this. */
beforeEach(() => {
  handlers = new Map();
  sentTo = new Map();
  faults = [];
  original = globalThis.fetch;
  globalThis.fetch = answerRequest as typeof fetch;
});

afterEach(() => {
  globalThis.fetch = original;
  if (faults.length > 0) throw new Error(`The page and the contract disagree:\n${faults.join('\n')}`);
});

export const network = {
  /** Answers a route from now on: with the smallest reply that the contract allows plus these fields, or with the function's result for the request. */
  answer<R extends RouteType>(route: R, reply?: Changes<R> | ((sent: Sent<R>) => Changes<R> | undefined)): void {
    handlers.set(route, (sent) => replyOf(route, typeof reply === 'function' ? reply(sent as Sent<R>) : reply));
  },

  /** Answers each route with the smallest reply: for routes that a page reads but the test is not about. */
  answerAll(...routes: readonly RouteType[]): void {
    for (const route of routes) this.answer(route);
  },

  /** Refuses a route with one of its own refusals, or one that any route may return. */
  refuse(
    route: RouteType,
    refusal: RefusalType,
    params?: Record<string, unknown>,
    errors?: Record<string, string>,
  ): void {
    const declared = [...route.refusals, ...Object.values(common)];
    if (!declared.includes(refusal)) throw new Error(`${lineOf(route)} does not declare the refusal ${refusal.code}`);
    handlers.set(route, () => problem(new Refusal(refusal, params, errors)));
  },

  /** Fails from now on: `offline` is no response at all, `server` a fault of the server. */
  fail(route: RouteType, kind: 'offline' | 'server' = 'server'): void {
    handlers.set(route, () => {
      if (kind === 'offline') throw new TypeError('Failed to fetch');
      return problem(new Refusal(common.fault));
    });
  },

  /** Sends no response until the returned function is called; then the route's answer at that time. */
  hold(route: RouteType): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held: Handler = async (sent) => {
      await promise;
      const handler = handlers.get(route);
      return handler && handler !== held ? handler(sent) : replyOf(route, undefined);
    };
    handlers.set(route, held);
    return resolve;
  },

  /** The calls to a route, oldest first. */
  sent<R extends RouteType>(route: R): Sent<R>[] {
    return (sentTo.get(route) ?? []) as Sent<R>[];
  },
};

function replyOf<R extends RouteType>(route: R, changes: Changes<R> | undefined): Response {
  const reply = checked(route.reply, sample(route.reply, changes), `The reply of ${lineOf(route)}`);
  if (reply === undefined) return new Response(null, { status: route.status });
  if (reply instanceof Uint8Array)
    return new Response(new Blob([reply as Uint8Array<ArrayBuffer>]), { status: route.status });
  return Response.json(reply, { status: route.status });
}

const problem = (refusal: Refusal) =>
  Response.json(refusal.problem(), { status: refusal.status, headers: { 'content-type': 'application/problem+json' } });

const lineOf = ({ method, path }: RouteType) => `${method} ${path}`;

async function answerRequest(input: string | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input, location.href);
  const found = find(init.method ?? 'GET', url.pathname);
  if (!found) {
    faults.push(`${init.method ?? 'GET'} ${url.pathname}${url.search} has no answer in this test`);
    throw new TypeError('Failed to fetch');
  }
  const sent = await read(found.route, found.params, url, init).catch((error: Error) => {
    faults.push(error.message);
    return undefined;
  });
  if (!sent) return problem(new Refusal(common.invalidRequest));
  sentTo.set(found.route, [...(sentTo.get(found.route) ?? []), sent]);
  return untilAborted(init.signal, () => found.handler(sent));
}

function find(method: string, pathname: string) {
  const parts = pathname.split('/');
  const matches = [...handlers].flatMap(([route, handler]) => {
    const names = route.path.split('/');
    const fits =
      route.method === method &&
      names.length === parts.length &&
      names.every((name, at) => name.startsWith(':') || name === parts[at]);
    const params = Object.fromEntries(
      names.flatMap((name, at) => (name.startsWith(':') ? [[name.slice(1), decodeURIComponent(parts[at] ?? '')]] : [])),
    );
    return fits ? [{ route, handler, params }] : [];
  });
  // A fixed segment of a path takes precedence over a parameter.
  return matches.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

async function read(
  route: RouteType,
  params: Record<string, string>,
  url: URL,
  { headers, body }: RequestInit,
): Promise<Sent> {
  const header = new Headers(headers);
  const key = header.get('idempotency-key') ?? undefined;
  const line = lineOf(route);
  if (route.access !== 'open' && !header.get('authorization')) throw new Error(`${line} needs a session`);
  if (route.keyed === true && !key) throw new Error(`${line} needs an idempotency key`);
  const form = body instanceof FormData ? body : undefined;
  const file = form && route.upload ? (form.get(route.upload) as File) : undefined;
  const fields = form ? Object.fromEntries([...form].filter(([name]) => name !== route.upload)) : undefined;
  const content: unknown = fields ?? (typeof body === 'string' ? JSON.parse(body) : undefined);
  return {
    params: parsed(route.params, params, `The address of ${line}`),
    query: parsed(route.query, Object.fromEntries(url.searchParams), `The query of ${line}`),
    body: parsed(route.body, content, `The body of ${line}`),
    file,
    key,
  };
}

const parsed = (schema: z.ZodType, value: unknown, what: string): unknown => schema.parse(checked(schema, value, what));

/** A response that was aborted never arrives. */
function untilAborted(
  signal: AbortSignal | null | undefined,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    Promise.resolve()
      .then(answer)
      .then(resolve, (error: unknown) => {
        if (!(error instanceof TypeError)) faults.push(String(error));
        reject(error);
      });
  });
}
