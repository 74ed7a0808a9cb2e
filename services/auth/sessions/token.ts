/**
 * Refresh tokens, links and the keys behind them.
 * A refresh token is traded once. Its successor is HMAC-SHA256(secret, token), which nobody without the secret of the installation can compute.
 * So a repeat within the grace period (two tabs, a lost reply) gets the same successor, although only hashes are stored.
 */

import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { AccessClaims } from '@fairline/proto/auth/sessions';
import { importJWK, type JWK, SignJWT } from 'jose';

/** A token derived from this text, which only the holder of the secret can compute. */
export function derivedToken(secret: Uint8Array, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** The hash under which a token or link is stored. 256 random bits need no salt. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export interface Keys {
  /** The key of successors of refresh tokens. */
  refresh: Uint8Array;
  /** The key of the tokens of one-time links. */
  link: Uint8Array;
  /** The key of the hashes of persons, so that consumers cannot guess what they hash. */
  person: Uint8Array;
  /** The key of the hashes of browsers and addresses in events of sign-ins. */
  traits: Uint8Array;
  /** The key of challenges for passkeys. */
  passkey: Uint8Array;
  /** The key that encrypts authenticator secrets. */
  totp: Uint8Array;
  signAccess: (claims: AccessClaims) => Promise<string>;
}

/** Derives all keys from the one configured key. Replacing that key ends all sessions and links, operators must enrol their authenticators again, and new accounts are not compared with older ones. */
export async function openKeys(sessionKey: JWK & { d?: string }): Promise<Keys> {
  const signing = await importJWK(sessionKey, 'EdDSA');
  const deriveToken = (purpose: string) =>
    new Uint8Array(
      hkdfSync('sha256', Buffer.from(sessionKey.d ?? '', 'base64url'), '', `fairline auth ${purpose}`, 32),
    );
  return {
    refresh: deriveToken('refresh tokens'),
    link: deriveToken('links'),
    person: deriveToken('person keys'),
    traits: deriveToken('sign-in traits'),
    passkey: deriveToken('passkey challenges'),
    totp: deriveToken('authenticator secrets'),
    signAccess: (claims) =>
      new SignJWT(AccessClaims.parse(claims)).setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' }).sign(signing),
  };
}
