/**
 * Sends one request to the gateway, built from a route contract; returns the response or throws one of two errors. A Refusal is a decision of the server. A
 * Fault means that no decision arrived, so the same request may be sent again.
 */
import { Problem, Refusal, type RouteType } from '@fairline/proto/contract';

export type FaultKind = 'offline' | 'timeout' | 'server';

export class Fault extends Error {
  readonly kind: FaultKind;
  readonly traceId: string | undefined;

  constructor(kind: FaultKind, traceId?: string) {
    super(`No answer: ${kind}`);
    this.name = 'Fault';
    this.kind = kind;
    this.traceId = traceId;
  }
}

export interface Sending {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** The file is sent in the field that the route's `upload` names, the other fields as form fields. */
  file?: File | undefined;
  key?: string | undefined;
  token?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** Long enough for a slow mobile connection, short enough that users still wait. */
const defaultTimeoutMs = 15_000;
const uploadTimeoutMs = 60_000;

/** Fills in `:name` parts and appends the query without undefined values. */
export function address(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

function payload(route: RouteType, { body, file }: Sending): { content?: BodyInit; type?: string } {
  if (file && route.upload) {
    const form = new FormData();
    for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
      if (value !== undefined) form.set(name, String(value));
    form.set(route.upload, file);
    return { content: form };
  }
  return body === undefined ? {} : { content: JSON.stringify(body), type: 'application/json' };
}

export async function send(route: RouteType, sending: Sending = {}): Promise<Response> {
  if (route.keyed === true && !sending.key) throw new Error(`${route.method} ${route.path} needs an idempotency key`);
  const { content, type } = payload(route, sending);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (type) headers['content-type'] = type;
  if (sending.token) headers.authorization = `Bearer ${sending.token}`;
  if (sending.key) headers['idempotency-key'] = sending.key;
  const timeout = AbortSignal.timeout(sending.timeoutMs ?? (sending.file ? uploadTimeoutMs : defaultTimeoutMs));
  const signal = sending.signal ? AbortSignal.any([sending.signal, timeout]) : timeout;
  const response = await fetch(address(route.path, sending.params, sending.query), {
    method: route.method,
    headers,
    signal,
    credentials: 'same-origin',
    ...(content !== undefined && { body: content }),
  }).catch((error: unknown) => {
    if (sending.signal?.aborted) throw error;
    throw new Fault(timeout.aborted ? 'timeout' : 'offline');
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** The error for a failed response: a Refusal if its body is a problem of the contract, else a Fault. */
export async function refusalOf(response: Response): Promise<Refusal | Fault> {
  const read = Problem.safeParse(await response.json().catch(() => null));
  if (!read.success) return new Fault('server');
  return read.data.status === 500 ? new Fault('server', read.data.traceId) : Refusal.from(read.data);
}

/** Whether it is unknown if the server acted: then the same intent keeps its key. */
export function isUndecided(error: unknown): boolean {
  if (error instanceof Refusal) return error.status === 429 || error.status >= 500;
  return true;
}

/** Returns `none` if the server answers 404; every other error is thrown. */
export function readMissingAs<T>(none: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Refusal && error.status === 404) return none;
    throw error;
  };
}
