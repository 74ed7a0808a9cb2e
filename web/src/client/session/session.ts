/**
 * The session of one kind of user. The access token lives in this page's memory only and is renewed by an httpOnly cookie,
 * one renewal at a time across tabs; a sign-out in one tab is a sign-out in all of them.
 * Players and operators have a session each and never share one.
 */
import {
  type Operator,
  type OperatorSession,
  type PlayerSession,
  sessionRefusals,
  sessionRoutes,
} from '@fairline/proto/auth/sessions';
import type { User } from '@fairline/proto/auth/users';
import { Refusal, type RouteType } from '@fairline/proto/contract';
import { createStore, type Store } from '../../store.ts';
import { send } from '../http/http.ts';

/** Why a session is over: it expired, it expired while the tab was hidden, the server revoked it, or the user signed out here or in another tab. */
export type SessionEnd = 'expired' | 'away' | 'invalid' | 'signed-out' | 'elsewhere';

export type SessionState<Who> =
  | { readonly status: 'checking'; readonly who: null }
  | { readonly status: 'anonymous'; readonly who: null; readonly end: SessionEnd | null }
  | { readonly status: 'signed-in'; readonly who: Who };

interface Grant<Who> {
  who: Who;
  accessToken: string;
  expiresAt: string;
}

interface Kind<Who> {
  readonly name: 'player' | 'operator';
  readonly refresh: RouteType;
  readonly logout: RouteType;
  readonly session: RouteType;
  readonly read: (reply: unknown) => Grant<Who>;
  readonly whoOf: (reply: unknown) => Who;
}

/** A token this close to its end is renewed before it is used. */
const renewBeforeMs = 30_000;
/** The specification's ten seconds: a check that takes longer leaves the visitor signed out. */
const checkTimeoutMs = 10_000;

export class Session<Who extends { id: string }> {
  readonly #kind: Kind<Who>;
  readonly #store = createStore<SessionState<Who>>({ status: 'checking', who: null });
  #grant: Grant<Who> | null = null;
  #renewal: Promise<string | null> | null = null;
  #channel: BroadcastChannel | null = null;
  #started: Promise<void> | null = null;

  constructor(kind: Kind<Who>) {
    this.#kind = kind;
  }

  get name(): 'player' | 'operator' {
    return this.#kind.name;
  }

  get state(): SessionState<Who> {
    return this.#store.get();
  }

  /** For React. */
  get store(): Omit<Store<SessionState<Who>>, 'set'> {
    return this.#store;
  }

  /** Determines once who is signed in. Without a hint of an earlier sign-in no request is sent. */
  start(): Promise<void> {
    this.#started ??= this.#begin();
    return this.#started;
  }

  async #begin(): Promise<void> {
    this.#listen();
    if (this.#hasHint()) await this.#renewOnce().catch(() => null);
    if (this.state.status === 'checking') this.#store.set({ status: 'anonymous', who: null, end: null });
  }

  /** Stores the response of a sign-in or a registration. */
  adopt(reply: unknown): Who {
    const grant = this.#kind.read(reply);
    this.#saveGrant(grant);
    this.#channel?.postMessage({ kind: 'signed-in', id: grant.who.id });
    return grant.who;
  }

