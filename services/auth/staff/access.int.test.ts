/** Super admins manage operators: the list, invitations, changes. */

import { randomUUID } from 'node:crypto';
import type { Operator as OperatorCaller } from '@fairline/chassis/http/identity';
import { asOperator, eventually } from '@fairline/chassis/testing';
import { OperatorSession, sessionEvents } from '@fairline/proto/auth/sessions';
import { OperatorRow } from '@fairline/proto/auth/staff';
import { describe, expect, it } from 'vitest';
import {
  actsOn,
  call,
  clock,
  db,
  events,
  type Member,
  member,
  password,
  provenAt,
  reason,
  refusalOf,
  signIn,
  useStaffServers,
  world,
} from '../testing-members.ts';
import { inviteOperator } from './invitations.ts';

useStaffServers();

const change = (by: Member, id: string, body: object) =>
  call('PATCH', `/operators/${id}`, { as: by.as, body: { reason, ...body } });
const approve = (by: Member, request: { id: string } | undefined) =>
  call('POST', `/access-requests/${request?.id}/approve`, { as: by.as });
const revocationsOf = (id: string, why: string) =>
  events.filter(
    ({ subject, type, data }) => subject === id && type === sessionEvents.sessionRevoked.subject && data.reason === why,
  );

describe('the list of operators', () => {
  it('is for super admins, and lists who can enter', async () => {
    const [admin, finance] = [await member('super_admin'), await member('finance')];
    const email = `${randomUUID()}@fairline.test`;
    await inviteOperator(db, { email, firstName: 'Not', lastName: 'Yet', role: 'support' }, clock.now());
    const reply = await call('GET', '/operators', { as: admin.as });
    const rows = reply.body.items as unknown as OperatorRow[];
    expect(rows.map((row) => OperatorRow.parse(row))).toHaveLength(rows.length);
    expect(rows.find(({ id }) => id === finance.id)).toMatchObject({
      role: 'finance',
      active: true,
      activated: true,
      twoFactor: true,
      demo: false,
    });
    expect(rows.find((row) => row.email === email)).toMatchObject({ activated: false, lastLoginAt: null });
    expect(JSON.stringify(rows)).not.toMatch(/hash|secret/i);
    for (const role of ['finance', 'compliance', 'auditor'] as const)
      expect(refusalOf(await call('GET', '/operators', { as: asOperator(role) }))).toBe('403 forbidden');
  });

  it('shows each of them the names of the others and nothing else', async () => {
    const [finance, support] = [await member('finance'), await member('support')];
    const { status, body } = await call('GET', '/colleagues', { as: support.as });
    const { items } = body as unknown as { items: Record<string, unknown>[] };
    expect(status).toBe(200);
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([finance.id, support.id]));
    for (const one of items) expect(Object.keys(one).sort()).toEqual(['id', 'name']);
  });
});

describe('an invitation', () => {
  const invitation = (changes = {}) => ({
    email: `${randomUUID()}@fairline.test`,
    firstName: 'Grace',
    lastName: 'Hopper',
    role: 'trader',
    reason: 'new colleague',
    ...changes,
  });
  const invite = (by: OperatorCaller, body: object) => call('POST', '/operators', { as: by, body });

  it('needs a new address, a role, a reason, the permission and a fresh proof', async () => {
    const [admin] = [await member('super_admin'), await member('super_admin')];
    const { provenAt: _none, ...unproven } = admin.as;
    const stale = { ...admin.as, provenAt: new Date(clock.now().getTime() - 300_001).toISOString() };
    const attempts: [string, Awaited<ReturnType<typeof invite>>][] = [
      ['409 email_taken', await invite(admin.as, invitation({ email: admin.email.toUpperCase() }))],
      ['400 invalid_request', await invite(admin.as, invitation({ role: 'owner' }))],
      ['400 invalid_request', await invite(admin.as, invitation({ reason: ' ' }))],
      ['422 card_number', await invite(admin.as, invitation({ reason: '4111 1111 1111 1111' }))],
      ['403 step_up_required', await invite(unproven, invitation())],
      ['403 step_up_required', await invite(stale, invitation())],
      [
        '403 forbidden',
        await invite({ ...asOperator('compliance'), provenAt: clock.now().toISOString() }, invitation()),
      ],
    ];
    for (const [expected, reply] of attempts) expect(refusalOf(reply)).toBe(expected);
    const almost = { ...admin.as, provenAt: new Date(clock.now().getTime() - 300_000).toISOString() };
    expect((await invite(almost, invitation())).status).toBe(202);
  });
});

