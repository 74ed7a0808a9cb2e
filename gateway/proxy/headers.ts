/** Headers between a caller and a service. Only headers named here go in, and the gateway alone sets the identity of the caller. */
import type { IncomingHttpHeaders } from 'node:http';
import { addressHeader, agentHeader, identityHeader } from '@fairline/chassis/http/identity';
import { pspSignatureHeader } from '@fairline/proto/psp';
import type { PlatformServiceName } from '@fairline/proto/services';

const inbound = ['accept', 'accept-language', 'content-type', 'content-length', 'idempotency-key'] as const;
/** A signature over the body, for who takes the body as it was sent. */
const signature = pspSignatureHeader;
/** The refresh cookies are auth's; no other service ever sees one. */
const cookieService: PlatformServiceName = 'auth';
/** About one connection, not about the answer; and what would name our software. */
const keptBack = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'trailer', 'te', 'proxy-authenticate', 'x-powered-by', 'server', 'date']);

export interface Caller {
  readonly address: string;
  readonly identity: string | undefined;
  readonly traceparent: string | undefined;
}

export function headersTo(service: PlatformServiceName, given: IncomingHttpHeaders, caller: Caller, isRaw = false): Record<string, string> {
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

/** The answer of a service, ready for the caller. No cache keeps anything of the API unless the service allows it. */
export function headersFrom(service: PlatformServiceName, given: Record<string, string | string[] | undefined>): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { 'cache-control': 'no-store' };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || keptBack.has(name) || name.startsWith('x-fairline-')) continue;
    if (name === 'set-cookie' && service !== cookieService) continue;
    headers[name] = value;
  }
  return headers;
}
