/**
 * Makes and counts one call: a refusal by the domain is a valid outcome, any other unexpected answer a failure.
 * A command keeps its idempotency key through every repeat, so if an answer is lost, the command is repeated and still takes effect once.
 */
import http from 'k6/http';
import { Rate } from 'k6/metrics';

const failed = new Rate('call_failed');
const refused = new Rate('call_refused');

export const baseUrl = (__ENV.BASE_URL ?? 'http://localhost:8080').replace(/\/$/, '');
const timeout = '10s';
const triesAtMost = 3;
/** Statuses with which the domain refuses: a suspended market, a spent balance. */
const refusals: readonly number[] = [409, 422];

export interface Asking {
  readonly token?: string;
  readonly body?: unknown;
  /** Sent with an idempotency key, and repeated under it if no outcome came. */
  readonly keyed?: boolean;
  /** The expected status; 200 by default. */
  readonly status?: number;
  /** More statuses that count as refusals by the domain. */
  readonly refusals?: readonly number[];
}

/** Returns the body if the call succeeded, undefined if it was refused or failed. */
export function call<T>(method: 'GET' | 'POST', path: string, asking: Asking = {}): T | undefined {
  const key = asking.keyed ? crypto.randomUUID() : undefined;
  for (let tries = 1; ; tries++) {
    const response = http.request(
      method,
      baseUrl + path,
      asking.body === undefined ? null : JSON.stringify(asking.body),
      paramsOf(path, asking, key),
    );
    const isExpected = response.status === (asking.status ?? 200);
    const isRefused =
      !isExpected && (refusals.includes(response.status) || asking.refusals?.includes(response.status) === true);
    failed.add(!isExpected && !isRefused);
    refused.add(isRefused);
    if (isExpected) return response.body ? (response.json() as T) : undefined;
    if (isRefused) return undefined;
    console.warn(`${method} ${path} answered ${response.status || response.error}`);
    if (!key || !isWithoutOutcome(response.status) || tries === triesAtMost) return undefined;
  }
}

/** Reads all paths at once, as a browser does for a page. */
export function readAll(paths: readonly string[], token?: string): void {
  const asking: Asking = token === undefined ? {} : { token };
  for (const response of http.batch(
    paths.map((path) => ['GET', baseUrl + path, null, { ...paramsOf(path, asking), responseType: 'none' as const }]),
  )) {
    failed.add(response.status !== 200);
    refused.add(false);
    if (response.status !== 200) console.warn(`GET ${response.url} answered ${response.status || response.error}`);
  }
}

const isWithoutOutcome = (status: number) => status === 0 || status === 429 || status >= 500;

export function paramsOf(path: string, { token, body }: Asking, key?: string) {
  const headers: Record<string, string> = {};
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  return { headers, timeout, responseType: 'text' as const, tags: { name: routeOf(path) } };
}

/** The path with its ids replaced: with them, each route would become thousands of metrics. */
const routeOf = (path: string) => path.replace(/\?.*/, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');
