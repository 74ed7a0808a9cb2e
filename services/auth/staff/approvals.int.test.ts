/** Invitations, more access and resets: requested by one super admin and approved by another. Only the operator sees the link. */

import { randomUUID } from 'node:crypto';
import { asOperator, eventually } from '@fairline/chassis/testing';
import { AccessClaims, OperatorSession } from '@fairline/proto/auth/sessions';
import { AccessRequest } from '@fairline/proto/auth/staff';
import { hourMs } from '@fairline/proto/time';
import { jwtVerify } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  activate,
  actsOn,
  call,
  clock,
  db,
  events,
  type Member,
  mailedToken,
  mailServer,
  member,
  password,
  publicKey,
  reason,
  refusalOf,
  signedIn,
  signIn,
  useStaffServers,
  world,
} from '../testing-members.ts';
import { inviteOperator } from './invitations.ts';

useStaffServers();

const invitation = (changes = {}) => ({
  email: `${randomUUID()}@fairline.test`,
  firstName: 'Grace',
  lastName: 'Hopper',
  role: 'finance',
  reason,
  ...changes,
});
const invite = (by: Member, body: object) => call('POST', '/operators', { as: by.as, body });
const change = (by: Member, id: string, body: object) =>
  call('PATCH', `/operators/${id}`, { as: by.as, body: { reason, ...body } });
const reset = (by: Member, id: string) =>
  call('POST', `/operators/${id}/reset`, { as: by.as, body: { reason: 'lost their phone' } });
const approve = (by: Member, id: string) => call('POST', `/access-requests/${id}/approve`, { as: by.as });
const reject = (by: Member, id: string) =>
  call('POST', `/access-requests/${id}/reject`, { as: by.as, body: { reason: 'not needed' } });
const requestOf = (reply: { status: number; body: unknown }) => {
  expect(reply.status).toBe(202);
  return AccessRequest.parse(reply.body);
};
const pendingFor = async (by: Member) => {
  const reply = await call('GET', '/access-requests', { as: by.as });
  return (reply.body.items as unknown as unknown[]).map((item) => AccessRequest.parse(item));
};

let admin: Member;
let second: Member;
beforeEach(async () => {
  await world.db.query("update operators set active = false where role = 'super_admin'");
  await world.db.query("delete from access_requests where status = 'pending'");
  [admin, second] = [await member('super_admin'), await member('super_admin')];
});

