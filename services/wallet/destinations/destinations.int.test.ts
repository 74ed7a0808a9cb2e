/** Saved destinations: encrypted, saved once, reported when new, at most ten. A withdrawal to one passes all checks. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { asPlayer, pathOf, problemOf } from '@fairline/chassis/testing';
import {
  type Payment,
  paymentEvents,
  paymentRefusals,
  paymentRoutes,
  type SavedDestination,
} from '@fairline/proto/wallet/payments';
import { playerRoutes } from '@fairline/proto/wallet/players';
import { maxSavedDestinations } from '@fairline/proto/wallet/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWallet, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

const iban = 'DE89370400440532013000';
const bitcoin = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh';
const wallet = (name: string) => ({ method: 'e_wallet', destination: `${name}@wallet.example` });

const save = (playerId: string, body: object = { method: 'bank_transfer', destination: iban }) =>
  world.http<SavedDestination>('PUT', pathOf(paymentRoutes.saveDestination), { as: asPlayer(playerId), body });
const list = async (playerId: string) =>
  (
    await world.http<{ items: SavedDestination[] }>('GET', pathOf(paymentRoutes.savedDestinations), {
      as: asPlayer(playerId),
    })
  ).body.items;
const forget = (playerId: string, id: string) =>
  world.http('DELETE', pathOf(paymentRoutes.forgetDestination, { id }), { as: asPlayer(playerId) });
const withdraw = (playerId: string, changes: object = {}, key: string = randomUUID()) => {
  const body = { amountMinor: 2_000, currency: 'USD', method: 'bank_transfer', destination: iban, ...changes };
  return world.http<Payment>('POST', pathOf(paymentRoutes.withdraw), { as: asPlayer(playerId), key, body });
};
/** The notices about new destinations, in their order. */
const noticesOf = async (playerId: string) =>
  (
    await world.db.query<{ type: string }>(
      `select type from outbox where type = any ($1) and data ->> 'playerId' = $2 order by seq`,
      [[paymentEvents.destinationAdded.subject, paymentEvents.destinationSaved.subject], playerId],
    )
  ).rows.map(({ type }) => (type === paymentEvents.destinationAdded.subject ? 'added' : 'saved'));

