/** The permissions on a real NATS server: it refuses subjects that a user may not publish or read, and allows all others. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownNatsUrl } from '../../tests/servers.ts';
import { natsAnswers, Wire } from './nats.ts';

const url = ownNatsUrl();
const password = process.env.TEST_NATS_PASSWORD ?? '';
const open: Wire[] = [];

async function as(user: string): Promise<Wire> {
  const wire = await Wire.open(url, user, password);
  open.push(wire);
  return wire;
}

const publish = (subject: string) => `PUB ${subject} 2\r\n{}\r\n`;
const subscribe = (subject: string) => `SUB ${subject} 1\r\n`;

let admin: Wire;
beforeEach(async () => {
  admin = await as('admin');
});
afterEach(() => {
  for (const wire of open.splice(0)) wire.close();
});

it.each([
  ['betting', 'an event of the wallet', publish('evt.wallet.BalanceChanged.v1')],
  ['auth', 'an event of betting', publish('evt.betting.BetSettled.v1')],
  ['feed', 'an event of betting', publish('evt.betting.BetSettled.v1')],
  ['gateway', 'an event of auth', publish('evt.auth.VerificationChanged.v1')],
  ['auth', 'a result of the feed', publish('feed.f.bet_settlement.m')],
  ['wallet', 'a price hint', publish('live.fixture.f')],
  ['auth', 'a stake', publish('rpc.wallet.stake')],
  ['gateway', 'a request', publish('rpc.wallet.open')],
  ['auth', 'the end of a stream', publish('$JS.API.STREAM.DELETE.EVENTS')],
  ['auth', "another service's next message", publish('$JS.API.CONSUMER.MSG.NEXT.EVENTS.wallet_UserRegistered')],
  ['gateway', "a service's next message", publish('$JS.API.CONSUMER.MSG.NEXT.EVENTS.wallet_UserRegistered')],
  ['gateway', "the end of a service's consumer", publish('$JS.API.CONSUMER.DELETE.EVENTS.wallet_UserRegistered')],
  ['auth', 'a consumer', publish('$JS.API.CONSUMER.CREATE.EVENTS.auth_UserRegistered.evt.auth.UserRegistered.v1')],
  ['auth', 'a consumer without a name', publish('$JS.API.CONSUMER.CREATE.EVENTS')],
  ['auth', 'a durable consumer', publish('$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.auth_UserRegistered')],
  ['auth', 'the end of its own consumer', publish('$JS.API.CONSUMER.DELETE.EVENTS.auth_UserRegistered')],
  ['betting', 'a consumer of events', publish('$JS.API.CONSUMER.CREATE.EVENTS.mine.evt.auth.UserRegistered.v1')],
  ['betting', 'another consumer of the feed', publish('$JS.API.CONSUMER.CREATE.FEED.another.feed.*.*.*')],
  ['betting', 'a consumer of another subject', publish('$JS.API.CONSUMER.CREATE.FEED.betting_feed.>')],
  [
    'gateway',
    'a consumer of an event it does not follow',
    publish('$JS.API.CONSUMER.CREATE.EVENTS.mine.evt.wallet.BalanceChanged.v1'),
  ],
  ['gateway', 'a consumer of everything', publish('$JS.API.CONSUMER.CREATE.EVENTS.mine')],
  [
    'gateway',
    "another configuration of a service's consumer",
    publish('$JS.API.CONSUMER.CREATE.EVENTS.auth_UserStatusChanged.evt.auth.UserStatusChanged.v1'),
  ],
])('refuses %s to publish %s', async (user, _what, line) => {
  const subject = line.split(' ')[1] ?? '';
  await admin.reply(subscribe(subject));
  expect(await (await as(user)).reply(line)).toContain(`-ERR 'Permissions Violation for Publish to "${subject}"'`);
  expect(await admin.reply('')).not.toContain('MSG');
});

it.each([
  ['betting', 'evt.>'],
  ['betting', 'rpc.wallet.stake'],
  ['wallet', '_INBOX_auth.>'],
  ['wallet', 'live.>'],
  ['gateway', '_INBOX_wallet.>'],
  ['gateway', '_ANSWERS_wallet.>'],
  ['gateway', 'rpc.>'],
])('refuses %s to listen to %s', async (user, subject) => {
  expect(await (await as(user)).reply(subscribe(subject))).toContain('-ERR');
});

it.each([
  ['betting', publish('evt.betting.BetPlaced.v1')],
  ['betting', publish('live.fixture.f')],
  ['betting', publish('rpc.wallet.stake')],
  ['feed', publish('feed.f.odds_change.m')],
  ['gateway', subscribe('live.>')],
  ['wallet', subscribe('rpc.wallet.>')],
  ['auth', subscribe('_INBOX_auth.>')],
])('lets %s send %s', async (user, line) => {
  expect(await (await as(user)).reply(line)).not.toContain('-ERR');
});

it('lets a service answer its callers, and nobody else', async () => {
  const wallet = await as('wallet');
  await wallet.reply('SUB rpc.wallet.stake wallet 1\r\n');
  const betting = await as('betting');
  await betting.reply(subscribe('_ANSWERS_betting.>'));
  await betting.reply('PUB rpc.wallet.stake _ANSWERS_betting.1 2\r\n{}\r\n');
  expect(await wallet.reply('')).toContain('MSG rpc.wallet.stake');
  expect(await wallet.reply(publish('_ANSWERS_betting.1'))).not.toContain('-ERR');
  expect(await betting.reply('')).toContain('MSG _ANSWERS_betting.1');
  expect(await wallet.reply(publish('_ANSWERS_gateway.1'))).toContain('-ERR');
  expect(await wallet.reply(publish('_INBOX_betting.1'))).toContain('-ERR');
});

it('lets nobody in without a password', async () => {
  await expect(Wire.open(url, 'admin', 'wrong')).rejects.toThrow('Authorization Violation');
  expect(await natsAnswers(url, 'wrong')).toBe(false);
  expect(await natsAnswers(url, password)).toBe(true);
});
