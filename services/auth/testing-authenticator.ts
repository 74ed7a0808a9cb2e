/** A WebAuthn authenticator for tests: ES256 keys, no attestation. It creates passkeys, signs with them, and can make any part of its reply wrong. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { PasskeyCreation, PasskeyQuestion } from '@fairline/proto/auth/passkeys';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { z } from 'zod';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64url');
const present = 0x01;
const verified = 0x04;
const backupEligible = 0x08;
const backedUp = 0x10;
const attested = 0x40;

interface Faults {
  origin?: string;
  userHandle?: string;
  /** The person is only present, not verified. */
  unverified?: boolean;
  /** The signature covers other data. */
  tampered?: boolean;
  counter?: number;
}

export class Authenticator {
  readonly credentialId = randomBytes(32);
  counter = 0;
  private readonly origin: string;
  private readonly keys: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });
  private handle = '';

  constructor(publicUrl: string) {
    this.origin = new URL(publicUrl).origin;
  }

  /** The browser's reply after it created a passkey. */
  create({ challenge, user, rp }: z.infer<typeof PasskeyCreation>, { origin = this.origin, unverified }: Faults = {}) {
    this.handle = user.id;
    const jwk = this.keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(String(jwk.x), 'base64url'))],
      [-3, new Uint8Array(Buffer.from(String(jwk.y), 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.credentialId, isoCBOR.encode(key)]);
    const flags = attested | this.flags(unverified);
    const authData = new Uint8Array(Buffer.concat([this.head(rp.id, flags, 0), credential]));
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    const response = {
      clientDataJSON: clientData('webauthn.create', challenge, origin),
      attestationObject: base64(attestationObject),
      transports: ['internal'],
    };
    return { ...this.reply(), response };
  }

  /** The browser's reply after the passkey signed. */
  sign(
    { challenge, rpId }: z.infer<typeof PasskeyQuestion>,
    { origin = this.origin, userHandle = this.handle, ...faults }: Faults = {},
  ) {
    this.counter = faults.counter ?? this.counter + 1;
    const authenticatorData = this.head(rpId, this.flags(faults.unverified), this.counter);
    const clientDataJSON = clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([
      authenticatorData,
      sha256(Buffer.from(faults.tampered ? 'AAAA' : clientDataJSON, 'base64url')),
    ]);
    const signature = createSign('sha256').update(signed).sign(this.keys.privateKey);
    return {
      ...this.reply(),
      response: {
        clientDataJSON,
        authenticatorData: base64(authenticatorData),
        signature: base64(signature),
        userHandle,
      },
    };
  }

  private reply() {
    const id = base64(this.credentialId);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  private flags(unverified = false): number {
    return present | (unverified ? 0 : verified) | backupEligible | backedUp;
  }

  private head(rpId: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }
}

const clientData = (type: string, challenge: string, origin: string) =>
  base64(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
