/** The verification level of a player: reviews of documents, screenings and operators decide it, in whatever order the events arrive, and wallet applies it. */

import { randomUUID } from 'node:crypto';
import { asOperator, asPlayer, eventually, problemOf, proven } from '@fairline/chassis/testing';
import { PlayerSession } from '@fairline/proto/auth/sessions';
import type { EventType } from '@fairline/proto/contract';
import { verificationEvents } from '@fairline/proto/kyc/verifications';
import { hourMs } from '@fairline/proto/time';
import { describe, expect, it } from 'vitest';
import {
  call,
  clock,
  eventsOf,
  password,
  restricted,
  useOperatorServers,
  walletStub,
  world,
} from '../testing-operators.ts';
import { identified } from '../testing-players.ts';

useOperatorServers();

const { approved, rejected, expired, changed } = verificationEvents;
const compliance = asOperator('compliance');
const reviewer = randomUUID();

async function registered({ country = 'DE' } = {}) {
  const body = {
    email: `${randomUUID()}@example.com`,
    password,
    firstName: 'Ada',
    lastName: 'Lovelace',
    country,
    dateOfBirth: '1990-12-10',
    acceptTerms: true,
  };
  return PlayerSession.parse((await call('POST', '/api/auth/register', { body })).body).user;
}

interface Decision {
  event: EventType;
  playerId: string;
  /** The time this many hours after auth's clock. */
  hours: number;
  id?: string;
  wasApproved?: boolean;
  /** When the newest proof of address was uploaded, in the same hours. */
  addressHours?: number;
  /** Of the dossier; it rises with the hours. */
  version?: number;
  /** Absent from events of an earlier release. */
  matches?: readonly string[];
}

const time = (hours: number) => new Date(clock.now().getTime() + hours * hourMs).toISOString();

async function publish({
  event,
  playerId,
  hours,
  id = randomUUID(),
  wasApproved = true,
  addressHours,
  version = 100 + hours,
  matches,
}: Decision): Promise<void> {
  const verificationId = randomUUID();
  const data = {
    verificationId,
    playerId,
    operatorId: reviewer,
    validUntil: time(8_760),
    reason: 'The photo is blurred',
    wasApproved,
    ...(addressHours !== undefined && { addressProvenAt: time(addressHours) }),
    status: 'approved',
    ...(matches && { assessment: { approved: true, matches } }),
  };
  const envelope = {
    specversion: '1.0',
    id,
    source: '/kyc',
    type: event.subject,
    subject: verificationId,
    time: time(hours),
    version,
    data,
  };
  await world.nats.request(event.subject, JSON.stringify({ ...envelope, datacontenttype: 'application/json' }), {
    timeout: 5_000,
  });
}

const templatesOf = async (playerId: string) => {
  const { items } = (await call('GET', '/api/auth/notices', { as: asPlayer(playerId) })).body as unknown as {
    items: { template: string }[];
  };
  return items.map(({ template }) => template).filter((template) => template !== 'welcome');
};
const levelOf = async (playerId: string) =>
  (await world.db.query('select level from users where id = $1', [playerId])).rows[0].level as string;
const levelsPublished = (playerId: string) => eventsOf(playerId, 'VerificationChanged').map(({ data }) => data.level);
const verify = (playerId: string) =>
  call('POST', `/api/admin/auth/users/${playerId}/verify`, {
    as: proven(compliance, clock),
    body: { reason: 'passport seen' },
  });

