/** What a person is known by when they confirm their address: the same for one mailbox, one browser and one person, and readable by nobody. */
import { randomUUID } from 'node:crypto';
import { mailEvents } from '@fairline/proto/auth/mail';
import { PersonKey } from '@fairline/proto/auth/users';
import { expect, it } from 'vitest';
import { call, mailOf, registered, said, useAccountServers } from '../testing-account.ts';

useAccountServers();

const browser = { cookie: `fairline_device=${'d'.repeat(43)}` };

async function keysOf(changes: Record<string, unknown>, headers: Record<string, string> = {}): Promise<PersonKey[]> {
  const { user } = await registered(changes);
  const token = /type=signup&token=([\w-]+)/.exec(await mailOf(user.email, /confirm/i))?.[1];
  expect((await call('POST', '/verify-email', { body: { token }, headers })).status).toBe(200);
  return PersonKey.array().parse((await said(user.id, mailEvents.emailVerified)).data.personKeys);
}

it('is published with the confirmation, as keyed hashes', async () => {
  const name = randomUUID().replaceAll('-', '');
  const first = await keysOf({ email: `${name}@example.com`, firstName: 'Grace' }, browser);
  const shared = (other: PersonKey[]) => other.filter((one) => first.some(({ kind, key }) => kind === one.kind && key === one.key)).map(({ kind }) => kind);
  expect(first.map(({ kind }) => kind)).toEqual(['mailbox', 'device', 'device', 'person']);
  expect(JSON.stringify(first)).not.toMatch(new RegExp(`${name}|grace|1990|dddd`, 'i'));
  expect(shared(await keysOf({ email: `${name.slice(0, 4)}.${name.slice(4)}+2@example.com`, firstName: 'Joan' }))).toEqual(['mailbox']);
  expect(shared(await keysOf({ firstName: 'Mary' }, browser))).toEqual(['device']);
  expect(shared(await keysOf({ firstName: 'Gráce' }))).toEqual(['person']);
  expect(shared(await keysOf({ firstName: 'Ruth' }))).toEqual([]);
});
