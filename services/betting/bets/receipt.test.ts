/** A receipt contains exactly what was accepted, and a change of one byte is detected. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReceiptPayload } from '@fairline/proto/betting/receipts';
import { expect, it } from 'vitest';
import { isGenuine, keyIdOf, payloadOf, Signer } from './receipt.ts';
import { verifyReceipt } from './verify-receipt.ts';

const signer = () => new Signer(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
const bet = {
  id: randomUUID(),
  playerId: randomUUID(),
  type: 'single' as const,
  system: null,
  stakeMinor: 1_000,
  currency: 'USD' as const,
  freeBet: false,
  potentialPayoutMinor: 2_500,
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

it('contains what was accepted and nothing else', () => {
  const payload = ReceiptPayload.strict().parse(JSON.parse(payloadOf(bet, new Date('2026-01-31T12:00:02Z'))));
  expect(payload).toMatchObject({
    betId: bet.id,
    stakeMinor: 1_000,
    acceptedAt: '2026-01-31T12:00:02.000Z',
    legs: [{ oddsMilli: 2_500, marketVersion: 7 }],
  });
  expect(payload.legs[0]).not.toHaveProperty('breaks');
});

it('holds legs, odds, versions, stake and times, each as it was accepted', () => {
  const { breaks: _never, ...leg } = bet.legs[0] as (typeof bet.legs)[number];
  const system = {
    ...bet,
    type: 'system' as const,
    system: '2/3',
    freeBet: true,
    potentialPayoutMinor: 7_777,
    rulesVersion: '2027-01',
    legs: [leg, leg, leg],
  };
  expect(
    JSON.parse(
      payloadOf(
        { ...system, legs: system.legs.map((one) => ({ ...one, breaks: 3 })) },
        new Date('2026-01-31T12:00:02Z'),
      ),
    ),
  ).toEqual({
    receipt: 'fairline.bet.v1',
    betId: bet.id,
    playerId: bet.playerId,
    type: 'system',
    system: '2/3',
    stakeMinor: 1_000,
    currency: 'USD',
    freeBet: true,
    potentialPayoutMinor: 7_777,
    rulesVersion: '2027-01',
    placedAt: '2026-01-31T12:00:00.000Z',
    acceptedAt: '2026-01-31T12:00:02.000Z',
    legs: [leg, leg, leg],
  });
});

it('is genuine under the key it names, and not with another byte, signature or key', () => {
  const own = signer();
  const receipt = own.sign(payloadOf(bet, new Date()));
  expect(receipt.keyId).toBe(keyIdOf(own.publicKey));
  expect(isGenuine(receipt, own.publicKey)).toBe(true);
  expect(
    isGenuine(
      { ...receipt, payload: receipt.payload.replace('"stakeMinor":1000', '"stakeMinor":9000') },
      own.publicKey,
    ),
  ).toBe(false);
  expect(isGenuine({ ...receipt, signature: signer().sign(receipt.payload).signature }, own.publicKey)).toBe(false);
  expect(isGenuine(receipt, signer().publicKey)).toBe(false);
});

it('is requested with a clear error where there is none, or its keys are missing', async () => {
  const at = await mkdtemp(join(tmpdir(), 'receipt-'));
  const [file, other] = [join(at, 'receipt.json'), join(at, 'other.json')];
  await writeFile(file, JSON.stringify({ ...signer().sign(payloadOf(bet, new Date())), algorithm: 'Ed25519' }));
  await writeFile(other, '{"stake": 1');
  await expect(verifyReceipt(other, file)).rejects.toThrow(`${other} holds no receipt`);
  await expect(verifyReceipt(file, 'http://127.0.0.1:1')).rejects.toThrow(
    'http://127.0.0.1:1/api/betting/receipt-keys does not answer',
  );
  await rm(at, { recursive: true });
});

it.each<[string, { since?: string; until?: string }, boolean]>([
  ['under a key that still signs', { since: '2026-01-01T00:00:00.000Z' }, true],
  [
    'under a key that was followed later',
    { since: '2026-01-01T00:00:00.000Z', until: '2026-02-02T00:00:00.000Z' },
    true,
  ],
  ['in a list of keys without their times', {}, true],
  ['by a clock that is a little behind', { since: '2026-01-31T12:00:30.000Z' }, true],
  ['before the key was there', { since: '2026-01-31T12:05:00.000Z' }, false],
  ['after the key had ended', { since: '2026-01-01T00:00:00.000Z', until: '2026-01-31T11:55:00.000Z' }, false],
])('is verified by the time of its key: %s', async (_what, times, genuine) => {
  const own = signer();
  const receipt = { ...own.sign(payloadOf(bet, new Date('2026-01-31T12:00:02Z'))), algorithm: 'Ed25519' };
  const at = await mkdtemp(join(tmpdir(), 'receipt-'));
  const [file, keys] = [join(at, 'receipt.json'), join(at, 'keys.json')];
  await writeFile(file, JSON.stringify(receipt));
  await writeFile(
    keys,
    JSON.stringify({ keys: [{ keyId: own.keyId, algorithm: 'Ed25519', publicKey: own.publicKey, ...times }] }),
  );
  const lines = verifyReceipt(file, keys).then(
    ([first]) => first,
    (error: Error) => error.message,
  );
  expect(await lines).toContain(
    genuine ? `genuine, signed with ${own.keyId}` : 'it says it was accepted at 2026-01-31T12:00:02.000Z',
  );
  await rm(at, { recursive: true });
});