describe('approved documents', () => {
  it('verify the player: wallet binds the new level, others get the event, the player a notice', async () => {
    const { id } = await registered();
    await publish({ event: approved, playerId: id, hours: 1 });
    const [changed] = await eventually(
      () => eventsOf(id, 'VerificationChanged'),
      ({ length }) => length > 0,
    );
    expect(changed?.data).toEqual({
      playerId: id,
      status: 'active',
      level: 'verified',
      jurisdiction: 'open',
      cause: 'documents',
    });
    const bound = await eventually(() => restricted.findLast(({ playerId }) => playerId === id));
    expect(bound).toEqual({
      playerId: id,
      part: 'account',
      status: 'active',
      level: 'verified',
      jurisdiction: 'open',
      version: changed?.version,
    });
    await eventually(
      async () =>
        (await world.db.query('select bound_version = permit_version as bound from users where id = $1', [id])).rows[0]
          .bound,
    );
    const profile = (await call('GET', '/api/auth/profile', { as: asPlayer(id) })).body;
    expect(profile.fixed).toContain('firstName');
    const { items } = (await call('GET', `/api/admin/auth/users/${id}/timeline`, { as: compliance }))
      .body as unknown as { items: object[] };
    expect(items[0]).toMatchObject({
      kind: 'verification_changed',
      operatorId: reviewer,
      params: { from: 'unverified', to: 'verified', cause: 'documents' },
    });
    expect(await templatesOf(id)).toEqual(['kyc_approved']);
  });

  it('bind wallet once it answers again, whatever it did when they were approved', async () => {
    const { id } = await registered();
    walletStub.mode = 'is silent';
    await publish({ event: approved, playerId: id, hours: 1 });
    await eventually(() => restricted.some(({ playerId, level }) => playerId === id && level === 'verified'));
    const bound = async () =>
      (await world.db.query('select bound_version = permit_version as bound from users where id = $1', [id])).rows[0]
        .bound;
    expect(await bound()).toBe(false);
    walletStub.mode = 'answers';
    await eventually(bound);
  });
});

describe('the jurisdiction of a player who moves out of the United Kingdom', () => {
  it.each([
    ['a proof of address from before the move', -1, 'gb'],
    ['no proof of address', undefined, 'gb'],
    ['a proof of address from after it', 1, 'open'],
  ])('after %s was approved', async (_, addressHours, jurisdiction) => {
    const { id } = await registered({ country: 'GB' });
    await call('PATCH', '/api/auth/profile', { as: asPlayer(id), body: { country: 'Sweden' } });
    await world.db.query('update users set moved_at = $2 where id = $1', [id, time(0)]);
    await publish({ event: approved, playerId: id, hours: 2, ...(addressHours !== undefined && { addressHours }) });
    const bound = await eventually(() => restricted.findLast((one) => one.playerId === id && one.level === 'verified'));
    expect(bound?.jurisdiction).toBe(jurisdiction);
    const event = await eventually(() => eventsOf(id, 'VerificationChanged').at(-1));
    expect(event?.data).toMatchObject({ level: 'verified', jurisdiction });
  });

  it('is theirs once a new proof of address is approved under their approved verification', async () => {
    const { id } = await registered({ country: 'GB' });
    await call('PATCH', '/api/auth/profile', { as: asPlayer(id), body: { country: 'Sweden' } });
    await world.db.query('update users set moved_at = $2 where id = $1', [id, time(1)]);
    await publish({ event: approved, playerId: id, hours: 1, addressHours: 0, matches: [] });
    await eventually(async () => (await levelOf(id)) === 'verified');
    await publish({ event: changed, playerId: id, hours: 3, addressHours: 2, matches: [] });
    await eventually(() => restricted.findLast((one) => one.playerId === id)?.jurisdiction === 'open');
    const published = await eventually(
      () => eventsOf(id, 'VerificationChanged').map(({ data }) => `${data.level} ${data.jurisdiction}`),
      ({ length }) => length === 2,
    );
    expect(published).toEqual(['verified gb', 'verified open']);
  });

  it.each<[string, boolean, number, string]>([
    ['an operator verified the player later', false, 1, 'verified'],
    ['a later version of the dossier came first', true, 1, 'verified'],
    ['a later version that ends the level came first', true, 1, 'unverified'],
    ['a later version of the dossier came first, and the proof is from before the move', true, -1, 'verified'],
  ])('is decided apart from the level, once: %s', async (_, isVersionFirst, addressHours, level) => {
    const { id } = await registered({ country: 'GB' });
    await call('PATCH', '/api/auth/profile', { as: asPlayer(id), body: { country: 'Sweden' } });
    await world.db.query('update users set moved_at = $2 where id = $1', [id, time(0)]);
    if (isVersionFirst)
      await publish({ event: changed, playerId: id, hours: 3, matches: level === 'verified' ? [] : ['pep'] });
    else
      await world.db.query("update users set level = 'verified', level_decided_at = $2 where id = $1", [id, time(3)]);
    const assessed = 'select 1 from kyc_assessments where player_id = $1';
    if (isVersionFirst) await eventually(async () => (await world.db.query(assessed, [id])).rows.length === 1);
    const proof = { event: approved, playerId: id, hours: 2, addressHours };
    for (const notices of [1, 2]) {
      await publish(proof);
      await eventually(async () => (await templatesOf(id)).length === notices);
    }
    const { rows } = await world.db.query(
      'select level, jurisdiction, level_decided_at as "decidedAt" from users where id = $1',
      [id],
    );
    const isProven = addressHours > 0;
    expect(rows).toMatchObject([{ level, jurisdiction: isProven ? 'open' : 'gb', decidedAt: new Date(time(3)) }]);
    const published = await eventually(
      () => eventsOf(id, 'VerificationChanged').map(({ data }) => data.jurisdiction),
      (all) => !isProven || all.includes('open'),
    );
    expect(published.filter((one) => one === 'open')).toHaveLength(isProven ? 1 : 0);
  });
});

