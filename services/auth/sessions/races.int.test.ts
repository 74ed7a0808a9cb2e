/**
 * Races at sign-in and with wallet: a change of the secrets during a sign-in, guesses spread over several forms, and lost replies of wallet.
 * Two instances, outside demo mode, and a stand-in for wallet that applies permits by version.
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { addressHeader } from '@fairline/chassis/http/identity';
import { createLog } from '@fairline/chassis/process/log';
import type { Running } from '@fairline/chassis/run';
import { Database } from '@fairline/chassis/storage/postgres';
import {
  asOperator,
  asPlayer,
  eventsIn,
  eventually,
  lockWaits,
  openWorld,
  problemOf,
  proven,
  SetClock,
  untilFree,
  type World,
} from '@fairline/chassis/testing';
import { defaultPreferences } from '@fairline/proto/auth/account';
import { AccessClaims, Enrolment, OperatorSession, PlayerSession } from '@fairline/proto/auth/sessions';
import { userEvents } from '@fairline/proto/auth/users';
import { type Envelope, Refusal } from '@fairline/proto/contract';
import { playerRefusals } from '@fairline/proto/wallet/players';
import { jwtVerify } from 'jose';
import { generate } from 'otplib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../main.ts';
import { inviteOperator } from '../staff/invitations.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const clock = new SetClock(new Date());
const [password, newPassword] = ['Str0ngPass', 'N3wPassword'];

let world: World;
let instances: Running[];
let db: Database;
let turn = 0;
const events: Envelope<Record<string, unknown>>[] = [];

/** A player's record in the stand-in for wallet. A version that is not newer than the current one changes nothing. */
interface Money {
  version: number;
  status: unknown;
  currency: unknown;
  /** Whether the account still holds money. */
  left: boolean;
}

const money = new Map<string, Money>();

/** Requests whose replies are lost, although they are executed. */
let lost: string[] = [];

function obey(verb: string, { playerId, version, status, currency }: Record<string, unknown>): object {
  const held = money.get(String(playerId)) ?? { version: 0, status: 'active', currency, left: false };
  money.set(String(playerId), held);
  const newer = Number(version) > held.version;
  if (verb === 'close' && newer && held.left) {
    const refusal = new Refusal(playerRefusals.balanceLeft).problem();
    return { refusal: { code: refusal.code, status: refusal.status, detail: refusal.detail } };
  }
  if (verb === 'playCurrency') held.currency = currency;
  else if (newer) Object.assign(held, { version, status });
  return { ok: { playerId, currency: held.currency, version: held.version } };
}

beforeAll(async () => {
  const SESSION_PRIVATE_KEY = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url');
  world = await openWorld('auth', new URL('../main.ts', import.meta.url).href, { SESSION_PRIVATE_KEY });
  world.nats.subscribe('evt.auth.>', { callback: (_error, message) => void events.push(...eventsIn(message)) });
  world.nats.subscribe('rpc.wallet.*', {
    callback: (_error, message) => {
      const verb = message.subject.slice('rpc.wallet.'.length);
      const answer = obey(verb, message.json<{ input: Record<string, unknown> }>().input);
      if (!lost.includes(verb)) message.respond(JSON.stringify(answer));
    },
  });
  db = new Database(String(world.env.DATABASE_URL), createLog('test', 'silent'), 1);
  instances = [await start(world.env, clock), await start(world.env, clock)];
});

afterAll(async () => {
  await Promise.all((instances ?? []).map((instance) => instance.stop()));
  await db?.close();
  await world?.close();
});

afterEach(() => {
  lost = [];
});

type Options = NonNullable<Parameters<World['call']>[3]>;
type As = NonNullable<Options['as']>;

async function call(method: string, path: string, options: Options = {}) {
  const instance = instances[turn++ % instances.length] as Running;
  return world.call(instance.httpUrl, method, path, {
    ...options,
    headers: { [addressHeader]: randomUUID(), ...options.headers },
  });
}

const own = (method: string, path: string, as: As, body?: unknown, headers: Record<string, string> = {}) =>
  call(method, `/api/auth${path}`, { as, headers, ...(body !== undefined && { body }) });
const staff = (method: string, path: string, options: Options = {}) => call(method, `/api/admin/auth${path}`, options);
const refusalOf = (reply: { status: number; body: unknown }) => `${reply.status} ${problemOf(reply).code}`;
const codeOf = (secret: string) => {
  clock.advance(30_000);
  return generate({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) });
};
const claimsOf = async (token: string) =>
  AccessClaims.parse((await jwtVerify(token, publicKey, { currentDate: clock.now() })).payload);
