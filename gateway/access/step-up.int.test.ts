/** Step-up: the gateway requests the time of the last proof from auth for routes that need it, and passes it to the service with that call only. */
import { identityVerifier } from '@fairline/chassis/http/identity';
import type { Running } from '@fairline/chassis/run';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import { type Grounds, newSessionId, type Outside, openGrounds, openOutside } from '../testing.ts';

let outside: Outside;
let grounds: Grounds;
let gateway: Running;

beforeAll(async () => {
  outside = await openOutside();
  grounds = await openGrounds(outside.url);
  gateway = await start(grounds.env);
});

afterAll(async () => {
  await gateway.stop();
  await grounds.world.close();
  await outside.close();
});

const url = () => `${gateway.httpUrl}/api/admin/auth/operators`;
const as = (token: string) => ({ authorization: `Bearer ${token}` });

async function identityOf(service: string) {
  const verifier = await identityVerifier(grounds.identity.publicKey.export({ format: 'jwk' }) as never, service);
  return verifier.caller(String(outside.received.at(-1)?.headers['x-fairline-identity']));
}

describe('the identity of an operator on a route that needs a fresh proof', () => {
  const provenAt = '2026-11-20T12:00:00.000Z';
  const asked: unknown[] = [];
  let known: string | null | undefined = provenAt;
  beforeAll(() => {
    grounds.world.nats.subscribe('rpc.auth.provenAt', {
      callback: (_error, message) => {
        asked.push(message.json<{ input: unknown }>().input);
        message.respond(JSON.stringify(known === undefined ? { fault: true } : { ok: { provenAt: known } }));
      },
    });
  });
  const invite = (token: string) =>
    fetch(url(), { method: 'POST', headers: { ...as(token), 'content-type': 'application/json' }, body: '{}' });

  it('is when they last proved who they are, asked anew for each call and kept for none', async () => {
    const sid = newSessionId();
    const token = await grounds.operatorToken('super_admin', { sid });
    for (const answer of [provenAt, '2026-11-20T12:06:00.000Z']) {
      known = answer;
      await invite(token);
      expect(await identityOf('auth')).toMatchObject({ kind: 'operator', sessionId: sid, provenAt: answer });
    }
    expect(asked).toEqual([{ sessionId: sid }, { sessionId: sid }]);
    await fetch(url(), { headers: as(token) });
    expect(await identityOf('auth')).not.toHaveProperty('provenAt');
  });

  it('reaches wallet too before a payment is approved, which refuses a large one without', async () => {
    known = provenAt;
    const sid = newSessionId();
    const token = await grounds.operatorToken('finance', { sid });
    await fetch(`${gateway.httpUrl}/api/admin/wallet/payments/${sid}/approve`, { method: 'POST', headers: as(token) });
    expect(await identityOf('wallet')).toMatchObject({ kind: 'operator', role: 'finance', sessionId: sid, provenAt });
    expect(asked.at(-1)).toEqual({ sessionId: sid });
    await fetch(`${gateway.httpUrl}/api/admin/wallet/payments/${sid}/proof`, { headers: as(token) });
    expect(await identityOf('wallet')).not.toHaveProperty('provenAt');
  });

  it.each([
    ['knows of none', null],
    ['fails', undefined],
  ])('is left out where auth %s, and the service decides', async (_name, answer) => {
    known = answer;
    expect((await invite(await grounds.operatorToken('super_admin'))).status).toBe(200);
    expect(await identityOf('auth')).toMatchObject({ kind: 'operator', role: 'super_admin' });
    expect(await identityOf('auth')).not.toHaveProperty('provenAt');
  });
});
