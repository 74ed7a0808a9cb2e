/** Which limit a call counts against, and for whom. */
import { authRoutes } from '@fairline/proto/auth';
import { bettingRoutes } from '@fairline/proto/betting';
import { gatewayRoutes } from '@fairline/proto/gateway';
import { walletRoutes } from '@fairline/proto/wallet';
import { cashierRoutes } from '@fairline/proto/wallet/cashier';
import { expect, it } from 'vitest';
import { limitOf, limits, subscriberOf } from './limits.ts';

it.each([
  ['register', authRoutes.register, false],
  ['signIn', authRoutes.login, false],
  ['signIn', authRoutes.operatorLogin, false],
  ['renew', authRoutes.refresh, false],
  ['visit', bettingRoutes.fixtures, false],
  ['read', bettingRoutes.fixtures, true],
  ['write', bettingRoutes.placeBet, true],
  ['upload', walletRoutes.depositManually, true],
  ['stream', gatewayRoutes.stream, true],
  ['webhook', cashierRoutes.providerWebhook, false],
  ['testWin', cashierRoutes.testWin, true],
] as const)('%s bounds %o', (name, route, signedIn) => {
  expect(limitOf(route, signedIn)).toBe(name);
});

it('lets the payment provider report far more than one caller may write', () => {
  expect(limits.webhook.calls / limits.webhook.seconds).toBeGreaterThanOrEqual(10 * (limits.write.calls / limits.write.seconds));
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, subscriber) => {
  expect(subscriberOf(address)).toBe(subscriber);
});
