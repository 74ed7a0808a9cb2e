/** The limit that each call counts towards, by route and caller. */
import { sessionRoutes } from '@fairline/proto/auth/sessions';
import { betRoutes } from '@fairline/proto/betting/bets';
import { offerRoutes } from '@fairline/proto/betting/offer';
import { gatewayRoutes } from '@fairline/proto/gateway';
import { paymentRoutes } from '@fairline/proto/wallet/payments';
import { playerRoutes } from '@fairline/proto/wallet/players';
import { expect, it } from 'vitest';
import { limitOf, limits } from './limits.ts';

it.each([
  ['register', sessionRoutes.register, false],
  ['signIn', sessionRoutes.login, false],
  ['signIn', sessionRoutes.operatorLogin, false],
  ['renew', sessionRoutes.refresh, false],
  ['visit', offerRoutes.fixtures, false],
  ['read', offerRoutes.fixtures, true],
  ['write', betRoutes.placeBet, true],
  ['upload', paymentRoutes.depositManually, true],
  ['stream', gatewayRoutes.stream, true],
  ['webhook', paymentRoutes.providerWebhook, false],
  ['testWin', playerRoutes.testWin, true],
] as const)('%s bounds %o', (name, route, signedIn) => {
  expect(limitOf(route, signedIn)).toBe(name);
});

it('lets the payment provider report far more than one caller may write', () => {
  expect(limits.webhook.calls / limits.webhook.seconds).toBeGreaterThanOrEqual(
    10 * (limits.write.calls / limits.write.seconds),
  );
});
