/**
 * The rules of a session: how long it lasts, what a refresh token is worth when it is shown, the cookie that carries it, the keys behind both tokens,
 * and how its device is called.
 * A refresh token is traded once. Its successor is HMAC-SHA256(secret, token): shown again within the grace (two tabs, an answer that was lost) a token yields
 * the same successor, although only hashes are stored and nobody without the installation's secret can compute one.
 */
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { AccessClaims, refreshCookies } from '@fairline/proto/auth';
import { importJWK, type JWK, SignJWT } from 'jose';

export type Kind = keyof typeof refreshCookies;

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;
/** How long a traded token still answers its successor. */
export const graceMs = 20 * secondMs;
export const accessMs = 15 * 60 * secondMs;
/** Each refresh begins the time anew. */
export const lifetimeMs = { player: 24 * hourMs, remembered: 30 * 24 * hourMs, operator: 8 * hourMs } as const;

export interface SessionState {
  expiresAt: Date;
  endedAt: Date | null;
}

/** `trade` it for its successor, `repeat` that answer, end the session for `reuse`; `over`: the session ended before. */
export type Worth = 'trade' | 'repeat' | 'reuse' | 'over';

export function worthOf(session: SessionState, usedAt: Date | null, now: Date): Worth {
  if (!isOpen(session, now)) return 'over';
  if (!usedAt) return 'trade';
  return now.getTime() - usedAt.getTime() <= graceMs ? 'repeat' : 'reuse';
}

export function isOpen({ expiresAt, endedAt }: SessionState, now: Date): boolean {
  return endedAt === null && now < expiresAt;
}

export function sessionEnd(kind: Kind, remember: boolean, now: Date): Date {
  return new Date(now.getTime() + lifetimeMs[kind === 'player' && remember ? 'remembered' : kind]);
}

/** An access token never outlives its session. Whole seconds, as a JWT counts. */
export function accessEnd(sessionExpiresAt: Date, now: Date): Date {
  const end = Math.min(now.getTime() + accessMs, sessionExpiresAt.getTime());
  return new Date(Math.floor(end / secondMs) * secondMs);
}

/** Another token that only the holder of the secret can make from this text. */
export function derivedToken(secret: Uint8Array, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** How a token or a link is stored; 256 random bits need no salt. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export interface CookieSetting {
  kind: Kind;
  /** Sent over https only. */
  secure: boolean;
}

/** Without remember-me the cookie ends with the browser. */
export function refreshCookie({ kind, secure }: CookieSetting, token: string, remember: boolean): string {
  const { name, path } = refreshCookies[kind];
  const maxAge = remember ? `; Max-Age=${lifetimeMs.remembered / secondMs}` : '';
  return `${name}=${token}; Path=${path}${maxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

/** Names a browser to the accounts it signs in to, for a year; it opens nothing. */
export const deviceCookie = { name: 'fairline_device', path: '/api/auth', seconds: 365 * 24 * 3_600 } as const;

export function deviceCookieText(token: string, secure: boolean): string {
  const { name, path, seconds } = deviceCookie;
  return `${name}=${token}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

export function noCookie({ kind, secure }: CookieSetting): string {
  const { name, path } = refreshCookies[kind];
  return `${name}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

export interface Keys {
  /** Makes successors of refresh tokens. */
  refresh: Uint8Array;
  /** Makes the tokens of one-time links. */
  link: Uint8Array;
  /** Seals authenticator secrets. */
  totp: Uint8Array;
  signAccess: (claims: AccessClaims) => Promise<string>;
}

/** All made from the one key that auth is given. Replacing it ends every session and every link, and operators enrol their authenticators again. */
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

const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** The name of a device by what its browser says of itself: "Firefox (Windows)". A hint for people, never a proof. */
export function deviceName(agent: string): string {
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser && system) return `${browser} (${system})`;
  return browser ?? system ?? 'Unknown device';
}