const actsOf = (id: string, action: string) =>
  events.map(({ data }) => data).filter((data) => data.operatorId === id && data.action === action);

async function registered() {
  const email = `${randomUUID()}@example.com`;
  const form = {
    email,
    password,
    firstName: 'Ada',
    lastName: 'Lovelace',
    country: 'DE',
    dateOfBirth: '1990-12-10',
    acceptTerms: true,
  };
  const { user, accessToken } = PlayerSession.parse((await call('POST', '/api/auth/register', { body: form })).body);
  await world.db.query('update users set email_verified_at = $2 where id = $1', [user.id, clock.now()]);
  return { id: user.id, email, as: asPlayer(user.id, { sessionId: (await claimsOf(accessToken)).sid }) };
}

const signIn = (email: string, totp?: string) =>
  call('POST', '/api/auth/login', { body: { email, password, ...(totp && { totp }) } });

async function begun(as: As): Promise<string> {
  return Enrolment.parse((await own('POST', '/2fa/enrol', as, { password })).body).secret;
}

async function guarded() {
  const player = await registered();
  const secret = await begun(player.as);
  expect((await own('POST', '/2fa/confirm', player.as, { code: await codeOf(secret) })).status).toBe(200);
  return { ...player, secret };
}

async function operator() {
  const email = `${randomUUID()}@fairline.test`;
  const { token } = await inviteOperator(
    db,
    { email, firstName: 'Grace', lastName: 'Hopper', role: 'trader' },
    clock.now(),
  );
  const activated = await staff('POST', '/activate', { body: { token, password } });
  const secret = new URL(String((activated.body as { totpUri: string }).totpUri)).searchParams.get('secret') as string;
  const reply = await enter(email, await codeOf(secret));
  const { sub, sid } = await claimsOf(OperatorSession.parse(reply.body).accessToken);
  const as = () => ({ ...asOperator('trader', sub), sessionId: sid, provenAt: clock.now().toISOString() });
  return { id: sub, email, secret, as };
}

const enter = (email: string, totp: string, options: Options = {}) =>
  staff('POST', '/login', { ...options, body: { email, password, totp } });

interface Overtaken {
  id: string;
  /** Changes the secret. */
  change: () => ReturnType<typeof call>;
  /** Signs in with the old secret. */
  prove: () => ReturnType<typeof call>;
}

/**
 * Locks the account's row until the change waits for it and, behind it, a sign-in whose check has succeeded. So the sign-in was checked before
 * the change and opens its session after it. On a slow machine one of them may time out; then another account is tried.
 */
async function overtaken(
  table: 'users' | 'operators',
  make: () => Promise<Overtaken>,
): Promise<{ id: string; changed: number; proven: string }> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const { id, change, prove } = await make();
    const waiting = (count: number, withinMs: number) =>
      eventually(async () => (await lockWaits(world.db, ` ${table} `)).length === count, Boolean, withinMs).catch(
        () => false,
      );
    const underway: ReturnType<typeof call>[] = [];
    const held = await db.tx(async (tx) => {
      await tx.run(`select id from ${table} where id = $1 for update`, [id]);
      underway.push(change());
      const first = await waiting(1, 3_000);
      underway.push(prove());
      return first && (await waiting(2, 450));
    });
    const [changed, proven] = await Promise.all(underway);
    if (held && changed && proven && changed.status < 500 && proven.status < 500)
      return { id, changed: changed.status, proven: refusalOf(proven) };
  }
  throw new Error('the machine was too slow ten times');
}

const openSessions = async (kind: string, id: string) =>
  (await world.db.query('select from sessions where kind = $1 and subject_id = $2 and ended_at is null', [kind, id]))
    .rowCount;

