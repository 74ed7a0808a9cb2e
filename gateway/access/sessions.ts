/**
 * The sessions of callers. An access token is verified once and cached until it expires. Each service gets an identity token signed here,
 * so no service sees an access token, and the identity token for one service is not valid at another.
 */
import { Caller, identitySeconds, identitySigner } from '@fairline/chassis/http/identity';
import { AccessClaims } from '@fairline/proto/auth/sessions';
import { common, Refusal } from '@fairline/proto/contract';
import type { PlatformServiceName } from '@fairline/proto/processes';
import { errors, importJWK, type JWK, jwtVerify } from 'jose';
import { ZodError } from 'zod';
import type { Revocable, Revocations } from './revocations.ts';

/** Without the message server a revocation may be missed, so after this time no token is accepted. */
const blindAfterMs = 10_000;
const mostRemembered = 50_000;
/** An identity token is reused for less than its lifetime, so that it does not expire on the way. */
const identityFreshMs = identitySeconds * 1_000 - 10_000;

export interface Session extends Revocable {
  readonly caller: Caller;
  readonly expiresAtMs: number;
}

interface SessionKeys {
  readonly verifyKey: Awaited<ReturnType<typeof importJWK>>;
  readonly signer: Awaited<ReturnType<typeof identitySigner>>;
}

/** The public key of access tokens and the private one of identities. */
export async function sessionKeys(config: {
  SESSION_PUBLIC_KEY: JWK;
  IDENTITY_PRIVATE_KEY: JWK;
}): Promise<SessionKeys> {
  return {
    verifyKey: await importJWK(config.SESSION_PUBLIC_KEY, 'EdDSA'),
    signer: await identitySigner(config.IDENTITY_PRIVATE_KEY),
  };
}

interface Remembered extends Session {
  readonly identities: Map<PlatformServiceName, { token: Promise<string>; untilMs: number }>;
}

export class Sessions {
  private readonly remembered = new Map<string, Remembered>();
  private readonly revocations: Revocations;
  private readonly lostSinceMs: () => number | undefined;
  private readonly verifyKey: SessionKeys['verifyKey'];
  private readonly signer: SessionKeys['signer'];
  private readonly addresses = new Map<string, { token: Promise<string>; untilMs: number }>();

  /** `lostSinceMs`: the time since which the message server is unreachable; undefined while it is reachable. */
  constructor({ verifyKey, signer }: SessionKeys, revocations: Revocations, lostSinceMs: () => number | undefined) {
    this.verifyKey = verifyKey;
    this.signer = signer;
    this.revocations = revocations;
    this.lostSinceMs = lostSinceMs;
  }

  /** The session of a token. Refuses an invalid, expired or revoked token, and every token if revocations have not arrived for too long. */
  async of(token: string): Promise<Session> {
    const session = this.remembered.get(token) ?? (await this.read(token));
    if (!session || session.expiresAtMs <= Date.now() || this.revocations.refuses(session))
      throw new Refusal(common.unauthenticated);
    const lostSince = this.lostSinceMs();
    if (lostSince !== undefined && Date.now() - lostSince > blindAfterMs) throw new Refusal(common.unavailable);
    return session;
  }

  stillHolds(session: Session): boolean {
    return session.expiresAtMs > Date.now() && !this.revocations.refuses(session);
  }

  /** The identity token of a session for a service. */
  identity(session: Session, service: PlatformServiceName): Promise<string> {
    const { identities } = session as Remembered;
    const known = identities.get(service);
    if (known && known.untilMs > Date.now()) return known.token;
    const token = this.signer.caller(session.caller, service);
    identities.set(service, { token, untilMs: Date.now() + identityFreshMs });
    return token;
  }

  /** The identity token of an operator with a proof at `provenAt`. It is used for one call, because a proof expires. */
  provenIdentity({ caller }: Session, service: PlatformServiceName, provenAt: string): Promise<string> {
    return this.signer.caller(caller.kind === 'operator' ? { ...caller, provenAt } : caller, service);
  }

  /** The client's address, signed for a service. A signature is reused until shortly before it expires. */
  signedAddress(address: string, service: PlatformServiceName): Promise<string> {
    const key = `${service} ${address}`;
    const known = this.addresses.get(key);
    if (known && known.untilMs > Date.now()) return known.token;
    const token = this.signer.address(address, service);
    if (this.addresses.size >= mostRemembered) this.addresses.delete(this.addresses.keys().next().value as string);
    this.addresses.set(key, { token, untilMs: Date.now() + identityFreshMs });
    return token;
  }

  /** Drops tokens and signatures that have expired. */
  sweep(nowMs: number): void {
    for (const [key, { untilMs }] of this.addresses) if (untilMs <= nowMs) this.addresses.delete(key);
    for (const [token, session] of this.remembered) if (session.expiresAtMs <= nowMs) this.remembered.delete(token);
  }

  private async read(token: string): Promise<Remembered | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.verifyKey, {
        algorithms: ['EdDSA'],
        requiredClaims: ['exp', 'iat'],
      });
      const { sub, sid, iat, exp, ...rest } = AccessClaims.parse(payload);
      const caller = Caller.parse({ ...rest, id: sub, sessionId: sid });
      const times = { startedAtMs: startOf(sid, iat), expiresAtMs: exp * 1_000 };
      const issued =
        caller.kind === 'player' ? { jurisdiction: caller.jurisdiction, issuedAtMs: iat * 1_000 } : undefined;
      const session = { caller, subjectId: sub, sessionId: sid, ...times, token: issued, identities: new Map() };
      if (this.remembered.size >= mostRemembered) this.remembered.delete(this.remembered.keys().next().value as string);
      this.remembered.set(token, session);
      return session;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof ZodError) return undefined;
      throw error;
    }
  }
}

/** The start of a session in milliseconds. Its id is a UUIDv7, whose first 48 bits are more precise than the whole seconds of `iat`. */
export function startOf(sessionId: string, issuedAt: number): number {
  return sessionId[14] === '7' ? Number.parseInt(sessionId.slice(0, 8) + sessionId.slice(9, 13), 16) : issuedAt * 1_000;
}

export function bearer(header: string | undefined): string | undefined {
  return header === undefined ? undefined : (/^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1] ?? '');
}
