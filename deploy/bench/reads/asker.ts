/** Calls directly to a service, with identities signed as the gateway signs them. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { type Caller, identityHeader, identitySigner } from '@fairline/chassis/http/identity';
import { permissionsOf } from '@fairline/proto/permissions';
import type { Platform } from '../../local/platform/platform.ts';

/** `as`: the id of a player, or `operator` for one with the permissions that searches and decisions of that service need. */
export type Ask = (as: 'operator' | string, method: string, path: string) => Promise<Response>;

const roleOf = { auth: 'support', wallet: 'finance', betting: 'trader' } as const;

export async function openAsker(platform: Platform, service: keyof typeof roleOf): Promise<Ask> {
  const gateway = platform.environmentOf('gateway');
  const sign = await identitySigner(
    JSON.parse(Buffer.from(gateway.IDENTITY_PRIVATE_KEY ?? '', 'base64url').toString('utf8')),
  );
  const role = roleOf[service];
  const origin = {
    activatedAt: new Date().toISOString(),
    invitedBy: null,
    resetBy: null,
    resetAt: null,
    raisedBy: null,
    raisedAt: null,
  };
  const operator: Caller = {
    kind: 'operator',
    id: randomUUIDv7(),
    sessionId: randomUUIDv7(),
    role,
    permissions: [...permissionsOf(role)],
    ...origin,
  };
  return async (as, method, path) => {
    const player: Caller = {
      kind: 'player',
      id: as,
      sessionId: randomUUIDv7(),
      level: 'verified',
      jurisdiction: 'open',
      book: 'real',
    };
    const caller: Caller = as === 'operator' ? { ...operator, provenAt: new Date().toISOString() } : player;
    const identity = await sign.caller(caller, service);
    return fetch(`${gateway[`${service.toUpperCase()}_URL`]}${path}`, {
      method,
      headers: { [identityHeader]: identity, 'idempotency-key': randomUUID() },
    });
  };
}

/** The time of a call in milliseconds; throws if the answer has another status. */
export async function timed(call: () => Promise<Response>, status: number): Promise<number> {
  const startedAt = performance.now();
  const reply = await call();
  await reply.arrayBuffer();
  if (reply.status !== status) throw new Error(`answered ${reply.status}`);
  return performance.now() - startedAt;
}

/** The times of repeated calls, sorted. After five runs PostgreSQL may switch a prepared statement to a generic plan, so the first six runs do not count. */
export async function timesOf(repeats: number, call: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < repeats + 6; turn++) times.push(await call());
  return times.slice(6).sort((a, b) => a - b);
}
