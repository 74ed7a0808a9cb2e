/** Players for a measurement: registered ones, and access tokens of players who do not exist in auth. */
import { createPrivateKey, randomUUID, randomUUIDv7, sign } from 'node:crypto';
import type { AccessClaims } from '@fairline/proto/auth/sessions';
import type { Platform } from '../local/platform/platform.ts';

/** Registers a new player and returns their access token. */
export async function register(url: string): Promise<string> {
  const person = {
    email: `${randomUUID()}@example.com`,
    password: 'Correct-horse-1',
    firstName: 'Bench',
    lastName: 'Player',
    country: 'DE',
    dateOfBirth: '1990-01-01',
    acceptTerms: true,
  };
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  if (!response.ok) throw new Error(`a player could not register: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { accessToken: string }).accessToken;
}

export function newPlayers(count: number): string[] {
  return Array.from({ length: count }, () => randomUUIDv7());
}

/** Tokens signed with auth's key. The gateway accepts them, because it checks the signature only. */
export function accessTokens(platform: Platform, playerIds: readonly string[]): string[] {
  const encoded = platform.environmentOf('auth').SESSION_PRIVATE_KEY ?? '';
  const jwk = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(Date.now() / 1_000);
  return playerIds.map((sub) => {
    const session = { sid: randomUUIDv7(), iat, exp: iat + 15 * 60 };
    const claims: AccessClaims = {
      kind: 'player',
      sub,
      ...session,
      level: 'verified',
      jurisdiction: 'open',
      book: 'real',
    };
    const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`;
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
  });
}
