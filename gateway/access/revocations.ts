/**
 * Sessions that ended before their tokens did. Revocations are kept for as long as an access token lasts:
 * they are replayed from the event stream at start, and followed from then on.
 */
import type { Bus } from '@fairline/chassis/messaging/bus';
import type { Log } from '@fairline/chassis/process/log';
import { sessionEvents, sessionRules } from '@fairline/proto/auth/sessions';
import { userEvents } from '@fairline/proto/auth/users';
import type { EventType, Infer } from '@fairline/proto/contract';
import { eventStream } from '@fairline/proto/services';

export const tokenLifetimeMs = sessionRules.accessTokenSeconds * 1_000;
/** Clocks of two machines may differ by this much. */
const marginMs = 60_000;

/** The fields of a session that decide whether it was revoked. */
export interface Revocable {
  readonly subjectId: string;
  readonly sessionId: string;
  readonly startedAtMs: number;
}

export class Revocations {
  /** Instants in milliseconds by session and by subject. */
  private readonly sessions = new Map<string, number>();
  private readonly subjects = new Map<string, number>();
  private readonly listeners = new Set<(subjectId: string) => void>();

  /** A session never comes back. */
  endSession(subjectId: string, sessionId: string, atMs: number): void {
    this.sessions.set(sessionId, atMs);
    this.notify(subjectId);
  }

  /** Every session the subject had at the instant is over; one begun later is good. */
  endSubject(subjectId: string, atMs: number): void {
    this.subjects.set(subjectId, Math.max(atMs, this.subjects.get(subjectId) ?? 0));
    this.notify(subjectId);
  }

  refuses({ subjectId, sessionId, startedAtMs }: Revocable): boolean {
    const endedAt = this.subjects.get(subjectId);
    return this.sessions.has(sessionId) || (endedAt !== undefined && startedAtMs <= endedAt);
  }

  /** Calls the listener when something held open for a subject may have ended; returns the way to stop. */
  onEnd(listener: (subjectId: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Forgets what no living token can be about. */
  sweep(nowMs: number): void {
    for (const ended of [this.sessions, this.subjects]) {
      for (const [id, atMs] of ended) if (atMs < nowMs - tokenLifetimeMs - 2 * marginMs) ended.delete(id);
    }
  }

  get size(): number {
    return this.sessions.size + this.subjects.size;
  }

  private notify(subjectId: string): void {
    for (const listener of this.listeners) listener(subjectId);
  }
}

/** As far back as a living token can have been revoked. */
export function tokenHorizon(now: Date): Date {
  return new Date(now.getTime() - tokenLifetimeMs - marginMs);
}

/** Replays the events since the instant, then follows; resolves when everything published before now is known. */
export async function followRevocations(bus: Bus, revocations: Revocations, since: Date, log: Log): Promise<void> {
  const follow = async <E extends EventType>(event: E, apply: (data: Infer<E['data']>) => void) => {
    const { caughtUp } = await bus.follow(eventStream, event.subject, since, (message) => {
      const read = event.data.safeParse((message as { data?: unknown }).data);
      if (read.success) apply(read.data as Infer<E['data']>);
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
  ]);
}
