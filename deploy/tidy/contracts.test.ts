/** The rules about contracts, each with a declaration that has its code and one that lacks it. */
import { Empty, event, refusal, request, route } from '@fairline/proto/contract';
import { describe, expect, it } from 'vitest';
import { contractRules, type Services } from './contracts.ts';
import { broken, filesOf, type Tree } from './testing.ts';

describe('contracts and services agree', () => {
  const refusals = { tooPoor: refusal('too_poor', 422, 'No') };
  const open = request('wallet', 'open', { summary: '', input: Empty, output: Empty, refusals: Object.values(refusals) });
  const opened = event('wallet', 'Opened', { summary: '', data: Empty });
  const registered = event('auth', 'Registered', { summary: '', data: Empty });
  const list = route('GET /api/wallet', { summary: '', access: 'player' });
  const nothing = { routes: {}, publishes: {}, serves: {}, requests: [], consumes: [] };
  const services: Services = {
    auth: { ...nothing, publishes: { registered }, requests: [open] },
    wallet: { ...nothing, routes: { list }, publishes: { opened }, serves: { open }, consumes: [registered] },
  };
  const good: Tree = {
    'proto/wallet.ts': "export const walletRefusals = {\n  tooPoor: refusal('too_poor', 422, 'No'),\n} as const;\n",
    'services/auth/commands.ts': 'await publish(tx, authEvents.registered, id, 1, {});\n',
    'services/auth/peers.ts': 'bus.request(walletRequests.open, input);\n',
    'services/wallet/routes.ts': 'export const routes = [handle(walletRoutes.list, () => 1)];\n',
    'services/wallet/requests.ts': 'serve(walletRequests.open, run);\n',
    'services/wallet/consumers.ts': 'consume(authEvents.registered, run);\n',
    'services/wallet/commands.ts': 'publish(tx, walletEvents.opened, id, 1, {}); throw new Refusal(walletRefusals.tooPoor);\n',
    'services/wallet/wallet.int.test.ts': "expect(answer.code).toBe('too_poor');\n",
  };
  const rules = contractRules(services);

  it('when every promise is kept', async () => {
    const files = await filesOf(good);
    expect(rules.flatMap((rule) => rule.offenders(files))).toEqual([]);
  });

  it.each<[string, Tree, string[]]>([
    ['every declared event', { 'services/wallet/commands.ts': '// walletEvents.opened\nwalletRefusals.tooPoor;\n' }, ['evt.wallet.Opened.v1']],
    ['every declared event', { 'services/auth/commands.ts': '', 'services/auth/consumers.ts': 'authEvents.registered\n' }, ['evt.auth.Registered.v1']],
    ['every route', { 'services/wallet/routes.ts': '// handle(walletRoutes.list)\nwalletRoutes.list;\n' }, ['GET /api/wallet: wallet does not handle list']],
    ['every request', { 'services/wallet/requests.ts': '' }, ['rpc.wallet.open']],
    ['every event a service', { 'services/wallet/consumers.ts': '' }, ['wallet consumes evt.auth.Registered.v1 and has no line for it']],
    [
      'every event a service',
      { 'services/auth/consumers.ts': 'consume(walletEvents.opened, run);\n' },
      ['auth has a line for walletEvents.opened and does not consume it: declare it in proto/services.ts'],
    ],
    ['what a service requests', { 'services/auth/peers.ts': '' }, ['auth may request rpc.wallet.open and never does']],
    ['what a service requests', { 'services/auth/commands.ts': 'request(walletRequests.open)\n' }, ['services/auth/commands.ts requests walletRequests.open']],
    ['every declared refusal is', { 'services/wallet/commands.ts': 'walletEvents.opened;\n' }, ['walletRefusals.tooPoor (too_poor)']],
    [
      'every declared refusal is',
      { 'services/wallet/commands.ts': '', 'services/wallet/bet.test.ts': 'walletRefusals.tooPoor\n' },
      ['walletRefusals.tooPoor (too_poor)'],
    ],
    [
      'every declared refusal appears',
      { 'services/wallet/wallet.int.test.ts': '// too_poor\n', 'proto/wallet.test.ts': "'too_poor'" },
      ['walletRefusals.tooPoor (too_poor)'],
    ],
  ])('%s: not when it is broken', async (name, change, offenders) => {
    expect(await broken(rules, name, { ...good, ...change })).toEqual(offenders);
  });

  it('the gateway need only name what it answers', async () => {
    const own: Services = { gateway: { ...nothing, routes: { list } } };
    expect(await broken(contractRules(own), 'every route', { 'gateway/stream.ts': 'app.get(gatewayRoutes.list.path, run);\n' })).toEqual([]);
    expect(await broken(contractRules(own), 'every route', { 'gateway/stream.ts': '' })).toEqual(['GET /api/wallet: gateway does not handle list']);
  });

  it('an event may be published by the database', async () => {
    const sql = "insert into outbox (type) values ('evt.wallet.Opened.v1');\n";
    const changed = { ...good, 'services/wallet/commands.ts': 'walletRefusals.tooPoor;\n' };
    expect(await broken(rules, 'every declared event', { ...changed, 'services/wallet/sql/post.sql': sql })).toEqual([]);
    expect(await broken(rules, 'every declared event', { ...changed, 'services/wallet/sql/post.sql': `-- ${sql}` })).toEqual(['evt.wallet.Opened.v1']);
  });

  it('a refusal may come from the database or a shape, but two refusals never share a code', async () => {
    const changed = { ...good, 'services/wallet/commands.ts': '' };
    const sql = { 'services/wallet/sql/post.sql': "return 'too_poor';\n" };
    expect(await broken(rules, 'every declared refusal is', { ...changed, ...sql })).toEqual([]);
    const shape = `${good['proto/wallet.ts']}const Amount = z.int(walletRefusals.tooPoor.message);\n`;
    expect(await broken(rules, 'every declared refusal is', { ...changed, 'proto/wallet.ts': shape })).toEqual([]);
    const twice = "export const walletRefusals = {\n  a: refusal('too_poor', 422, 'A'),\n  b: refusal('too_poor', 422, 'B'),\n} as const;\n";
    expect(await broken(rules, 'every declared refusal is', { ...changed, ...sql, 'proto/wallet.ts': twice })).toEqual([
      'walletRefusals.a (too_poor)',
      'walletRefusals.b (too_poor)',
    ]);
  });
});
