/** Passkeys of players: added with password and code, listed, renamed, removed, and used to sign in, in every state of an account. */
import { eventually } from '@fairline/chassis/testing';
import { mailRoutes } from '@fairline/proto/auth/mail';
import { type Passkey, PasskeyCreation, PasskeyQuestion, passkeyEvents } from '@fairline/proto/auth/passkeys';
import { sessionEvents } from '@fairline/proto/auth/sessions';
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
  sessionOf,
  useAccountServers,
  world,
} from '../testing-account.ts';
import { Authenticator } from '../testing-authenticator.ts';

useAccountServers();

type As = { as: NonNullable<Options['as']> };
const begin = (player: As, proof: object = { password }) =>
  call('POST', '/passkeys/begin', { as: player.as, body: proof });
const beginFor = async (player: As) => PasskeyCreation.parse((await begin(player)).body);
const add = (player: As, attestation: object, name?: string) =>
  call('POST', '/passkeys', { as: player.as, body: { attestation, ...(name && { name }) } });
const list = async (player: As) =>
  ((await call('GET', '/passkeys', { as: player.as })).body as { items: Passkey[] }).items;
const question = async () => PasskeyQuestion.parse((await call('POST', '/passkeys/question')).body);
const login = (assertion: object, more: object = {}) =>
  call('POST', '/passkeys/login', { body: { assertion, ...more } });
const device = () => new Authenticator(String(world.env.PUBLIC_URL));

async function withPasskey() {
  const player = await confirmed();
  const key = device();
  const made = await add(player, key.create(await beginFor(player)), 'Laptop');
  expect(made.status).toBe(201);
  return { player, key, passkey: made.body as Passkey };
}

describe('making a passkey', () => {
  it('takes the password, and the code too where one is asked for at sign-in', async () => {
    const player = await confirmed();
    expect(refusalOf(await begin(player, { password: 'Wr0ngPass' }))).toBe('422 password_wrong');
    const { secret } = (await call('POST', '/2fa/enrol', { as: player.as, body: { password } })).body as {
      secret: string;
    };
    const code = () => generate({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) });
    expect((await call('POST', '/2fa/confirm', { as: player.as, body: { code: await code() } })).status).toBe(200);
    expect(refusalOf(await begin(player))).toBe('422 totp_wrong');
    clock.advance(30_000);
    expect((await begin(player, { password, code: await code() })).status).toBe(200);
  });

  it('needs a confirmed address', async () => {
    expect(refusalOf(await begin(await registered()))).toBe('409 email_unconfirmed');
  });

  it('adds it to the list, and tells the player', async () => {
    const { player, passkey } = await withPasskey();
    expect(passkey).toMatchObject({ name: 'Laptop', deviceType: 'multiDevice', backedUp: true, lastUsedAt: null });
    expect(await list(player)).toEqual([passkey]);
    expect((await lastEvent(player.id, passkeyEvents.passkeyChanged)).data).toEqual({
      playerId: player.id,
      change: 'added',
    });
    const notices = await eventually(
      async () =>
        (
          (await call('GET', mailRoutes.notices.path.replace('/api/auth', ''), { as: player.as })).body as {
            items: { template: string }[];
          }
        ).items,
      (items) => items.some(({ template }) => template === 'passkey_changed'),
    );
    expect(notices.length).toBeGreaterThan(0);
  });

  it('gives one without a name the name of the browser', async () => {
    const player = await confirmed();
    expect((await add(player, device().create(await beginFor(player)))).body).toMatchObject({ name: 'Unknown device' });
  });

  it('refuses another origin, an unverified person, and a card number as its name', async () => {
    const player = await confirmed();
    const options = await beginFor(player);
    expect(refusalOf(await add(player, device().create(options, { origin: 'https://evil.example' })))).toBe(
      '422 passkey_refused',
    );
    expect(refusalOf(await add(player, device().create(options, { unverified: true })))).toBe('422 passkey_refused');
    expect(refusalOf(await add(player, device().create(options), '4111 1111 1111 1111'))).toBe('422 card_number');
    expect(await list(player)).toEqual([]);
  });

  it('refuses a challenge of another session, one that was used, and one that is over', async () => {
    const player = await confirmed();
    const other = await confirmed();
    const options = await beginFor(player);
    expect(refusalOf(await add(other, device().create(options)))).toBe('422 passkey_refused');
    expect((await add(player, device().create(options))).status).toBe(201);
    expect(refusalOf(await add(player, device().create(options)))).toBe('422 passkey_outdated');
    const late = await beginFor(player);
    clock.advance(301_000);
    expect(refusalOf(await add(player, device().create(late)))).toBe('422 passkey_outdated');
  });

  it('is cancelled by a change of the password', async () => {
    const player = await confirmed();
    const options = await beginFor(player);
    const change = { currentPassword: password, newPassword: 'N3wPassword' };
    expect((await call('POST', '/change-password', { as: player.as, body: change })).status).toBe(204);
    expect(refusalOf(await add(player, device().create(options)))).toBe('422 passkey_refused');
  });

  it('refuses one that is registered already, and an eleventh', async () => {
    const { player, key } = await withPasskey();
    expect(refusalOf(await add(player, key.create(await beginFor(player))))).toBe('409 passkey_taken');
    const waiting = await beginFor(player);
    await world.db.query(
      `insert into passkeys (kind, subject_id, credential_id, public_key, counter, device_type, backed_up, name, created_at)
       select 'player', $1, gen_random_uuid()::text::bytea, '', 0, 'singleDevice', false, 'key', $2 from generate_series(1, 9)`,
      [player.id, clock.now()],
    );
    expect(refusalOf(await begin(player))).toBe('409 passkey_limit');
    expect(refusalOf(await add(player, device().create(waiting)))).toBe('409 passkey_limit');
  });
});

