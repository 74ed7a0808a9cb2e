/** The time for which tokens are accepted while revocations cannot arrive. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Revocations } from './revocations.ts';
import { Sessions, sessionKeys } from './sessions.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

it.each([
  ['accepts a token while revocations arrive', undefined, 'accepted'],
  ['accepts a token ten seconds after the last revocation could arrive', 10_000, 'accepted'],
  ['refuses every token after more than ten seconds without revocations', 10_001, 'unavailable'],
])('%s', async (_name, lostForMs, expected) => {
  const [session, identity] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const keys = await sessionKeys({
    SESSION_PUBLIC_KEY: session.publicKey.export({ format: 'jwk' }),
    IDENTITY_PRIVATE_KEY: identity.privateKey.export({ format: 'jwk' }),
  });
  const sessions = new Sessions(keys, new Revocations(), () => (lostForMs === undefined ? undefined : now - lostForMs));
  const claims = { kind: 'player', sid: randomUUID(), level: 'verified', jurisdiction: 'open', book: 'real' };
  const token = new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject(randomUUID())
    .setIssuedAt()
    .setExpirationTime('15m');
  const outcome = sessions.of(await token.sign(session.privateKey)).then(
    () => 'accepted',
    (error: unknown) => (error as { code: string }).code,
  );
  expect(await outcome).toBe(expected);
});