describe('an invitation', () => {
  it('makes nobody until another super admin approves, and mails the link to the operator alone', async () => {
    const form = invitation();
    const reply = await invite(admin, form);
    const request = requestOf(reply);
    expect(request).toMatchObject({
      kind: 'invite',
      operatorId: null,
      email: form.email,
      role: 'finance',
      status: 'pending',
      requestedBy: admin.id,
    });
    expect((await world.db.query('select 1 from operators where email = $1', [form.email])).rowCount).toBe(0);
    expect(await pendingFor(admin)).toEqual([expect.objectContaining({ id: request.id, approvable: false })]);
    expect(await pendingFor(second)).toEqual([expect.objectContaining({ id: request.id, approvable: true })]);

    const approved = await approve(second, request.id);
    expect([approved.status, approved.body]).toMatchObject([200, { status: 'approved', decidedBy: second.id }]);
    const token = await mailedToken(form.email);
    expect(JSON.stringify([reply.body, approved.body, events])).not.toMatch(new RegExp(`${token}|activate\\?token`));
    expect(JSON.stringify(events)).not.toContain(form.email);
    const secret = await activate(token);
    expect(refusalOf(await call('POST', '/activate', { body: { token, password } }))).toBe('422 link_invalid');
    const made = await signedIn('finance', form.email, secret);
    expect(made.id).toBe(String(approved.body.operatorId));
    expect(made.as).toMatchObject({ invitedBy: admin.id, activatedAt: expect.any(String) });
    const acts = await eventually(
      () => [...actsOn(request.id), ...actsOn(made.id)],
      ({ length }) => length >= 5,
    );
    expect(acts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'access.requested', operatorId: admin.id, reason }),
        expect.objectContaining({ action: 'access.approved', operatorId: second.id }),
        expect.objectContaining({
          action: 'operator.created',
          operatorId: second.id,
          reason,
          after: { role: 'finance', requestedBy: admin.id },
        }),
      ]),
    );
  });

  it('is approved neither by who requested it nor by a super admin of their making', async () => {
    const first = requestOf(await invite(admin, invitation({ role: 'super_admin' })));
    expect(refusalOf(await approve(admin, first.id))).toBe('403 second_operator_needed');
    const earlier = requestOf(await invite(admin, invitation()));
    clock.advance(1_000);
    expect((await approve(second, first.id)).status).toBe(200);
    const puppet = await signedIn('super_admin', first.email, await activate(await mailedToken(first.email)));
    expect(refusalOf(await approve(puppet, earlier.id))).toBe('403 second_operator_needed');
    clock.advance(1_000);
    const later = requestOf(await invite(admin, invitation()));
    expect(refusalOf(await approve(puppet, later.id))).toBe('403 second_operator_needed');
    const theirs = requestOf(await invite(puppet, invitation()));
    expect(refusalOf(await approve(admin, theirs.id))).toBe('403 second_operator_needed');
    clock.advance(24 * hourMs);
    expect((await approve(puppet, later.id)).status).toBe(200);
    expect(refusalOf(await approve(puppet, earlier.id))).toBe('403 second_operator_needed');
  });

  it('is refused, with the way out, while no other super admin can sign in', async () => {
    await world.db.query('update operators set active = false where id = $1', [second.id]);
    await inviteOperator(
      db,
      { email: `${randomUUID()}@fairline.test`, firstName: 'Not', lastName: 'Yet', role: 'super_admin' },
      clock.now(),
    );
    const other = await member('support');
    for (const reply of [
      await invite(admin, invitation()),
      await change(admin, other.id, { role: 'finance' }),
      await reset(admin, other.id),
    ]) {
      expect(refusalOf(reply)).toBe('409 second_super_admin_needed');
      expect((reply.body as unknown as { detail: string }).detail).toContain('npm run operator:create');
    }
  });

  it('requested again is the one that waits, also at once; another for the address is refused', async () => {
    const form = invitation();
    const replies = await Promise.all([invite(admin, form), invite(admin, form), invite(admin, form)]);
    const ids = replies.map((reply) => requestOf(reply).id);
    expect(new Set(ids).size).toBe(1);
    expect(refusalOf(await invite(admin, { ...form, role: 'super_admin' }))).toBe('409 request_pending');
    expect(refusalOf(await invite(second, { ...form, email: form.email.toUpperCase() }))).toBe('409 request_pending');
    const decisions = await Promise.all([approve(second, ids[0] as string), approve(second, ids[0] as string)]);
    expect(decisions.map(({ status }) => status)).toEqual([200, 200]);
    expect((await world.db.query('select 1 from operators where email = $1', [form.email])).rowCount).toBe(1);
    expect(refusalOf(await reject(second, ids[0] as string))).toBe('409 already_decided');
  });

  it('is rejected with a reason or withdrawn by its requester, and then changes nothing', async () => {
    const [mine, theirs] = [
      requestOf(await invite(admin, invitation())),
      requestOf(await invite(second, invitation())),
    ];
    for (const { id } of [mine, theirs]) {
      expect((await reject(admin, id)).body).toMatchObject({
        status: 'rejected',
        decidedBy: admin.id,
        rejectionReason: 'not needed',
      });
      expect((await reject(admin, id)).status).toBe(200);
      expect(refusalOf(await approve(id === mine.id ? second : admin, id))).toBe('409 already_decided');
    }
    expect(await pendingFor(admin)).toEqual([]);
    expect(refusalOf(await approve(second, randomUUID()))).toBe('404 not_found');
    for (const path of ['', `/${mine.id}/approve`, `/${mine.id}/reject`] as const) {
      const options = {
        as: { ...asOperator('finance'), provenAt: clock.now().toISOString() },
        ...(path.endsWith('reject') && { body: { reason } }),
      };
      expect(refusalOf(await call(path ? 'POST' : 'GET', `/access-requests${path}`, options))).toBe('403 forbidden');
    }
    const { provenAt: _none, ...unproven } = second.as;
    const waiting = requestOf(await invite(admin, invitation()));
    expect(refusalOf(await call('POST', `/access-requests/${waiting.id}/approve`, { as: unproven }))).toBe(
      '403 step_up_required',
    );
  });

  it('to somebody who never used the first link is a request for another, and the first ends', async () => {
    const request = requestOf(await invite(admin, invitation()));
    const operatorId = String((await approve(second, request.id)).body.operatorId);
    const lost = await mailedToken(request.email);
    const again = requestOf(await reset(second, operatorId));
    expect(again).toMatchObject({ kind: 'invite', operatorId });
    expect((await approve(admin, again.id)).status).toBe(200);
    const found = await mailedToken(request.email, 2);
    expect(refusalOf(await call('POST', '/activate', { body: { token: lost, password } }))).toBe('422 link_invalid');
    expect((await signedIn('finance', request.email, await activate(found))).as.invitedBy).toBe(second.id);
  });

  it('cannot be carried out for an address that got an operator on the command line meanwhile', async () => {
    const request = requestOf(await invite(admin, invitation()));
    await inviteOperator(
      db,
      { email: request.email, firstName: 'Grace', lastName: 'Hopper', role: 'support' },
      clock.now(),
    );
    expect(refusalOf(await approve(second, request.id))).toBe('409 request_outdated');
    expect((await reject(second, request.id)).status).toBe(200);
  });
});

