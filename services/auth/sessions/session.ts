/** The rules of a session: how long it lasts, the outcome of a refresh token, and its cookie. Pure. */

import { refreshCookies, sessionRules } from '@fairline/proto/auth/sessions';
import { hourMs, secondMs } from '@fairline/proto/time';
import type { AccountKind } from '../users/user.ts';

/** How long a repeat of a traded token still gets the same successor. */
export const graceMs = 20 * secondMs;

const accessMs = sessionRules.accessTokenSeconds * secondMs;

/** How long a session lasts after its start or a refresh, at most until `longestMs` after its start. */
export const lifetimeMs = { player: 24 * hourMs, remembered: 30 * 24 * hourMs, operator: 8 * hourMs } as const;

/** The longest session, however often it is refreshed. */
export const longestMs = { player: 30 * 24 * hourMs, remembered: 90 * 24 * hourMs, operator: 12 * hourMs } as const;

export interface SessionState {
  expiresAt: Date;
  endedAt: Date | null;
}

/** The outcome of a refresh token. `trade`: it gets a successor. `repeat`: it gets the same successor again. `reuse`: the session ends. `over`: the session has ended already. */
export type TokenUse = 'trade' | 'repeat' | 'reuse' | 'over';

export function judgeToken(session: SessionState, usedAt: Date | null, now: Date): TokenUse {
  if (!isOpen(session, now)) return 'over';
  if (!usedAt) return 'trade';
  return now.getTime() - usedAt.getTime() <= graceMs ? 'repeat' : 'reuse';
}

export function isOpen({ expiresAt, endedAt }: SessionState, now: Date): boolean {
  return endedAt === null && now < expiresAt;
}

/** The end of a session that began at one time and is refreshed at another. */
export function sessionEnd(kind: AccountKind, remember: boolean, beganAt: Date, now: Date): Date {
  const length = kind === 'player' && remember ? 'remembered' : kind;
  return new Date(Math.min(now.getTime() + lifetimeMs[length], beganAt.getTime() + longestMs[length]));
}

/** The end of an access token, never after that of its session. In whole seconds, as in a JWT. */
export function accessEnd(sessionExpiresAt: Date, now: Date): Date {
  const end = Math.min(now.getTime() + accessMs, sessionExpiresAt.getTime());
  return new Date(Math.floor(end / secondMs) * secondMs);
}

export interface CookieSetting {
  kind: AccountKind;
  /** Sent over https only. */
  secure: boolean;
}

/** Without remember-me the cookie ends with the browser. */
export function refreshCookie({ kind, secure }: CookieSetting, token: string, remember: boolean): string {
  const { name, path } = refreshCookies[kind];
  const maxAge = remember ? `; Max-Age=${lifetimeMs.remembered / secondMs}` : '';
  return `${name}=${token}; Path=${path}${maxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

export function expiredCookie({ kind, secure }: CookieSetting): string {
  const { name, path } = refreshCookies[kind];
  return `${name}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}