  /** A valid token, or null if there is no session. */
  async token(): Promise<string | null> {
    if (this.#grant && Date.parse(this.#grant.expiresAt) - Date.now() > renewBeforeMs) return this.#grant.accessToken;
    return this.#grant || this.#hasHint() ? this.#renewOnce() : null;
  }

  /** After a 401: a token other than the refused one, or null once the session is over. */
  async afterRefusal(refused: string): Promise<string | null> {
    if (this.#grant && this.#grant.accessToken !== refused) return this.#grant.accessToken;
    return this.#renewOnce();
  }

  /** Asks the server whether the session is still valid, and ends it here if not. */
  async check(end: 'expired' | 'away'): Promise<void> {
    if (this.state.status !== 'signed-in') return;
    const token = await this.token().catch(() => undefined);
    if (token === undefined) return;
    if (token === null) {
      this.#endSession(end);
      return;
    }
    try {
      const reply = await send(this.#kind.session, { token });
      const who = this.#kind.whoOf(await reply.json());
      if (this.#grant) this.#grant.who = who;
      if (JSON.stringify(who) !== JSON.stringify(this.state.who)) this.#store.set({ status: 'signed-in', who });
    } catch (error) {
      if (!(error instanceof Refusal)) return;
      if (isRevoked(error)) this.#endSession('invalid');
      else if (error.status === 401 && (await this.afterRefusal(token).catch(() => undefined)) === null)
        this.#endSession(end);
    }
  }

  /** Ends the session everywhere. The page forgets it even if the request to the server fails. */
  async signOut(): Promise<void> {
    const logout = send(this.#kind.logout).catch(() => null);
    this.#channel?.postMessage({ kind: 'signed-out' });
    this.#endSession('signed-out');
    await logout;
  }

  #renewOnce(): Promise<string | null> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #renew(): Promise<string | null> {
    const wasSignedIn = this.state.status === 'signed-in';
    try {
      const reply = await runInTurn(`fairline.refresh.${this.#kind.name}`, () =>
        send(this.#kind.refresh, { timeoutMs: checkTimeoutMs }),
      );
      const grant = this.#kind.read(await reply.json());
      this.#saveGrant(grant);
      return grant.accessToken;
    } catch (error) {
      if (!(error instanceof Refusal) || (error.status !== 401 && error.status !== 403)) throw error;
      const end = isRevoked(error) ? 'invalid' : document.hidden ? 'away' : 'expired';
      this.#endSession(wasSignedIn ? end : null);
      return null;
    }
  }

  #saveGrant(grant: Grant<Who>): void {
    this.#grant = grant;
    remember(this.#hintName(), '1');
    this.#store.set({ status: 'signed-in', who: grant.who });
  }

  #endSession(end: SessionEnd | null): void {
    this.#grant = null;
    remember(this.#hintName(), null);
    if (this.state.status !== 'anonymous') this.#store.set({ status: 'anonymous', who: null, end });
  }

  #listen(): void {
    if (this.#channel) return;
    this.#channel = new BroadcastChannel(`fairline.session.${this.#kind.name}`);
    this.#channel.onmessage = ({ data }: MessageEvent<{ kind: 'signed-in' | 'signed-out'; id?: string }>) => {
      if (data.kind === 'signed-out') {
        if (this.state.status === 'signed-in') this.#endSession('elsewhere');
      } else if (this.state.who?.id !== data.id) {
        this.#renewOnce().catch(() => null);
      }
    };
  }

  #hintName(): string {
    return `fairline.${this.#kind.name}.here`;
  }

  #hasHint(): boolean {
    try {
      return localStorage.getItem(this.#hintName()) !== null;
    } catch {
      return true;
    }
  }
}

/** Someone ended the session; it did not expire. */
function isRevoked(error: Refusal): boolean {
  return error.status === 403 || error.is(sessionRefusals.sessionRevoked);
}

function remember(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage may be blocked; then only the cookie decides.
  }
}

/** One renewal at a time across tabs, if the browser supports locks. If not, the server's grace period and keys prevent harm. */
export function runInTurn<T>(name: string, act: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(name, act) : act();
}

export const playerSession = new Session<User>({
  name: 'player',
  refresh: sessionRoutes.refresh,
  logout: sessionRoutes.logout,
  session: sessionRoutes.session,
  read: (reply) => {
    const { user, accessToken, expiresAt } = reply as PlayerSession;
    return { who: user, accessToken, expiresAt };
  },
  whoOf: (reply) => (reply as PlayerSession).user,
});

export const operatorSession = new Session<Operator>({
  name: 'operator',
  refresh: sessionRoutes.operatorRefresh,
  logout: sessionRoutes.operatorLogout,
  session: sessionRoutes.operatorSession,
  read: (reply) => {
    const { operator, accessToken, expiresAt } = reply as OperatorSession;
    return { who: operator, accessToken, expiresAt };
  },
  whoOf: (reply) => (reply as OperatorSession).operator,
});

/** The player who is signed in here now. */
export const playerHere = () => playerSession.state.who?.id;