describe('the list of passkeys', () => {
  it('renames and removes own ones alone; one that was removed opens nothing', async () => {
    const { player, key, passkey } = await withPasskey();
    const stranger = await confirmed();
    const rename = (by: As) => call('PATCH', `/passkeys/${passkey.id}`, { as: by.as, body: { name: 'Phone' } });
    const remove = (by: As) => call('DELETE', `/passkeys/${passkey.id}`, { as: by.as });
    expect(refusalOf(await rename(stranger))).toBe('404 not_found');
    expect(refusalOf(await remove(stranger))).toBe('404 not_found');
    expect((await rename(player)).status).toBe(204);
    expect((await list(player)).map(({ name }) => name)).toEqual(['Phone']);
    const asked = await question();
    expect((await remove(player)).status).toBe(204);
    await eventually(() =>
      eventsOf(player.id, passkeyEvents.passkeyChanged).some(({ data }) => data.change === 'removed'),
    );
    expect(refusalOf(await login(key.sign(asked)))).toBe('401 passkey_unknown');
    expect(await list(player)).toEqual([]);
  });
});

describe('signing in with a passkey', () => {
  it('opens a session without password or code, and is recorded like any other', async () => {
    const { player, key } = await withPasskey();
    const before = eventsOf(player.id, sessionEvents.userSignedIn).length;
    const reply = await login(key.sign(await question()), { remember: true });
    const entered = await sessionOf(reply);
    expect(entered.id).toBe(player.id);
    expect(reply.headers.getSetCookie().find((line) => line.startsWith('fairline_session='))).toContain(
      'Max-Age=2592000',
    );
    expect((await call('GET', '/session', { as: entered.as })).status).toBe(200);
    await eventually(() => eventsOf(player.id, sessionEvents.userSignedIn).length > before);
    expect((await list(player))[0]?.lastUsedAt).toBe(clock.now().toISOString());
    const plain = await login(key.sign(await question()));
    expect(plain.headers.getSetCookie().find((line) => line.startsWith('fairline_session='))).not.toContain('Max-Age');
  });

  it('accepts an answer once, also when two arrive together', async () => {
    const { key } = await withPasskey();
    const assertion = key.sign(await question(), { counter: 0 });
    const statuses = (await Promise.all([login(assertion), login(assertion)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 422]);
    expect(refusalOf(await login(assertion))).toBe('422 passkey_outdated');
  });

  it('refuses another origin, owner or data, an unverified person, and records the failure', async () => {
    const { player, key } = await withPasskey();
    const asked = await question();
    const userHandle = Buffer.from(`operator ${player.id}`).toString('base64url');
    for (const fault of [{ origin: 'https://evil.example' }, { tampered: true }, { unverified: true }, { userHandle }])
      expect(refusalOf(await login(key.sign(asked, fault)))).toBe('422 passkey_refused');
    expect((await lastEvent(player.id, sessionEvents.signInFailed)).data).toMatchObject({ reason: 'totp' });
    expect((await login(key.sign(asked))).status).toBe(200);
  });

  it('refuses challenges that auth did not make, that are for registering, or that are over', async () => {
    const { player, key } = await withPasskey();
    const asked = await question();
    expect(refusalOf(await login(key.sign({ ...asked, challenge: 'AAAA' })))).toBe('422 passkey_refused');
    expect(refusalOf(await login(key.sign({ ...asked, challenge: (await beginFor(player)).challenge })))).toBe(
      '422 passkey_refused',
    );
    clock.advance(301_000);
    expect(refusalOf(await login(key.sign(asked)))).toBe('422 passkey_outdated');
  });

  it('refuses a counter that went back, and tells the player', async () => {
    const { player, key } = await withPasskey();
    expect((await login(key.sign(await question(), { counter: 7 }))).status).toBe(200);
    expect(refusalOf(await login(key.sign(await question(), { counter: 7 })))).toBe('401 passkey_copied');
    const events = await eventually(
      () => eventsOf(player.id, passkeyEvents.passkeyChanged),
      ({ length }) => length === 2,
    );
    expect(events[1]?.data).toMatchObject({ change: 'copied' });
    expect((await login(key.sign(await question(), { counter: 8 }))).status).toBe(200);
  });

  it('lets a suspended player in, and a closed one not', async () => {
    const { player, key } = await withPasskey();
    await world.db.query("update users set status = 'suspended' where id = $1", [player.id]);
    expect((await login(key.sign(await question()))).status).toBe(200);
    await world.db.query("update users set status = 'closed' where id = $1", [player.id]);
    expect(refusalOf(await login(key.sign(await question())))).toBe('403 account_closed');
    expect((await lastEvent(player.id, sessionEvents.signInFailed)).data).toMatchObject({ reason: 'status' });
  });
});
