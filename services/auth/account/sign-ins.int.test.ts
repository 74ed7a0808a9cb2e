/** The sign-ins that a player sees, through the routes of two instances. */
import { randomUUID } from 'node:crypto';
import { addressHeader, agentHeader } from '@fairline/chassis/http/identity';
import { asOperator } from '@fairline/chassis/testing';
import { SignInAttempt } from '@fairline/proto/auth/account';
import { pageSize } from '@fairline/proto/contract';
import { describe, expect, it } from 'vitest';
import {
  call,
  clock,
  password,
  refusalOf,
  registered,
  resetToken,
  signIn,
  useAccountServers,
  world,
} from '../testing-account.ts';

useAccountServers();

type Player = Awaited<ReturnType<typeof registered>>;

async function pageOf(player: Pick<Player, 'as'>, cursor?: string | null) {
  const reply = await call('GET', `/sign-ins${cursor ? `?cursor=${cursor}` : ''}`, { as: player.as });
  const { items, nextCursor } = reply.body as { items: unknown[]; nextCursor: string | null };
  return { items: items.map((item) => SignInAttempt.parse(item)), nextCursor };
}

const firefox = { [agentHeader]: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' };

/** Inserts entries into the history with other times. */
const wrote = (player: Player, kind: string, params: object, at = clock.now()) =>
  world.db.query('insert into user_history (player_id, kind, params, at) values ($1, $2, $3, $4)', [
    player.id,
    kind,
    JSON.stringify(params),
    at,
  ]);

describe('the sign-ins of a player', () => {
  it('are listed newest first, with those that failed, from where and how', async () => {
    const player = await registered();
    await signIn(player.email, { password: 'Wr0ngPass' }, { [addressHeader]: '203.0.113.9', ...firefox });
    await signIn(player.email, { password }, { [addressHeader]: '203.0.113.7', ...firefox });
    await call('POST', '/forgot-password', { body: { email: player.email } });
    await call('POST', '/reset-password', { body: { token: await resetToken(player.email), password: 'N3wPassword' } });
    const { items, nextCursor } = await pageOf(player);
    expect(nextCursor).toBeNull();
    expect(items.map(({ result, method }) => [result, method])).toEqual([
      ['password_reset', 'reset'],
      ['signed_in', 'password'],
      ['wrong_password', 'password'],
      ['signed_in', 'registration'],
    ]);
    expect(items[1]).toMatchObject({ device: 'Firefox (Windows)', address: '203.0.113.7' });
    expect(items[2]).toMatchObject({ device: 'Firefox (Windows)', address: '203.0.113.9' });
  });

  it.each([
    ['sign_in_failed', { reason: 'totp' }, 'wrong_code', 'password_and_code'],
    ['sign_in_failed', { reason: 'passkey' }, 'passkey_refused', 'passkey'],
    ['sign_in_failed', { reason: 'throttled' }, 'locked', null],
    ['sign_in_failed', { reason: 'status' }, 'closed', null],
    ['signed_in', { device: 'Firefox (Windows)' }, 'signed_in', null],
    ['signed_in', { method: 'of a later release' }, 'signed_in', null],
  ])('%s with %o is %s', async (kind, params, result, method) => {
    const player = await registered();
    await wrote(player, kind, params);
    expect((await pageOf(player)).items[0]).toMatchObject({ result, method, address: null });
  });

  it('come 50 at a time, reach back 90 days, and leave out a changed password', async () => {
    const player = await registered();
    await wrote(player, 'password_changed', { how: 'changed' });
    await wrote(player, 'signed_in', {}, new Date(clock.now().getTime() - 91 * 24 * 3_600_000));
    for (let count = 0; count < pageSize; count++) await wrote(player, 'sign_in_failed', { reason: 'password' });
    const first = await pageOf(player);
    const second = await pageOf(player, first.nextCursor);
    expect([first.items.length, second.items.map(({ method }) => method), second.nextCursor]).toEqual([
      pageSize,
      ['registration'],
      null,
    ]);
    expect(refusalOf(await call('GET', '/sign-ins?cursor=nonsense', { as: player.as }))).toBe('400 invalid_request');
  });

  it('are shown to nobody else', async () => {
    const [player, other] = [await registered(), await registered()];
    await signIn(player.email, { password: 'Wr0ngPass' });
    expect((await pageOf(other)).items.map(({ method }) => method)).toEqual(['registration']);
    expect(refusalOf(await call('GET', '/sign-ins'))).toBe('401 unauthenticated');
    expect(refusalOf(await call('GET', '/sign-ins', { as: asOperator('super_admin') }))).toBe('403 forbidden');
  });

  it('and their passkeys are in the file that they take along, without keys', async () => {
    const player = await registered();
    await signIn(player.email, { password: 'Wr0ngPass' }, { [addressHeader]: '203.0.113.9' });
    const key = `insert into passkeys (kind, subject_id, credential_id, public_key, counter, transports, device_type, backed_up, name, created_at)
      values ('player', $1, $2, $3, 0, '{}', 'multiDevice', true, 'Laptop of Ada', $4)`;
    await world.db.query(key, [player.id, Buffer.from(randomUUID()), Buffer.from('the public part'), clock.now()]);
    const file = JSON.parse(String((await call('GET', '/export', { as: player.as })).body));
    expect(file.passkeys).toEqual([{ name: 'Laptop of Ada', createdAt: clock.now().toISOString(), lastUsedAt: null }]);
    expect(file.history).toContainEqual(
      expect.objectContaining({ kind: 'sign_in_failed', params: expect.objectContaining({ address: '203.0.113.9' }) }),
    );
  });
});
