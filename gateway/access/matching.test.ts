/** Every route of the contract is found by the path a browser sends, and nothing else is. */

import { type RouteType, route } from '@fairline/proto/contract';
import { gatewayRoutes } from '@fairline/proto/gateway';
import { allRoutes } from '@fairline/proto/services';
import { describe, expect, it } from 'vitest';
import { matcher } from './matching.ts';

const find = matcher(allRoutes);
const id = '019aa1c8-7f00-7000-8000-000000000001';
const sent = ({ path }: RouteType) => path.replaceAll(/:\w+/g, id);
const line = (one: RouteType) => `${one.method} ${one.path}`;

describe('a declared route', () => {
  it.each(allRoutes.map((one) => [line(one), one] as const))('%s is found', (_line, one) => {
    expect(find(one.method, sent(one))?.route).toBe(one);
  });

  it.each(allRoutes.filter(({ method }) => method === 'GET').map((one) => [one.path, one] as const))(
    'HEAD %s is the same without its body',
    (_path, one) => {
      expect(find('HEAD', sent(one))?.route).toBe(one);
    },
  );

  it.each([
    ['/api/betting/fixtures', 'betting'],
    ['/api/admin/wallet/payments', 'wallet'],
    ['/api/dev/mailbox', 'auth'],
    ['/api/wallet', 'wallet'],
  ])('%s belongs to %s', (path, service) => {
    expect(find('GET', path)?.service).toBe(service);
  });

  it('of the gateway belongs to no service', () => {
    for (const one of Object.values(gatewayRoutes))
      expect(find(one.method, one.path)?.service, line(one)).toBeUndefined();
  });
});

it.each([
  ['another method', 'DELETE', '/api/wallet'],
  ['a method nobody uses', 'TRACE', '/api/wallet'],
  ['a service that is none', 'GET', '/api/feed'],
  ['a path of a service that it does not declare', 'GET', '/api/wallet/secrets'],
  ['a slash at the end', 'GET', '/api/wallet/'],
  ['two slashes', 'GET', '/api//wallet'],
  ['other letters', 'GET', '/api/Wallet'],
  ['an encoded letter', 'GET', '/api/%77allet'],
  ['an empty parameter', 'GET', '/api/betting/fixtures/'],
  ['a step up', 'GET', '/api/betting/fixtures/..'],
  ['a step up in the middle', 'GET', `/api/betting/fixtures/../bets`],
  ['an operator path without its prefix', 'POST', `/api/wallet/payments/${id}/approve`],
])('%s leads nowhere', (_name, method, path) => {
  expect(find(method, path)).toBeUndefined();
});

it('a fixed segment wins over a parameter, whichever was declared first', () => {
  const byId = route('GET /api/wallet/things/:id/part', { summary: 'by id', access: 'open' });
  const fixed = route('GET /api/wallet/things/new/:part', { summary: 'fixed', access: 'open' });
  for (const order of [
    [byId, fixed],
    [fixed, byId],
  ]) {
    expect(matcher(order)('GET', '/api/wallet/things/new/part')?.route).toBe(fixed);
    expect(matcher(order)('GET', '/api/wallet/things/old/part')?.route).toBe(byId);
  }
});
