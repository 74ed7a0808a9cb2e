/** Passkeys of this browser. The library for them loads when one is created, used or offered. */
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyQuestion,
} from '@fairline/proto/auth/passkeys';
import { i18n } from '@lingui/core';
import type { z } from 'zod';
import { errorText } from '../http/error-text.ts';

type Kind = 'stopped' | 'replaced' | 'known' | 'failed';
/** Keyed by the browsers' error names. */
const kinds: Readonly<Record<string, Kind>> = {
  NotAllowedError: 'stopped',
  AbortError: 'replaced',
  InvalidStateError: 'known',
};

/** `stopped`: the user or the browser cancelled it, or it timed out. `replaced`: another request took its place. `known`: this device already has one. */
export class PasskeyFault extends Error {
  readonly kind: Kind;

  constructor(cause: unknown) {
    super('passkey', { cause });
    this.kind = kinds[cause instanceof Error ? cause.name : ''] ?? 'failed';
  }
}

const library = () => import('@simplewebauthn/browser');

export const hasPasskeys = () => typeof globalThis.PublicKeyCredential === 'function';

/** Whether the browser offers passkeys as autofill suggestions. */
export async function offersPasskeys(): Promise<boolean> {
  return hasPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);
}

async function asFault<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new PasskeyFault(error);
  }
}

export async function makePasskey(
  options: z.output<typeof PasskeyCreation>,
): Promise<z.input<typeof PasskeyAttestation>> {
  const { startRegistration } = await library();
  const { id, rawId, type, response } = await asFault(() => startRegistration({ optionsJSON: options }));
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    clientExtensionResults: {},
  };
}

/** `autofill`: waits until the user picks one from the list under the field. */
export async function signWithPasskey(
  options: z.output<typeof PasskeyQuestion>,
  autofill = false,
): Promise<z.input<typeof PasskeyAssertion>> {
  const { startAuthentication } = await library();
  const { id, rawId, type, response } = await asFault(() =>
    startAuthentication({ optionsJSON: options, useBrowserAutofill: autofill }),
  );
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
    clientExtensionResults: {},
  };
}

export async function stopPasskey(): Promise<void> {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

/** The error text for creating or using a passkey. */
export function passkeyErrorText(error: unknown): string {
  if (!(error instanceof PasskeyFault)) return errorText(error);
  if (error.kind === 'known')
    return i18n._({ id: 'passkey.known', message: 'This device already has a passkey for this account.' });
  if (error.kind === 'failed')
    return i18n._({ id: 'passkey.failed', message: 'Your browser could not use a passkey.' });
  return i18n._({ id: 'passkey.stopped', message: 'No passkey was used. You can try again.' });
}
