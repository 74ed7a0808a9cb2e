/** Notices through the API of auth: players get each once, in the list and by mail, in their language, and can switch off some. */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressHeader, agentHeader } from '@fairline/chassis/http/identity';
import { createLog } from '@fairline/chassis/process/log';
import type { Running } from '@fairline/chassis/run';
import { Database } from '@fairline/chassis/storage/postgres';
import { asPlayer, eventsIn, eventually, openWorld, problemOf, type World } from '@fairline/chassis/testing';
import { defaultPreferences, type Preferences } from '@fairline/proto/auth/account';
import { type Mail, mailEvents, type Notice } from '@fairline/proto/auth/mail';
import { PlayerSession, sessionEvents } from '@fairline/proto/auth/sessions';
import { userEvents } from '@fairline/proto/auth/users';
import type { Envelope, EventType } from '@fairline/proto/contract';
import { adjustmentEvents } from '@fairline/proto/wallet/adjustments';
import { grantEvents } from '@fairline/proto/wallet/grants';
import { ledgerEvents } from '@fairline/proto/wallet/ledger';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import { playerEvents } from '@fairline/proto/wallet/players';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { deleteExpired } from '../account/store-retention.ts';
import { start } from '../main.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const mailDir = mkdtempSync(join(tmpdir(), 'fairline-mail-'));

let world: World;
let instances: Running[];
let turn = 0;
const events: Envelope<Record<string, unknown>>[] = [];
const hints: { subject: string; data: unknown }[] = [];

beforeAll(async () => {
  world = await openWorld('auth', new URL('../main.ts', import.meta.url).href, {
    SESSION_PRIVATE_KEY: Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url'),
    MAIL_DIR: mailDir,
    FAIRLINE_DEMO: '1',
  });
  world.nats.subscribe('evt.auth.>', { callback: (_error, message) => void events.push(...eventsIn(message)) });
  world.nats.subscribe('live.player.*', {
    callback: (_error, message) => void hints.push({ subject: message.subject, data: message.json() }),
  });
  instances = [await start(world.env), await start(world.env)];
});

afterAll(async () => {
  await Promise.all((instances ?? []).map((instance) => instance.stop()));
  await world?.close();
  rmSync(mailDir, { recursive: true, force: true });
});

async function call(method: string, path: string, options: Parameters<World['call']>[3] = {}) {
  const instance = instances[turn++ % instances.length] as Running;
  const reply = await world.call(instance.httpUrl, method, path, {
    ...options,
    headers: { [addressHeader]: randomUUID(), ...options.headers },
  });
  return {
    ...reply,
    body: reply.body as Record<string, never>,
    cookies: reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0]),
  };
}

async function registered() {
  const email = `${randomUUID()}@example.com`;
  const body = {
    email,
    password: 'Str0ngPass',
    firstName: 'Ada',
    lastName: 'Lovelace',
    country: 'DE',
    dateOfBirth: '1990-12-10',
    acceptTerms: true,
  };
  return PlayerSession.parse((await call('POST', '/api/auth/register', { body })).body).user;
}

type Wishes = Partial<Omit<Preferences, 'notifications'>> & { notifications?: Partial<Preferences['notifications']> };

async function prefer(playerId: string, { notifications, ...rest }: Wishes): Promise<void> {
  const body = {
    ...defaultPreferences,
    ...rest,
    notifications: { ...defaultPreferences.notifications, ...notifications },
  };
  expect((await call('PUT', '/api/auth/preferences', { as: asPlayer(playerId), body })).status).toBe(200);
}

type MailRow = z.infer<typeof Mail>;
const mailTo = async (email: string) =>
  ((await call('GET', `/api/dev/mailbox?to=${email}`)).body as unknown as { items: MailRow[] }).items;
type List = { items: Notice[]; nextCursor: string | null; unread: number };
const list = async (playerId: string, query = '') =>
  (await call('GET', `/api/auth/notices${query}`, { as: asPlayer(playerId) })).body as unknown as List;
const templatesOf = async (playerId: string) => (await list(playerId)).items.map(({ template }) => template);

/** An event id that sorts by time, like those of the bus. */
let last = Date.now();

