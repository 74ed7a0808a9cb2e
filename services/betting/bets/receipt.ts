/**
 * The receipt of a bet: what the house accepted, as a text signed with Ed25519 at acceptance.
 * The signature covers the exact bytes of the payload, so anyone with the public key can check it without this code.
 */

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { ReceiptKey, ReceiptPayload, Receipt as ReceiptReply } from '@fairline/proto/betting/receipts';
import { dayMs } from '@fairline/proto/time';

export type Receipt = Pick<ReceiptReply, 'payload' | 'signature' | 'keyId'>;

/** The contents of a receipt except its instant. */
export interface Receipted {
  type: ReceiptPayload['type'];
  system: string | null;
  stakeMinor: number;
  currency: ReceiptPayload['currency'];
  freeBet: boolean;
  potentialPayoutMinor: number;
  rulesVersion: string;
  placedAt: Date;
  legs: (ReceiptPayload['legs'][number] & { breaks: number })[];
}

/** The same bet and instant give the same text. */
export function payloadOf(bet: Receipted & { id: string; playerId: string }, acceptedAt: Date): string {
  const payload: ReceiptPayload = {
    receipt: 'fairline.bet.v1',
    betId: bet.id,
    playerId: bet.playerId,
    type: bet.type,
    system: bet.system,
    stakeMinor: bet.stakeMinor,
    currency: bet.currency,
    freeBet: bet.freeBet,
    potentialPayoutMinor: bet.potentialPayoutMinor,
    rulesVersion: bet.rulesVersion,
    placedAt: bet.placedAt.toISOString(),
    acceptedAt: acceptedAt.toISOString(),
    legs: bet.legs.map(
      ({ fixtureId, marketId, selectionId, fixture, market, selection, oddsMilli, marketVersion }) => ({
        fixtureId,
        marketId,
        selectionId,
        fixture,
        market,
        selection,
        oddsMilli,
        marketVersion,
      }),
    ),
  };
  return JSON.stringify(payload);
}

/** Signs receipts under one key, whose public half is `publicKey` (base64url of 32 bytes). */
export class Signer {
  readonly keyId: string;
  readonly publicKey: string;
  private readonly key: KeyObject;

  constructor(jwk: JsonWebKey) {
    this.key = createPrivateKey({ key: jwk, format: 'jwk' });
    this.publicKey = String(createPublicKey(this.key).export({ format: 'jwk' }).x);
    this.keyId = keyIdOf(this.publicKey);
  }

  sign(payload: string): Receipt {
    return {
      payload,
      signature: sign(null, Buffer.from(payload, 'utf8'), this.key).toString('base64url'),
      keyId: this.keyId,
    };
  }
}

/** The id of a key is derived from the key itself, so that a list cannot give another key the same id. */
export function keyIdOf(publicKey: string): string {
  return createHash('sha256').update(publicKey).digest('base64url').slice(0, 16);
}

/** How long a key may still sign after a later one appeared, so that instances can change over one by one. */
export const keyOverlapMs = dayMs;
/** The largest difference between the clocks of two instances. */
const skewMs = 60_000;

/** Whether the key was in use when the bet was accepted. A list from a release that did not record periods of use passes. */
export function isOfItsTime(acceptedAt: string, { since, until }: Pick<ReceiptKey, 'since' | 'until'>): boolean {
  const at = Date.parse(acceptedAt);
  return (
    (since === undefined || at >= Date.parse(since) - skewMs) &&
    (until === undefined || at <= Date.parse(until) + skewMs)
  );
}

export function isGenuine({ payload, signature }: Pick<Receipt, 'payload' | 'signature'>, publicKey: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  return verify(null, Buffer.from(payload, 'utf8'), key, Buffer.from(signature, 'base64url'));
}
