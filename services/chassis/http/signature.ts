/** Signed webhooks: an HMAC over time and body with a shared secret proves that a body is authentic and recent. */
import { createHmac, timingSafeEqual } from 'node:crypto';

function mac(secret: string, seconds: number, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
}

/** Returns `t=<unix seconds>,v1=<hex HMAC of time and body>`. */
export function sign(secret: string, body: Uint8Array, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return `t=${seconds},v1=${mac(secret, seconds, body).toString('hex')}`;
}

/** Whether the signature fits the body and its time is within the tolerance. The comparison takes constant time. */
export function isSigned(
  secret: string,
  body: Uint8Array,
  signature: string,
  now: Date,
  toleranceSeconds: number,
): boolean {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature);
  if (!match) return false;
  const seconds = Number(match[1]);
  const same = timingSafeEqual(mac(secret, seconds, body), Buffer.from(match[2] as string, 'hex'));
  return same && Math.abs(now.getTime() / 1_000 - seconds) <= toleranceSeconds;
}
