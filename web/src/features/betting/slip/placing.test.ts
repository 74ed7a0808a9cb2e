/** One placement at a time, whose outcome only its own player gets. */
import { beforeEach, expect, it } from 'vitest';
import { playerSession } from '../../../client/session/session.ts';
import { placing } from './place.ts';

const signIn = (id: string) =>
  playerSession.adopt({ user: { id }, accessToken: id, expiresAt: '2999-01-01T00:00:00.000Z' });
/** Ends the session without the server, which this test does not have. */
const leave = () => playerSession.signOut();
const notified: string[] = [];
const notify = (news: string) => void notified.push(news);

beforeEach(() => {
  notified.length = 0;
  signIn('ann');
});

it('ignores a second press during the first', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = placing.run(() => promise, notify);
  expect(placing.isBusy()).toBe(true);
  await placing.run(async () => 'second', notify);
  resolve('first');
  await first;
  expect([notified, placing.isBusy()]).toEqual([['first'], false]);
});

it('accepts a press again after a failed one', async () => {
  await expect(placing.run(() => Promise.reject(new Error('no bet')), notify)).rejects.toThrow('no bet');
  expect(placing.isBusy()).toBe(false);
});

it('delivers an outcome that arrived after sign-out once its player returns, and only once', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const under = placing.run(() => promise, notify);
  await leave();
  resolve('placed');
  await under;
  expect(notified).toEqual([]);
  signIn('ann');
  signIn('ann');
  expect(notified).toEqual(['placed']);
});

it('hides outcomes and refusals from another player who is signed in or signs in first', async () => {
  placing.refused(new Map([['s1', { error: 'short', asked: '5' }]]));
  expect(placing.refusals().size).toBe(1);
  signIn('bob');
  expect(placing.refusals().size).toBe(0);
  signIn('ann');
  const { promise, resolve } = Promise.withResolvers<string>();
  const under = placing.run(() => promise, notify);
  await leave();
  resolve('placed');
  await under;
  signIn('bob');
  signIn('ann');
  await placing.run(async () => signIn('bob').id, notify);
  expect(notified).toEqual([]);
});
