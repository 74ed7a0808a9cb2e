/** Access tokens for players who do not exist in auth, signed with its key. The gateway accepts them, because it checks the signature only. */
import { createPrivateKey, randomUUIDv7, sign } from 'node:crypto';
import type { AccessClaims } from '@fairline/proto/auth/sessions';
import type { Platform } from '../../local/platform/platform.ts';

export function accessTokens(platform: Platform, playerIds: readonly string[]): string[] {
  const token = signer(platform);
  return playerIds.map((sub) =>
    token({ kind: 'player', sub, ...session(), level: 'verified', jurisdiction: 'open', book: 'real' }),
  );
}

function session() {
  const iat = Math.floor(Date.now() / 1_000);
  return { sid: randomUUIDv7(), iat, exp: iat + 15 * 60 };
}

function signer(platform: Platform): (claims: AccessClaims) => string {
  const jwk = JSON.parse(
    Buffer.from(platform.environmentOf('auth').SESSION_PRIVATE_KEY ?? '', 'base64url').toString('utf8'),
  );
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return (claims) => {
    const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`;
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
  };
}

export function newPlayers(count: number): string[] {
  return Array.from({ length: count }, () => randomUUIDv7());
}
