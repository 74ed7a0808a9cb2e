/** A player and his own account at the doors of auth: passwords, authenticator, devices, profile, preferences, terms, closing and erasing; two instances. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressHeader, agentHeader } from '@fairline/chassis/identity';
import type { Running } from '@fairline/chassis/service';
import { asOperator, asPlayer, eventually, factsIn, openWorld, problemOf, SetClock, type World } from '@fairline/chassis/testing';
import { AccessClaims, authEvents, authRefusals, PlayerSession, termsVersion } from '@fairline/proto/auth';
import { defaultPreferences } from '@fairline/proto/auth/account';
import { type Envelope, Refusal, type RefusalType } from '@fairline/proto/contract';
import { walletRefusals } from '@fairline/proto/wallet';
import { jwtVerify } from 'jose';
import { generate } from 'otplib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../main.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const SESSION_PRIVATE_KEY = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url');
const mailDir = mkdtempSync(join(tmpdir(), 'fairline-mail-'));
const clock = new SetClock(new Date());
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
const yearMs = 365.25 * 24 * 3_600_000;

let world: World;
let rooms: Running[];
let turn = 0;
const facts: Envelope<Record<string, unknown>>[] = [];
/** How wallet answers: a refusal, silence, or yes. */
let wallet: RefusalType | 'silent' | 'yes' = 'yes';
/** What happens while wallet is asked to close. */
let meanwhile: ((playerId: string) => Promise<unknown>) | undefined;
const asked: { verb: string; input: Record<string, unknown> }[] = [];

beforeAll(async () => {
  const env = { SESSION_PRIVATE_KEY, FAIRLINE_DEMO: '1', MAIL_DIR: mailDir, PUBLIC_URL: 'https://play.example' };
  world = await openWorld('auth', new URL('../main.ts', import.meta.url).href, env);
  world.nats.subscribe('evt.auth.>', { callback: (_error, message) => void facts.push(...factsIn(message)) });
  world.nats.subscribe('rpc.wallet.*', { callback: (_error, message) => void answerAsWallet(message) });
  rooms = [await start(world.env, clock), await start(world.env, clock)];
});

async function answerAsWallet(message: { subject: string; json: <T>() => T; respond: (text: string) => unknown }): Promise<void> {
  const { input } = message.json<{ input: Record<string, unknown> }>();
  const verb = message.subject.slice('rpc.wallet.'.length);
  asked.push({ verb, input });
  if (verb === 'close') await meanwhile?.(String(input.playerId));
  if (wallet === 'silent') return;
  if (wallet !== 'yes' && ['close', 'playCurrency'].includes(verb)) {
    const { code, status, detail } = new Refusal(wallet).problem();
    message.respond(JSON.stringify({ refusal: { code, status, detail } }));
  } else message.respond(JSON.stringify({ ok: { playerId: input.playerId, currency: input.currency, version: input.version } }));
}

afterAll(async () => {
  await Promise.all((rooms ?? []).map((room) => room.stop()));
  await world?.close();
  rmSync(mailDir, { recursive: true, force: true });
});

afterEach(() => {
  wallet = 'yes';
});

type Options = NonNullable<Parameters<World['call']>[3]>;

async function call(method: string, path: string, options: Options = {}) {
  const room = rooms[turn++ % rooms.length] as Running;
  const reply = await world.call(room.httpUrl, method, `/api/auth${path}`, { ...options, headers: { [addressHeader]: randomUUID(), ...options.headers } });
  const cookies = reply.headers.getSetCookie().map((line) => line.split(';')[0] as string);
  return { ...reply, body: reply.body as never, cookies };
}

const refusalOf = (reply: { status: number; body: unknown }) => `${reply.status} ${problemOf(reply).code}`;
const saidOf = (id: string, { subject }: { subject: string }) => facts.filter((fact) => fact.subject === id && fact.type === subject);
async function said(id: string, event: { subject: string }): Promise<Envelope<Record<string, unknown>>> {
  const found = await eventually(
    async () => saidOf(id, event).at(-1),
    (fact) => fact !== undefined,
  );
  return found as Envelope<Record<string, unknown>>;
}

