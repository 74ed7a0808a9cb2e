/** Keys that link the accounts of one person: equal for the same mailbox, browser, or name with date of birth, and unreadable. */
import { randomUUID } from 'node:crypto';
import { addressHeader } from '@fairline/chassis/http/identity';
import { mailEvents } from '@fairline/proto/auth/mail';
import { sessionEvents } from '@fairline/proto/auth/sessions';
import { PersonKey, userRequests } from '@fairline/proto/auth/users';
import type { Infer } from '@fairline/proto/contract';
import { expect, it } from 'vitest';
import { call, eventsOf, lastEvent, mailOf, registered, useAccountServers, world } from '../testing-account.ts';

useAccountServers();

const browser = { cookie: `fairline_device=${'d'.repeat(43)}` };

async function keysOf(changes: Record<string, unknown>, headers: Record<string, string> = {}): Promise<PersonKey[]> {
  const { user } = await registered(changes);
  const token = /type=signup&token=([\w-]+)/.exec(await mailOf(user.email, /confirm/i))?.[1];
  expect((await call('POST', '/verify-email', { body: { token }, headers })).status).toBe(200);
  return PersonKey.array().parse((await lastEvent(user.id, mailEvents.emailVerified)).data.personKeys);
}

it('is published with the confirmation, as keyed hashes', async () => {
  const name = randomUUID().replaceAll('-', '');
  const first = await keysOf({ email: `${name}@example.com`, firstName: 'Grace' }, browser);
  const shared = (other: PersonKey[]) =>
    other.filter((one) => first.some(({ kind, key }) => kind === one.kind && key === one.key)).map(({ kind }) => kind);
  expect(first.map(({ kind }) => kind)).toEqual(['mailbox', 'device', 'device', 'person']);
  expect(JSON.stringify(first)).not.toMatch(new RegExp(`${name}|grace|1990-|d{8}`, 'i'));
  expect(
    shared(await keysOf({ email: `${name.slice(0, 4)}.${name.slice(4)}+2@example.com`, firstName: 'Joan' })),
  ).toEqual(['mailbox']);
  expect(shared(await keysOf({ firstName: 'Mary' }, browser))).toEqual(['device']);
  expect(shared(await keysOf({ firstName: 'Gráce' }))).toEqual(['person']);
  expect(shared(await keysOf({ firstName: 'Ruth' }))).toEqual([]);
});

it('has browser and network in every sign-in, as keyed hashes that other purposes do not share', async () => {
  const device = `fairline_device=${randomUUID().replaceAll('-', '').padEnd(43, 'e')}`;
  const traitsOf = async (headers: Record<string, string>) => {
    const { user } = await registered();
    expect(
      (await call('POST', '/login', { body: { email: user.email, password: 'Str0ngPass' }, headers })).status,
    ).toBe(200);
    await call('POST', '/login', { body: { email: user.email, password: 'Wr0ngPass' }, headers });
    const failed = await lastEvent(user.id, sessionEvents.signInFailed);
    const [, signedIn] = eventsOf(user.id, sessionEvents.userSignedIn);
    expect(failed.data.addressKey).toBe(signedIn?.data.addressKey);
    return signedIn?.data as { deviceKey: string; addressKey: string };
  };
  const one = await traitsOf({ cookie: device, [addressHeader]: '2001:db8:7:1::5' });
  const neighbour = await traitsOf({ cookie: device, [addressHeader]: '2001:db8:7:1:a:b:c:d' });
  const stranger = await traitsOf({ [addressHeader]: '2001:db8:7:2::5' });
  expect(neighbour).toMatchObject({ deviceKey: one.deviceKey, addressKey: one.addressKey });
  expect(stranger.deviceKey).not.toBe(one.deviceKey);
  expect(stranger.addressKey).not.toBe(one.addressKey);
  expect(JSON.stringify([one, stranger])).not.toMatch(/2001:|db8:|e{8}/);
});

type Person = Infer<typeof userRequests.person.output>;

async function requestPerson(playerId: string) {
  const { subject } = userRequests.person;
  return (await world.nats.request(subject, JSON.stringify({ input: { playerId } }), { timeout: 5_000 })).json<{
    ok?: Person;
    refusal?: { code: string };
  }>();
}

it('is requested by other services, with what they may know of the player and nothing personal', async () => {
  const player = await registered({ firstName: 'Grace', country: 'GB' });
  const { ok } = await requestPerson(player.id);
  expect(userRequests.person.output.parse(ok)).toMatchObject({
    playerId: player.id,
    country: 'GB',
    jurisdiction: 'gb',
    currency: 'USD',
    level: 'unverified',
    status: 'active',
    registeredAt: player.user.createdAt,
    demo: false,
  });
  expect(JSON.stringify(ok)).not.toMatch(new RegExp(`${player.email}|grace|lovelace|1990`, 'i'));
  const namesake = await registered({ firstName: 'gráce' });
  const shared = (await requestPerson(namesake.id)).ok?.personKeys.filter(({ key }) =>
    ok?.personKeys.some((known) => known.key === key),
  );
  expect(shared?.map(({ kind }) => kind)).toEqual(['person']);
});

it('of a player who does not exist is refused', async () => {
  expect((await requestPerson(randomUUID())).refusal?.code).toBe('not_found');
});

it('is named to the service that screens them', async () => {
  const player = await registered({ firstName: 'Grace', country: 'GB' });
  const ask = async (playerId: string) =>
    (
      await world.nats.request(userRequests.identity.subject, JSON.stringify({ input: { playerId } }), {
        timeout: 5_000,
      })
    ).json<Record<string, unknown>>();
  expect((await ask(player.id)).ok).toEqual({
    firstName: 'Grace',
    lastName: player.user.lastName,
    country: 'GB',
    dateOfBirth: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  expect((await ask(randomUUID())).refusal).toMatchObject({ code: 'not_found' });
});
