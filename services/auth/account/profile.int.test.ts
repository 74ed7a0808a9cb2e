/** Profile, preferences and terms of a player, through the routes of two instances. */

import { randomUUID } from 'node:crypto';
import { eventually, problemOf } from '@fairline/chassis/testing';
import { accountEvents, accountRefusals, defaultPreferences } from '@fairline/proto/auth/account';
import { termsVersion } from '@fairline/proto/auth/fields';
import { userEvents } from '@fairline/proto/auth/users';
import { playerRefusals } from '@fairline/proto/wallet/players';
import { describe, expect, it } from 'vitest';
import {
  asked,
  call,
  eventsOf,
  lastEvent,
  mailOf,
  password,
  refusalOf,
  registered,
  restart,
  sessionOf,
  signIn,
  useAccountServers,
  walletStub,
  world,
} from '../testing-account.ts';
import { identified } from '../testing-players.ts';

useAccountServers();

describe('a new account', () => {
  it('begins in the language and on the clock it was opened in, its first letter too', async () => {
    const player = await registered({ language: 'es', timezone: 'America/Argentina/Buenos_Aires' });
    const { body } = await call('GET', '/preferences', { as: player.as });
    expect(body).toMatchObject({ language: 'es', timezone: 'America/Argentina/Buenos_Aires', oddsFormat: 'decimal' });
    expect(await mailOf(player.email, /Fairline/)).toContain('Hola');
    expect((await call('GET', '/preferences', { as: (await registered()).as })).body).toMatchObject({
      language: 'en',
      timezone: 'UTC',
    });
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
    expect(refusalOf(await call('POST', '/register', { body: { ...form, language: 'xx' } }))).toBe(
      '400 invalid_request',
    );
    for (const timezone of ['Mars/Olympus', '+02:00', 'europe/london', ''])
      expect(refusalOf(await call('POST', '/register', { body: { ...form, timezone } }))).toBe('400 invalid_request');
  });
});

it('gives no consent to marketing while the player is excluded', async () => {
  const player = await registered();
  await world.db.query("update users set excluded_until = '9999-12-31' where id = $1", [player.id]);
  const { body } = await call('GET', '/preferences', { as: player.as });
  const notifications = { ...(body as { notifications: object }).notifications, marketing: true, promotions: true };
  expect(
    (await call('PUT', '/preferences', { as: player.as, body: { ...(body as object), notifications } })).body,
  ).toMatchObject({
    notifications: { marketing: false, promotions: true },
  });
});

it('gives no consent to marketing to a player excluded while wallet is asked for a currency', async () => {
  const player = await registered();
  const { body } = await call('GET', '/preferences', { as: player.as });
  walletStub.meanwhile = (id) => world.db.query("update users set excluded_until = '9999-12-31' where id = $1", [id]);
  const wanted = {
    ...defaultPreferences,
    currency: 'EUR',
    notifications: { ...(body as { notifications: object }).notifications, marketing: true },
  };
  const reply = await call('PUT', '/preferences', { as: player.as, body: wanted });
  walletStub.meanwhile = undefined;
  expect(reply.body).toMatchObject({ currency: 'EUR', notifications: { marketing: false } });
});

