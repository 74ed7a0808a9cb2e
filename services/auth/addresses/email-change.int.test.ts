/** A new e-mail address: confirmed from the new mailbox, and cancelled or undone from the old one, whether the player or an operator requested it. */

import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, proven } from '@fairline/chassis/testing';
import { emailEvents } from '@fairline/proto/auth/email';
import { mailEvents } from '@fairline/proto/auth/mail';
import { hourMs } from '@fairline/proto/time';
import { describe, expect, it } from 'vitest';
import {
  call,
  clock,
  confirmed,
  instances,
  lastEvent,
  mailOf,
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

const newAddress = () => `${randomUUID()}@new.example`;
const ask = (as: Options['as'], email: string, more: Record<string, unknown> = {}) =>
  call('POST', '/email-change', { as, body: { email, password, ...more } } as Options);
const tokenIn = (text: string, page: string) => new RegExp(`type=${page}&token=([\\w-]+)`).exec(text)?.[1] as string;
const confirmToken = async (email: string) => tokenIn(await mailOf(email, /confirm your new email/), 'new_email');
const keepToken = async (email: string, subject = /was requested/) =>
  tokenIn(await mailOf(email, subject), 'keep_email');
const confirm = (token: string) => call('POST', '/email-change/confirm', { body: { token } });
const undo = (token: string) => call('POST', '/email-change/undo', { body: { token } });
const emailOf = async (id: string) =>
  (await world.db.query('select email from users where id = $1', [id])).rows[0].email as string;

/** A player whose address was changed from the first address to the second. */
async function changed() {
  const player = await confirmed();
  const email = newAddress();
  expect((await ask(player.as, email)).status).toBe(204);
  expect(await confirm(await confirmToken(email))).toMatchObject({ status: 200, body: { email } });
  return { ...player, newEmail: email };
}

describe('a new address', () => {
  it('is in force once its mailbox confirms it, once; every session ends', async () => {
    const player = await confirmed();
    const email = newAddress();
    expect((await ask(player.as, email)).status).toBe(204);
    expect(await emailOf(player.id)).toBe(player.email);
    const token = await confirmToken(email);
    expect(await confirm(token)).toMatchObject({ status: 200, body: { email } });
    expect(refusalOf(await confirm(token))).toBe('422 link_invalid');
    expect(refusalOf(await call('POST', '/refresh', { headers: { cookie: player.refresh } }))).toBe(
      '401 session_revoked',
    );
    expect(refusalOf(await signIn(player.email))).toBe('401 bad_credentials');
    const again = await sessionOf(await signIn(email));
    expect(again.user).toMatchObject({ id: player.id, email, emailVerified: true });
    expect((await lastEvent(player.id, emailEvents.emailChanged)).data).toEqual({
      playerId: player.id,
      how: 'changed',
    });
    expect((await lastEvent(player.id, mailEvents.emailVerified)).data.personKeys).toContainEqual(
      expect.objectContaining({ kind: 'mailbox' }),
    );
  });

  it('is not asked for without the password, nor for the same mailbox, nor by the demo account', async () => {
    const player = await registered();
    expect(refusalOf(await ask(player.as, newAddress(), { password: 'Wr0ngPass' }))).toBe('422 password_wrong');
    expect(refusalOf(await ask(player.as, player.email.toUpperCase()))).toBe('422 email_same');
    expect((await ask(player.as, 'nobody')).status).toBe(400);
    const demo = (await world.db.query('select id from users where demo')).rows[0].id as string;
    expect(refusalOf(await ask(asPlayer(demo), newAddress()))).toBe('403 demo_account');
  });

  it('needs a code where an authenticator guards the account', async () => {
    const player = await confirmed();
    await world.db.query('update users set totp_secret = $2, totp_enrolled_at = now() where id = $1', [
      player.id,
      Buffer.from('sealed'),
    ]);
    const reply = await ask(player.as, newAddress(), { code: '' });
    expect(reply.status).not.toBe(204);
  });

  it('of another account is revealed to its owner only', async () => {
    const [player, other] = [await confirmed(), await confirmed()];
    expect((await ask(player.as, other.email)).status).toBe(204);
    expect(await mailOf(other.email, /already has an account/)).toContain('Nothing has changed');
    expect(
      (await world.db.query("select 1 from mails where player_id = $1 and template = 'confirm_new_email'", [player.id]))
        .rowCount,
    ).toBe(0);
  });

  it('that two players ask for goes to the first to confirm', async () => {
    const players = [await confirmed(), await confirmed()];
    const email = newAddress();
    const tokens: string[] = [];
    for (const { as, id } of players) {
      expect((await ask(as, email)).status).toBe(204);
      const sent = () =>
        world.db.query(
          "select 1 from mails where player_id = $1 and template = 'confirm_new_email' and sent_at is not null",
          [id],
        );
      await eventually(async () => (await sent()).rowCount === 1);
      tokens.push(await confirmToken(email));
    }
    const replies = await Promise.all(tokens.map(confirm));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('replaces the one asked for before, whose link no longer works', async () => {
    const player = await confirmed();
    const [first, second] = [newAddress(), newAddress()];
    await ask(player.as, first);
    const token = await confirmToken(first);
    await ask(player.as, second);
    expect(refusalOf(await confirm(token))).toBe('422 link_invalid');
    expect((await confirm(await confirmToken(second))).status).toBe(200);
  });

  it('is confirmed once, however many confirm at a time', async () => {
    const player = await confirmed();
    const email = newAddress();
    await ask(player.as, email);
    const token = await confirmToken(email);
    const replies = await Promise.all(Array.from({ length: 6 }, () => confirm(token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      (await world.db.query("select 1 from user_history where player_id = $1 and kind = 'email_changed'", [player.id]))
        .rowCount,
    ).toBe(1);
  });
});

describe('the old mailbox', () => {
  it('cancels a change that is not confirmed, and nothing else happens', async () => {
    const player = await confirmed();
    const email = newAddress();
    await ask(player.as, email);
    const token = await confirmToken(email);
    expect(await undo(await keepToken(player.email))).toMatchObject({ status: 200, body: { email: player.email } });
    expect(refusalOf(await confirm(token))).toBe('422 link_invalid');
    expect((await signIn(player.email)).status).toBe(200);
  });

  it('takes the account back: sessions, password and authenticator of who took it are void', async () => {
    const player = await changed();
    const thief = await sessionOf(await signIn(player.newEmail));
    await world.db.query('update users set totp_secret = $2, totp_enrolled_at = $3 where id = $1', [
      player.id,
      Buffer.from('theirs'),
      clock.now(),
    ]);
    expect((await undo(await keepToken(player.email, /has a new email address/))).status).toBe(200);
    expect(await emailOf(player.id)).toBe(player.email);
    expect(refusalOf(await call('POST', '/refresh', { headers: { cookie: thief.refresh } }))).toBe(
      '401 session_revoked',
    );
    expect(refusalOf(await signIn(player.email))).toBe('401 bad_credentials');
    expect(
      (
        await call('POST', '/reset-password', {
          body: { token: await resetToken(player.email), password: 'N3wPassword' },
        })
      ).status,
    ).toBe(204);
    expect((await signIn(player.email, { password: 'N3wPassword' })).status).toBe(200);
  });

  it('does so as well where the address was changed twice', async () => {
    const player = await changed();
    const thief = await sessionOf(await signIn(player.newEmail));
    const third = newAddress();
    await ask(thief.as, third);
    expect((await confirm(await confirmToken(third))).status).toBe(200);
    expect((await undo(await keepToken(player.email, /has a new email address/))).status).toBe(200);
    expect(await emailOf(player.id)).toBe(player.email);
    expect(refusalOf(await undo(await keepToken(player.newEmail, /has a new email address/)))).toBe('422 link_invalid');
  });

  it('keeps its address from strangers meanwhile, and can do so for three days', async () => {
    const player = await changed();
    const register = () =>
      call('POST', '/register', {
        body: {
          email: player.email,
          password,
          firstName: 'Eve',
          lastName: 'Else',
          country: 'DE',
          dateOfBirth: '1990-12-10',
          acceptTerms: true,
        },
      });
    expect(refusalOf(await register())).toBe('409 email_taken');
    const token = await keepToken(player.email, /has a new email address/);
    clock.advance(73 * hourMs);
    expect(refusalOf(await undo(token))).toBe('422 link_invalid');
    expect((await register()).status).toBe(201);
  });
});

it('an address is registered by no stranger at the moment in which its account leaves it', async () => {
  for (let round = 0; round < 5; round++) {
    const player = await confirmed();
    const email = newAddress();
    await ask(player.as, email);
    const token = await confirmToken(email);
    const body = {
      email: player.email,
      password,
      firstName: 'Eve',
      lastName: 'Else',
      country: 'DE',
      dateOfBirth: '1990-12-10',
      acceptTerms: true,
    };
    const [moved, taken] = await Promise.all([confirm(token), call('POST', '/register', { body })]);
    expect([moved.status, refusalOf(taken)]).toEqual([200, '409 email_taken']);
  }
});

describe('an operator', () => {
  const correct = (id: string, email: string, role: 'compliance' | 'support' = 'compliance') =>
    world.call(instances[0]?.httpUrl ?? '', 'POST', `/api/admin/auth/users/${id}/email`, {
      as: proven(asOperator(role), clock),
      body: { email, reason: 'A typing error' },
    });

  it('corrects an address that nobody confirmed; the mailbox has to confirm it', async () => {
    const player = await registered();
    const email = newAddress();
    expect((await correct(player.id, email)).status).toBe(204);
    expect(await mailOf(player.email, /was requested/)).toContain('Our team requested');
    expect((await confirm(await confirmToken(email))).status).toBe(200);
    expect(await emailOf(player.id)).toBe(email);
  });

  it('cannot change a confirmed address, and support cannot change any', async () => {
    const [player, newcomer] = [await confirmed(), await registered()];
    expect(refusalOf(await correct(player.id, newAddress()))).toBe('409 email_confirmed');
    expect(refusalOf(await correct(newcomer.id, newAddress(), 'support'))).toBe('403 forbidden');
    expect(refusalOf(await correct(randomUUID(), newAddress()))).toBe('404 not_found');
  });
});
