/** Access tokens of players who never registered, signed as auth signs them; the gateway believes the signature. */
import { createPrivateKey, randomUUIDv7, sign } from 'node:crypto';
import type { AccessClaims } from '@fairline/proto/auth/sessions';
import type { Platform } from '../local/platform/platform.ts';

export function accessTokens(platform: Platform, playerIds: readonly string[]): string[] {
  const jwk = JSON.parse(Buffer.from(platform.environmentOf('auth').SESSION_PRIVATE_KEY ?? '', 'base64url').toString('utf8'));
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(Date.now() / 1_000);
  return playerIds.map((sub) => {
    const who = { kind: 'player', sub, sid: randomUUIDv7(), level: 'verified', jurisdiction: 'open', book: 'real' } as const;
    const claims: AccessClaims = { ...who, iat, exp: iat + 15 * 60 };
    const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`;
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
  });
}

export function newPlayers(count: number): string[] {
  return Array.from({ length: count }, () => randomUUIDv7());
}
