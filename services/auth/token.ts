/**
 * The keys of auth, all made from the one it is given, and the access tokens signed with it.
 * Replacing SESSION_PRIVATE_KEY ends every session and every link, and operators enrol their authenticators again.
 */
import { hkdfSync } from 'node:crypto';
import { AccessClaims } from '@fairline/proto/auth';
import { importJWK, type JWK, SignJWT } from 'jose';

export interface Keys {
  /** Makes successors of refresh tokens. */
  refresh: Uint8Array;
  /** Makes the tokens of one-time links. */
  link: Uint8Array;
  /** Seals authenticator secrets. */
  totp: Uint8Array;
  signAccess: (claims: AccessClaims) => Promise<string>;
}

export async function openKeys(sessionKey: JWK & { d?: string }): Promise<Keys> {
  const signing = await importJWK(sessionKey, 'EdDSA');
  const derived = (purpose: string) => new Uint8Array(hkdfSync('sha256', Buffer.from(sessionKey.d ?? '', 'base64url'), '', `fairline auth ${purpose}`, 32));
  return {
    refresh: derived('refresh tokens'),
    link: derived('links'),
    totp: derived('authenticator secrets'),
    signAccess: (claims) => new SignJWT(AccessClaims.parse(claims)).setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' }).sign(signing),
  };
}
