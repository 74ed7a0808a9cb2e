/**
 * The two ceremonies of WebAuthn: making a passkey, and signing in with one. The person is verified by the device in both (fingerprint, face or PIN),
 * so that a passkey counts as two factors. The site and its origin are those of PUBLIC_URL.
 */
import { randomBytes } from 'node:crypto';
import { type PasskeyAssertion, type PasskeyAttestation, PasskeyCreation, PasskeyQuestion, passkeyRefusals, passkeyRules } from '@fairline/proto/auth/passkeys';
import { Refusal } from '@fairline/proto/contract';
import { generateAuthenticationOptions, generateRegistrationOptions, verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { z } from 'zod';
import type { AccountKind } from '../users/user.ts';
import { judgeChallenge, newChallenge, type Purpose, randomLength } from './challenge.ts';
import type { PasskeysContext } from './context.ts';
import type { NewCredential, StoredPasskey } from './store.ts';

type Attestation = z.infer<typeof PasskeyAttestation>;
type Assertion = z.infer<typeof PasskeyAssertion>;

/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];
const timeout = passkeyRules.challengeSeconds * 1_000;

const siteOf = ({ publicUrl }: PasskeysContext) => ({ origin: new URL(publicUrl).origin, rpId: new URL(publicUrl).hostname });

/** Whose a passkey is, as the device keeps it: nothing personal, and another for a player than for an operator. */
export function userHandle(kind: AccountKind, id: string): string {
  return Buffer.from(`${kind} ${id}`).toString('base64url');
}

export interface PasskeyOwner {
  kind: AccountKind;
  id: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** `known`: the passkeys of the account, so that no device makes a second one. */
export async function creationOf(
  ctx: PasskeysContext,
  owner: PasskeyOwner,
  purpose: Purpose,
  known: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[],
): Promise<z.input<typeof PasskeyCreation>> {
  const name = `${owner.firstName} ${owner.lastName}`;
  const options = await generateRegistrationOptions({
    rpName: 'Fairline',
    rpID: siteOf(ctx).rpId,
    userID: new Uint8Array(Buffer.from(userHandle(owner.kind, owner.id), 'base64url')),
    userName: owner.kind === 'operator' ? `${owner.email} (operator)` : owner.email,
    userDisplayName: owner.kind === 'operator' ? `${name} (operator)` : name,
    challenge: newChallenge(ctx.keys.passkey, purpose, randomBytes(randomLength), ctx.clock.now()),
    timeout,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId.toString('base64url'), transports })),
  });
  return PasskeyCreation.parse(options);
}

export async function questionOf(ctx: PasskeysContext, kind: AccountKind): Promise<z.input<typeof PasskeyQuestion>> {
  const challenge = newChallenge(ctx.keys.passkey, `sign in ${kind}`, randomBytes(randomLength), ctx.clock.now());
  return PasskeyQuestion.parse(await generateAuthenticationOptions({ rpID: siteOf(ctx).rpId, challenge, timeout, userVerification: 'required' }));
}

/** A challenge as it was signed, and until when it is kept. */
export interface Answered {
  challenge: string;
  endsAt: Date;
}

/** The challenge of a reply; refuses one that is not ours, for another purpose, or over. */
export function answeredChallenge(ctx: PasskeysContext, clientDataJSON: string, purpose: Purpose): Answered {
  const challenge = readChallenge(clientDataJSON);
  const judged = challenge === undefined ? 'foreign' : judgeChallenge(ctx.keys.passkey, purpose, challenge, ctx.clock.now());
  if (judged === 'over') throw new Refusal(passkeyRefusals.passkeyOutdated);
  if (judged === 'foreign' || challenge === undefined) throw new Refusal(passkeyRefusals.passkeyRefused);
  return { challenge, ...judged };
}

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON) as { challenge: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The credential that was made; refuses what the library does not verify. */
export async function verifyCreation(ctx: PasskeysContext, attestation: Attestation, { challenge }: Answered): Promise<NewCredential> {
  const { origin, rpId } = siteOf(ctx);
  const { registrationInfo } = await checked(ctx, () =>
    verifyRegistrationResponse({
      response: { ...attestation, clientExtensionResults: {}, response: withoutUndefined(attestation.response) },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!registrationInfo) throw new Refusal(passkeyRefusals.passkeyRefused);
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: attestation.response.transports ?? [],
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
  };
}

/**
 * The counter and state of a passkey that has signed; refuses what the library does not verify. The stored counter is compared later, under a lock:
 * so only a signature that is right says anything about it.
 */
export async function verifySignature(
  ctx: PasskeysContext,
  passkey: StoredPasskey,
  assertion: Assertion,
  { challenge }: Answered,
): Promise<{ counter: number; backedUp: boolean }> {
  const { origin, rpId } = siteOf(ctx);
  if (assertion.response.userHandle !== userHandle(passkey.kind, passkey.subjectId)) throw new Refusal(passkeyRefusals.passkeyRefused);
  const { verified, authenticationInfo } = await checked(ctx, () =>
    verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {}, response: withoutUndefined(assertion.response) },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id: passkey.credentialId.toString('base64url'), publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }),
  );
  if (!verified) throw new Refusal(passkeyRefusals.passkeyRefused);
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
}

/** The library throws what it does not accept. */
async function checked<T>({ log }: PasskeysContext, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : String(error) }, 'a passkey was refused');
    throw new Refusal(passkeyRefusals.passkeyRefused);
  }
}

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
