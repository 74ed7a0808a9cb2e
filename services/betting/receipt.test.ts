/** A receipt holds exactly what was accepted, and one changed byte of it is found out. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { ReceiptPayload } from '@fairline/proto/betting/bets';
import { expect, it } from 'vitest';
import { isGenuine, keyIdOf, payloadOf, Signer } from './receipt.ts';

const signer = () => new Signer(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
const bet = {
  id: randomUUID(),
  playerId: randomUUID(),
  type: 'single' as const,
  system: null,
  stakeMinor: 1_000,
  currency: 'USD' as const,
  freeBet: false,
  potentialMinor: 2_500,
  rulesVersion: '2026-11',
  placedAt: new Date('2026-01-31T12:00:00Z'),
  legs: [
    {
      fixtureId: randomUUID(),
      marketId: randomUUID(),
      selectionId: randomUUID(),
      fixture: 'Réds vs Blues',
      market: 'Winner',
      selection: 'Réds',
      oddsMilli: 2_500,
      marketVersion: 7,
      breaks: 1,
    },
  ],
};

it('says what was accepted and nothing else', () => {
  const payload = ReceiptPayload.strict().parse(JSON.parse(payloadOf(bet, new Date('2026-01-31T12:00:02Z'))));
  expect(payload).toMatchObject({ betId: bet.id, stakeMinor: 1_000, acceptedAt: '2026-01-31T12:00:02.000Z', legs: [{ oddsMilli: 2_500, marketVersion: 7 }] });
  expect(payload.legs[0]).not.toHaveProperty('breaks');
});

it('is genuine under the key it names, and not with another byte, signature or key', () => {
  const own = signer();
  const receipt = own.sign(payloadOf(bet, new Date()));
  expect(receipt.keyId).toBe(keyIdOf(own.publicKey));
  expect(isGenuine(receipt, own.publicKey)).toBe(true);
  expect(isGenuine({ ...receipt, payload: receipt.payload.replace('"stakeMinor":1000', '"stakeMinor":9000') }, own.publicKey)).toBe(false);
  expect(isGenuine({ ...receipt, signature: signer().sign(receipt.payload).signature }, own.publicKey)).toBe(false);
  expect(isGenuine(receipt, signer().publicKey)).toBe(false);
});
