/** Access tokens for players and operators who do not exist in auth, signed with its key. The gateway accepts them, because it checks the signature only. */
import { createPrivateKey, randomUUIDv7, sign } from 'node:crypto';
import type { AccessClaims } from '@fairline/proto/auth/sessions';
import { permissionsOf } from '@fairline/proto/permissions';
import type { Platform } from '../../local/platform/platform.ts';

export function accessTokens(platform: Platform, playerIds: readonly string[]): string[] {
  const token = signer(platform);
  return playerIds.map((sub) =>
    token({ kind: 'player', sub, ...session(), level: 'verified', jurisdiction: 'open', book: 'real' }),
  );
}

/** Operators of the role support, activated long ago. */
export function agentTokens(platform: Platform, operatorIds: readonly string[]): string[] {
  const token = signer(platform);
  const origin = {
    activatedAt: '2020-01-01T00:00:00.000Z',
    invitedBy: null,
    resetBy: null,
    resetAt: null,
    raisedBy: null,
    raisedAt: null,
  };
  const permissions = [...permissionsOf('support')];
  return operatorIds.map((sub) =>
    token({ kind: 'operator', sub, ...session(), role: 'support', permissions, ...origin }),
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
