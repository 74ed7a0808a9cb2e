/**
 * The identity token: the caller, signed by the gateway for one service and valid for 60 s; and the client's address, signed the same way, also for anonymous callers.
 * Services have only the public key and trust no other source.
 */

import { userRefusals } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import { Jurisdiction } from '@fairline/proto/countries';
import { OperatorOrigin } from '@fairline/proto/operator-control';
import { receivedPermissions, roleNames, sentPermissions } from '@fairline/proto/permissions';
import { errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

export const identityHeader = 'x-fairline-identity';
export const addressHeader = 'x-fairline-address';
export const agentHeader = 'x-fairline-agent';
export const identitySeconds = 60;

export const Player = z.object({
  kind: z.literal('player'),
  id: z.uuid(),
  sessionId: z.uuid(),
  level: z.enum(['unverified', 'verified']),
  jurisdiction: Jurisdiction,
  /** The day of their 25th birthday, while it lies ahead and the jurisdiction has rules for younger players. */
  under25Until: z.iso.date().optional(),
  /** Players of the `play` book (the demo player) count in no figure. */
  book: z.enum(['real', 'play']),
});
/** An operator as a token carries them. */
const OperatorClaims = z.object({
  kind: z.literal('operator'),
  id: z.uuid(),
  sessionId: z.uuid(),
  role: z.enum(roleNames),
  permissions: z.array(z.string().max(60)),
  ...OperatorOrigin.shape,
  /** Time of their last sign-in or step-up; only on routes with `stepUp`. */
  provenAt: z.iso.datetime().optional(),
});
export const Operator = OperatorClaims.transform((operator) => ({
  ...operator,
  permissions: receivedPermissions(operator.role, operator.permissions),
}));
export const Caller = z.discriminatedUnion('kind', [Player, Operator]);
export type Player = z.infer<typeof Player>;
export type Operator = z.infer<typeof Operator>;
export type Caller = z.infer<typeof Caller>;

/** Whether anyone can sign in to the account: the password of the demo player is public. */
export const isShared = ({ book }: Pick<Player, 'book'>): boolean => book === 'play';

/** Refuses uploads to a shared account, where other visitors would see the files. */
export function refuseShared(player: Pick<Player, 'book'>): void {
  if (isShared(player)) throw new Refusal(userRefusals.sharedAccount);
}

type Claim = 'caller' | 'address';

interface Signer {
  caller(caller: Caller, service: string): Promise<string>;
  address(address: string, service: string): Promise<string>;
}

/** Signs identities and addresses; created once per process. */
export async function identitySigner(privateKey: JWK): Promise<Signer> {
  const key = await importJWK(privateKey, 'EdDSA');
  const sign = (claim: Claim, value: unknown, service: string) =>
    new SignJWT({ [claim]: value })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setAudience(service)
      .setIssuedAt()
      .setExpirationTime(`${identitySeconds}s`)
      .sign(key);
  const claimsOf = (caller: Caller) =>
    caller.kind === 'operator' ? { ...caller, permissions: sentPermissions(caller.permissions) } : caller;
  return {
    caller: (caller, service) => sign('caller', claimsOf(caller), service),
    address: (address, service) => sign('address', address, service),
  };
}

const cacheSize = 20_000;

/** Each is undefined for an invalid token. */
export interface Verifier {
  caller(token: string): Promise<Caller | undefined>;
  address(token: string): Promise<string | undefined>;
}

/** Verifies identities and addresses for one service. Verified tokens are cached until they expire. */
export async function identityVerifier(publicKey: JWK, service: string): Promise<Verifier> {
  const key = await importJWK(publicKey, 'EdDSA');
  const verifierOf = <T>(claim: Claim, schema: z.ZodType<T>) => {
    const cache = new Map<string, { value: T; expiresAt: number }>();
    return async (token: string): Promise<T | undefined> => {
      const cached = cache.get(token);
      if (cached) return cached.expiresAt > Date.now() ? cached.value : undefined;
      try {
        const { payload } = await jwtVerify(token, key, {
          audience: service,
          algorithms: ['EdDSA'],
          requiredClaims: ['exp'],
          clockTolerance: 2,
        });
        const value = schema.parse(payload[claim]);
        if (cache.size >= cacheSize) cache.clear();
        cache.set(token, { value, expiresAt: (payload.exp as number) * 1_000 });
        return value;
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError) return undefined;
        throw error;
      }
    };
  };
  return { caller: verifierOf('caller', Caller), address: verifierOf('address', z.string().max(64)) };
}