describe('a sign-in that was found right before', () => {
  it('a new password by the link of a mail makes no session after it', async () => {
    const outcome = await overtaken('users', async () => {
      const { id, email } = await registered();
      const token = randomUUID();
      await world.db.query(
        "insert into links (hash, purpose, subject_id, created_at, expires_at) values (sha256($1), 'reset_password', $2, now(), $3)",
        [token, id, new Date(clock.now().getTime() + 60_000)],
      );
      return {
        id,
        change: () => call('POST', '/api/auth/reset-password', { body: { token, password: newPassword } }),
        prove: () => signIn(email),
      };
    });
    expect(outcome).toMatchObject({ changed: 204, proven: '401 bad_credentials' });
    expect(await openSessions('player', outcome.id)).toBe(0);
  });

  it('a changed password makes none', async () => {
    const outcome = await overtaken('users', async () => {
      const { id, email, as } = await registered();
      return {
        id,
        change: () => own('POST', '/change-password', as, { currentPassword: password, newPassword }),
        prove: () => signIn(email),
      };
    });
    expect(outcome).toMatchObject({ changed: 204, proven: '401 bad_credentials' });
    expect(await openSessions('player', outcome.id)).toBe(1);
  });

  it('two-factor authentication was switched on makes none without a code', async () => {
    const outcome = await overtaken('users', async () => {
      const { id, email, as } = await registered();
      const code = await codeOf(await begun(as));
      return { id, change: () => own('POST', '/2fa/confirm', as, { code }), prove: () => signIn(email) };
    });
    expect(outcome).toMatchObject({ changed: 200, proven: '401 bad_credentials' });
    expect(await openSessions('player', outcome.id)).toBe(1);
  });

  it('an operator took another authenticator makes none with an old code, and is recorded', async () => {
    const outcome = await overtaken('operators', async () => {
      const { id, email, secret, as } = await operator();
      const renewed = Enrolment.parse((await staff('POST', '/2fa/enrol', { as: as() })).body).secret;
      const [mine, theirs] = [
        await codeOf(renewed),
        await generate({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) }),
      ];
      return {
        id,
        change: () => staff('POST', '/2fa/confirm', { as: as(), body: { code: mine } }),
        prove: () => enter(email, theirs),
      };
    });
    expect(outcome).toMatchObject({ changed: 200, proven: '401 bad_operator_credentials' });
    expect(await openSessions('operator', outcome.id)).toBe(1);
  });
});

describe('guesses', () => {
  const here = () => ({ [addressHeader]: randomUUID() });

  it('are as few when switching two-factor off as at a sign-in, also with the right password', async () => {
    const { as, secret } = await guarded();
    const from = here();
    const disable = (code: string) => own('POST', '/2fa/disable', as, { password, code }, from);
    const replies = [];
    for (let guess = 0; guess < 11; guess++) replies.push(refusalOf(await disable('000000')));
    expect(replies).toEqual([...Array(10).fill('422 totp_wrong'), '429 rate_limited']);
    expect(refusalOf(await disable(await codeOf(secret)))).toBe('429 rate_limited');
  });

  it('at a code are not forgotten because the password was right in another form', async () => {
    const { as, id } = await operator();
    const from = here();
    const stepUp = async (body: object) => (await staff('POST', '/step-up', { as: as(), body, headers: from })).status;
    const replies = [];
    for (let guess = 0; guess < 11; guess++) {
      replies.push(await stepUp({ totp: '000000' }));
      if (guess < 9) expect(await stepUp({ password })).toBe(204);
    }
    expect(replies).toEqual([...Array(10).fill(422), 429]);
    await eventually(() => actsOf(id, 'operator.proof_failed').length === 10);
    expect(actsOf(id, 'operator.proof_failed')[0]).toMatchObject({
      resourceId: id,
      after: { reason: 'totp wrong' },
      address: from[addressHeader],
    });
  });

  it("at an operator's sign-in are recorded, and counted for addresses that nobody has", async () => {
    const { id, email, secret } = await operator();
    const metrics = async () => {
      const texts = await Promise.all(
        instances.map(async ({ internalUrl }) => (await fetch(`${internalUrl}/metrics`)).text()),
      );
      return texts.reduce(
        (sum, text) =>
          sum + Number(/^fairline_auth_unknown_sign_ins_total\{.*kind="operator".*\} (\d+)$/m.exec(text)?.[1] ?? 0),
        0,
      );
    };
    const counted = await metrics();
    const headers = here();
    await staff('POST', '/login', { headers, body: { email, password: 'Wr0ngPass', totp: await codeOf(secret) } });
    await enter(email, '000000', { headers });
    const rows = async () => Number((await world.db.query('select count(*) from outbox')).rows[0].count);
    const written = await rows();
    for (const _ of [1, 2]) expect((await enter(`${randomUUID()}@fairline.test`, '000000')).status).toBe(401);
    expect(await metrics()).toBe(counted + 2);
    expect(await rows()).toBe(written);
    await world.db.query('update operators set active = false where id = $1', [id]);
    await enter(email, await codeOf(secret), { headers });
    await eventually(() => actsOf(id, 'operator.sign_in_failed').length === 3);
    const common = { operatorId: id, resourceType: 'operator', resourceId: id, address: headers[addressHeader] };
    expect(actsOf(id, 'operator.sign_in_failed')).toEqual(
      ['password wrong', 'code wrong', 'no access'].map((reason) =>
        expect.objectContaining({ ...common, after: { reason } }),
      ),
    );
  });
});

