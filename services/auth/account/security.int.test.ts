/** Passwords, authenticator and devices of a player, through the routes of two instances. */
import { randomUUID } from 'node:crypto';
import { agentHeader } from '@fairline/chassis/http/identity';
import { asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { mailEvents } from '@fairline/proto/auth/mail';
import { sessionEvents, sessionRefusals } from '@fairline/proto/auth/sessions';
import { stepUpSeconds } from '@fairline/proto/contract';
import { generate } from 'otplib';
import { describe, expect, it } from 'vitest';
import {
  call,
  clock,
  confirmed,
  eventsOf,
  lastEvent,
  type Options,
  password,
  refusalOf,
  registered,
  resetToken,
  sessionOf,
  signIn,
  useAccountServers,
  world,
} from '../testing-account.ts';

useAccountServers();

describe('a forgotten password', () => {
  it('is set anew by the link of the mail, once, and every session ends', async () => {
    const player = await registered();
    expect((await call('POST', '/forgot-password', { body: { email: player.email.toUpperCase() } })).status).toBe(204);
    const token = await resetToken(player.email);
    const reset = (to: string) => call('POST', '/reset-password', { body: { token, password: to } });
    expect((await reset('N3wPassword')).status).toBe(204);
    expect(refusalOf(await reset('An0therOne'))).toBe('422 link_invalid');
    await lastEvent(player.id, sessionEvents.passwordChanged);
    expect(refusalOf(await call('POST', '/refresh', { headers: { cookie: player.refresh } }))).toBe(
      '401 session_revoked',
    );
    expect(refusalOf(await signIn(player.email))).toBe('401 bad_credentials');
    expect((await signIn(player.email, { password: 'N3wPassword' })).status).toBe(200);
  });

  it('gives an unconfirmed account to who reads its mail, whatever a stranger set up before', async () => {
    const stranger = await registered();
    const secret = Buffer.from('set up before addresses had to be confirmed');
    await world.db.query('update users set totp_secret = $2, totp_enrolled_at = now() where id = $1', [
      stranger.id,
      secret,
    ]);
    await call('POST', '/forgot-password', { body: { email: stranger.email } });
    expect(
      (
        await call('POST', '/reset-password', {
          body: { token: await resetToken(stranger.email), password: 'N3wPassword' },
        })
      ).status,
    ).toBe(204);
    expect(refusalOf(await call('POST', '/refresh', { headers: { cookie: stranger.refresh } }))).toBe(
      '401 session_revoked',
    );
    const owner = await sessionOf(await signIn(stranger.email, { password: 'N3wPassword' }));
    expect(owner.user.emailVerified).toBe(true);
    await lastEvent(owner.id, mailEvents.emailVerified);
    expect((await lastEvent(owner.id, sessionEvents.twoFactorChanged)).data).toMatchObject({ on: false });
    expect((await world.db.query('select 1 from devices where player_id = $1', [owner.id])).rowCount).toBe(1);
  });

  it('of a confirmed address leaves its authenticator', async () => {
    const player = await confirmed();
    await world.db.query('update users set totp_secret = $2, totp_enrolled_at = now() where id = $1', [
      player.id,
      Buffer.from('theirs'),
    ]);
    await call('POST', '/forgot-password', { body: { email: player.email } });
    expect(
      (
        await call('POST', '/reset-password', {
          body: { token: await resetToken(player.email), password: 'N3wPassword' },
        })
      ).status,
    ).toBe(204);
    expect(refusalOf(await signIn(player.email, { password: 'N3wPassword' }))).toBe('401 totp_required');
  });

  it('is only noted by the request, alike for every address, and mailed by a job', async () => {
    const [player, nobody] = [await registered(), `${randomUUID()}@example.com`];
    await world.db.query('create table noted as table password_requests with no data; grant insert on noted to public');
    await world.db.query(
      `create function note() returns trigger language plpgsql as $$ begin insert into noted values (new.*); return new; end $$`,
    );
    await world.db.query('create trigger note after insert on password_requests for each row execute function note()');
    const replies = [player.email, nobody].map((email) => call('POST', '/forgot-password', { body: { email } }));
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([204, 204]);
    expect((await world.db.query('select email from noted')).rows.map(({ email }) => email).sort()).toEqual(
      [player.email, nobody].sort(),
    );
    await resetToken(player.email);
    await eventually(async () => (await world.db.query('select 1 from password_requests')).rowCount === 0);
    expect(
      (await world.db.query("select 1 from mails where template = 'reset_password' and player_id = $1", [player.id]))
        .rowCount,
    ).toBe(1);
  });

  it('answers alike for an address nobody has', async () => {
    expect((await call('POST', '/forgot-password', { body: { email: 'nobody@example.com' } })).status).toBe(204);
    expect((await call('POST', '/forgot-password', { body: { email: 'not an address' } })).status).toBe(204);
  });
});

describe('a new password', () => {
  const change = (as: NonNullable<Options['as']>, currentPassword: string, newPassword: string) =>
    call('POST', '/change-password', { as, body: { currentPassword, newPassword } });

  it('needs the one in force, differs from it, and ends the other sessions only', async () => {
    const player = await registered();
    const other = await sessionOf(await signIn(player.email));
    expect(problemOf(await change(player.as, 'wr0ngPassword', 'N3wPassword')).errors).toEqual({
      currentPassword: sessionRefusals.passwordWrong.message,
    });
    expect(refusalOf(await change(player.as, password, password))).toBe('422 password_same');
    expect(problemOf(await change(player.as, password, 'short')).code).toBe('invalid_request');
    expect((await change(player.as, password, 'N3wPassword')).status).toBe(204);
    expect((await call('GET', '/session', { as: player.as })).status).toBe(200);
    expect(refusalOf(await call('GET', '/session', { as: other.as }))).toBe('401 session_revoked');
    expect((await signIn(player.email, { password: 'N3wPassword' })).status).toBe(200);
  });

  it('ends an authenticator that was begun with the old one', async () => {
    const player = await confirmed();
    const { secret } = (await call('POST', '/2fa/enrol', { as: player.as, body: { password } })).body as {
      secret: string;
    };
    expect((await change(player.as, password, 'N3wPassword')).status).toBe(204);
    const code = await generate({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) });
    expect(refusalOf(await call('POST', '/2fa/confirm', { as: player.as, body: { code } }))).toBe(
      '409 totp_not_enrolled',
    );
  });

  it('ends the links to set one that were mailed before', async () => {
    const player = await registered();
    await call('POST', '/forgot-password', { body: { email: player.email } });
    const token = await resetToken(player.email);
    expect((await change(player.as, password, 'N3wPassword')).status).toBe(204);
    expect(refusalOf(await call('POST', '/reset-password', { body: { token, password: 'An0therOne' } }))).toBe(
      '422 link_invalid',
    );
    expect((await signIn(player.email, { password: 'N3wPassword' })).status).toBe(200);
  });

  it('is not for the demo account that all share', async () => {
    const demo = await sessionOf(
      await call('POST', '/login', { body: { email: 'demo@fairline.example', password: 'Fairline-demo-1' } }),
    );
    expect(refusalOf(await change(demo.as, 'Fairline-demo-1', 'N3wPassword'))).toBe('403 demo_account');
    expect(refusalOf(await call('POST', '/close', { as: demo.as, body: { password: 'Fairline-demo-1' } }))).toBe(
      '403 demo_account',
    );
    expect(refusalOf(await call('POST', '/2fa/enrol', { as: demo.as, body: { password: 'Fairline-demo-1' } }))).toBe(
      '403 demo_account',
    );
    expect(refusalOf(await call('PATCH', '/profile', { as: demo.as, body: { city: 'Kiel' } }))).toBe(
      '403 demo_account',
    );
  });
});

