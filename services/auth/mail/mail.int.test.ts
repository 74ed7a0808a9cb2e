/** Mail over SMTP: the link that confirms an address, notices of payments, a failing server, and the mailbox of demo mode. */

import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressHeader } from '@fairline/chassis/http/identity';
import type { Running } from '@fairline/chassis/run';
import {
  asOperator,
  asPlayer,
  eventsIn,
  eventually,
  openWorld,
  problemOf,
  SetClock,
  type World,
} from '@fairline/chassis/testing';
import { mailEvents } from '@fairline/proto/auth/mail';
import { PlayerSession } from '@fairline/proto/auth/sessions';
import { userEvents } from '@fairline/proto/auth/users';
import type { Envelope } from '@fairline/proto/contract';
import { hourMs } from '@fairline/proto/time';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import { MailServer } from '../testing-mail.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const mailDir = mkdtempSync(join(tmpdir(), 'fairline-mail-'));
const clock = new SetClock(new Date());

let world: World;
let instances: Running[];
let turn = 0;
const events: Envelope<Record<string, unknown>>[] = [];

const server = new MailServer();
const { refusing } = server;

beforeAll(async () => {
  const smtpUrl = await server.listen();
  world = await openWorld('auth', new URL('../main.ts', import.meta.url).href, {
    SESSION_PRIVATE_KEY: Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url'),
    SMTP_URL: smtpUrl,
    PUBLIC_URL: 'https://play.example',
    MAIL_FROM: 'Fairline <hello@play.example>',
    MAIL_DIR: mailDir,
  });
  world.nats.subscribe('evt.auth.>', { callback: (_error, message) => void events.push(...eventsIn(message)) });
  instances = [await start(world.env, clock), await start(world.env, clock)];
});

afterAll(async () => {
  await Promise.all((instances ?? []).map((instance) => instance.stop()));
  await world?.close();
  await server.close();
  rmSync(mailDir, { recursive: true, force: true });
});

async function call(method: string, path: string, options: Parameters<World['call']>[3] = {}) {
  const instance = instances[turn++ % instances.length] as Running;
  return world.call(instance.httpUrl, method, path, {
    ...options,
    headers: { [addressHeader]: randomUUID(), ...options.headers },
  });
}

async function registered(changes: Record<string, unknown> = {}) {
  const email = `${randomUUID()}@example.com`;
  const body = {
    email,
    password: 'Str0ngPass',
    firstName: 'Ada',
    lastName: 'Lovelace',
    country: 'DE',
    dateOfBirth: '1990-12-10',
    acceptTerms: true,
    ...changes,
  };
  return PlayerSession.parse((await call('POST', '/api/auth/register', { body })).body).user;
}

const mailTo = (email: string) => server.mailTo(email);
const arrived = (email: string, count = 1) => server.arrived(email, count);
const tokenOf = (mail: Email | undefined) =>
  mail?.text?.match(/https:\/\/play\.example\/auth\/callback\?type=signup&token=([\w-]{43})\s/)?.[1] as string;
const verify = (token: string) => call('POST', '/api/auth/verify-email', { body: { token } });
const userOf = async (id: string) =>
  (await call('GET', `/api/admin/auth/users/${id}`, { as: asOperator('support') })).body as { emailVerified: boolean };
const confirmations = (id: string) =>
  events.filter(({ subject, type }) => subject === id && type === mailEvents.emailVerified.subject);