function eventId(): string {
  last += 1;
  const hex = last.toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

interface PublishedNotice {
  event: EventType;
  data: Record<string, unknown> & { playerId: string };
  id: string;
}

const publish = ({ event, data, id }: PublishedNotice) => world.publish(event.subject, data.playerId, 3, data, id);

/** Every event with a notice, except registration and sign-ins, with its Spanish text. */
function happenings(playerId: string): (PublishedNotice & { dice: string; params: object })[] {
  const paymentId = randomUUID();
  const amount = { amountMinor: 123_450, currency: 'EUR' };
  const payment = { paymentId, playerId, ...amount, method: 'bank_transfer', book: 'real' };
  const account = { playerId, status: 'active', level: 'unverified', jurisdiction: 'open' };
  const noticeOf = (event: EventType, data: object, params: object, dice: string) => ({
    event,
    data: { playerId, ...data },
    params,
    dice,
    id: eventId(),
  });
  const paid = (event: EventType, type: string, dice: string) =>
    noticeOf(event, { ...payment, type }, { paymentId, ...amount }, dice);
  const failed = (event: EventType, type: string, dice: string) =>
    noticeOf(
      event,
      { ...payment, type, reason: 'No such transfer' },
      { paymentId, ...amount, reason: 'No such transfer' },
      dice,
    );
  return [
    noticeOf(sessionEvents.passwordChanged, {}, {}, 'Tu contraseña ha cambiado'),
    noticeOf(sessionEvents.twoFactorChanged, { on: true }, { on: true }, 'La verificación en dos pasos está activada'),
    noticeOf(
      userEvents.userStatusChanged,
      { ...account, at: new Date().toISOString() },
      { status: 'active' },
      'Tu cuenta está activa',
    ),
    noticeOf(
      userEvents.verificationChanged,
      { ...account, cause: 'operator' },
      { level: 'unverified' },
      'Tu cuenta ya no está verificada',
    ),
    paid(paymentEvents.depositApproved, 'deposit', 'Tu depósito ha sido aprobado'),
    failed(paymentEvents.depositRejected, 'deposit', 'Tu depósito ha sido rechazado'),
    failed(paymentEvents.depositFailed, 'deposit', 'Tu depósito no se ha completado'),
    paid(paymentEvents.withdrawalApproved, 'withdrawal', 'Tu retirada ha sido aprobada'),
    noticeOf(
      paymentEvents.withdrawalPaid,
      { ...payment, type: 'withdrawal', bankReference: 'SEPA 4711' },
      { paymentId, ...amount, bankReference: 'SEPA 4711' },
      'Tu retirada se ha pagado',
    ),
    failed(paymentEvents.withdrawalRejected, 'withdrawal', 'Tu retirada ha sido rechazada'),
    failed(paymentEvents.withdrawalReturned, 'withdrawal', 'Tu retirada ha sido devuelta'),
    noticeOf(
      paymentEvents.destinationAdded,
      { paymentId, method: 'crypto', destinationEnd: '9xyz' },
      { paymentId, method: 'crypto', destinationEnd: '9xyz' },
      'Un nuevo destino para tus retiradas',
    ),
    noticeOf(
      paymentEvents.destinationSaved,
      { destinationId: paymentId, method: 'e_wallet', destinationEnd: 'mple' },
      { destinationId: paymentId, method: 'e_wallet', destinationEnd: 'mple' },
      'Se ha guardado un destino para tus retiradas',
    ),
    noticeOf(playerEvents.withdrawalPinChanged, { on: false }, { on: false }, 'Se ha quitado tu PIN de retirada'),
    noticeOf(
      ledgerEvents.balanceLow,
      { currency: 'EUR', playableMinor: 4_200 },
      { amountMinor: 4_200, currency: 'EUR' },
      'Tu saldo es bajo',
    ),
    noticeOf(
      adjustmentEvents.balanceAdjusted,
      { adjustmentId: paymentId, amountMinor: -500, currency: 'EUR', book: 'real', reason: 'Paid twice' },
      { adjustmentId: paymentId, amountMinor: -500, currency: 'EUR', reason: 'Paid twice' },
      'Tu saldo ha sido ajustado',
    ),
    noticeOf(
      grantEvents.bonusGranted,
      {
        amountMinor: 500,
        currency: 'EUR',
        book: 'real',
        grant: { claimId: paymentId, kind: 'free_bet', expiresAt: '2099-01-01T00:00:00.000Z' },
      },
      { claimId: paymentId, amountMinor: 500, currency: 'EUR', expiresAt: '2099-01-01T00:00:00.000Z' },
      'Tienes una apuesta gratis',
    ),
  ];
}

describe('an event that declares a notice', () => {
  it('is listed once and mailed once in the language of the player, in any order of events', async () => {
    const players = await Promise.all([registered(), registered()]);
    const all = (
      await Promise.all(
        players.map(async ({ id }) =>
          prefer(id, { language: 'es', notifications: { promotions: true } }).then(() => happenings(id)),
        ),
      )
    ).flat();
    const shuffled = [...all, ...all, ...all]
      .map((notice, place) => ({ notice, order: (place * 7_919) % 41 }))
      .sort((a, b) => a.order - b.order);
    for (const { notice } of shuffled) await publish(notice);
    for (const { id, email } of players) {
      const expected = all.filter(({ data }) => data.playerId === id);
      const { items, unread } = await eventually(
        () => list(id),
        (notices) => notices.items.length === expected.length + 1,
      );
      expect(unread).toBe(items.length);
      for (const { event, params, id: noticeId } of expected) {
        expect(items.find((notice) => notice.id === noticeId)).toMatchObject({
          template: event.notice?.template,
          params,
          readAt: null,
        });
      }
      const mails = await eventually(
        () => mailTo(email),
        ({ length }) => length >= expected.length + 1,
      );
      const subjects = mails.map(({ subject }) => subject).filter((subject) => !/Welcome|bienvenida/.test(subject));
      expect(subjects.sort()).toEqual(expected.map(({ dice }) => dice).sort());
      const noticeIds = new Set(items.map((notice) => notice.id));
      const added = await eventually(
        () => events.filter(({ type, subject }) => type === mailEvents.noticeAdded.subject && noticeIds.has(subject)),
        ({ length }) => length === items.length,
      );
      expect(new Set(added.map(({ subject }) => subject)).size).toBe(added.length);
      await eventually(() =>
        hints.some(
          ({ subject, data }) =>
            subject === `live.player.${id}` && (data as { type: string }).type.includes('NoticeAdded'),
        ),
      );
    }
    // Events are consumed in order, so once a later one of each kind has taken effect, the earlier repeats are processed too.
    const later = await registered();
    const laterNotices = happenings(later.id);
    for (const notice of laterNotices) await publish(notice);
    await eventually(
      () => list(later.id),
      ({ items }) => items.length === laterNotices.length + 1,
    );
    for (const { id } of players) expect((await list(id)).items).toHaveLength(laterNotices.length + 1);
  });

  it('for a player who does not exist goes to the dead letters', async () => {
    const lost = happenings(randomUUID()).find(({ event }) => event === ledgerEvents.balanceLow) as PublishedNotice;
    await publish(lost);
    const deadLetters = await eventually(
      async () =>
        (await world.db.query('select consumer, error from dead_letters where event_id = $1', [lost.id])).rows,
      ({ length }) => length > 0,
    );
    expect(deadLetters).toEqual([{ consumer: 'auth_BalanceLow', error: 'a notice for a player who does not exist' }]);
  });
});

describe('a switch of the player', () => {
  const publishAll = async (playerId: string) => {
    const all = happenings(playerId);
    for (const notice of all) await publish(notice);
    return all;
  };
  const secure = [
    'balance_adjusted',
    'destination_added',
    'destination_saved',
    'password_changed',
    'pin_changed',
    'status_changed',
    'two_factor_changed',
    'verification_changed',
  ];

  it('silences what it names, in the list and by mail, and no security notice', async () => {
    const { id, email } = await registered();
    await prefer(id, { notifications: { deposits: false, withdrawals: false, lowBalance: false } });
    await publishAll(id);
    await eventually(
      () => templatesOf(id),
      ({ length }) => length >= secure.length + 2,
    );
    expect((await templatesOf(id)).sort()).toEqual([...secure, 'free_bet_given', 'welcome'].sort());
    await eventually(async () => (await mailTo(email)).length === secure.length + 1);
  });

  it('of mail keeps the list, and security is mailed all the same', async () => {
    const { id, email } = await registered();
    await prefer(id, { notifications: { email: false } });
    const all = await publishAll(id);
    await eventually(
      () => templatesOf(id),
      ({ length }) => length === all.length + 1,
    );
    const mails = await eventually(
      () => mailTo(email),
      ({ length }) => length === secure.length + 1,
    );
    expect(mails.map(({ subject }) => subject)).not.toContain('Your deposit was approved');
    const { rows } = await world.db.query('select template from mails where player_id = $1 order by template', [id]);
    expect(rows.map(({ template }) => template)).toEqual([...secure, 'welcome'].sort());
  });
});

describe('a deposit that its player cancelled themselves', () => {
  it('is in their list, and no mail tells them', async () => {
    const { id, email } = await registered();
    const failed = happenings(id).find(({ event }) => event === paymentEvents.depositFailed) as PublishedNotice;
    await publish({ ...failed, id: eventId(), data: { ...failed.data, reason: 'Cancelled by you' } });
    await publish({ ...failed, data: { ...failed.data, reason: 'Not finished in time' } });
    await eventually(async () => (await mailTo(email)).some(({ text }) => text.includes('Not finished in time')));
    const { items } = await list(id);
    expect(items.flatMap(({ params }) => params.reason ?? []).sort()).toEqual([
      'Cancelled by you',
      'Not finished in time',
    ]);
    const { rows } = await world.db.query("select id from mails where player_id = $1 and template = 'deposit_failed'", [
      id,
    ]);
    expect(rows).toEqual([{ id: failed.id }]);
  });
});

describe('a free bet', () => {
  const given = (playerId: string, changes: object = {}) => {
    const grant = { claimId: randomUUID(), kind: 'free_bet', expiresAt: '2099-01-01T00:00:00.000Z' };
    return {
      event: grantEvents.bonusGranted,
      data: { playerId, amountMinor: 500, currency: 'EUR', book: 'real', grant, ...changes },
      id: eventId(),
    };
  };

  it('is listed for everybody, and mailed to players who want both promotions and mail', async () => {
    const [wants, wantsNone, noMail] = await Promise.all([registered(), registered(), registered()]);
    await prefer(wants.id, { notifications: { promotions: true } });
    await prefer(noMail.id, { notifications: { promotions: true, email: false } });
    for (const { id } of [wantsNone, noMail, wants]) await publish(given(id));
    await eventually(async () => (await mailTo(wants.email)).some(({ subject }) => subject === 'You have a free bet'));
    for (const { id } of [wants, wantsNone, noMail]) expect(await templatesOf(id)).toContain('free_bet_given');
    for (const { id } of [wantsNone, noMail]) {
      expect(
        (await world.db.query("select 1 from mails where player_id = $1 and template = 'free_bet_given'", [id])).rows,
      ).toEqual([]);
    }
  });

  it('that is none, the welcome bonus, or has run out, is not sent', async () => {
    const { id } = await registered();
    const over = { claimId: randomUUID(), kind: 'free_bet', expiresAt: '2020-01-01T00:00:00.000Z' };
    for (const grant of [undefined, over]) await publish(given(id, { grant }));
    await publish(given(id));
    await eventually(
      () => templatesOf(id),
      (templates) => templates.includes('free_bet_given'),
    );
    expect((await templatesOf(id)).filter((template) => template === 'free_bet_given')).toHaveLength(1);
  });
});

describe('a free bet that is not announced', () => {
  it('is one that was given long ago, or to an account that is suspended or closed', async () => {
    const [active, suspended, closed] = await Promise.all([registered(), registered(), registered()]);
    for (const { id } of [active, suspended, closed]) await prefer(id, { notifications: { promotions: true } });
    await world.db.query("update users set status = 'suspended' where id = $1", [suspended.id]);
    await world.db.query("update users set status = 'closed' where id = $1", [closed.id]);
    const give = async (playerId: string, minutesAgo: number) => {
      const grant = { claimId: randomUUID(), kind: 'free_bet', expiresAt: '2099-01-01T00:00:00.000Z' };
      const [type, id] = [grantEvents.bonusGranted.subject, eventId()];
      const about = {
        specversion: '1.0',
        id,
        source: '/test',
        type,
        subject: playerId,
        datacontenttype: 'application/json',
        version: 1,
      };
      const time = new Date(Date.now() - minutesAgo * 60_000).toISOString();
      const data = { playerId, amountMinor: 500, currency: 'EUR', book: 'real', grant };
      await world.nats.request(type, JSON.stringify({ ...about, time, data }), { timeout: 5_000 });
      return id;
    };
    for (const minutesAgo of [7 * 24 * 60, 31]) await give(active.id, minutesAgo);
    for (const { id } of [suspended, closed]) await give(id, 0);
    const expected = await give(active.id, 25);
    const about = [active.id, suspended.id, closed.id];
    const rows = await eventually(
      async () =>
        (
          await world.db.query(
            "select id from notices where player_id = any($1::uuid[]) and template = 'free_bet_given'",
            [about],
          )
        ).rows,
      ({ length }) => length > 0,
    );
    expect(rows).toEqual([{ id: expected }]);
    expect(
      (
        await world.db.query("select id from mails where player_id = any($1::uuid[]) and template = 'free_bet_given'", [
          about,
        ])
      ).rows,
    ).toEqual(rows);
  });
});

describe('a sign-in', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
  const signIn = (email: string, cookie = '') =>
    call('POST', '/api/auth/login', {
      body: { email, password: 'Str0ngPass' },
      headers: { [agentHeader]: firefox, [addressHeader]: '203.0.113.7', cookie },
    });

  it('of an unknown device has device and address; others need the switch', async () => {
    const { id, email } = await registered();
    const entered = await signIn(email);
    const known = entered.cookies.find((cookie) => cookie?.startsWith('fairline_device=')) ?? '';
    const [device] = await eventually(
      async () => (await list(id)).items.filter(({ template }) => template === 'new_device'),
      ({ length }) => length === 1,
    );
    expect(device?.params).toEqual({
      device: 'Firefox (Linux)',
      address: '203.0.113.7',
      at: expect.stringMatching(/Z$/),
    });
    await eventually(async () =>
      (await mailTo(email)).some(({ text }) => text.includes('Firefox (Linux) from 203.0.113.7')),
    );

    await prefer(id, { notifications: { signIns: true } });
    expect((await signIn(email, known)).status).toBe(200);
    const expected = await eventually(
      () => templatesOf(id),
      (templates) => templates.includes('signed_in'),
    );
    expect(expected.sort()).toEqual(['new_device', 'signed_in', 'welcome']);
  });
});

