/** Passkeys of operators: added with a fresh proof, recorded in the audit log, sufficient for a sign-in, and useless for a player's account. */
import { randomUUID } from 'node:crypto';
import { addressHeader } from '@fairline/chassis/http/identity';
import { eventually } from '@fairline/chassis/testing';
import { type Passkey, PasskeyCreation, PasskeyQuestion } from '@fairline/proto/auth/passkeys';
import { OperatorSession } from '@fairline/proto/auth/sessions';
import { describe, expect, it } from 'vitest';
import { inviteOperator } from '../staff/invitations.ts';
import { Authenticator } from '../testing-authenticator.ts';
import {
  activate,
  actsOn,
  call,
  clock,
  db,
  type Member,
  mailServer,
  member,
  type Options,
  refusalOf,
  useStaffServers,
} from '../testing-members.ts';

useStaffServers();

const begin = (by: Member) => call('POST', '/passkeys/begin', { as: by.as });
const beginFor = async (by: Member) => PasskeyCreation.parse((await begin(by)).body);
const add = (by: Member, attestation: object, name = 'Security key') =>
  call('POST', '/passkeys', { as: by.as, body: { attestation, name } });
const question = async () => PasskeyQuestion.parse((await call('POST', '/passkeys/question')).body);
const login = (assertion: object, options: Options = {}) =>
  call('POST', '/passkeys/login', { ...options, body: { assertion } });
const actOn = (id: string, action: string) =>
  eventually(
    () => actsOn(id).find((act) => act.action === action),
    (act) => act !== undefined,
  );

async function withPasskey() {
  const self = await member('trader');
  const key = new Authenticator('https://play.example');
  const made = await add(self, key.create(await beginFor(self)));
  expect(made.status).toBe(201);
  return { self, key, passkey: made.body as unknown as Passkey };
}

describe('the passkeys of an operator', () => {
  it('ask for a fresh proof, and are recorded and mailed', async () => {
    const { self, passkey } = await withPasskey();
    const { provenAt: _none, ...unproven } = self.as;
    expect(refusalOf(await call('POST', '/passkeys/begin', { as: unproven }))).toBe('403 step_up_required');
    expect((await call('PATCH', `/passkeys/${passkey.id}`, { as: self.as, body: { name: 'Blue key' } })).status).toBe(
      204,
    );
    expect((await call('DELETE', `/passkeys/${passkey.id}`, { as: self.as })).status).toBe(204);
    expect(refusalOf(await call('DELETE', `/passkeys/${passkey.id}`, { as: self.as }))).toBe('404 not_found');
    expect((await call('GET', '/passkeys', { as: self.as })).body).toEqual({ items: [] });
    expect(await actOn(self.id, 'operator.passkey_added')).toMatchObject({
      after: { name: 'Security key' },
      agent: 'test',
    });
    expect(await actOn(self.id, 'operator.passkey_renamed')).toMatchObject({
      before: { name: 'Security key' },
      after: { name: 'Blue key' },
    });
    expect(await actOn(self.id, 'operator.passkey_removed')).toMatchObject({ before: { name: 'Blue key' } });
    await eventually(() =>
      mailServer
        .mailTo(self.email)
        .some(({ subject }) => subject === 'A passkey was removed from your operator account'),
    );
  });

  it('sign in without a code, and the sign-in is a fresh proof', async () => {
    const { self, key } = await withPasskey();
    const reply = await login(key.sign(await question()));
    expect(OperatorSession.parse(reply.body).operator.id).toBe(self.id);
    expect(reply.cookie).toContain('fairline_operator=');
    await eventually(() =>
      actsOn(self.id).some(({ after }) => (after as { proof?: string } | undefined)?.proof === 'passkey'),
    );
  });

  it('open no player, and one whose counter went back opens nothing', async () => {
    const { self, key } = await withPasskey();
    const { url } = { url: '/../../auth/passkeys' };
    const asPlayer = PasskeyQuestion.parse((await call('POST', `${url}/question`)).body);
    expect(refusalOf(await call('POST', `${url}/login`, { body: { assertion: key.sign(asPlayer) } }))).toBe(
      '401 passkey_unknown',
    );
    expect(refusalOf(await login(key.sign(asPlayer)))).toBe('422 passkey_refused');
    expect((await login(key.sign(await question()))).status).toBe(200);
    expect(refusalOf(await login(key.sign(await question(), { counter: 1 })))).toBe('401 passkey_copied');
    expect(await actOn(self.id, 'operator.passkey_copied')).toMatchObject({ after: { name: 'Security key' } });
    expect(await actOn(self.id, 'operator.sign_in_failed')).toMatchObject({ after: { reason: 'passkey refused' } });
  });

  it('open nothing once access was taken away, or after a new start by a link', async () => {
    const { self, key } = await withPasskey();
    const { token } = await inviteOperator(
      db,
      { email: self.email, firstName: 'Grace', lastName: 'Hopper', role: 'trader' },
      clock.now(),
    );
    await activate(token);
    expect(refusalOf(await login(key.sign(await question())))).toBe('401 passkey_unknown');
    const other = await withPasskey();
    await db.run('update operators set active = false where id = $1', [other.self.id]);
    expect(refusalOf(await login(other.key.sign(await question())))).toBe('401 passkey_unknown');
    expect(await actOn(other.self.id, 'operator.sign_in_failed')).toMatchObject({ after: { reason: 'no access' } });
  });

  it('are guessed at no more often than a password', async () => {
    const { key } = await withPasskey();
    const asked = await question();
    const headers = { [addressHeader]: randomUUID() };
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++)
      statuses.push((await login(key.sign(asked, { tampered: true }), { headers })).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });
});
