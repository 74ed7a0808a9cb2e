/**
 * One call of the product, counted: refusals of the domain are outcomes, everything else that was not expected is a failure.
 * A command keeps its key through every repeat, so a lost answer is asked for again and never done twice.
 */
import http from 'k6/http';
import { Rate } from 'k6/metrics';

const failed = new Rate('call_failed');
const refused = new Rate('call_refused');

export const baseUrl = (__ENV.BASE_URL ?? 'http://localhost:8080').replace(/\/$/, '');
const timeout = '10s';
const triesAtMost = 3;
/** What the domain says no with: a suspended market, a spent balance. */
const refusals: readonly number[] = [409, 422];

export interface Asking {
  readonly token?: string;
  readonly body?: unknown;
  /** Sent under an idempotency key, and again under it when no outcome came. */
  readonly keyed?: boolean;
  /** The status that is expected; 200. */
  readonly status?: number;
  /** More statuses that the domain refuses with. */
  readonly refusals?: readonly number[];
}

/** Answers the body where the call did what it should, undefined where it was refused or failed. */
export function call<T>(method: 'GET' | 'POST', path: string, asking: Asking = {}): T | undefined {
  const key = asking.keyed ? crypto.randomUUID() : undefined;
  for (let tries = 1; ; tries++) {
    const response = http.request(method, baseUrl + path, asking.body === undefined ? null : JSON.stringify(asking.body), paramsOf(path, asking, key));
    const isExpected = response.status === (asking.status ?? 200);
    const isRefused = !isExpected && (refusals.includes(response.status) || asking.refusals?.includes(response.status) === true);
    failed.add(!isExpected && !isRefused);
    refused.add(isRefused);
    if (isExpected) return response.body ? (response.json() as T) : undefined;
    if (isRefused) return undefined;
    console.warn(`${method} ${path} answered ${response.status || response.error}`);
    if (!key || !isWithoutOutcome(response.status) || tries === triesAtMost) return undefined;
  }
}

/** As a browser reads a page: all at once. */
export function readAll(paths: readonly string[], token?: string): void {
  const asking: Asking = token === undefined ? {} : { token };
  for (const response of http.batch(paths.map((path) => ['GET', baseUrl + path, null, { ...paramsOf(path, asking), responseType: 'none' as const }]))) {
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

/** Ids make one metric of a route into thousands. */
const routeOf = (path: string) => path.replace(/\?.*/, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');
