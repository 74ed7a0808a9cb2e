/** The permissions that follow from the list of services, compared as exact text. */

import { platformServiceNames } from '@fairline/proto/processes';
import { auditHeadSubject } from '@fairline/proto/risk/audit';
import { durableName, services } from '@fairline/proto/services';
import { expect, it } from 'vitest';
import { busUsers, permissionsOf } from './permissions.ts';

it('gives every process a user of its own, and the administrator alone no bounds', () => {
  const users = busUsers();
  expect(users.map(({ user }) => user).sort()).toEqual(['admin', 'gateway', ...Object.keys(services)].sort());
  expect(users.filter(({ permissions }) => !permissions).map(({ user }) => user)).toEqual(['admin']);
});

it('lets a service publish its own events, send listed requests and read its own consumers', () => {
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
        '_ANSWERS_risk.>',
        '$JS.API.INFO',
        '$JS.API.STREAM.INFO.EVENTS',
        '$JS.API.STREAM.INFO.FEED',
        '$JS.API.CONSUMER.INFO.EVENTS.betting_UserRegistered',
        '$JS.API.CONSUMER.MSG.NEXT.EVENTS.betting_UserRegistered',
        '$JS.ACK.EVENTS.betting_UserRegistered.>',
        '$JS.API.CONSUMER.INFO.FEED.betting_feed',
        '$JS.API.CONSUMER.DELETE.FEED.betting_feed',
        '$JS.API.CONSUMER.CREATE.FEED.betting_feed.feed.*.*.*',
        '$JS.API.CONSUMER.MSG.NEXT.FEED.betting_feed',
      ],
    },
    subscribe: { allow: ['_INBOX_betting.>', '_ANSWERS_betting.>', 'rpc.betting.>', 'feed.alive'] },
  });
});

it('lets a service answer those who may ask it, and nobody else', () => {
  const answersTo = (user: string) =>
    busUsers()
      .find((known) => known.user === user)
      ?.permissions?.publish.allow.filter((subject) => subject.startsWith('_'));
  expect(answersTo('wallet')).toEqual([
    '_ANSWERS_auth.>',
    '_ANSWERS_betting.>',
    '_ANSWERS_casino.>',
    '_ANSWERS_promotions.>',
    '_ANSWERS_support.>',
    '_ANSWERS_risk.>',
  ]);
  expect(answersTo('auth')).toEqual([
    '_ANSWERS_promotions.>',
    '_ANSWERS_kyc.>',
    '_ANSWERS_risk.>',
    '_ANSWERS_gateway.>',
  ]);
  expect(answersTo('kyc')).toEqual(['_ANSWERS_risk.>']);
  expect(answersTo('feed')).toEqual([]);
});

it('lets risk alone ask a service for its deliveries', () => {
  const asking = (subject: RegExp) =>
    busUsers().flatMap(({ user, permissions }) =>
      permissions?.publish.allow.some((one) => subject.test(one)) ? [user] : [],
    );
  expect(asking(/^rpc\.\w+\.(deliveries|retryDelivery)$/)).toEqual(['risk']);
  const risk = busUsers().find(({ user }) => user === 'risk')?.permissions;
  expect(risk?.publish.allow.filter((subject) => subject.endsWith('.retryDelivery')).sort()).toEqual(
    platformServiceNames
      .filter((name) => name !== 'risk')
      .map((name) => `rpc.${name}.retryDelivery`)
      .sort(),
  );
});

it('lets risk publish the heads of the audit log, and no service read them', () => {
  const allowed = busUsers().flatMap(
    ({ user, permissions }) => permissions?.publish.allow.map((subject) => `${user} ${subject}`) ?? [],
  );
  expect(allowed.filter((one) => /audit|AUDIT/.test(one))).toEqual([`risk ${auditHeadSubject}`]);
});

it('gives the same event of several services consumers of their own', () => {
  const names = services.risk.consumes.map((event) => durableName('risk', event));
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(['risk_auth_OperatorActed', 'risk_risk_OperatorActed', 'risk_RoundSettled']),
  );
});

it('lets the feed publish on its own stream and nothing else', () => {
  expect(permissionsOf('feed', services.feed).publish.allow).toEqual([
    'feed.>',
    '$JS.API.INFO',
    '$JS.API.STREAM.INFO.FEED',
  ]);
});

it('lets the gateway request how fresh a proof is, and nothing of services or consumers', () => {
  const gateway = busUsers().find(({ user }) => user === 'gateway')?.permissions;
  expect(gateway?.publish.allow.filter((subject) => !subject.startsWith('$JS.'))).toEqual(['rpc.auth.provenAt']);
  expect(gateway?.publish.deny).toContain('$JS.API.CONSUMER.MSG.NEXT.EVENTS.wallet_UserRegistered');
});

it('lets the gateway make consumers of the events it follows and of no other', () => {
  const gateway = busUsers().find(({ user }) => user === 'gateway')?.permissions;
  expect(gateway?.publish.allow.filter((subject) => subject.includes('CREATE'))).toEqual([
    '$JS.API.CONSUMER.CREATE.EVENTS.*.evt.auth.SessionRevoked.v1',
    '$JS.API.CONSUMER.CREATE.EVENTS.*.evt.auth.UserStatusChanged.v1',
    '$JS.API.CONSUMER.CREATE.EVENTS.*.evt.auth.VerificationChanged.v1',
  ]);
});

it('lets nobody else make, change or end consumers', () => {
  const bounded = busUsers().filter(({ user, permissions }) => permissions && user !== 'gateway' && user !== 'betting');
  const managing = bounded.flatMap(({ permissions }) =>
    permissions?.publish.allow.filter((subject) => /CONSUMER\.(CREATE|DURABLE|DELETE|\*)/.test(subject)),
  );
  expect(managing).toEqual([]);
});