describe('of several decisions', () => {
  const cases: [string, Omit<Decision, 'playerId'>[], string, string[]][] = [
    [
      'approved, then rejected',
      [
        { event: approved, hours: 1 },
        { event: rejected, hours: 2 },
      ],
      'unverified',
      ['verified', 'unverified'],
    ],
    [
      'approved, then an older rejection arrives',
      [
        { event: approved, hours: 2 },
        { event: rejected, hours: 1 },
      ],
      'verified',
      ['verified'],
    ],
    [
      'rejected, then an older approval arrives',
      [
        { event: rejected, hours: 2 },
        { event: approved, hours: 1 },
      ],
      'unverified',
      [],
    ],
    [
      'rejected, then approved',
      [
        { event: rejected, hours: 1 },
        { event: approved, hours: 2 },
      ],
      'verified',
      ['verified'],
    ],
    [
      'approved, then expired',
      [
        { event: approved, hours: 1 },
        { event: expired, hours: 2 },
      ],
      'unverified',
      ['verified', 'unverified'],
    ],
    [
      'expired, then the approval of before arrives',
      [
        { event: expired, hours: 2 },
        { event: approved, hours: 1 },
      ],
      'unverified',
      [],
    ],
    [
      'approved, then an undecided one ended',
      [
        { event: approved, hours: 1 },
        { event: expired, hours: 2, wasApproved: false },
      ],
      'verified',
      ['verified'],
    ],
    [
      'rejected, then approved at one instant',
      [
        { event: rejected, hours: 1 },
        { event: approved, hours: 1, version: 102 },
      ],
      'unverified',
      [],
    ],
  ];

  it.each(cases)(
    '%s: the latest counts, also if each arrives three times',
    async (_name, decisions, level, published) => {
      const { id: playerId } = await registered();
      const given = decisions.map((decision) => ({ ...decision, playerId, id: randomUUID() }));
      for (const [place, decision] of given.entries()) {
        await publish(decision);
        await publish(decision);
        await eventually(async () => (await templatesOf(playerId)).length === place + 1);
      }
      for (const decision of given) await publish(decision);
      await publish({ event: expired, playerId, hours: -1, wasApproved: false });
      await eventually(async () => (await templatesOf(playerId)).length === given.length + 1);
      expect(await levelOf(playerId)).toBe(level);
      await eventually(() => levelsPublished(playerId).length === published.length);
      expect(levelsPublished(playerId)).toEqual(published);
    },
  );

  it.each([
    ['later', 1],
    ['earlier', -1],
  ])('a rejection %s than an operator who verified the player counts all the same', async (_when, hours) => {
    const { id } = await registered();
    await publish({ event: approved, playerId: id, hours: -3 });
    await eventually(async () => (await levelOf(id)) === 'verified');
    expect((await verify(id)).status).toBe(200);
    await publish({ event: rejected, playerId: id, hours });
    await eventually(async () => (await templatesOf(id)).includes('kyc_rejected'));
    expect(await levelOf(id)).toBe('unverified');
    const refused = await verify(id);
    expect([refused.status, problemOf(refused).code]).toEqual([409, 'documents_not_approved']);
  });

  it('that two instances apply at once, each takes effect once', async () => {
    const players = await Promise.all(Array.from({ length: 12 }, registered));
    const decisions = players.flatMap(({ id }, place) => [
      { event: approved, playerId: id, hours: 1, id: randomUUID() },
      { event: rejected, playerId: id, hours: place % 2 === 0 ? 2 : -2, id: randomUUID() },
    ]);
    await Promise.all([...decisions, ...decisions.toReversed()].map(publish));
    for (const { id } of players) await eventually(async () => (await templatesOf(id)).length === 2);
    for (const [place, { id }] of players.entries())
      expect(await levelOf(id)).toBe(place % 2 === 0 ? 'unverified' : 'verified');
  });
});

