/** The withdrawal PIN: setting, checking, locking and clearing it. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { asOperator, asPlayer, pathOf, problemOf } from '@fairline/chassis/testing';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { playerEvents, playerRoutes } from '@fairline/proto/wallet/players';
import { describe, expect, it } from 'vitest';
import type { operator } from '../testing.ts';
import { noon, sql, usePlayerServers, withdraw, world } from './testing-players.ts';

usePlayerServers();

const minute = 60_000;
const setPin = (playerId: string, pin: string, currentPin?: string) =>
  world.http('PUT', pathOf(playerRoutes.setPin), {
    as: asPlayer(playerId),
    body: { pin, ...(currentPin !== undefined && { currentPin }) },
  });
const removePin = (playerId: string, currentPin: string) =>
  world.http('POST', pathOf(playerRoutes.removePin), { as: asPlayer(playerId), body: { currentPin } });
const withPin = async (pin = '1357') => {
  const playerId = await world.player();
  expect((await setPin(playerId, pin)).status).toBe(200);
  return playerId;
};
const pinEventsOf = async (playerId: string) =>
  await sql<{ on: boolean; version: number }>(
    `select (data ->> 'on')::boolean as on, version from outbox where type = $1 and subject = $2 order by version`,
    [playerEvents.withdrawalPinChanged.subject, playerId],
  );

describe('a withdrawal PIN', () => {
  it('is required once it is set, kept as argon2id, and published', async () => {
    const playerId = await world.player();
    expect((await withdraw(playerId)).status).toBe(201);
    expect((await setPin(playerId, '1357')).body).toEqual({ autoConvert: false, hasPin: true });
    expect(problemOf(await withdraw(playerId))).toMatchObject({ code: 'pin_required', status: 422 });
    expect(problemOf(await withdraw(playerId, '9999'))).toMatchObject({ code: 'pin_wrong', params: { triesLeft: 4 } });
    expect((await withdraw(playerId, '1357')).status).toBe(201);
    const [row] = await sql<{ hash: string; wrong: number }>('select hash, wrong from pins where player_id = $1', [
      playerId,
    ]);
    expect(row?.hash).toMatch(/^\$argon2id\$/);
    expect(row?.wrong).toBe(0);
    expect(await pinEventsOf(playerId)).toEqual([{ on: true, version: 1 }]);
  });

  it.each(['123', '1234567', 'abcd', '12 34', '１２３４', ''])('is not %j', async (pin) => {
    const reply = await setPin(await world.player(), pin);
    expect(problemOf(reply)).toMatchObject({ code: 'invalid_request', detail: 'Please enter a PIN of 4 to 6 digits' });
  });

  it('is changed and taken away only with the one in force', async () => {
    const playerId = await withPin();
    expect(problemOf(await setPin(playerId, '2468')).code).toBe('pin_required');
    expect(problemOf(await setPin(playerId, '2468', '0000')).code).toBe('pin_wrong');
    expect((await setPin(playerId, '2468', '1357')).status).toBe(200);
    expect(problemOf(await removePin(playerId, '1357')).code).toBe('pin_wrong');
    expect((await removePin(playerId, '2468')).body).toEqual({ autoConvert: false, hasPin: false });
    expect((await withdraw(playerId)).status).toBe(201);
    expect((await setPin(playerId, '1111')).status).toBe(200);
    expect(await pinEventsOf(playerId)).toEqual([
      { on: true, version: 1 },
      { on: true, version: 2 },
      { on: false, version: 3 },
      { on: true, version: 4 },
    ]);
  });

  it('is locked for 15 minutes by the fifth wrong try, for the right one too', async () => {
    const playerId = await withPin();
    const key = randomUUID();
    for (const triesLeft of [4, 3, 2, 1])
      expect(problemOf(await withdraw(playerId, '0000', { key }))).toMatchObject({
        code: 'pin_wrong',
        params: { triesLeft },
      });
    const fifth = await withdraw(playerId, '0000');
    expect(fifth.headers.get('retry-after')).toBe('900');
    expect(problemOf(fifth)).toMatchObject({ code: 'pin_locked', status: 429, params: { retryAfterSeconds: 900 } });
    world.clock.advance(15 * minute - 1);
    for (const call of [
      () => withdraw(playerId, '1357'),
      () => setPin(playerId, '2468', '1357'),
      () => removePin(playerId, '1357'),
    ]) {
      expect(problemOf(await call())).toMatchObject({ code: 'pin_locked', params: { retryAfterSeconds: 1 } });
    }
    world.clock.advance(1);
    expect(problemOf(await withdraw(playerId, '0000'))).toMatchObject({ params: { triesLeft: 4 } });
    expect((await withdraw(playerId, '1357', { key })).status).toBe(201);
  });

  it('tried twenty times at once is compared five times at most', async () => {
    const playerId = await withPin();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => withdraw(playerId, String(2_000 + turn))),
    );
    const codes = replies.map((reply) => problemOf(reply).code);
    expect(codes.filter((code) => code === 'pin_wrong').length).toBe(4);
    expect(codes.filter((code) => code === 'pin_locked').length).toBe(16);
    expect(problemOf(await withdraw(playerId, '1357')).code).toBe('pin_locked');
    expect(await world.account(playerId)).toMatchObject({ held: 0 });
  });

  it('right again forgets the wrong tries before it', async () => {
    const playerId = await withPin();
    for (let turn = 0; turn < 3; turn++) {
      for (let wrong = 0; wrong < 4; wrong++)
        expect(problemOf(await withdraw(playerId, '0000')).code).toBe('pin_wrong');
      expect((await withdraw(playerId, '1357')).status).toBe(201);
    }
  });

  it('is not stored with the key: the same withdrawal under it gets the first reply', async () => {
    const playerId = await withPin();
    const key = randomUUID();
    const [first, second] = [await withdraw(playerId, '1357', { key }), await withdraw(playerId, '1357', { key })];
    expect(second.body.id).toBe(first.body.id);
    expect(problemOf(await withdraw(playerId, '1357', { key, amountMinor: 2_001 })).code).toBe(
      'idempotency_key_reused',
    );
    expect(await world.account(playerId)).toMatchObject({ held: 2_000 });
  });

  it('set by two at once is set once', async () => {
    const playerId = await world.player();
    const replies = await Promise.all(['1111', '2222', '3333'].map((pin) => setPin(playerId, pin)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await pinEventsOf(playerId)).toHaveLength(1);
  });

  it('is cleared by an operator with a fresh proof and a reason, and the player gets a notice', async () => {
    const playerId = await withPin();
    const clear = (as: ReturnType<typeof operator>, reason = 'He forgot it; called back on his number') =>
      world.http('POST', pathOf(playerRoutes.clearPin, { id: playerId }), { as, body: { reason } });
    const fresh = (role: 'finance' | 'trader') => ({
      ...asOperator(role, randomUUIDv7()),
      provenAt: world.clock.now().toISOString(),
    });
    expect(
      problemOf(
        await clear({ ...fresh('finance'), provenAt: new Date(noon.getTime() - 5 * minute - 1_000).toISOString() }),
      ).code,
    ).toBe('step_up_required');
    expect((await clear(fresh('trader'))).status).toBe(403);
    expect(problemOf(await clear(fresh('finance'), '4111111111111111')).code).toBe('card_number');
    const as = fresh('finance');
    expect((await clear(as)).status).toBe(204);
    expect((await withdraw(playerId)).status).toBe(201);
    expect(problemOf(await clear(fresh('finance'))).code).toBe('not_found');
    expect(await pinEventsOf(playerId)).toEqual([
      { on: true, version: 1 },
      { on: false, version: 2 },
    ]);
    const acted = await sql(
      `select data ->> 'action' as action, data ->> 'resourceId' as id from outbox where type = $1 and data ->> 'operatorId' = $2`,
      [walletAuditEvents.operatorActed.subject, as.id],
    );
    expect(acted).toEqual([{ action: 'pin.clear', id: playerId }]);
  });
});