describe('a change of an operator', () => {
  it('to a weaker role ends their sessions and holds from the next sign-in', async () => {
    const [admin, other] = [await member('super_admin'), await member('super_admin')];
    const reply = await change(admin, other.id, { role: 'compliance' });
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { id: other.id, role: 'compliance', active: true, request: null },
    ]);
    expect((await call('POST', '/refresh', { headers: { cookie: other.cookie } })).status).toBe(401);
    const [event] = await eventually(
      () => revocationsOf(other.id, 'role'),
      ({ length }) => length > 0,
    );
    expect(event?.data).toMatchObject({ subjectKind: 'operator', subjectId: other.id, sessionId: null });
    const again = OperatorSession.parse((await signIn(other.email, await other.code())).body);
    expect(again.operator.role).toBe('compliance');
    const acts = await eventually(
      () => actsOn(other.id).filter(({ action }) => action === 'operator.changed'),
      ({ length }) => length > 0,
    );
    expect(acts).toEqual([
      expect.objectContaining({
        operatorId: admin.id,
        reason,
        before: { role: 'super_admin', active: true },
        after: { role: 'compliance', active: true },
      }),
    ]);
    expect((await change(admin, other.id, { role: 'compliance', active: true })).status).toBe(200);
    expect(actsOn(other.id).filter(({ action }) => action === 'operator.changed')).toHaveLength(1);
  });

  it('that takes access away ends sessions, sign-in and links at once; restoring it is a request', async () => {
    const [admin, second, other] = [await member('super_admin'), await member('super_admin'), await member('support')];
    const { token } = await inviteOperator(
      db,
      { email: other.email, firstName: 'Grace', lastName: 'Hopper', role: 'support' },
      clock.now(),
    );
    expect((await change(admin, other.id, { active: false })).body).toMatchObject({ active: false });
    expect((await call('POST', '/refresh', { headers: { cookie: other.cookie } })).status).toBe(401);
    expect(refusalOf(await signIn(other.email, await other.code()))).toBe('401 bad_operator_credentials');
    expect(refusalOf(await call('POST', '/activate', { body: { token, password } }))).toBe('422 link_invalid');
    await eventually(() => revocationsOf(other.id, 'status').length === 1);
    expect(await provenAt(other.as.sessionId)).toBeNull();
    const back = await change(admin, other.id, { active: true });
    expect([back.status, back.body]).toMatchObject([
      202,
      { active: false, request: { kind: 'raise', role: 'support', status: 'pending' } },
    ]);
    expect(refusalOf(await signIn(other.email, await other.code()))).toBe('401 bad_operator_credentials');
    expect((await approve(second, back.body.request)).status).toBe(200);
    expect((await signIn(other.email, await other.code())).status).toBe(200);
  });

  it('is refused for themselves, for nobody, without a reason or a fresh proof', async () => {
    const [admin, other] = [await member('super_admin'), await member('support')];
    const { provenAt: _none, ...unproven } = admin.as;
    const attempts: [string, Awaited<ReturnType<typeof change>>][] = [
      ['403 own_account', await change(admin, admin.id, { role: 'finance' })],
      ['404 not_found', await change(admin, randomUUID(), { role: 'finance' })],
      ['400 invalid_request', await change(admin, other.id, { role: 'finance', reason: '' })],
      ['422 card_number', await change(admin, other.id, { role: 'finance', reason: '4111111111111111' })],
      [
        '403 step_up_required',
        await call('PATCH', `/operators/${other.id}`, { as: unproven, body: { role: 'finance', reason } }),
      ],
      ['403 own_account', await call('POST', `/operators/${admin.id}/reset`, { as: admin.as, body: { reason } })],
      ['404 not_found', await call('POST', `/operators/${randomUUID()}/reset`, { as: admin.as, body: { reason } })],
      ['403 step_up_required', await call('POST', `/operators/${other.id}/reset`, { as: unproven, body: { reason } })],
    ];
    for (const [expected, reply] of attempts) expect(refusalOf(reply)).toBe(expected);
  });

  it('never leaves the house without a super admin, however many act at once', async () => {
    const admins = [await member('super_admin'), await member('super_admin'), await member('super_admin')];
    // A super admin who was invited and never activated does not count.
    await inviteOperator(
      db,
      { email: `${randomUUID()}@fairline.test`, firstName: 'Not', lastName: 'Yet', role: 'super_admin' },
      clock.now(),
    );
    await world.db.query(
      "update operators set active = false where role = 'super_admin' and password_hash is not null and id <> all($1)",
      [admins.map(({ id }) => id)],
    );
    const inCircle = admins.map((admin, place) =>
      change(admin, admins[(place + 1) % 3]?.id as string, place === 1 ? { role: 'finance' } : { active: false }),
    );
    const replies = await Promise.all(inCircle);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    expect(refusalOf(replies.find(({ status }) => status === 422) as (typeof replies)[0])).toBe('422 last_super_admin');
    const left = await world.db.query(
      "select 1 from operators where role = 'super_admin' and active and password_hash is not null",
    );
    expect(left.rowCount).toBe(1);
  });
});
