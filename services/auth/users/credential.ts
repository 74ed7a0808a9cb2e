/**
 * Credentials of an account: a password, stored as argon2id, and the code of an authenticator app.
 * A password is compared in the same time whether or not there is an account.
 */
import { createHmac } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import { generateSecret, generateURI, verify as verifyCode } from 'otplib';

/** OWASP's minimum for argon2id (algorithm 2): 19 MiB, two passes, one lane. */
const argon2id: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export class Passwords {
  private readonly nobodys: string;

  private constructor(nobodys: string) {
    this.nobodys = nobodys;
  }

  /** `nobodys` is the hash of a random password, compared if there is no account. */
  static async open(nobodys: Uint8Array): Promise<Passwords> {
    return new Passwords(await hash(nobodys, argon2id));
  }

  /** Hashing runs on the thread pool, never on the main thread. */
  hash(password: string): Promise<string> {
    return hash(password.normalize('NFKC'), argon2id);
  }

  /** Compares a password; without a hash it does the same work and returns false. */
  async matches(password: string, hashed: string | null | undefined): Promise<boolean> {
    const same = await verify(this.comparedWith(hashed), password.normalize('NFKC'));
    return same && typeof hashed === 'string';
  }

  /** The hash that a password is compared with: without one of an account, one that takes the same work. */
  comparedWith(hashed: string | null | undefined): string {
    return hashed ?? this.nobodys;
  }
}

const issuer = 'Fairline';
const stepSeconds = 30;

/** The `otpauth:` address that an authenticator app reads, as text or as a QR code. */
export function authenticatorUri(email: string, secret: string): string {
  return generateURI({ issuer, label: email, secret });
}

/** A new authenticator: the secret to type, and the address for a QR code. */
export function newAuthenticator(email: string): { secret: string; uri: string } {
  const secret = generateSecret();
  return { secret, uri: authenticatorUri(email, secret) };
}

/** The time step of this code, at most one step early or late; undefined if the code is wrong, or not newer than the last accepted one. */
export async function stepOfCode(
  secret: string,
  code: string,
  lastStep: number,
  now: Date,
): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = await verifyCode({ secret, token, epoch, epochTolerance: stepSeconds, afterTimeStep: lastStep });
  return result.valid ? Math.floor(epoch / stepSeconds) + result.delta : undefined;
}

const recoveryCodes = 10;
const recoveryLength = 10;
/** The number of random bytes for one set of recovery codes. */
export const recoveryBytes = recoveryCodes * recoveryLength;
/** Crockford's alphabet: 32 letters and digits that are hard to confuse. */
const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Ten recovery codes, each of 50 bits, as XXXXX-XXXXX. Each replaces an app code once. */
export function newRecoveryCodes(chance: Uint8Array): string[] {
  const signs = Array.from(
    chance.subarray(0, recoveryBytes),
    (byte) => recoveryAlphabet[byte % recoveryAlphabet.length],
  ).join('');
  return (signs.match(/.{10}/g) ?? []).map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** The stored hash of a recovery code, keyed so that the codes cannot be guessed from it. Case and spaces do not matter. */
export function recoveryHash(key: Uint8Array, code: string): Buffer {
  const signs = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return createHmac('sha256', key).update(signs).digest();
}