describe('the list of notices', () => {
  it('is part of what the player downloads, and kept for a year', async () => {
    const { id } = await registered();
    await eventually(async () => (await list(id)).unread === 1);
    const { rows } = await world.db.query('select id from sessions where subject_id = $1', [id]);
    const as = asPlayer(id, { sessionId: rows[0].id });
    const taken = JSON.parse(String((await call('GET', '/api/auth/export', { as })).body)) as { notices: object[] };
    expect(taken.notices).toEqual([expect.objectContaining({ template: 'welcome', readAt: null })]);
    const db = new Database(String(world.env.DATABASE_URL), createLog('test', 'silent'), 1);
    await world.db.query("update notices set created_at = now() - interval '366 days' where player_id = $1", [id]);
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    const over = daysAgo(30);
    const until = { over, devices: over, signIns: over, history: over };
    await deleteExpired(db, { ...until, notices: daysAgo(367) });
    expect((await list(id)).items).toHaveLength(1);
    await deleteExpired(db, { ...until, notices: daysAgo(365) });
    expect((await list(id)).items).toEqual([]);
    await db.close();
  });

  it('comes newest first, fifty a page, and is read up to where the player has looked', async () => {
    const [{ id }, other] = [await registered(), await registered()];
    const ids = Array.from({ length: 60 }, eventId);
    await world.db.query(
      `insert into notices (id, player_id, template, params, created_at) select id, $2, 'balance_low', '{"amountMinor": 1, "currency": "USD"}', now() from unnest($1::uuid[]) id`,
      [ids, id],
    );
    await eventually(async () => (await list(id)).unread === 61 && (await list(other.id)).unread === 1);
    const first = await list(id);
    const second = await list(id, `?cursor=${first.nextCursor}`);
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 11, null]);
    const shown = [...first.items, ...second.items].filter(({ template }) => template !== 'welcome');
    expect(shown.map((notice) => notice.id)).toEqual([...ids].reverse());

    const read = (upTo: unknown, playerId = id) =>
      call('POST', '/api/auth/notices/read', { as: asPlayer(playerId), body: { upTo } });
    // The welcome notice is newer than the ten notices that are read first.
    expect((await read(ids[9])).body).toEqual({ unread: 51 });
    expect((await read(ids[9])).body).toEqual({ unread: 51 });
    expect((await list(id)).items.filter(({ readAt }) => readAt)).toEqual([]);
    expect((await list(id, `?cursor=${first.nextCursor}`)).items.filter(({ readAt }) => readAt)).toHaveLength(10);
    expect((await read(first.items[0]?.id)).body).toEqual({ unread: 0 });
    expect((await list(other.id)).unread).toBe(1);
    expect(problemOf(await read('newest')).code).toBe('invalid_request');
    expect((await call('GET', '/api/auth/notices?cursor=nonsense', { as: asPlayer(id) })).status).toBe(400);
    expect((await call('GET', '/api/auth/notices')).status).toBe(401);
  });
});
