/**
 * Refresh tokens, links and the keys behind them.
 * A refresh token is traded once. Its successor is HMAC-SHA256(secret, token): shown again within the grace (two tabs, a lost answer) a token yields
 * the same successor, although only hashes are stored and nobody without the secret of the installation can compute one.
 */

import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { AccessClaims } from '@fairline/proto/auth/sessions';
import { importJWK, type JWK, SignJWT } from 'jose';

/** Another token that only the holder of the secret can make from this text. */
export function derivedToken(secret: Uint8Array, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** How a token or a link is stored; 256 random bits need no salt. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export interface Keys {
  /** Makes successors of refresh tokens. */
  refresh: Uint8Array;
  /** Makes the tokens of one-time links. */
  link: Uint8Array;
  /** Keys the hashes of persons, so that consumers cannot read them. */
  person: Uint8Array;
  /** Keys the hashes of browsers and addresses in events of sign-ins. */
  traits: Uint8Array;
  /** Signs challenges for passkeys. */
  passkey: Uint8Array;
  /** Seals authenticator secrets. */
  totp: Uint8Array;
  signAccess: (claims: AccessClaims) => Promise<string>;
}

/** All made from the one key that auth is given. Replacing it ends every session and every link, operators enrol their authenticators again, and new accounts are not compared with older ones. */
export async function openKeys(sessionKey: JWK & { d?: string }): Promise<Keys> {
  const signing = await importJWK(sessionKey, 'EdDSA');
  const deriveToken = (purpose: string) => new Uint8Array(hkdfSync('sha256', Buffer.from(sessionKey.d ?? '', 'base64url'), '', `fairline auth ${purpose}`, 32));
  return {
    refresh: deriveToken('refresh tokens'),
    link: deriveToken('links'),
    person: deriveToken('person keys'),
    traits: deriveToken('sign-in traits'),
    passkey: deriveToken('passkey challenges'),
    totp: deriveToken('authenticator secrets'),
    signAccess: (claims) => new SignJWT(AccessClaims.parse(claims)).setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' }).sign(signing),
  };
}
