/**
 * Challenges that a passkey signs: random, bound to a purpose, and valid for five minutes. Each contains its end and a MAC that only auth can compute,
 * so an unanswered challenge needs no storage. An answered one is stored until it ends, so that it works once. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { passkeyRules } from '@fairline/proto/auth/passkeys';
import type { AccountKind } from '../users/user.ts';

/** The purpose of a challenge. A challenge for another purpose, account or session is refused. */
export type Purpose = `sign in ${AccountKind}` | `register ${string}`;

/** The number of random bytes in a challenge. */
export const randomLength = 16;
const endLength = 6;
const bodyLength = randomLength + endLength;

export function newChallenge(
  key: Uint8Array,
  purpose: Purpose,
  random: Uint8Array,
  now: Date,
): Uint8Array<ArrayBuffer> {
  const end = Buffer.alloc(endLength);
  end.writeUIntBE(now.getTime() + passkeyRules.challengeSeconds * 1_000, 0, endLength);
  const body = Buffer.concat([random, end]);
  return new Uint8Array(Buffer.concat([body, markOf(key, purpose, body)]));
}

/** Checks a challenge. `foreign`: auth did not make it, or made it for another purpose. */
export function judgeChallenge(
  key: Uint8Array,
  purpose: Purpose,
  challenge: string,
  now: Date,
): { endsAt: Date } | 'foreign' | 'over' {
  const bytes = Buffer.from(challenge, 'base64url');
  const body = bytes.subarray(0, bodyLength);
  const mark = markOf(key, purpose, body);
  if (bytes.length !== bodyLength + mark.length || !timingSafeEqual(bytes.subarray(bodyLength), mark)) return 'foreign';
  const endsAt = new Date(body.readUIntBE(randomLength, endLength));
  return now < endsAt ? { endsAt } : 'over';
}

function markOf(key: Uint8Array, purpose: Purpose, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${purpose}\n`).update(body).digest();
}
