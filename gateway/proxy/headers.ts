/** The headers between a caller and a service. Only headers named here reach a service, and only the gateway sets the identity of the caller. */
import type { IncomingHttpHeaders } from 'node:http';
import { addressHeader, agentHeader, identityHeader } from '@fairline/chassis/http/identity';
import type { PlatformServiceName } from '@fairline/proto/processes';
import { pspSignatureHeader } from '@fairline/proto/psp';

const inbound = ['accept', 'accept-language', 'content-type', 'content-length', 'idempotency-key'] as const;
/** The signature over the body, passed only to routes that get the raw body. */
const signature = pspSignatureHeader;
/** The only service that gets and sets cookies: the refresh cookies belong to auth. */
const cookieService: PlatformServiceName = 'auth';
/** Not passed on: headers about a single connection, and headers that name our software. */
const keptBack = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'trailer',
  'te',
  'proxy-authenticate',
  'x-powered-by',
  'server',
  'date',
]);

export interface Caller {
  readonly address: string;
  readonly identity: string | undefined;
  readonly traceparent: string | undefined;
}

export function headersTo(
  service: PlatformServiceName,
  given: IncomingHttpHeaders,
  caller: Caller,
  isRaw = false,
): Record<string, string> {
  const headers: Record<string, string> = { [addressHeader]: caller.address };
  for (const name of inbound) {
    const value = given[name];
    if (typeof value === 'string') headers[name] = value;
  }
  const signed = given[signature];
  if (isRaw && typeof signed === 'string') headers[signature] = signed;
  if (given['user-agent']) headers[agentHeader] = given['user-agent'];
  if (given.cookie && service === cookieService) headers.cookie = given.cookie;
  if (caller.identity) headers[identityHeader] = caller.identity;
  if (caller.traceparent) headers.traceparent = caller.traceparent;
  return headers;
}

/** The headers of a service's answer for the caller. Answers of the API must not be cached unless the service allows it. */
export function headersFrom(
  service: PlatformServiceName,
  given: Record<string, string | string[] | undefined>,
): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { 'cache-control': 'no-store' };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || keptBack.has(name) || name.startsWith('x-fairline-')) continue;
    if (name === 'set-cookie' && service !== cookieService) continue;
    headers[name] = value;
  }
  return headers;
}
