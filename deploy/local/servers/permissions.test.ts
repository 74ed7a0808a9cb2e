/** The permissions that are made from the list of services, by the letter. */
import { services } from '@fairline/proto/services';
import { expect, it } from 'vitest';
import { busUsers, permissionsOf } from './permissions.ts';

it('gives every process a user of its own, and the administrator alone no bounds', () => {
  const users = busUsers();
  expect(users.map(({ user }) => user).sort()).toEqual(['admin', 'gateway', ...Object.keys(services)].sort());
  expect(users.filter(({ permissions }) => !permissions).map(({ user }) => user)).toEqual(['admin']);
});

it('lets a room say its own facts, ask what is listed, and touch its own consumers only', () => {
  expect(permissionsOf('betting', { ...services.betting, consumes: services.wallet.consumes.slice(0, 1) })).toEqual({
    publish: {
      allow: [
        'evt.betting.>',
        'live.player.*',
        'live.operators',
        'live.fixture.*',
        'live.offer',
        'rpc.wallet.stake',
        'rpc.wallet.stakesOf',
        '$JS.API.INFO',
        '$JS.API.STREAM.INFO.EVENTS',
        '$JS.API.STREAM.INFO.FEED',
        '$JS.API.CONSUMER.*.EVENTS.betting_UserRegistered',
        '$JS.API.CONSUMER.CREATE.EVENTS.betting_UserRegistered.>',
        '$JS.API.CONSUMER.MSG.NEXT.EVENTS.betting_UserRegistered',
        '$JS.ACK.EVENTS.betting_UserRegistered.>',
        '$JS.API.CONSUMER.*.FEED.*',
        '$JS.API.CONSUMER.CREATE.FEED.*.>',
        '$JS.API.CONSUMER.MSG.NEXT.FEED.*',
        '$JS.ACK.FEED.*.>',
      ],
    },
    subscribe: { allow: ['_INBOX_betting.>', '_ANSWERS_betting.>', 'rpc.betting.>', 'feed.alive'] },
  });
});

it('lets a room answer those who may ask it, and nobody else', () => {
  const answersTo = (user: string) =>
    busUsers()
      .find((known) => known.user === user)
      ?.permissions?.publish.allow.filter((subject) => subject.startsWith('_'));
  expect(answersTo('wallet')).toEqual(['_ANSWERS_auth.>', '_ANSWERS_betting.>']);
  expect(answersTo('auth')).toEqual(['_ANSWERS_gateway.>']);
  expect(answersTo('feed')).toEqual([]);
});

it('lets the feed speak on its own stream and nothing else', () => {
  expect(permissionsOf('feed', services.feed).publish.allow).toEqual(['feed.>', '$JS.API.INFO', '$JS.API.STREAM.INFO.FEED']);
});

it('lets the gateway ask how fresh a proof is, and keeps it away from the rooms and from their consumers', () => {
  const gateway = busUsers().find(({ user }) => user === 'gateway')?.permissions;
  expect(gateway?.publish.allow.filter((subject) => !subject.startsWith('$JS.'))).toEqual(['rpc.auth.provenAt']);
  expect(gateway?.publish.deny).toContain('$JS.API.CONSUMER.MSG.NEXT.EVENTS.wallet_UserRegistered');
});
