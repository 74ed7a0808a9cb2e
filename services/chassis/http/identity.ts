/** The identity token: the caller, signed by the gateway for one service and valid for 60 s. Services have only the public key and trust no other source. */

import { Jurisdiction } from '@fairline/proto/countries';
import { OperatorOrigin } from '@fairline/proto/operator-control';
import { permissions, roleNames } from '@fairline/proto/permissions';
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
  /** Players of the `play` book (the demo player) count in no figure. */
  book: z.enum(['real', 'play']),
});
export const Operator = z.object({
  kind: z.literal('operator'),
  id: z.uuid(),
  sessionId: z.uuid(),
  role: z.enum(roleNames),
  permissions: z.array(z.enum(permissions)),
  ...OperatorOrigin.shape,
  /** Time of their last sign-in or step-up; only on routes with `stepUp`. */
  provenAt: z.iso.datetime().optional(),
});
export const Caller = z.discriminatedUnion('kind', [Player, Operator]);
export type Player = z.infer<typeof Player>;
export type Operator = z.infer<typeof Operator>;
export type Caller = z.infer<typeof Caller>;

/** Creates the function that signs identities; once per process. */
export async function identitySigner(privateKey: JWK): Promise<(caller: Caller, service: string) => Promise<string>> {
  const key = await importJWK(privateKey, 'EdDSA');
  return (caller, service) =>
    new SignJWT({ caller }).setProtectedHeader({ alg: 'EdDSA' }).setAudience(service).setIssuedAt().setExpirationTime(`${identitySeconds}s`).sign(key);
}

const cacheSize = 20_000;

/** Creates the function that verifies identities for one service; undefined for an invalid token. Verified tokens are cached until they expire. */
export async function identityVerifier(publicKey: JWK, service: string): Promise<(token: string) => Promise<Caller | undefined>> {
  const key = await importJWK(publicKey, 'EdDSA');
  const cache = new Map<string, { caller: Caller; expiresAt: number }>();
  return async (token) => {
    const cached = cache.get(token);
    if (cached) return cached.expiresAt > Date.now() ? cached.caller : undefined;
    try {
      const { payload } = await jwtVerify(token, key, { audience: service, algorithms: ['EdDSA'], requiredClaims: ['exp'], clockTolerance: 2 });
      const caller = Caller.parse(payload.caller);
      if (cache.size >= cacheSize) cache.clear();
      cache.set(token, { caller, expiresAt: (payload.exp as number) * 1_000 });
      return caller;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) return undefined;
      throw error;
    }
  };
}
