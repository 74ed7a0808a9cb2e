/**
 * Challenges that a passkey signs: random, bound to a purpose, and good for five minutes. Each carries its own end and a mark that only auth can make,
 * so nothing is stored for one that nobody answers; one that was answered is stored until it has ended. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { passkeyRules } from '@fairline/proto/auth/passkeys';
import type { AccountKind } from '../users/user.ts';

/** The purpose of a challenge. A challenge for another purpose, account or session is refused. */
export type Purpose = `sign in ${AccountKind}` | `register ${string}`;

/** Bytes of a challenge that are drawn at random. */
export const randomLength = 16;
const endLength = 6;
const bodyLength = randomLength + endLength;

export function newChallenge(key: Uint8Array, purpose: Purpose, random: Uint8Array, now: Date): Uint8Array<ArrayBuffer> {
  const end = Buffer.alloc(endLength);
  end.writeUIntBE(now.getTime() + passkeyRules.challengeSeconds * 1_000, 0, endLength);
  const body = Buffer.concat([random, end]);
  return new Uint8Array(Buffer.concat([body, markOf(key, purpose, body)]));
}

/** `foreign`: not made by auth, or for another purpose. */
export function judgeChallenge(key: Uint8Array, purpose: Purpose, challenge: string, now: Date): { endsAt: Date } | 'foreign' | 'over' {
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