describe('more access', () => {
  it('changes nothing before approval; then it ends the sessions, is mailed and recorded', async () => {
    const other = await member('support');
    const reply = await change(admin, other.id, { role: 'super_admin' });
    expect([reply.status, reply.body]).toMatchObject([
      202,
      { role: 'support', request: { kind: 'raise', role: 'super_admin', status: 'pending' } },
    ]);
    const id = (reply.body.request as unknown as { id: string }).id;
    const kept = await call('POST', '/refresh', { headers: { cookie: other.cookie } });
    expect(OperatorSession.parse(kept.body).operator.role).toBe('support');
    expect((await approve(second, id)).status).toBe(200);
    expect((await call('POST', '/refresh', { headers: { cookie: kept.cookie as string } })).status).toBe(401);
    const again = await signedIn('super_admin', other.email, other.secret);
    expect(again.as).toMatchObject({ raisedBy: admin.id, raisedAt: expect.any(String) });
    const waiting = requestOf(await invite(admin, invitation()));
    expect(refusalOf(await approve(again, waiting.id))).toBe('403 second_operator_needed');
    await eventually(() =>
      mailServer.mailTo(other.email).some(({ subject }) => subject === 'Your operator role was changed'),
    );
  });

  it('ends as a request when access is taken away from the operator, or from who requested it', async () => {
    const [other, third] = [await member('support'), await member('super_admin')];
    const about = (await change(admin, other.id, { role: 'finance' })).body.request as unknown as { id: string };
    expect((await change(second, other.id, { active: false })).status).toBe(200);
    expect(refusalOf(await approve(second, about.id))).toBe('409 already_decided');
    const by = requestOf(await invite(third, invitation()));
    expect((await change(second, third.id, { role: 'auditor' })).status).toBe(200);
    expect(refusalOf(await approve(admin, by.id))).toBe('409 already_decided');
  });

  it.each([
    ['support', 'trader'],
    ['auditor', 'finance'],
    ['finance', 'compliance'],
  ] as const)('is a change from %s to %s', async (from, to) => {
    const other = await member(from);
    expect((await change(admin, other.id, { role: to })).status).toBe(202);
  });
});

describe('a reset', () => {
  it('is not approved by its requester or the operator concerned, and mails them the new link', async () => {
    const [third, other] = [await member('super_admin'), await member('finance')];
    const colleague = requestOf(await reset(admin, second.id));
    expect(refusalOf(await approve(admin, colleague.id))).toBe('403 second_operator_needed');
    expect(refusalOf(await approve(second, colleague.id))).toBe('403 own_account');
    await reject(third, colleague.id);
    const reply = await reset(admin, other.id);
    const request = requestOf(reply);
    expect((await signIn(other.email, await other.code())).status).toBe(200);
    const approved = await approve(second, request.id);
    expect(approved.status).toBe(200);
    expect(refusalOf(await signIn(other.email, await other.code()))).toBe('401 bad_operator_credentials');
    expect((await call('POST', '/refresh', { headers: { cookie: other.cookie } })).status).toBe(401);
    const token = await mailedToken(other.email);
    expect(JSON.stringify([reply.body, approved.body])).not.toContain(token);
    clock.advance(60_000);
    const secret = await activate(token);
    const entered = await signIn(other.email, await (await signedIn('finance', other.email, secret)).code());
    const claims = AccessClaims.parse(
      (await jwtVerify(OperatorSession.parse(entered.body).accessToken, publicKey, { currentDate: clock.now() }))
        .payload,
    );
    expect(claims).toMatchObject({ resetBy: admin.id, resetAt: expect.any(String) });
    const { activatedAt, resetAt } = claims as { activatedAt: string; resetAt: string };
    expect(activatedAt > resetAt).toBe(true);
  });

  it('of the only other super admin is refused, because nobody could approve it', async () => {
    expect(refusalOf(await reset(admin, second.id))).toBe('409 second_super_admin_needed');
  });
});