describe('the profile', () => {
  it('changes what is given, and says which fields', async () => {
    const player = await registered();
    const reply = await call('PATCH', '/profile', {
      as: player.as,
      body: { city: 'Kiel', phone: '+49 431 1234567', lastName: 'Byron' },
    });
    expect(reply.body).toMatchObject({
      city: 'Kiel',
      phone: '+49 431 1234567',
      lastName: 'Byron',
      firstName: 'Ada',
      dateOfBirth: '1990-12-10',
    });
    expect((await lastEvent(player.id, accountEvents.profileUpdated)).data).toEqual({
      playerId: player.id,
      fields: ['lastName', 'phone', 'city'],
    });
    expect((await call('GET', '/profile', { as: player.as })).body).toEqual(reply.body);
  });

  it('of a player who moves to the United Kingdom plays by its rules from the answer on', async () => {
    const player = await registered();
    expect(
      (await call('PATCH', '/profile', { as: player.as, body: { country: 'United Kingdom' } })).body,
    ).toMatchObject({ country: 'GB' });
    expect(
      asked.findLast(({ verb, input }) => verb === 'restrict' && input.playerId === player.id)?.input,
    ).toMatchObject({ jurisdiction: 'gb' });
    expect((await lastEvent(player.id, accountEvents.profileUpdated)).data).toMatchObject({
      fields: ['country'],
      move: { needsProof: false },
    });
    const published = { playerId: player.id, status: 'active', level: 'unverified', jurisdiction: 'gb' };
    expect((await lastEvent(player.id, userEvents.verificationChanged)).data).toEqual(published);
  });

  it('of a player who leaves the United Kingdom stays under its rules without a proof of address', async () => {
    const player = await registered({ country: 'GB' });
    expect((await call('PATCH', '/profile', { as: player.as, body: { country: 'Sweden' } })).body).toMatchObject({
      country: 'SE',
    });
    const { rows } = await world.db.query(
      'select country, jurisdiction, moved_at as "movedAt" from users where id = $1',
      [player.id],
    );
    const { move } = (await lastEvent(player.id, accountEvents.profileUpdated)).data as {
      move: { at: string; needsProof: boolean };
    };
    expect(rows).toEqual([{ country: 'SE', jurisdiction: 'gb', movedAt: new Date(move.at) }]);
    expect(move.needsProof).toBe(true);
  });

  it('repeats a move as long as it waits for a proof of address, and no other', async () => {
    const movers: { id: string; first: Awaited<ReturnType<typeof lastEvent>> }[] = [];
    for (const country of ['GB', 'GB', 'DE', 'GB']) {
      const { id, as } = await registered({ country });
      await call('PATCH', '/profile', { as, body: { country: 'Sweden' } });
      movers.push({ id, first: await lastEvent(id, accountEvents.profileUpdated) });
    }
    const [proven, closed, , waiting] = movers;
    await restart(async () => {
      await world.db.query("update users set jurisdiction = 'open' where id = $1", [proven?.id]);
      await world.db.query("update users set status = 'closed' where id = $1", [closed?.id]);
    });
    const published = () => movers.map(({ id }) => eventsOf(id, accountEvents.profileUpdated));
    await eventually(
      async () => published(),
      (all) => all[3]?.length === 2,
    );
    expect(published().map(({ length }) => length)).toEqual([1, 1, 1, 2]);
    expect(published()[3]?.[1]?.data).toEqual({ ...waiting?.first.data, fields: [] });
  });

  it('takes no card number, and no new name once it is verified', async () => {
    const player = await registered();
    for (const field of ['address', 'city', 'postalCode'])
      expect(refusalOf(await call('PATCH', '/profile', { as: player.as, body: { [field]: '4111111111111111' } }))).toBe(
        '422 card_number',
      );
    const name = await call('PATCH', '/profile', { as: player.as, body: { firstName: '4111111111111111' } });
    expect(problemOf(name).errors).toEqual({ firstName: 'First name is not valid' });
    const phone = await call('PATCH', '/profile', { as: player.as, body: { phone: '4111 1111 1111 1111' } });
    expect(problemOf(phone).errors).toEqual({ phone: 'Please enter a valid phone number' });
    expect((await call('PATCH', '/profile', { as: player.as, body: { phone: '+49 (1512) 345-67-89' } })).status).toBe(
      200,
    );
    await world.db.query(`update users set level = 'verified' where id = '${player.id}'`);
    const reply = await call('PATCH', '/profile', { as: player.as, body: { firstName: 'Grace', city: 'Kiel' } });
    expect(problemOf(reply)).toMatchObject({
      code: 'profile_fixed',
      errors: { firstName: accountRefusals.profileFixed.message },
    });
    expect((await call('PATCH', '/profile', { as: player.as, body: { firstName: 'Ada', city: 'Kiel' } })).status).toBe(
      200,
    );
  });
});

