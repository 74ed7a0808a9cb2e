/** The identity token: who calls, signed by the gateway for one service and 60 s. Services hold only the public key and trust nothing else. */

import { Jurisdiction } from '@fairline/proto/countries';
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
  /** Play money of the demo player stays out of every figure. */
  book: z.enum(['real', 'play']),
});
export const Operator = z.object({
  kind: z.literal('operator'),
  id: z.uuid(),
  sessionId: z.uuid(),
  role: z.enum(roleNames),
  permissions: z.array(z.enum(permissions)),
  /** When they last signed in or stepped up; present on routes that require a fresh proof. */
  provenAt: z.iso.datetime().optional(),
});
export const Caller = z.discriminatedUnion('kind', [Player, Operator]);
export type Player = z.infer<typeof Player>;
export type Operator = z.infer<typeof Operator>;
export type Caller = z.infer<typeof Caller>;

/** Signs identities; one signer per process. */
export async function identitySigner(privateKey: JWK): Promise<(caller: Caller, service: string) => Promise<string>> {
  const key = await importJWK(privateKey, 'EdDSA');
  return (caller, service) =>
    new SignJWT({ caller }).setProtectedHeader({ alg: 'EdDSA' }).setAudience(service).setIssuedAt().setExpirationTime(`${identitySeconds}s`).sign(key);
}

const cacheSize = 20_000;

/** Verifies identities for one service; a token seen before costs a look-up. Undefined for anything not valid now. */
export async function identityVerifier(publicKey: JWK, service: string): Promise<(token: string) => Promise<Caller | undefined>> {
  const key = await importJWK(publicKey, 'EdDSA');
  const seen = new Map<string, { caller: Caller; expiresAt: number }>();
  return async (token) => {
    const known = seen.get(token);
    if (known) return known.expiresAt > Date.now() ? known.caller : undefined;
    try {
      const { payload } = await jwtVerify(token, key, { audience: service, algorithms: ['EdDSA'], requiredClaims: ['exp'], clockTolerance: 2 });
      const caller = Caller.parse(payload.caller);
      if (seen.size >= cacheSize) seen.clear();
      seen.set(token, { caller, expiresAt: (payload.exp as number) * 1_000 });
      return caller;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) return undefined;
      throw error;
    }
  };
}