describe('the mail that welcomes a player', () => {
  it('arrives once, from us, in text and HTML, with a link to confirm the address', async () => {
    const { email } = await registered({ firstName: 'Zoë', lastName: 'D’Arcy' });
    const [mail] = await arrived(email);
    expect(mail?.from).toEqual({ name: 'Fairline', address: 'hello@play.example' });
    expect(mail?.to).toEqual([{ name: '', address: email }]);
    expect(mail?.subject).toBe('Welcome to Fairline! Please confirm your email address');
    expect(mail?.messageId).toMatch(/^<[\w-]{36}@play\.example>$/);
    expect(tokenOf(mail)).toBeTruthy();
    expect(mail?.text).toMatch(/^Hello,\n/);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Zoë|D’Arcy/);
    expect(mail?.html).toContain(`&amp;token=${tokenOf(mail)}"`);
  });

  it('confirms the address and publishes that once; the same link again finds it confirmed', async () => {
    const { id, email } = await registered();
    const [mail] = await arrived(email);
    expect((await userOf(id)).emailVerified).toBe(false);
    const replies = await Promise.all(Array.from({ length: 4 }, () => verify(tokenOf(mail))));
    for (const reply of replies) expect([reply.status, reply.body]).toEqual([200, { email }]);
    expect((await userOf(id)).emailVerified).toBe(true);
    await eventually(() => confirmations(id).length === 1);
    clock.advance(23 * hourMs);
    expect((await verify(tokenOf(mail))).status).toBe(200);
    expect(confirmations(id)).toHaveLength(1);
  });

  it('has a link that works for 24 hours', async () => {
    const { id, email } = await registered();
    const [mail] = await arrived(email);
    clock.advance(24 * hourMs);
    const reply = await verify(tokenOf(mail));
    expect([reply.status, problemOf(reply)]).toMatchObject([
      422,
      { code: 'link_invalid', detail: 'Email verification failed. Please try again.' },
    ]);
    expect((await userOf(id)).emailVerified).toBe(false);
  });

  it.each([
    ['a made-up one', 'x', 422],
    ['an empty one', '', 400],
    ['one too long', 'x'.repeat(201), 400],
  ])('is not replaced by a link with %s', async (_name, token, status) => {
    expect((await verify(token)).status).toBe(status);
  });

  it('is the only one kept for that: neither its token nor anything that makes one is stored', async () => {
    const { email } = await registered();
    const [mail] = await arrived(email);
    const { rows } = await world.db.query(
      'select jsonb_agg(l)::text || (select jsonb_agg(m)::text from mails m) as everything from links l',
    );
    expect(rows[0].everything).not.toContain(tokenOf(mail));
    expect(rows[0].everything).not.toContain(Buffer.from(tokenOf(mail)).toString('hex'));
  });
});