const password = 'Str0ngPass';

async function sessionOf(reply: Awaited<ReturnType<typeof call>>) {
  const body = PlayerSession.parse(reply.body);
  const claims = AccessClaims.parse((await jwtVerify(body.accessToken, publicKey, { currentDate: clock.now() })).payload);
  const device = reply.cookies.find((cookie) => cookie.startsWith('fairline_device='));
  const refresh = reply.cookies.find((cookie) => cookie.startsWith('fairline_session=')) as string;
  return { ...body, id: body.user.id, as: asPlayer(body.user.id, { sessionId: claims.sid }), sessionId: claims.sid, device, refresh };
}

async function registered(changes: Record<string, unknown> = {}) {
  const email = `${randomUUID()}@example.com`;
  const body = { email, password, firstName: 'Ada', lastName: 'Lovelace', country: 'DE', dateOfBirth: '1990-12-10', acceptTerms: true, ...changes };
  const reply = await call('POST', '/register', { body, headers: { [agentHeader]: firefox } });
  expect(reply.status).toBe(201);
  return { ...(await sessionOf(reply)), email };
}

const signIn = (email: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  call('POST', '/login', { body: { email, password, ...more }, headers });

async function mailOf(email: string, subject: RegExp): Promise<string> {
  const found = await eventually(
    async () => {
      const reply = await world.call((rooms[0] as Running).httpUrl, 'GET', `/api/dev/mailbox?to=${encodeURIComponent(email)}`);
      return (reply.body as { items: { subject: string; text: string }[] }).items.find((mail) => subject.test(mail.subject))?.text;
    },
    (text) => text !== undefined,
  );
  return found as string;
}

const resetToken = async (email: string) => /reset-password\S*[?#&]token=([\w-]+)/.exec(await mailOf(email, /password/i))?.[1] as string;

describe('a forgotten password', () => {
  it('is set anew by the link of the mail, once, and every session ends', async () => {
    const player = await registered();
    expect((await call('POST', '/forgot-password', { body: { email: player.email.toUpperCase() } })).status).toBe(204);
    const token = await resetToken(player.email);
    const reset = (to: string) => call('POST', '/reset-password', { body: { token, password: to } });
    expect((await reset('N3wPassword')).status).toBe(204);
    expect(refusalOf(await reset('An0therOne'))).toBe('422 link_invalid');
    await said(player.id, authEvents.passwordChanged);
    expect(refusalOf(await call('POST', '/refresh', { headers: { cookie: player.refresh } }))).toBe('401 session_expired');
    expect(refusalOf(await signIn(player.email))).toBe('401 bad_credentials');
    expect((await signIn(player.email, { password: 'N3wPassword' })).status).toBe(200);
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
    expect(problemOf(await change(player.as, 'wr0ngPassword', 'N3wPassword')).errors).toEqual({ currentPassword: authRefusals.passwordWrong.message });
    expect(refusalOf(await change(player.as, password, password))).toBe('422 password_same');
    expect(problemOf(await change(player.as, password, 'short')).code).toBe('invalid_request');
    expect((await change(player.as, password, 'N3wPassword')).status).toBe(204);
    expect((await call('GET', '/session', { as: player.as })).status).toBe(200);
    expect(refusalOf(await call('GET', '/session', { as: other.as }))).toBe('401 session_expired');
    expect((await signIn(player.email, { password: 'N3wPassword' })).status).toBe(200);
  });

  it('ends an authenticator that was begun with the old one', async () => {
    const player = await registered();
    const { secret } = (await call('POST', '/2fa/enrol', { as: player.as, body: { password } })).body as { secret: string };
    expect((await change(player.as, password, 'N3wPassword')).status).toBe(204);
    const code = await generate({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) });
    expect(refusalOf(await call('POST', '/2fa/confirm', { as: player.as, body: { code } }))).toBe('409 totp_not_enrolled');
  });

  it('ends the links to set one that were mailed before', async () => {
    const player = await registered();
    await call('POST', '/forgot-password', { body: { email: player.email } });
    const token = await resetToken(player.email);
    expect((await change(player.as, password, 'N3wPassword')).status).toBe(204);
    expect(refusalOf(await call('POST', '/reset-password', { body: { token, password: 'An0therOne' } }))).toBe('422 link_invalid');
    expect((await signIn(player.email, { password: 'N3wPassword' })).status).toBe(200);
  });

  it('is not for the demo account that all share', async () => {
    const demo = await sessionOf(await call('POST', '/login', { body: { email: 'demo@fairline.example', password: 'Fairline-demo-1' } }));
    expect(refusalOf(await change(demo.as, 'Fairline-demo-1', 'N3wPassword'))).toBe('403 demo_account');
    expect(refusalOf(await call('POST', '/close', { as: demo.as, body: { password: 'Fairline-demo-1' } }))).toBe('403 demo_account');
    expect(refusalOf(await call('POST', '/2fa/enrol', { as: demo.as, body: { password: 'Fairline-demo-1' } }))).toBe('403 demo_account');
    expect(refusalOf(await call('PATCH', '/profile', { as: demo.as, body: { city: 'Kiel' } }))).toBe('403 demo_account');
  });
});

describe('a new account', () => {
  it('begins in the language and on the clock it was opened in, its first letter too', async () => {
    const player = await registered({ language: 'es', timezone: 'America/Argentina/Buenos_Aires' });
    const { body } = await call('GET', '/preferences', { as: player.as });
    expect(body).toMatchObject({ language: 'es', timezone: 'America/Argentina/Buenos_Aires', oddsFormat: 'decimal' });
    expect(await mailOf(player.email, /Fairline/)).toContain('Hola');
    expect((await call('GET', '/preferences', { as: (await registered()).as })).body).toMatchObject({ language: 'en', timezone: 'UTC' });
  });

  it('takes no language or clock we do not write', async () => {
    const form = {
      email: `${randomUUID()}@example.com`,
      password,
      firstName: 'Ada',
      lastName: 'Lovelace',
      country: 'DE',
      dateOfBirth: '1990-12-10',
      acceptTerms: true,
    };
    expect(refusalOf(await call('POST', '/register', { body: { ...form, language: 'xx' } }))).toBe('400 invalid_request');
    for (const timezone of ['Mars/Olympus', '+02:00', 'europe/london', ''])
      expect(refusalOf(await call('POST', '/register', { body: { ...form, timezone } }))).toBe('400 invalid_request');
  });
});

describe('two-factor authentication', () => {
  const code = (secret: string) => generate({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) });
  const enrol = (as: NonNullable<Options['as']>, typed = password) => call('POST', '/2fa/enrol', { as, body: { password: typed } });

  async function enrolled() {
    const player = await registered();
    const { secret } = (await enrol(player.as)).body as { secret: string };
    const { recoveryCodes } = (await call('POST', '/2fa/confirm', { as: player.as, body: { code: await code(secret) } })).body as { recoveryCodes: string[] };
    clock.advance(60_000);
    return { ...player, secret, recoveryCodes };
  }

  it('is switched on by a code, asks at every sign-in, and takes a code once', async () => {
    const player = await enrolled();
    expect(player.recoveryCodes).toHaveLength(10);
    await said(player.id, authEvents.twoFactorChanged);
    expect((await call('GET', '/2fa', { as: player.as })).body).toMatchObject({ on: true, recoveryCodesLeft: 10 });
    expect(refusalOf(await enrol(player.as))).toBe('409 totp_already_on');
    expect(refusalOf(await signIn(player.email))).toBe('401 totp_required');
    expect(refusalOf(await signIn(player.email, { totp: '000000' }))).toBe('401 bad_credentials');
    const totp = await code(player.secret);
    expect((await signIn(player.email, { totp })).status).toBe(200);
    expect(refusalOf(await signIn(player.email, { totp }))).toBe('401 bad_credentials');
  });

  it('is not begun without the password: a screen left open is no way to lock the owner out', async () => {
    const player = await registered();
    expect(problemOf(await enrol(player.as, 'wr0ngPassword'))).toMatchObject({
      code: 'password_wrong',
      errors: { password: authRefusals.passwordWrong.message },
    });
    expect(refusalOf(await call('POST', '/2fa/enrol', { as: player.as }))).toBe('400 invalid_request');
    expect(refusalOf(await call('POST', '/2fa/confirm', { as: player.as, body: { code: '123456' } }))).toBe('409 totp_not_enrolled');
  });

  it('takes a recovery code in its place, each once', async () => {
    const player = await enrolled();
    const totp = (player.recoveryCodes[3] as string).toLowerCase().replace('-', ' ');
    expect((await signIn(player.email, { totp })).status).toBe(200);
    expect(refusalOf(await signIn(player.email, { totp }))).toBe('401 bad_credentials');
    expect((await call('GET', '/2fa', { as: player.as })).body).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('is not switched on by a wrong code, nor off without password and code', async () => {
    const player = await registered();
    expect(refusalOf(await call('POST', '/2fa/confirm', { as: player.as, body: { code: '123456' } }))).toBe('409 totp_not_enrolled');
    expect((await enrol(player.as)).status).toBe(200);
    expect(refusalOf(await call('POST', '/2fa/confirm', { as: player.as, body: { code: '123456' } }))).toBe('422 totp_wrong');
    const guarded = await enrolled();
    const disable = (body: object) => call('POST', '/2fa/disable', { as: guarded.as, body });
    expect(refusalOf(await disable({ password: 'wrong', code: await code(guarded.secret) }))).toBe('422 password_wrong');
    expect(refusalOf(await disable({ password, code: '000000' }))).toBe('422 totp_wrong');
    expect((await disable({ password, code: await code(guarded.secret) })).status).toBe(204);
    expect((await signIn(guarded.email)).status).toBe(200);
    expect(refusalOf(await disable({ password, code: '000000' }))).toBe('409 totp_not_enrolled');
  });
});

describe('devices', () => {
  it('are listed with what people call them, and one can be signed out', async () => {
    const player = await registered();
    const phone = await sessionOf(await signIn(player.email, {}, { [agentHeader]: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1' }));
    const { items } = (await call('GET', '/sessions', { as: player.as })).body as { items: { id: string; device: string; current: boolean }[] };
    expect(items.map(({ device, current }) => `${device} ${current}`).sort()).toEqual(['Firefox (Windows) true', 'Safari (iPhone) false']);
    const stranger = await registered();
    expect(refusalOf(await call('DELETE', `/sessions/${phone.sessionId}`, { as: stranger.as }))).toBe('404 not_found');
    expect((await call('DELETE', `/sessions/${phone.sessionId}`, { as: player.as })).status).toBe(204);
    expect(refusalOf(await call('GET', '/session', { as: phone.as }))).toBe('401 session_expired');
    expect(refusalOf(await call('POST', '/refresh', { headers: { cookie: phone.refresh } }))).toBe('401 session_expired');
  });

  it('that are new are told of; the first and a known one are not', async () => {
    const player = await registered();
    expect(player.lastSignIn).toBeNull();
    const again = await sessionOf(await signIn(player.email, {}, { cookie: player.device as string }));
    expect(again.lastSignIn).toMatchObject({ device: 'Firefox (Windows)' });
    expect(again.device).toBeUndefined();
    await sessionOf(await signIn(player.email));
    await said(player.id, authEvents.deviceAdded);
    expect(saidOf(player.id, authEvents.deviceAdded)).toHaveLength(1);
  });
});

describe('the profile', () => {
  it('changes what is given, and says which fields', async () => {
    const player = await registered();
    const reply = await call('PATCH', '/profile', { as: player.as, body: { city: 'Kiel', phone: '+49 431 1234567', lastName: 'Byron' } });
    expect(reply.body).toMatchObject({ city: 'Kiel', phone: '+49 431 1234567', lastName: 'Byron', firstName: 'Ada', dateOfBirth: '1990-12-10' });
    expect((await said(player.id, authEvents.profileUpdated)).data).toEqual({ playerId: player.id, fields: ['lastName', 'phone', 'city'] });
    expect((await call('GET', '/profile', { as: player.as })).body).toEqual(reply.body);
  });

  it('of a player who moves to the United Kingdom plays by its rules from the answer on', async () => {
    const player = await registered();
    expect((await call('PATCH', '/profile', { as: player.as, body: { country: 'United Kingdom' } })).body).toMatchObject({ country: 'GB' });
    expect(asked.findLast(({ verb, input }) => verb === 'restrict' && input.playerId === player.id)?.input).toMatchObject({ jurisdiction: 'gb' });
  });

  it('takes no card number, and no new name once it is verified', async () => {
    const player = await registered();
    for (const field of ['address', 'city', 'postalCode', 'firstName'])
      expect(refusalOf(await call('PATCH', '/profile', { as: player.as, body: { [field]: '4111111111111111' } }))).toBe('422 card_number');
    const phone = await call('PATCH', '/profile', { as: player.as, body: { phone: '4111 1111 1111 1111' } });
    expect(problemOf(phone).errors).toEqual({ phone: 'Please enter a valid phone number' });
    expect((await call('PATCH', '/profile', { as: player.as, body: { phone: '+49 (1512) 345-67-89' } })).status).toBe(200);
    await world.db.query(`update users set level = 'verified' where id = '${player.id}'`);
    const reply = await call('PATCH', '/profile', { as: player.as, body: { firstName: 'Grace', city: 'Kiel' } });
    expect(problemOf(reply)).toMatchObject({ code: 'profile_fixed', errors: { firstName: authRefusals.profileFixed.message } });
    expect((await call('PATCH', '/profile', { as: player.as, body: { firstName: 'Ada', city: 'Kiel' } })).status).toBe(200);
  });
});

describe('preferences', () => {
  it('begin with the defaults and are kept whole', async () => {
    const player = await registered();
    expect((await call('GET', '/preferences', { as: player.as })).body).toEqual(defaultPreferences);
    const wanted = { ...defaultPreferences, language: 'es', oddsFormat: 'american', timezone: 'Europe/London', currency: 'EUR' };
    expect((await call('PUT', '/preferences', { as: player.as, body: wanted })).status).toBe(200);
    expect((await call('GET', '/preferences', { as: player.as })).body).toEqual(wanted);
    expect((await call('GET', '/session', { as: player.as })).body).toMatchObject({ user: { currency: 'EUR' } });
  });

  it('drop what an older page asks about privacy and acts on nothing', async () => {
    const player = await registered();
    const older = { ...defaultPreferences, privacy: { showOnlineStatus: true, allowDataCollection: true, shareWithPartners: true } };
    expect((await call('PUT', '/preferences', { as: player.as, body: older })).body).toEqual({ ...defaultPreferences, privacy: { showOnlineStatus: true } });
  });

  it('change nothing where wallet refuses another currency, or does not answer', async () => {
    const player = await registered();
    const wanted = { ...defaultPreferences, language: 'es', currency: 'GBP' };
    wallet = walletRefusals.currencyFixed;
    expect(refusalOf(await call('PUT', '/preferences', { as: player.as, body: wanted }))).toBe('422 currency_fixed');
    wallet = 'silent';
    expect(refusalOf(await call('PUT', '/preferences', { as: player.as, body: wanted }))).toBe('503 unavailable');
    expect((await call('GET', '/preferences', { as: player.as })).body).toEqual(defaultPreferences);
  });
});

it('terms that have changed are asked for again, and accepted in the version in force', async () => {
  const player = await registered();
  await world.db.query(`update users set terms_version = '2020-01-01' where id = '${player.id}'`);
  expect((await sessionOf(await signIn(player.email))).user.termsAccepted).toBe(false);
  expect(refusalOf(await call('POST', '/terms', { as: player.as, body: { version: '2020-01-01' } }))).toBe('409 terms_outdated');
  expect((await call('POST', '/terms', { as: player.as, body: { version: termsVersion } })).status).toBe(204);
  expect((await sessionOf(await signIn(player.email))).user.termsAccepted).toBe(true);
});

it('an account with the name and date of birth of another is a hint for operators', async () => {
  const lastName = `Z${randomUUID().replaceAll(/[\d-]/g, '')}`;
  const first = await registered({ lastName, firstName: 'Zoë' });
  const second = await registered({ lastName: ` ${lastName.toUpperCase()} `, firstName: 'Zoe' });
  expect((await said(second.id, authEvents.duplicateSuspected)).data).toEqual({ playerId: second.id, others: [first.id] });
  expect(saidOf(first.id, authEvents.duplicateSuspected)).toEqual([]);
});

describe('closing an account', () => {
  afterEach(() => {
    meanwhile = undefined;
  });

  const close = (as: NonNullable<Options['as']>, body: object = { password }) => call('POST', '/close', { as, body });

  it('needs the password and an empty wallet', async () => {
    const player = await registered();
    expect(refusalOf(await close(player.as, { password: 'wrong' }))).toBe('422 password_wrong');
    wallet = walletRefusals.balanceLeft;
    expect(refusalOf(await close(player.as))).toBe('422 balance_left');
    expect((await call('GET', '/session', { as: player.as })).body).toMatchObject({ user: { status: 'active' } });
  });

  it('ends every session and keeps the address taken', async () => {
    const player = await registered();
    expect((await close(player.as, { password, reason: 'enough' })).status).toBe(204);
    expect((await said(player.id, authEvents.userStatusChanged)).data).toMatchObject({ status: 'closed' });
    expect(refusalOf(await call('GET', '/session', { as: player.as }))).toBe('401 session_expired');
    expect(refusalOf(await signIn(player.email))).toBe('403 account_closed');
    const form = { email: player.email, password, firstName: 'Ada', lastName: 'Again', country: 'DE', dateOfBirth: '1990-12-10', acceptTerms: true };
    expect(refusalOf(await call('POST', '/register', { body: form }))).toBe('409 email_taken');
  });

  it.each(['yes', 'silent', walletRefusals.balanceLeft] as const)('that another closes meanwhile is a success, whatever wallet says (%#)', async (answer) => {
    const player = await registered();
    wallet = answer;
    meanwhile = (id) => world.db.query(`update users set status = 'closed', closed_at = now(), closing_at = null where id = $1`, [id]);
    expect((await close(player.as, { password })).status).toBe(204);
  });

  it('that was cut short by silence is finished later, with its reason', async () => {
    const player = await registered();
    wallet = 'silent';
    expect(refusalOf(await close(player.as, { password, reason: 'moving on' }))).toBe('503 unavailable');
    wallet = 'yes';
    clock.advance(11_000);
    expect((await said(player.id, authEvents.userStatusChanged)).data).toMatchObject({ status: 'closed' });
    const history = await world.db.query("select params from user_history where player_id = $1 and kind = 'closed'", [player.id]);
    expect(history.rows).toEqual([{ params: { reason: 'moving on' } }]);
  });
});

it('a sweep that fails for one player goes on with the others', async () => {
  const broken = [await registered(), await registered(), await registered()];
  const fine = [await registered(), await registered(), await registered()];
  const ids = (players: { id: string }[]) => players.map(({ id }) => id);
  await world.db.query('create table broken as select unnest($1::uuid[]) as id', [ids(broken)]);
  await world.db.query(`create function break() returns trigger language plpgsql as $$ begin raise 'this row is broken'; end $$`);
  const set = async (at: number, text: string, longAgo: Date) => {
    const change = `update users set ${text} where id = $1`;
    await world.db.query(change, [broken[at]?.id, longAgo]);
    await world.db.query(change, [fine[at]?.id, new Date(longAgo.getTime() + 1_000)]);
  };
  await Promise.all(rooms.map((room) => room.stop()));
  const now = clock.now().getTime();
  await set(0, 'closing_at = $2', new Date(now - 60_000));
  await set(1, 'currency_asked_at = $2', new Date(now - 60_000));
  await set(2, `status = 'closed', closed_at = $2`, new Date(now - 6 * yearMs));
  await world.db.query(
    `create function is_broken(uuid) returns boolean language sql stable as $$ select exists (select from broken where id = $1) $$;
     create trigger break before update on users for each row when (is_broken(new.id)) execute function break()`,
  );
  rooms = [await start(world.env, clock), await start(world.env, clock)];
  const states = async (players: { id: string }[]) => {
    const { rows } = await world.db.query(
      `select status, currency_asked_at is not null as asked, erased_at is not null as erased from users where id = any ($1) order by array_position($1, id)`,
      [ids(players)],
    );
    return rows.map(({ status, asked: isAsked, erased }) => `${status} ${isAsked} ${erased}`);
  };
  const done = ['closed false false', 'active false false', 'closed false true'];
  await eventually(
    () => states(fine),
    (all) => all.join() === done.join(),
  );
  expect(await states(broken)).toEqual(['active false false', 'active true false', 'closed false false']);
  await world.db.query('drop trigger break on users');
});

it('the personal fields of a closed account are erased after the configured years; ids stay', async () => {
  const player = await registered({ lastName: 'Forgotten' });
  await call('PATCH', '/profile', { as: player.as, body: { city: 'Kiel' } });
  await call('POST', '/close', { as: player.as, body: { password } });
  await said(player.id, authEvents.userStatusChanged);
  const later = async (ms: number) => {
    await Promise.all(rooms.map((room) => room.stop()));
    clock.advance(ms);
    // The job runs when an instance takes its lease.
    rooms = [await start(world.env, clock), await start(world.env, clock)];
  };
  const unerased = async () => {
    const texts = await Promise.all(rooms.map(async ({ internalUrl }) => (await fetch(`${internalUrl}/metrics`)).text()));
    return texts.reduce((sum, text) => sum + Number(/^fairline_auth_unerased_total\{.*\} (\d+)$/m.exec(text)?.[1] ?? 0), 0);
  };
  wallet = walletRefusals.balanceLeft;
  await later(6 * yearMs);
  await eventually(() => asked.filter(({ verb, input }) => verb === 'close' && input.playerId === player.id).length === 2);
  await eventually(unerased);
  wallet = 'yes';
  await later(23 * 3_600_000);
  expect(saidOf(player.id, authEvents.accountErased)).toEqual([]);
  expect((await world.db.query('select erased_at, city from users where id = $1', [player.id])).rows).toEqual([{ erased_at: null, city: 'Kiel' }]);
  await later(2 * 3_600_000);
  await said(player.id, authEvents.accountErased);
  clock.advance(-6 * yearMs - 25 * 3_600_000);
  const operator = asOperator('compliance');
  for (const [method, path, body] of [
    ['PATCH', '', { status: 'active', reason: 'asked by phone' }],
    ['POST', '/verify', { reason: 'passport seen' }],
  ] as const) {
    const reply = await world.call((rooms[0] as Running).httpUrl, method, `/api/admin/auth/users/${player.id}${path}`, { as: operator, body });
    expect(refusalOf(reply)).toBe('409 account_erased');
  }
  const row = await world.db.query('select row_to_json(u)::text as text from users u where id = $1', [player.id]);
  const text = String(row.rows[0]?.text);
  for (const personal of [player.email, 'Ada', 'Forgotten', 'Kiel', '1990-12-10']) expect(text).not.toContain(personal);
  for (const table of ['devices', 'mails', 'notices', 'user_notes'])
    expect((await world.db.query(`select from ${table} where player_id = $1`, [player.id])).rowCount, table).toBe(0);
});

it('a player takes along what is kept of him, without a secret', async () => {
  const player = await registered();
  const reply = await call('GET', '/export', { as: player.as });
  expect(reply.headers.get('content-disposition')).toContain('fairline-account.json');
  const text = String(reply.body);
  for (const part of [player.email, 'Firefox (Windows)', 'registered', '1990-12-10']) expect(text).toContain(part);
  expect(text).not.toMatch(/hash|secret|argon/i);
});
