/**
 * Sessions that were revoked before their access tokens expire, and tokens that name an earlier jurisdiction. A revocation is kept as long as an access token is valid.
 * Revocations are replayed from the event stream at start, and followed from then on.
 */
import type { Bus } from '@fairline/chassis/messaging/bus';
import type { Log } from '@fairline/chassis/process/log';
import { sessionEvents, sessionRules } from '@fairline/proto/auth/sessions';
import { userEvents } from '@fairline/proto/auth/users';
import type { Envelope, EventType, Infer } from '@fairline/proto/contract';
import type { Jurisdiction } from '@fairline/proto/countries';
import { eventStream } from '@fairline/proto/processes';

export const tokenLifetimeMs = sessionRules.accessTokenSeconds * 1_000;
/** Clocks of two machines may differ by this much. */
const marginMs = 60_000;

/** The fields of a session that decide whether it was revoked. */
export interface Revocable {
  readonly subjectId: string;
  readonly sessionId: string;
  readonly startedAtMs: number;
  /** Of a player's access token: the jurisdiction it names, and when it was issued. */
  readonly token?: { readonly jurisdiction: Jurisdiction; readonly issuedAtMs: number } | undefined;
}

interface JurisdictionChange {
  readonly jurisdiction: Jurisdiction;
  /** Of the account; events may arrive in another order. */
  readonly version: number;
  readonly atMs: number;
}

export class Revocations {
  /** Times of revocations in milliseconds, by session and by subject. */
  private readonly sessions = new Map<string, number>();
  private readonly subjects = new Map<string, number>();
  /** The jurisdictions that auth published last, by player. */
  private readonly jurisdictions = new Map<string, JurisdictionChange>();
  private readonly listeners = new Set<(subjectId: string) => void>();

  /** Revokes one session for good. */
  endSession(subjectId: string, sessionId: string, atMs: number): void {
    this.sessions.set(sessionId, atMs);
    this.notify(subjectId);
  }

  /** Revokes every session of the subject that began up to the given time. */
  endSubject(subjectId: string, atMs: number): void {
    this.subjects.set(subjectId, Math.max(atMs, this.subjects.get(subjectId) ?? 0));
    this.notify(subjectId);
  }

  /** Revokes the player's access tokens that name another jurisdiction. Their sessions continue: a renewed token names this one. */
  changeJurisdiction(playerId: string, change: JurisdictionChange): void {
    if ((this.jurisdictions.get(playerId)?.version ?? 0) >= change.version) return;
    this.jurisdictions.set(playerId, change);
    this.notify(playerId);
  }

  refuses({ subjectId, sessionId, startedAtMs, token }: Revocable): boolean {
    const endedAt = this.subjects.get(subjectId);
    if (this.sessions.has(sessionId) || (endedAt !== undefined && startedAtMs <= endedAt)) return true;
    const change = this.jurisdictions.get(subjectId);
    // A token issued later may name a jurisdiction whose event is still on its way.
    return (
      change !== undefined &&
      token !== undefined &&
      token.jurisdiction !== change.jurisdiction &&
      token.issuedAtMs <= change.atMs + marginMs
    );
  }

  /** Calls the listener when a session of a subject may have ended. Returns a function that removes the listener. */
  onEnd(listener: (subjectId: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Drops revocations older than any token that is still valid. */
  sweep(nowMs: number): void {
    for (const ended of [this.sessions, this.subjects]) {
      for (const [id, atMs] of ended) if (isForgotten(atMs, nowMs)) ended.delete(id);
    }
    for (const [id, { atMs }] of this.jurisdictions) if (isForgotten(atMs, nowMs)) this.jurisdictions.delete(id);
  }

  get size(): number {
    return this.sessions.size + this.subjects.size + this.jurisdictions.size;
  }

  private notify(subjectId: string): void {
    for (const listener of this.listeners) listener(subjectId);
  }
}

/** No token from before the time is still valid. */
const isForgotten = (atMs: number, nowMs: number) => atMs < nowMs - tokenLifetimeMs - 2 * marginMs;

/** The earliest time of a revocation that a still valid token can have. */
export function tokenHorizon(now: Date): Date {
  return new Date(now.getTime() - tokenLifetimeMs - marginMs);
}

/** Replays the revocations since the given time and keeps following. Resolves once all published before the call have been received. */
export async function followRevocations(bus: Bus, revocations: Revocations, since: Date, log: Log): Promise<void> {
  const follow = async <E extends EventType>(
    event: E,
    apply: (data: Infer<E['data']>, envelope: Pick<Envelope, 'time' | 'version'>) => void,
  ) => {
    const { caughtUp } = await bus.follow(eventStream, event.subject, since, (message) => {
      const read = event.data.safeParse((message as { data?: unknown }).data);
      if (read.success) apply(read.data as Infer<E['data']>, message as Envelope);
      else log.error({ type: event.subject }, 'an event that does not fit its contract was left aside');
    });
    await caughtUp;
  };
  await Promise.all([
    follow(sessionEvents.sessionRevoked, ({ subjectId, sessionId, at }) => {
      if (sessionId) revocations.endSession(subjectId, sessionId, Date.parse(at));
      else revocations.endSubject(subjectId, Date.parse(at));
    }),
    follow(userEvents.userStatusChanged, ({ playerId, status, at }) => {
      if (status === 'closed') revocations.endSubject(playerId, Date.parse(at));
    }),
    follow(userEvents.verificationChanged, ({ playerId, jurisdiction }, { time, version }) => {
      revocations.changeJurisdiction(playerId, { jurisdiction, version, atMs: Date.parse(time) });
    }),
  ]);
}