describe('asking for the confirmation again', () => {
  const resend = (id: string) => call('POST', '/api/auth/resend-verification', { as: asPlayer(id) });

  it('sends another link beside the first, three times in a quarter of an hour', async () => {
    const { id, email } = await registered();
    await arrived(email);
    const replies = [await resend(id), await resend(id), await resend(id), await resend(id)];
    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 429]);
    expect(problemOf(replies[3] as never).code).toBe('rate_limited');
    const mails = await arrived(email, 4);
    expect(
      mails
        .map(({ subject }) => subject)
        .sort()
        .at(-1),
    ).toBe('Welcome to Fairline! Please confirm your email address');
    expect(new Set(mails.map(tokenOf)).size).toBe(4);
    for (const mail of mails) expect((await verify(tokenOf(mail))).status).toBe(200);
  });

  it('sends nothing to a confirmed address, and answers only its player', async () => {
    const { id, email } = await registered();
    await verify(tokenOf((await arrived(email))[0]));
    for (let time = 0; time < 5; time++) expect((await resend(id)).status).toBe(204);
    const { rows } = await world.db.query('select template from mails where player_id = $1', [id]);
    expect(rows).toEqual([{ template: 'welcome' }]);
    expect((await call('POST', '/api/auth/resend-verification')).status).toBe(401);
    expect((await resend(randomUUID())).status).toBe(401);
  });

  it('and following links is throttled by address', async () => {
    const from = { [addressHeader]: randomUUID() };
    const replies = await Promise.all(
      Array.from({ length: 62 }, () => call('POST', '/api/auth/verify-email', { headers: from, body: { token: 'x' } })),
    );
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

describe('the notice of a payment', () => {
  const notices = [
    {
      event: paymentEvents.depositApproved,
      type: 'deposit',
      subject: 'Your deposit was approved',
      text: '1,234.50 EUR',
    },
    {
      event: paymentEvents.depositRejected,
      type: 'deposit',
      subject: 'Your deposit was rejected',
      text: 'Reason: No such <transfer>',
    },
    {
      event: paymentEvents.withdrawalApproved,
      type: 'withdrawal',
      subject: 'Your withdrawal was approved',
      text: '1,234.50 EUR',
    },
    {
      event: paymentEvents.withdrawalRejected,
      type: 'withdrawal',
      subject: 'Your withdrawal was rejected',
      text: 'Reason: No such <transfer>',
    },
  ] as const;
  const payment = (playerId: string, type: string) => ({
    paymentId: randomUUID(),
    playerId,
    type,
    amountMinor: 123_450,
    currency: 'EUR',
    method: 'bank_transfer',
    book: 'real',
    reason: 'No such <transfer>',
  });

  it('arrives once each, however often and in whatever order the events come', async () => {
    const players = await Promise.all([registered(), registered(), registered()]);
    const messages = players.flatMap(({ id }) =>
      notices.map(({ event, type }) => ({ event, data: payment(id, type), id: randomUUID() })),
    );
    // The welcome follows an event of auth itself, which is published again too.
    const welcomes = players.map(({ id }) => ({
      event: userEvents.userRegistered,
      envelope: events.find(({ subject, type }) => subject === id && type.includes('UserRegistered')),
    }));
    const twice = [...messages, ...messages, ...messages]
      .map((message, place) => ({ message, order: (place * 7_919) % 37 }))
      .sort((a, b) => a.order - b.order);
    for (const { message } of twice)
      await world.publish(message.event.subject, message.data.paymentId, 2, message.data, message.id);
    for (const { event, envelope } of welcomes)
      if (envelope) await world.publish(event.subject, envelope.subject, envelope.version, envelope.data, envelope.id);
    for (const { email } of players) {
      const mails = await arrived(email, 5);
      expect(mails.map(({ subject }) => subject).sort()).toEqual(
        [...notices.map(({ subject }) => subject), 'Welcome to Fairline! Please confirm your email address'].sort(),
      );
      for (const { subject, text } of notices)
        expect(mails.find((mail) => mail.subject === subject)?.text).toContain(text);
    }
    // Events are consumed in order, so once a later one has taken effect, the earlier repeats are processed too.
    const last = await registered();
    await arrived(last.email);
    for (const { email } of players) expect(mailTo(email)).toHaveLength(5);
  });

  it('for a player who does not exist goes to the dead letters and delays nobody', async () => {
    const { id, email } = await registered();
    await arrived(email);
    const [lost, good] = [payment(randomUUID(), 'deposit'), payment(id, 'deposit')];
    await world.publish(paymentEvents.depositApproved.subject, lost.paymentId, 1, lost);
    await world.publish(paymentEvents.depositApproved.subject, good.paymentId, 1, good);
    await arrived(email, 2);
    const dead = await eventually(
      async () => (await world.db.query('select consumer, payload from dead_letters')).rows,
      ({ length }) => length > 0,
    );
    expect(dead).toEqual([{ consumer: 'auth_DepositApproved', payload: expect.stringContaining(lost.paymentId) }]);
  });

  it('with an event that is none goes there too', async () => {
    await world.publish(paymentEvents.depositRejected.subject, randomUUID(), 1, { playerId: 'nobody' });
    await eventually(
      async () =>
        (await world.db.query("select 1 from dead_letters where consumer = 'auth_DepositRejected'")).rowCount === 1,
    );
  });
});

describe('a mail server that fails', () => {
  const mailOf = async (id: string) =>
    (await world.db.query('select attempts, sent_at, given_up_at, due_at, error from mails where player_id = $1', [id]))
      .rows[0];

  it('for now is asked again, with the same link', async () => {
    const email = `${randomUUID()}@example.com`;
    refusing.set(email, { code: 451, times: 2 });
    const { id } = await registered({ email });
    for (const waitMs of [30_000, 60_000]) {
      const failed = await eventually(
        () => mailOf(id),
        (mail) => mail?.error === '451' && mail.due_at.getTime() === clock.now().getTime() + waitMs,
      );
      expect(failed).toMatchObject({ sent_at: null, given_up_at: null });
      clock.advance(waitMs);
    }
    const [mail] = await arrived(email);
    expect(
      await eventually(
        () => mailOf(id),
        (mail) => mail?.sent_at != null,
      ),
    ).toMatchObject({ attempts: 3, error: null });
    expect((await verify(tokenOf(mail))).status).toBe(200);
  });

  it('for good is not asked again', async () => {
    const email = `${randomUUID()}@example.com`;
    refusing.set(email, { code: 550, times: 99 });
    const { id } = await registered({ email });
    expect(
      await eventually(
        () => mailOf(id),
        (mail) => mail?.given_up_at != null,
      ),
    ).toMatchObject({ attempts: 1, sent_at: null, error: '550' });
  });

  it('is given each of many mails once by two instances', async () => {
    const { id, email } = await registered();
    await arrived(email);
    await world.db.query(
      `insert into mails (id, player_id, template, facts, created_at, due_at)
       select uuidv7(), $1, 'deposit_approved', '{"amountMinor": 100, "currency": "USD"}', $2, $2 from generate_series(1, 60)`,
      [id, clock.now()],
    );
    await eventually(
      async () =>
        (
          await world.db.query('select 1 from mails where sent_at is null and given_up_at is null and player_id = $1', [
            id,
          ])
        ).rowCount === 0,
    );
    expect(mailTo(email)).toHaveLength(61);
    expect(new Set(mailTo(email).map(({ messageId }) => messageId)).size).toBe(61);
  });
});

it('skips mail that another instance is about to claim, and sends the mail after it', async () => {
  const [waiting, later] = [await registered(), await registered()];
  const isSent = async () =>
    (
      await world.db.query('select 1 from mails where player_id = any($1) and sent_at is not null', [
        [waiting.id, later.id],
      ])
    ).rowCount === 2;
  await eventually(isSent);
  const inAnHour = new Date(clock.now().getTime() + hourMs);
  await world.db.query('update mails set sent_at = null, due_at = $2 where player_id = $1', [waiting.id, inAnHour]);
  await world.db.query('begin');
  await world.db.query('select 1 from mails where player_id = $1 for update', [waiting.id]);
  clock.advance(hourMs);
  await call('POST', '/api/auth/resend-verification', { as: asPlayer(later.id) });
  await arrived(later.email, 2);
  await world.db.query('commit');
  await arrived(waiting.email, 2);
});

describe('without a mail server', () => {
  const mailed = async (instance: Running, query: string) =>
    (await world.call(instance.httpUrl, 'GET', `/api/dev/mailbox${query}`)).body as { items: Record<string, string>[] };
  const registerAt = (instance: Running, email: string) =>
    world.call(instance.httpUrl, 'POST', '/api/auth/register', {
      headers: { [addressHeader]: randomUUID() },
      body: {
        email,
        password: 'Str0ngPass',
        firstName: 'Ada',
        lastName: 'Lovelace',
        country: 'DE',
        dateOfBirth: '1990-12-10',
        acceptTerms: true,
      },
    });

  it('demo mode keeps mail itself, and either instance shows all of it, newest first', async () => {
    const apart = await openWorldAgain({ FAIRLINE_DEMO: '1' });
    try {
      const [one, other] = apart.instances as [Running, Running];
      const emails = [`Ada.${randomUUID()}@Example.com`, `${randomUUID()}@example.com`];
      for (const email of emails) {
        await registerAt(one, email);
        await eventually(
          () => mailed(other, `?to=${encodeURIComponent(email.toLowerCase())}`),
          ({ items }) => items.length === 1,
        );
      }
      const all = (await mailed(one, '')).items;
      expect(all.map(({ to }) => to?.toLowerCase())).toEqual(emails.map((email) => email.toLowerCase()).reverse());
      expect(all[0]).toEqual({
        to: emails[1],
        subject: 'Welcome to Fairline! Please confirm your email address',
        text: expect.stringContaining('/auth/callback?type=signup&token='),
        html: expect.stringContaining('Confirm email address'),
        at: expect.stringMatching(/Z$/),
      });
      expect((await mailed(one, '?to=nobody@example.com')).items).toEqual([]);
      expect((await world.call(one.httpUrl, 'GET', '/api/dev/mailbox?from=x')).status).toBe(400);
    } finally {
      await apart.close();
    }
  });

  it('otherwise mail waits, and leaves when there is one', async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    const { SMTP_URL: _none, ...env } = world.env;
    instances = [await start(env, clock)];
    const { id, email } = await registered();
    await eventually(
      async () => (await world.db.query('select 1 from mails where player_id = $1', [id])).rowCount === 1,
    );
    const waiting = await world.db.query('select attempts, sent_at, given_up_at from mails where player_id = $1', [id]);
    expect([waiting.rows, mailTo(email)]).toEqual([[{ attempts: 0, sent_at: null, given_up_at: null }], []]);
    instances.push(await start(world.env, clock));
    await arrived(email);
  });
});

/** Starts two more instances on the same database in another mode. The first two are stopped meanwhile, so that these send the mail. */
async function openWorldAgain(
  extra: Record<string, string>,
): Promise<{ instances: Running[]; close: () => Promise<void> }> {
  await Promise.all(instances.splice(0).map((instance) => instance.stop()));
  const { SMTP_URL: _none, ...env } = world.env;
  const others = [await start({ ...env, ...extra }, clock), await start({ ...env, ...extra }, clock)];
  return {
    instances: others,
    close: async () => {
      await Promise.all(others.map((instance) => instance.stop()));
      instances = [await start(world.env, clock), await start(world.env, clock)];
    },
  };
}