describe('an account that is closing', () => {
  const close = (as: As) => own('POST', '/close', as, { password });
  const statusOf = async (id: string) =>
    (await world.db.query('select status from users where id = $1', [id])).rows[0]?.status;
  const bothAre = (id: string, status: string) =>
    eventually(async () => (await statusOf(id)) === status && money.get(id)?.status === status);

  it('is open in both services where wallet closed it, its answer was lost and money came', async () => {
    const { id, as } = await registered();
    lost = ['close'];
    expect(refusalOf(await close(as))).toBe('503 unavailable');
    expect(money.get(id)?.status).toBe('closed');
    (money.get(id) as Money).left = true;
    lost = [];
    clock.advance(11_000);
    await bothAre(id, 'active');
    expect((await own('GET', '/session', as)).status).toBe(200);
  });

  it('is open in both services if the player retries and the reply to reopening is lost too', async () => {
    const { id, as } = await registered();
    lost = ['close'];
    expect(refusalOf(await close(as))).toBe('503 unavailable');
    (money.get(id) as Money).left = true;
    lost = ['restrict'];
    expect(refusalOf(await close(as))).toBe('422 balance_left');
    lost = [];
    await bothAre(id, 'active');
    (money.get(id) as Money).left = false;
    expect((await close(as)).status).toBe(204);
    await bothAre(id, 'closed');
  });

  it('is suspended in both services where an operator suspends it while wallet is asked', async () => {
    const { id, as } = await registered();
    lost = ['close'];
    expect(refusalOf(await close(as))).toBe('503 unavailable');
    lost = [];
    const body = { status: 'suspended', reason: 'asked by phone' };
    expect((await staff('PATCH', `/users/${id}`, { as: proven(asOperator('compliance'), clock), body })).status).toBe(
      200,
    );
    clock.advance(11_000);
    await eventually(
      async () => (await world.db.query('select from users where id = $1 and closing_at is null', [id])).rowCount === 1,
    );
    await bothAre(id, 'suspended');
    expect(
      events
        .filter(({ subject, type }) => subject === id && type === userEvents.userStatusChanged.subject)
        .map(({ data }) => data.status),
    ).toEqual(['suspended']);
  });
});

it('a decision takes effect in wallet even if wallet has a higher version than auth', async () => {
  const { id } = await registered();
  money.set(id, { version: 5_000, status: 'closed', currency: 'USD', left: false });
  const reply = await staff('PATCH', `/users/${id}`, {
    as: proven(asOperator('compliance'), clock),
    body: { status: 'suspended', reason: 'asked by phone' },
  });
  expect([reply.status, money.get(id)?.status]).toEqual([200, 'suspended']);
  expect(
    (await world.db.query('select from users where id = $1 and bound_version = permit_version', [id])).rowCount,
  ).toBe(1);
});

describe('the play currency', () => {
  const save = (as: As, currency: string) => own('PUT', '/preferences', as, { ...defaultPreferences, currency });
  const kept = async (as: As) => ((await own('GET', '/preferences', as)).body as { currency: string }).currency;

  it('is what wallet has made it, though its answer was lost', async () => {
    const { id, as } = await registered();
    lost = ['playCurrency'];
    expect(refusalOf(await save(as, 'EUR'))).toBe('503 unavailable');
    expect([money.get(id)?.currency, await kept(as)]).toEqual(['EUR', 'USD']);
    lost = [];
    clock.advance(11_000);
    await eventually(async () => (await kept(as)) === 'EUR');
    await eventually(
      async () =>
        (await world.db.query('select from users where id = $1 and currency_asked_at is null', [id])).rowCount === 1,
    );
  });

  it('is the same in both services after any number of changes at once', async () => {
    const { id, as } = await registered();
    const replies = await Promise.all(
      ['EUR', 'GBP', 'USD', 'GBP', 'EUR'].map((currency) => untilFree(() => save(as, currency))),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200));
    clock.advance(11_000);
    await eventually(
      async () =>
        (await world.db.query('select from users where id = $1 and currency_asked_at is null', [id])).rowCount === 1,
    );
    expect(await kept(as)).toBe(money.get(id)?.currency);
  });
});
