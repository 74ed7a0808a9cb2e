/** Signed webhooks: a body and an instant under a shared secret, so that it is authentic and recent. */
import { createHmac, timingSafeEqual } from 'node:crypto';

function mac(secret: string, seconds: number, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
}

/** `t=<unix seconds>,v1=<hex>`, over the instant and the body. */
export function sign(secret: string, body: Uint8Array, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return `t=${seconds},v1=${mac(secret, seconds, body).toString('hex')}`;
}

/** Whether the signature is of this body and not older or newer than the tolerance. Compared in the same time whatever differs. */
export function isSigned(secret: string, body: Uint8Array, signature: string, now: Date, toleranceSeconds: number): boolean {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature);
  if (!match) return false;
  const seconds = Number(match[1]);
  const same = timingSafeEqual(mac(secret, seconds, body), Buffer.from(match[2] as string, 'hex'));
  return same && Math.abs(now.getTime() / 1_000 - seconds) <= toleranceSeconds;
}