describe('a screening match', () => {
  const screened = (playerId: string, hours: number, matches: string[]) =>
    publish({ event: changed, playerId, hours, matches });

  it('ends the level until it is cleared, tells the player nothing, and no operator restores it', async () => {
    const { id } = await registered();
    await publish({ event: approved, playerId: id, hours: -5, matches: [] });
    await eventually(async () => (await levelOf(id)) === 'verified');
    await screened(id, -4, ['sanctions']);
    await eventually(async () => (await levelOf(id)) === 'unverified');
    await eventually(() => restricted.findLast(({ playerId }) => playerId === id)?.level === 'unverified');
    const refused = await verify(id);
    expect([refused.status, problemOf(refused)]).toMatchObject([
      409,
      { code: 'aml_match', params: { kinds: 'sanctions' } },
    ]);
    await screened(id, -3, []);
    await eventually(async () => (await levelOf(id)) === 'verified');
    expect((await verify(id)).status).toBe(200);
    expect(await templatesOf(id)).toEqual(['kyc_approved']);
  });

  it('counts before its approval and after a later decision, and not once it was cleared', async () => {
    const [early, late, cleared] = [await registered(), await registered(), await registered()];
    await screened(early.id, 2, ['pep']);
    await publish({ event: approved, playerId: early.id, hours: 1, matches: [] });
    await eventually(async () => (await templatesOf(early.id)).includes('kyc_approved'));
    const assessed = 'select matches from kyc_assessments where player_id = $1 and version = 102';
    await eventually(async () => (await world.db.query(assessed, [early.id])).rows.length === 1);
    expect(await levelOf(early.id)).toBe('unverified');
    await publish({ event: approved, playerId: late.id, hours: -3, matches: [] });
    await eventually(async () => (await levelOf(late.id)) === 'verified');
    expect((await verify(late.id)).status).toBe(200);
    await screened(late.id, -2, ['sanctions']);
    await eventually(async () => (await levelOf(late.id)) === 'unverified');
    await screened(cleared.id, -1, []);
    await screened(cleared.id, -2, ['sanctions']);
    await publish({ event: rejected, playerId: cleared.id, hours: -4 });
    await eventually(async () => (await templatesOf(cleared.id)).includes('kyc_rejected'));
    await eventually(async () => (await levelOf(cleared.id)) === 'verified');
    expect((await verify(cleared.id)).status).toBe(200);
  });
});

it("a notice of the level follows an operator's decision, and no decision about documents", async () => {
  const { id } = await registered();
  await identified(world, id);
  await verify(id);
  await publish({ event: rejected, playerId: id, hours: 1 });
  await eventually(async () => (await templatesOf(id)).length === 2);
  await publish({ event: approved, playerId: id, hours: 2 });
  await eventually(async () => (await templatesOf(id)).length === 3);
  expect((await templatesOf(id)).toSorted()).toEqual(['kyc_approved', 'kyc_rejected', 'verification_changed']);
});

it('leaves demo and erased accounts as they are; an unknown player is a dead letter', async () => {
  const [demo, erased] = [await registered(), await registered()];
  await world.db.query("update users set demo = true, level = 'verified' where id = $1", [demo.id]);
  await world.db.query("update users set erased_at = now(), status = 'closed' where id = $1", [erased.id]);
  await publish({ event: rejected, playerId: demo.id, hours: 1 });
  await publish({ event: approved, playerId: erased.id, hours: 1 });
  const id = randomUUID();
  await publish({ event: approved, playerId: randomUUID(), hours: 1, id });
  const deadLetters = await eventually(
    async () => (await world.db.query('select consumer from dead_letters where event_id = $1', [id])).rows,
    ({ length }) => length > 0,
  );
  expect(deadLetters).toEqual([{ consumer: 'auth_KycApproved' }]);
  await eventually(async () => (await templatesOf(demo.id)).includes('kyc_rejected'));
  expect([await levelOf(demo.id), await levelOf(erased.id)]).toEqual(['verified', 'unverified']);
});
