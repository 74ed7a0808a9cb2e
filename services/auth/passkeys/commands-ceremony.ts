/**
 * The two ceremonies of WebAuthn: creating a passkey, and signing in with one. In both, the device verifies the person (fingerprint, face or PIN),
 * so a passkey counts as two factors. The site and its origin are those of PUBLIC_URL.
 */
import { randomBytes } from 'node:crypto';
import {
  type PasskeyAssertion,
  type PasskeyAttestation,
  PasskeyCreation,
  PasskeyQuestion,
  passkeyRefusals,
  passkeyRules,
} from '@fairline/proto/auth/passkeys';
import { Refusal } from '@fairline/proto/contract';
import type { z } from 'zod';
import type { AccountKind } from '../users/user.ts';
import { judgeChallenge, newChallenge, type Purpose, randomLength } from './challenge.ts';
import type { PasskeysContext } from './context.ts';
import type { NewCredential, StoredPasskey } from './store.ts';

/** Loaded with the first passkey, because it takes 9 MB. */
const webAuthn = () => import('@simplewebauthn/server');

type Attestation = z.infer<typeof PasskeyAttestation>;
type Assertion = z.infer<typeof PasskeyAssertion>;

/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];
const timeout = passkeyRules.challengeSeconds * 1_000;

const siteOf = ({ publicUrl }: PasskeysContext) => ({
  origin: new URL(publicUrl).origin,
  rpId: new URL(publicUrl).hostname,
});

/** The user handle that the device stores with a passkey: not personal, and different for a player and an operator. */
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

/** The options for creating a passkey. `known` are the passkeys of the account, so that no device creates a second one. */
export async function creationOf(
  ctx: PasskeysContext,
  owner: PasskeyOwner,
  purpose: Purpose,
  known: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[],
): Promise<z.input<typeof PasskeyCreation>> {
  const { generateRegistrationOptions } = await webAuthn();
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
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
  });
  return PasskeyCreation.parse(options);
}

export async function questionOf(ctx: PasskeysContext, kind: AccountKind): Promise<z.input<typeof PasskeyQuestion>> {
  const challenge = newChallenge(ctx.keys.passkey, `sign in ${kind}`, randomBytes(randomLength), ctx.clock.now());
  const { generateAuthenticationOptions } = await webAuthn();
  return PasskeyQuestion.parse(
    await generateAuthenticationOptions({ rpID: siteOf(ctx).rpId, challenge, timeout, userVerification: 'required' }),
  );
}

/** A challenge that was answered, and the time until which it is stored. */
export interface Answered {
  challenge: string;
  endsAt: Date;
}

/** The challenge of a reply; refused if it is not ours, for another purpose, or over. */
export function answeredChallenge(ctx: PasskeysContext, clientDataJSON: string, purpose: Purpose): Answered {
  const challenge = readChallenge(clientDataJSON);
  const judged =
    challenge === undefined ? 'foreign' : judgeChallenge(ctx.keys.passkey, purpose, challenge, ctx.clock.now());
  if (judged === 'over') throw new Refusal(passkeyRefusals.passkeyOutdated);
  if (judged === 'foreign' || challenge === undefined) throw new Refusal(passkeyRefusals.passkeyRefused);
  return { challenge, ...judged };
}

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Verifies a new passkey and returns its credential; refused if the library does not accept it. */
export async function verifyCreation(
  ctx: PasskeysContext,
  attestation: Attestation,
  { challenge }: Answered,
): Promise<NewCredential> {
  const { origin, rpId } = siteOf(ctx);
  const { verifyRegistrationResponse } = await webAuthn();
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
 * Verifies a signature and returns the passkey's counter and state; refused if the library does not accept it. The counter is compared later, under a lock,
 * so only a valid signature can change or reveal anything about it.
 */
export async function verifySignature(
  ctx: PasskeysContext,
  passkey: StoredPasskey,
  assertion: Assertion,
  { challenge }: Answered,
): Promise<{ counter: number; backedUp: boolean }> {
  const { origin, rpId } = siteOf(ctx);
  if (assertion.response.userHandle !== userHandle(passkey.kind, passkey.subjectId))
    throw new Refusal(passkeyRefusals.passkeyRefused);
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await checked(ctx, () =>
    verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {}, response: withoutUndefined(assertion.response) },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: 0,
      },
    }),
  );
  if (!verified) throw new Refusal(passkeyRefusals.passkeyRefused);
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
}

/** Turns the errors of the library into a refusal. */
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