describe('two-factor authentication', () => {
  const code = (secret: string) => generate({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) });
  const enrol = (as: NonNullable<Options['as']>, typed = password) =>
    call('POST', '/2fa/enrol', { as, body: { password: typed } });

  async function enrolled() {
    const player = await confirmed();
    const { secret } = (await enrol(player.as)).body as { secret: string };
    const { recoveryCodes } = (
      await call('POST', '/2fa/confirm', { as: player.as, body: { code: await code(secret) } })
    ).body as { recoveryCodes: string[] };
    clock.advance(60_000);
    return { ...player, secret, recoveryCodes };
  }

  it('is switched on by a code, asks at every sign-in, and takes a code once', async () => {
    const player = await enrolled();
    expect(player.recoveryCodes).toHaveLength(10);
    await lastEvent(player.id, sessionEvents.twoFactorChanged);
    expect((await call('GET', '/2fa', { as: player.as })).body).toMatchObject({ on: true, recoveryCodesLeft: 10 });
    expect(refusalOf(await enrol(player.as))).toBe('409 totp_already_on');
    expect(refusalOf(await signIn(player.email))).toBe('401 totp_required');
    expect(refusalOf(await signIn(player.email, { totp: '000000' }))).toBe('401 bad_credentials');
    const totp = await code(player.secret);
    expect((await signIn(player.email, { totp })).status).toBe(200);
    expect(refusalOf(await signIn(player.email, { totp }))).toBe('401 bad_credentials');
  });

  it('and the password prove who takes their data along, five minutes after the sign-in', async () => {
    const { as, secret, ...player } = await enrolled();
    const take = (by: Options['as'] = as) => call('GET', '/export', { as: by });
    const stepUp = async (body: object, by: Options['as'] = as) => call('POST', '/step-up', { as: by, body });
    expect((await take()).status).toBe(200);
    clock.advance(stepUpSeconds * 1_000);
    expect(refusalOf(await take())).toBe('403 step_up_required');
    expect(refusalOf(await stepUp({ password: 'Wr0ngPass', code: await code(secret) }))).toBe('422 password_wrong');
    expect(refusalOf(await stepUp({ password }))).toBe('422 totp_wrong');
    expect((await stepUp({ password, code: await code(secret) })).status).toBe(204);
    expect((await take()).status).toBe(200);
    clock.advance(60_000);
    const elsewhere = await sessionOf(await signIn(player.email, { totp: await code(secret) }));
    clock.advance(stepUpSeconds * 1_000 - 59_000);
    expect([await take(), await take(asPlayer(player.id))].map(refusalOf)).toEqual([
      '403 step_up_required',
      '403 step_up_required',
    ]);
    expect((await take(elsewhere.as)).status).toBe(200);
    clock.advance(60_000);
    expect(refusalOf(await stepUp({ password, code: await code(secret) }, asPlayer(player.id)))).toBe(
      '401 session_expired',
    );
  });

  it('is not begun without the password: a screen left open is no way to lock the owner out', async () => {
    const player = await confirmed();
    expect(problemOf(await enrol(player.as, 'wr0ngPassword'))).toMatchObject({
      code: 'password_wrong',
      errors: { password: sessionRefusals.passwordWrong.message },
    });
    expect(refusalOf(await call('POST', '/2fa/enrol', { as: player.as }))).toBe('400 invalid_request');
    expect(refusalOf(await call('POST', '/2fa/confirm', { as: player.as, body: { code: '123456' } }))).toBe(
      '409 totp_not_enrolled',
    );
  });

  it('takes a recovery code in its place, each once', async () => {
    const player = await enrolled();
    const totp = (player.recoveryCodes[3] as string).toLowerCase().replace('-', ' ');
    expect((await signIn(player.email, { totp })).status).toBe(200);
    expect(refusalOf(await signIn(player.email, { totp }))).toBe('401 bad_credentials');
    expect((await call('GET', '/2fa', { as: player.as })).body).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('is not switched on by a wrong code, nor off without password and code', async () => {
    const player = await confirmed();
    expect(refusalOf(await call('POST', '/2fa/confirm', { as: player.as, body: { code: '123456' } }))).toBe(
      '409 totp_not_enrolled',
    );
    expect((await enrol(player.as)).status).toBe(200);
    expect(refusalOf(await call('POST', '/2fa/confirm', { as: player.as, body: { code: '123456' } }))).toBe(
      '422 totp_wrong',
    );
    const guarded = await enrolled();
    const disable = (body: object) => call('POST', '/2fa/disable', { as: guarded.as, body });
    expect(refusalOf(await disable({ password: 'wrong', code: await code(guarded.secret) }))).toBe(
      '422 password_wrong',
    );
    expect(refusalOf(await disable({ password, code: '000000' }))).toBe('422 totp_wrong');
    expect((await disable({ password, code: await code(guarded.secret) })).status).toBe(204);
    expect((await signIn(guarded.email)).status).toBe(200);
    expect(refusalOf(await disable({ password, code: '000000' }))).toBe('409 totp_not_enrolled');
  });

  it('waits until the address is confirmed, so nobody can lock out its owner', async () => {
    const player = await registered();
    expect(refusalOf(await enrol(player.as))).toBe('409 email_unconfirmed');
    await world.db.query('update users set totp_pending = $2 where id = $1', [player.id, Buffer.from('begun earlier')]);
    expect(refusalOf(await call('POST', '/2fa/confirm', { as: player.as, body: { code: '123456' } }))).toBe(
      '409 email_unconfirmed',
    );
    expect((await call('GET', '/2fa', { as: player.as })).body).toMatchObject({ on: false });
  });
});

describe('devices', () => {
  it('are listed with what people call them, and one can be signed out', async () => {
    const player = await registered();
    const phone = await sessionOf(
      await signIn(
        player.email,
        {},
        { [agentHeader]: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1' },
      ),
    );
    const { items } = (await call('GET', '/sessions', { as: player.as })).body as {
      items: { id: string; device: string; current: boolean }[];
    };
    expect(items.map(({ device, current }) => `${device} ${current}`).sort()).toEqual([
      'Firefox (Windows) true',
      'Safari (iPhone) false',
    ]);
    const stranger = await registered();
    expect(refusalOf(await call('DELETE', `/sessions/${phone.sessionId}`, { as: stranger.as }))).toBe('404 not_found');
    expect((await call('DELETE', `/sessions/${phone.sessionId}`, { as: player.as })).status).toBe(204);
    expect(refusalOf(await call('GET', '/session', { as: phone.as }))).toBe('401 session_revoked');
    expect(refusalOf(await call('POST', '/refresh', { headers: { cookie: phone.refresh } }))).toBe(
      '401 session_revoked',
    );
  });

  it('are signed out together, all but the one that asks', async () => {
    const player = await registered();
    const others = [await sessionOf(await signIn(player.email)), await sessionOf(await signIn(player.email))];
    const stranger = await registered();
    expect(await call('DELETE', '/sessions', { as: player.as })).toMatchObject({ status: 200, body: { ended: 2 } });
    expect(await call('DELETE', '/sessions', { as: player.as })).toMatchObject({ status: 200, body: { ended: 0 } });
    for (const { as } of others) expect(refusalOf(await call('GET', '/session', { as }))).toBe('401 session_revoked');
    for (const { as } of [player, stranger]) expect((await call('GET', '/session', { as })).status).toBe(200);
  });

  it('sends a notice of a new device, but not of the first or a known one', async () => {
    const player = await registered();
    expect(player.lastSignIn).toBeNull();
    const again = await sessionOf(await signIn(player.email, {}, { cookie: player.device as string }));
    expect(again.lastSignIn).toMatchObject({ device: 'Firefox (Windows)' });
    expect(again.device).toBeUndefined();
    await sessionOf(await signIn(player.email));
    await lastEvent(player.id, sessionEvents.deviceAdded);
    expect(eventsOf(player.id, sessionEvents.deviceAdded)).toHaveLength(1);
  });
});
