/** The rules of a session: how long it lasts, the outcome of a refresh token, and its cookie. Pure. */
import { refreshCookies, sessionRules } from '@fairline/proto/auth/sessions';
import type { AccountKind } from '../users/user.ts';

const secondMs = 1_000;

const hourMs = 3_600 * secondMs;

/** How long a repeat of a traded token still gets the same successor. */
export const graceMs = 20 * secondMs;

const accessMs = sessionRules.accessTokenSeconds * secondMs;

/** How long a session lasts after its start or a refresh; an operator's also ends after `operatorLongestMs`. */
export const lifetimeMs = { player: 24 * hourMs, remembered: 30 * 24 * hourMs, operator: 8 * hourMs } as const;

/** The longest session of an operator, however often it is refreshed. */
export const operatorLongestMs = 12 * hourMs;

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
  const end = now.getTime() + lifetimeMs[kind === 'player' && remember ? 'remembered' : kind];
  return new Date(kind === 'operator' ? Math.min(end, beganAt.getTime() + operatorLongestMs) : end);
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