it('a screening match frees no name, country or date of birth while the documents are approved', async () => {
  const [matched, rejected] = [await registered(), await registered()];
  await identified(world, matched.id, { approved: true, matches: ['sanctions'] });
  await identified(world, rejected.id, { approved: false, matches: [] });
  for (const [field, value] of [
    ['firstName', 'Grace'],
    ['lastName', 'Hopper'],
    ['country', 'SE'],
  ] as const) {
    const reply = await call('PATCH', '/profile', { as: matched.as, body: { [field]: value } });
    expect([reply.status, problemOf(reply)]).toMatchObject([
      accountRefusals.profileFixed.status,
      { code: 'profile_fixed', errors: { [field]: accountRefusals.profileFixed.message } },
    ]);
  }
  const fixed = ['email', 'firstName', 'lastName', 'country', 'dateOfBirth'];
  expect((await call('PATCH', '/profile', { as: matched.as, body: { city: 'Kiel' } })).body).toMatchObject({
    city: 'Kiel',
    firstName: 'Ada',
    fixed,
  });
  expect((await call('PATCH', '/profile', { as: rejected.as, body: { firstName: 'Grace' } })).body).toMatchObject({
    firstName: 'Grace',
  });
});

describe('preferences', () => {
  it('begin with the defaults and are kept whole', async () => {
    const player = await registered();
    expect((await call('GET', '/preferences', { as: player.as })).body).toEqual(defaultPreferences);
    const wanted = {
      ...defaultPreferences,
      language: 'es',
      oddsFormat: 'american',
      timezone: 'Europe/London',
      currency: 'EUR',
    };
    expect((await call('PUT', '/preferences', { as: player.as, body: wanted })).status).toBe(200);
    expect((await call('GET', '/preferences', { as: player.as })).body).toEqual(wanted);
    expect((await call('GET', '/session', { as: player.as })).body).toMatchObject({ user: { currency: 'EUR' } });
  });

  it('drop what an older page asks about privacy and acts on nothing', async () => {
    const player = await registered();
    const older = {
      ...defaultPreferences,
      privacy: { showOnlineStatus: true, allowDataCollection: true, shareWithPartners: true },
    };
    expect((await call('PUT', '/preferences', { as: player.as, body: older })).body).toEqual({
      ...defaultPreferences,
      privacy: { showOnlineStatus: true },
    });
  });

  it('change nothing where wallet refuses another currency, or does not answer', async () => {
    const player = await registered();
    const wanted = { ...defaultPreferences, language: 'es', currency: 'GBP' };
    walletStub.answer = playerRefusals.currencyFixed;
    expect(refusalOf(await call('PUT', '/preferences', { as: player.as, body: wanted }))).toBe('422 currency_fixed');
    walletStub.answer = 'unanswered';
    expect(refusalOf(await call('PUT', '/preferences', { as: player.as, body: wanted }))).toBe('503 unavailable');
    expect((await call('GET', '/preferences', { as: player.as })).body).toEqual(defaultPreferences);
  });
});

it('terms that have changed are asked for again, and accepted in the version in force', async () => {
  const player = await registered();
  await world.db.query(`update users set terms_version = '2020-01-01' where id = '${player.id}'`);
  expect((await sessionOf(await signIn(player.email))).user.termsAccepted).toBe(false);
  expect(refusalOf(await call('POST', '/terms', { as: player.as, body: { version: '2020-01-01' } }))).toBe(
    '409 terms_outdated',
  );
  expect((await call('POST', '/terms', { as: player.as, body: { version: termsVersion } })).status).toBe(204);
  expect((await sessionOf(await signIn(player.email))).user.termsAccepted).toBe(true);
});

it('an account with the name and date of birth of another is a hint for operators', async () => {
  const lastName = `Z${randomUUID().replaceAll(/[\d-]/g, '')}`;
  const first = await registered({ lastName, firstName: 'Zoë' });
  const second = await registered({ lastName: ` ${lastName.toUpperCase()} `, firstName: 'Zoe' });
  expect((await lastEvent(second.id, userEvents.duplicateSuspected)).data).toEqual({
    playerId: second.id,
    others: [first.id],
  });
  expect(eventsOf(first.id, userEvents.duplicateSuspected)).toEqual([]);
});