describe('a destination', () => {
  it('is saved once, however its IBAN is written, and keeps its label until another is given', async () => {
    const playerId = await world.player();
    const first = await save(playerId, { method: 'bank_transfer', destination: iban, label: ' My bank ' });
    expect([first.status, first.body]).toEqual([
      200,
      {
        id: expect.any(String),
        method: 'bank_transfer',
        destination: iban,
        label: 'My bank',
        savedAt: world.clock.now().toISOString(),
      },
    ]);
    const again = await save(playerId, { method: 'bank_transfer', destination: 'iban de89 3704 0044 0532 0130 00' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await save(playerId, { method: 'bank_transfer', destination: iban, label: 'Savings' })).body).toEqual({
      ...first.body,
      label: 'Savings',
    });
    const { label: _, ...bare } = first.body;
    expect((await save(playerId, { method: 'bank_transfer', destination: iban, label: '' })).body).toEqual(bare);
    expect(await list(playerId)).toEqual([bare]);
  });

  it('is kept sealed', async () => {
    const playerId = await world.player();
    await save(playerId);
    const { rows } = await world.db.query<{ destination: Buffer }>(
      'select destination from saved_destinations where player_id = $1',
      [playerId],
    );
    expect(rows.map(({ destination }) => destination.includes('DE89'))).toEqual([false]);
  });

  it.each<[string, object, number, string]>([
    [
      'an IBAN with wrong digits',
      { method: 'bank_transfer', destination: 'DE89370400440532013001' },
      400,
      'invalid_request',
    ],
    [
      'an address with a wrong character',
      { method: 'crypto', destination: bitcoin.replace('2493', '2494') },
      422,
      paymentRefusals.addressInvalid.code,
    ],
    ['a text that is too short', { method: 'e_wallet', destination: 'a@b' }, 400, 'invalid_request'],
    [
      'a card, which its provider saves',
      { method: 'credit_card', destination: randomUUIDv7() },
      400,
      'invalid_request',
    ],
    ['a label above 40 characters', { ...wallet('ada'), label: 'x'.repeat(41) }, 400, 'invalid_request'],
    [
      'a card number for a bank account',
      { method: 'bank_transfer', destination: '4111111111111111' },
      422,
      'card_number',
    ],
    ['a label with a card number', { ...wallet('ada'), label: '4111 1111 1111 1111' }, 422, 'card_number'],
  ])('that is %s is not saved', async (_name, body, status, code) => {
    const playerId = await world.player();
    const reply = await save(playerId, body);
    expect([reply.status, problemOf(reply).code]).toEqual([status, code]);
    expect(await list(playerId)).toEqual([]);
  });

  it("is its player's alone, and is forgotten once", async () => {
    const [playerId, other] = [await world.player(), await world.player()];
    const { body } = await save(playerId);
    expect(await list(other)).toEqual([]);
    expect((await forget(other, body.id)).status).toBe(404);
    expect((await save(other)).body.id).not.toBe(body.id);
    expect((await forget(playerId, body.id)).status).toBe(204);
    expect((await forget(playerId, body.id)).status).toBe(404);
    expect([(await list(playerId)).length, (await list(other)).length]).toEqual([0, 1]);
  });

  it('is one of ten, also when eleven are saved at once, and makes room when forgotten', async () => {
    const playerId = await world.player();
    const all = Array.from({ length: maxSavedDestinations + 4 }, (_, place) => wallet(`ada${place}`));
    const replies = await Promise.all(all.map((body) => save(playerId, body)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(maxSavedDestinations);
    const refused = replies.find(({ status }) => status !== 200);
    expect([refused?.status, refused && problemOf(refused)]).toMatchObject([
      422,
      {
        code: paymentRefusals.destinationsFull.code,
        detail: 'You can save at most 10 destinations. Please remove one first',
      },
    ]);
    const kept = await list(playerId);
    expect(kept).toHaveLength(maxSavedDestinations);
    expect((await save(playerId, { method: 'e_wallet', destination: kept[0]?.destination })).status).toBe(200);
    await forget(playerId, kept[0]?.id ?? '');
    expect((await save(playerId, wallet('room'))).status).toBe(200);
  });

  it('is saved once when it is saved several times at once', async () => {
    const playerId = await world.player();
    const replies = await Promise.all(Array.from({ length: 6 }, () => save(playerId)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await noticesOf(playerId)).toEqual(['saved']);
  });

  it('asks for the withdrawal PIN where one is set', async () => {
    const playerId = await world.player();
    await world.http('PUT', pathOf(playerRoutes.setPin), { as: asPlayer(playerId), body: { pin: '1357' } });
    expect(problemOf(await save(playerId)).code).toBe('pin_required');
    expect(problemOf(await save(playerId, { ...wallet('ada'), pin: '9999' })).code).toBe('pin_wrong');
    expect(await list(playerId)).toEqual([]);
    expect((await save(playerId, { ...wallet('ada'), pin: '1357' })).status).toBe(200);
    expect((await save(playerId, { ...wallet('ada'), pin: '1357' })).body).not.toHaveProperty('pin');
  });
});

describe('its player gets a notice', () => {
  it('when it is saved and at the first withdrawal to it, then no more', async () => {
    const playerId = await world.player();
    const { body } = await save(playerId);
    expect(await noticesOf(playerId)).toEqual(['saved']);
    await save(playerId);
    expect((await withdraw(playerId)).status).toBe(201);
    expect((await withdraw(playerId)).status).toBe(201);
    expect(await noticesOf(playerId)).toEqual(['saved', 'added']);
    await forget(playerId, body.id);
    await save(playerId);
    expect(await noticesOf(playerId)).toEqual(['saved', 'added']);
  });

  it('once, when it is saved with a withdrawal', async () => {
    const playerId = await world.player();
    expect((await withdraw(playerId, { save: {} })).status).toBe(201);
    expect(await noticesOf(playerId)).toEqual(['added']);
  });

  it('of its end alone', async () => {
    const playerId = await world.player();
    await save(playerId);
    const { rows } = await world.db.query('select data from outbox where type = $1 and data ->> $2 = $3', [
      paymentEvents.destinationSaved.subject,
      'playerId',
      playerId,
    ]);
    expect(rows).toEqual([
      { data: { playerId, destinationId: expect.any(String), method: 'bank_transfer', destinationEnd: '3000' } },
    ]);
  });
});

describe('a withdrawal', () => {
  it('saves its destination and marks it as used, and a repeat of its key changes nothing', async () => {
    const [playerId, key] = [await world.player(), randomUUID()];
    const first = await withdraw(playerId, { save: { label: 'My bank' } }, key);
    expect(first.status).toBe(201);
    const at = world.clock.now().toISOString();
    const [saved] = await list(playerId);
    expect(saved).toEqual({
      id: expect.any(String),
      method: 'bank_transfer',
      destination: iban,
      label: 'My bank',
      savedAt: at,
      lastUsedAt: at,
    });
    await forget(playerId, saved?.id ?? '');
    expect((await withdraw(playerId, { save: { label: 'My bank' } }, key)).body.id).toBe(first.body.id);
    expect(await list(playerId)).toEqual([]);
  });

  it('marks a saved destination as used, chosen or typed, and lists it first', async () => {
    const playerId = await world.player();
    await save(playerId);
    world.clock.advance(60_000);
    await save(playerId, wallet('ada'));
    expect((await list(playerId)).map(({ method }) => method)).toEqual(['e_wallet', 'bank_transfer']);
    world.clock.advance(60_000);
    expect((await withdraw(playerId, { destination: 'DE89 3704 0044 0532 0130 00' })).status).toBe(201);
    expect(await list(playerId)).toMatchObject([
      { destination: iban, lastUsedAt: world.clock.now().toISOString() },
      { method: 'e_wallet' },
    ]);
    expect((await list(playerId))[1]).not.toHaveProperty('lastUsedAt');
    world.clock.advance(-120_000);
  });

  it('that is refused saves nothing', async () => {
    const playerId = await world.player();
    expect((await withdraw(playerId, { amountMinor: 20_000, save: {} })).status).toBe(422);
    expect(await list(playerId)).toEqual([]);
  });

  it('whose destination cannot be saved holds nothing', async () => {
    const playerId = await world.player();
    for (let place = 0; place < maxSavedDestinations; place++) await save(playerId, wallet(`ada${place}`));
    const full = await withdraw(playerId, { save: {} });
    expect([full.status, problemOf(full).code]).toEqual([422, 'destinations_full']);
    expect(
      problemOf(await withdraw(playerId, { ...wallet('ada0'), save: { label: '4111 1111 1111 1111' } })).code,
    ).toBe('card_number');
    expect((await world.account(playerId)).held).toBe(0);
    expect((await withdraw(playerId, { ...wallet('ada0'), save: { label: 'First' } })).status).toBe(201);
    expect((await list(playerId)).map(({ label }) => label).filter(Boolean)).toEqual(['First']);
  });

  it('to a saved address is checked for the coin that is withdrawn', async () => {
    const playerId = await world.player();
    await world.db.query(`select open_account($1, 'ETH')`, [playerId]);
    expect((await save(playerId, { method: 'crypto', destination: bitcoin })).status).toBe(200);
    const wrong = await withdraw(playerId, { method: 'crypto', destination: bitcoin, currency: 'ETH' });
    expect([wrong.status, problemOf(wrong).code]).toEqual([422, paymentRefusals.addressInvalid.code]);
  });
});
