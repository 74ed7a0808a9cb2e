/** Each house rule is fed what it forbids and what it allows, so that a rule that never barks is found out. */
import { Empty, event, refusal, request, route } from '@fairline/proto/contract';
import { describe, expect, it } from 'vitest';
import { contractRules, type Services } from './contracts.ts';
import type { Rule, SourceFile } from './files.ts';
import { importRules } from './imports.ts';
import { packageRules } from './packages.ts';
import { placesOf, roomRules } from './rooms.ts';
import { textRules } from './texts.ts';

type Tree = Record<string, string>;
const tree = (files: Tree): SourceFile[] => Object.entries(files).map(([path, text]) => ({ path, text }));

/** The offenders of the rule whose name begins so. */
function broken(rules: readonly Rule[], name: string, files: Tree): string[] {
  const found = rules.filter((rule) => rule.name.startsWith(name));
  expect(found.length, `one rule begins with "${name}"`).toBe(1);
  return found[0]?.offenders(tree(files)) ?? [];
}

const take = (from: string) => `import { x } from '${from}';\n`;
const takeType = (from: string) => `import type { X } from '${from}';\n`;
const many = (count: number) => 'x;\n'.repeat(count);

describe('who may import whom', () => {
  it.each([
    ['services/wallet/store.ts', '@fairline/proto/money'],
    ['services/wallet/store.ts', '@fairline/chassis/postgres'],
    ['services/wallet/store.ts', './account.ts'],
    ['services/wallet/testing.ts', '../psp/main.ts'],
    ['services/casino/commands.ts', '@fairline/games/slot'],
    ['services/chassis/http.ts', '@fairline/proto/contract'],
    ['gateway/proxy.ts', '@fairline/chassis/http'],
    ['web/src/client/http.ts', '@fairline/proto/contract'],
    ['deploy/local/up.ts', '@fairline/proto/services'],
    ['deploy/e2e/bet.test.ts', '../local/platform.ts'],
    ['vitest.config.ts', './deploy/local/setup.ts'],
  ])('%s may import %s', (path, from) => {
    expect(broken(importRules, 'folders', { [path]: take(from) })).toEqual([]);
  });

  it.each([
    ['services/wallet/store.ts', '@fairline/auth/user'],
    ['services/wallet/store.ts', '../betting/bet.ts'],
    ['services/wallet/peers.ts', '../psp/main.ts'],
    ['services/wallet/testing.ts', '../psp/commands.ts'],
    ['services/wallet/testing.ts', '../betting/main.ts'],
    ['services/wallet/store.ts', '@fairline/games/slot'],
    ['services/chassis/http.ts', '../wallet/ledger.ts'],
    ['services/casino/games/slot.ts', '@fairline/chassis/clock'],
    ['proto/money.ts', '../services/chassis/clock.ts'],
    ['gateway/proxy.ts', '@fairline/wallet/store'],
    ['web/src/client/http.ts', '@fairline/chassis/http'],
    ['deploy/bench/run.ts', '@fairline/wallet/store'],
    ['deploy/e2e/bet.test.ts', '@fairline/chassis/testing'],
    ['services/wallet/store.ts', '../../deploy/local/ports.ts'],
  ])('%s may not import %s', (path, from) => {
    expect(broken(importRules, 'folders', { [path]: takeType(from) })).toHaveLength(1);
  });

  it('proto takes zod alone, its tests and its generator more', () => {
    const name = 'proto runs in the browser';
    expect(
      broken(importRules, name, { 'proto/a.ts': take('zod') + take('./b.ts'), 'proto/a.test.ts': take('vitest'), 'proto/documents/x.ts': take('zod-openapi') }),
    ).toEqual([]);
    expect(broken(importRules, name, { 'proto/a.ts': take('node:crypto') + take('jose') })).toHaveLength(2);
  });

  it('nothing that runs uses the generator', () => {
    const name = 'what generates';
    expect(broken(importRules, name, { 'proto/documents/a.ts': take('./b.ts'), 'proto/a.test.ts': take('./documents/a.ts') })).toEqual([]);
    expect(broken(importRules, name, { 'gateway/docs.ts': take('@fairline/proto/documents/openapi'), 'proto/a.ts': take('./generate.ts') })).toHaveLength(2);
  });

  it('what tests share is for tests', () => {
    const name = 'what tests share';
    const fine = { 'services/wallet/wallet.int.test.ts': take('./testing.ts'), 'services/wallet/testing.ts': take('@fairline/chassis/testing') };
    expect(broken(importRules, name, fine)).toEqual([]);
    expect(broken(importRules, name, { 'services/wallet/commands.ts': take('./testing.ts') + take('@fairline/chassis/testing') })).toHaveLength(2);
  });

  it('the message client stays in chassis', () => {
    expect(broken(importRules, 'only chassis', { 'services/chassis/bus.ts': take('nats') })).toEqual([]);
    expect(broken(importRules, 'only chassis', { 'gateway/live.ts': take('nats') + takeType('@nats-io/jetstream') })).toHaveLength(2);
  });
});

describe('layers of the web app', () => {
  const name = 'web: router';
  it.each([
    ['web/src/router.tsx', './player/sports.tsx'],
    ['web/src/main.tsx', './router.tsx'],
    ['web/src/prerender.tsx', './player/landing.tsx'],
    ['web/src/player/sports.tsx', '../features/slip/slip.tsx'],
    ['web/src/player/sports.tsx', './shell.tsx'],
    ['web/src/features/slip/slip.tsx', './draft.ts'],
    ['web/src/features/slip/slip.tsx', '../../ui/button.tsx'],
    ['web/src/features/slip/slip.tsx', '../../client/http.ts'],
    ['web/src/features/slip/slip.tsx', '../../domain/betting/odds.tsx'],
    ['web/src/domain/betting/odds.tsx', '../../ui/button.tsx'],
    ['web/src/domain/betting/odds.tsx', '../money/money.tsx'],
    ['web/src/ui/button.tsx', '../i18n.ts'],
    ['web/src/ui/money.tsx', '@fairline/proto/money'],
  ])('%s may take from %s', (path, from) => {
    expect(broken(importRules, name, { [path]: take(from) })).toEqual([]);
  });

  it.each([
    ['web/src/features/slip/slip.tsx', '../fixtures/list.tsx'],
    ['web/src/features/slip/slip.tsx', '../../player/shell.tsx'],
    ['web/src/player/sports.tsx', '../admin/shell.tsx'],
    ['web/src/player/sports.tsx', '../router.tsx'],
    ['web/src/ui/button.tsx', '../features/slip/slip.tsx'],
    ['web/src/ui/button.tsx', '../client/http.ts'],
    ['web/src/ui/button.tsx', '../domain/betting/odds.tsx'],
    ['web/src/client/http.ts', '../domain/betting/odds.tsx'],
    ['web/src/domain/betting/odds.tsx', '../../features/slip/slip.tsx'],
    ['web/src/client/http.ts', '../ui/toast.tsx'],
    ['web/src/i18n.ts', './ui/button.tsx'],
  ])('%s may not take from %s', (path, from) => {
    expect(broken(importRules, name, { [path]: take(from) })).toHaveLength(1);
  });
});

describe('inside a room', () => {
  const at = (files: Tree) => Object.fromEntries(Object.entries(files).map(([name, text]) => [`services/wallet/${name}`, text]));
  const flow = (files: Tree) => broken(roomRules, 'inside a room', at(files));
  const stands = { 'store.ts': '', 'peers.ts': '', 'commands.ts': '', 'routes.ts': '', 'consumers.ts': '', 'bet.ts': '', 'config.ts': '', 'main.ts': '' };

  it('places a file by its name, else by what it takes', () => {
    const files = at({
      ...stands,
      'store-payments.ts': '',
      'mail.ts': take('nodemailer'),
      'prices.ts': take('@fairline/chassis/redis'),
      'letters.ts': take('./mail.ts'),
      'withdraw.ts': take('./store.ts') + take('./bet.ts'),
      'shape.ts': takeType('./store.ts'),
      'operator.ts': 'if (import.meta.main) go();',
    });
    const places = Object.fromEntries([...placesOf(tree(files))].map(([path, place]) => [path.split('/')[2], place]));
    expect(places).toMatchObject({
      'store-payments.ts': 'store',
      'mail.ts': 'adapter',
      'prices.ts': 'adapter',
      'letters.ts': 'adapter',
      'withdraw.ts': 'command',
      'shape.ts': 'rule',
      'operator.ts': 'main',
      'bet.ts': 'rule',
    });
  });

  it.each([
    ['main.ts', './store.ts'],
    ['routes.ts', './commands.ts'],
    ['routes.ts', './store.ts'],
    ['routes.ts', './bet.ts'],
    ['consumers.ts', './commands.ts'],
    ['commands.ts', './store.ts'],
    ['commands.ts', './peers.ts'],
    ['store.ts', './bet.ts'],
    ['bet.ts', './odds.ts'],
  ])('%s may import %s', (name, from) => {
    expect(flow({ ...stands, 'odds.ts': '', [name]: take(from) })).toEqual([]);
  });

  it.each([
    ['consumers.ts', './store.ts'],
    ['jobs.ts', './store.ts'],
    ['requests.ts', './store.ts'],
    ['routes.ts', './peers.ts'],
    ['routes.ts', './consumers.ts'],
    ['commands.ts', './routes.ts'],
    ['commands.ts', './main.ts'],
    ['commands.ts', './config.ts'],
    ['store.ts', './commands.ts'],
    ['store.ts', './peers.ts'],
    ['peers.ts', './store.ts'],
  ])('%s may not import %s', (name, from) => {
    expect(flow({ ...stands, [name]: take(from) })).toHaveLength(1);
  });

  it('looks up not even for a type, and down for a type always', () => {
    expect(flow({ ...stands, 'bet.ts': takeType('./store.ts') })).toHaveLength(1);
    expect(flow({ ...stands, 'store.ts': takeType('./commands.ts') })).toHaveLength(1);
    expect(flow({ ...stands, 'consumers.ts': takeType('./store.ts'), 'commands.ts': takeType('./config.ts') })).toEqual([]);
  });

  it('splits of a door know each other', () => {
    expect(flow({ ...stands, 'routes.ts': take('./routes-admin.ts'), 'routes-admin.ts': '' })).toEqual([]);
  });

  it('has no circle', () => {
    const circle = at({ 'a.ts': take('./b.ts'), 'b.ts': take('./c.ts'), 'c.ts': take('./a.ts') });
    expect(broken(roomRules, 'no file of a room', circle)).toHaveLength(1);
    expect(broken(roomRules, 'no file of a room', { ...circle, 'services/wallet/c.ts': takeType('./a.ts') })).toEqual([]);
  });

  it.each(['Date.now()', 'new Date()', 'performance.now()', 'Math.random()', 'randomUUID()', "fetch('x')", 'setTimeout(go, 1)', 'process.cwd()'])(
    'a rule does not call %s',
    (call) => {
      expect(broken(roomRules, 'rules are pure', at({ 'bet.ts': `const x = ${call};\n` }))).toHaveLength(1);
      expect(broken(roomRules, 'rules are pure', at({ 'store.ts': `const x = ${call};\n`, 'bet.ts': `// ${call}\nconst at = new Date(now);\n` }))).toEqual([]);
    },
  );

  it('reads the environment in one place', () => {
    const reads = 'const url = process.env.URL;\n';
    expect(broken(roomRules, 'the environment', at({ 'main.ts': reads, 'bet.test.ts': reads }))).toEqual([]);
    expect(broken(roomRules, 'the environment', at({ 'store.ts': reads }))).toEqual(['services/wallet/store.ts']);
  });

  it('has a short main that says what it is', () => {
    const header = '/** wallet owns accounts. Says x. Hears y. Answers z. */\n';
    expect(broken(roomRules, 'main.ts', at({ 'main.ts': header + many(59) }))).toEqual([]);
    expect(broken(roomRules, 'main.ts', at({ 'main.ts': header + many(60) }))).toEqual(['services/wallet/main.ts has 61 lines']);
    expect(broken(roomRules, 'main.ts', at({ 'main.ts': '/** wallet owns accounts and says things. */\n' }))).toEqual([
      'services/wallet/main.ts does not say what it hears, answers',
    ]);
    expect(broken(roomRules, 'main.ts', { 'gateway/main.ts': `/** The door. */\n${many(60)}` })).toEqual(['gateway/main.ts has 61 lines']);
  });

  it('is flat and has thirty-four files', () => {
    const files = at(Object.fromEntries(Array.from({ length: 34 }, (_, at) => [`noun${at}.ts`, ''])));
    const uncounted = at({
      'noun.test.ts': '',
      'testing.ts': '',
      'testing-feed.ts': '',
      'wallet.int.test.ts': '',
      'package.json': '{}',
      'migrations/0001_a.sql': '',
      'sql/post.sql': '',
    });
    expect(broken(roomRules, 'a room is flat', { ...files, ...uncounted })).toEqual([]);
    expect(broken(roomRules, 'a room is flat', { ...files, ...at({ 'one-more.ts': '' }) })).toEqual(['wallet has 35 files: it is two rooms']);
    expect(broken(roomRules, 'a room is flat', at({ 'payments/rules.ts': '' }))).toHaveLength(1);
  });
});

describe('chassis', () => {
  it('is small', () => {
    const own = { 'services/chassis/bus.ts': many(2_200), 'services/chassis/sql/0001_a.sql': '--\n', 'services/chassis/bus.test.ts': many(5_000) };
    expect(broken(roomRules, 'chassis has', { ...own, 'services/chassis/testing.ts': many(300) })).toEqual([]);
    expect(broken(roomRules, 'chassis has', own)).toEqual([]);
    expect(broken(roomRules, 'chassis has', { ...own, 'services/chassis/log.ts': 'x;\n' })).toHaveLength(1);
  });

  it.each(['const bet = 1;', 'takeStake(x);', '// as the wallet does', 'oddsMilli', "'evt.deposits'", 'fixture_id'])('does not say %j', (line) => {
    expect(broken(roomRules, 'chassis knows', { 'services/chassis/bus.ts': `ok;\n${line}\n` })).toHaveLength(1);
  });

  it('may say what only looks like a noun of the domain', () => {
    expect(broken(roomRules, 'chassis knows', { 'services/chassis/bus.ts': 'between, better, alphabet, legal, oddly, mistaken\n' })).toEqual([]);
  });
});

describe('a file', () => {
  const promise = '/** What it is. And what it promises. */\n';

  it.each<[string, string]>([
    ['services/wallet/bet.ts', promise],
    ['services/auth/operator.ts', `#!/usr/bin/env node\n${promise}`],
    ['services/wallet/sql/post.sql', '-- Posts transfers.\ncreate function x;\n'],
    ['web/src/ui/tokens.css', '/* Every colour. */\n'],
    ['deploy/local/run.sh', '#!/bin/sh\n# Starts it.\n'],
    ['Makefile', '# The commands.\n'],
    ['services/wallet/main.ts', '/** Owns a. Says b. Hears c. Answers d. And more. And more. */\n'],
    ['proto/money.ts', '/** Amounts (e.g. 12.50, i.e. 1250) are integers of v1.2. One. Two. Three. */\n'],
    ['package.json', '{}'],
  ])('%s opens with a comment', (path, text) => {
    expect(broken(textRules, 'a file opens', { [path]: text })).toEqual([]);
  });

  it.each<[string, string]>([
    ['services/wallet/bet.ts', 'export const x = 1;\n'],
    ['services/wallet/bet.ts', '// What it is.\nexport const x = 1;\n'],
    ['services/wallet/bet.ts', `import 'zod';\n${promise}`],
    ['services/wallet/bet.ts', '/** */\n'],
    ['services/wallet/bet.ts', '/** One. Two. Three. Four. Five. */\n'],
    ['services/wallet/sql/post.sql', 'create function x;\n'],
    ['web/src/ui/tokens.css', ':root {}\n'],
    ['docker-compose.yml', 'services:\n'],
    ['Makefile', 'up:\n'],
  ])('%s does not open with %j', (path, text) => {
    expect(broken(textRules, 'a file opens', { [path]: text })).toHaveLength(1);
  });

  it('has 500 lines at most', () => {
    expect(broken(textRules, 'a file that a person', { 'a.ts': many(500), 'b.json': many(900) })).toEqual([]);
    expect(broken(textRules, 'a file that a person', { 'a.ts': many(501), 'README.md': many(501), 'x.sql': many(501) })).toHaveLength(3);
  });

  it('does not only hand on what others export', () => {
    const handOn = "export { a } from './a.ts';\n";
    expect(broken(textRules, 'no barrel', { 'proto/money.ts': `${handOn}export const b = 1;\n` })).toEqual([]);
    expect(broken(textRules, 'no barrel', { 'web/src/ui/all.ts': `${promise}${handOn}export type { B } from './b.ts';\n` })).toHaveLength(1);
    expect(broken(textRules, 'no barrel', { 'proto/index.ts': `${handOn}export const b = 1;\n` })).toHaveLength(1);
    expect(broken(textRules, 'no barrel', { 'proto/money.ts': "export * from './a.ts';\nexport const b = 1;\n" })).toHaveLength(1);
  });

  it('exports nothing without a name', () => {
    const nameless = 'export default {};\n';
    expect(
      broken(textRules, 'no default', {
        'web/vite.config.ts': nameless,
        'deploy/load/bets.js': nameless,
        'deploy/e2e/platform.setup.ts': nameless,
        'a.ts': '// export default x\n',
      }),
    ).toEqual([]);
    expect(broken(textRules, 'no default', { 'web/src/app.tsx': nameless, 'b.ts': 'const x = 1;\nexport { x as default };\n' })).toHaveLength(2);
  });

  it.each([
    ['services/wallet/util.ts', ''],
    ['services/wallet/date-utils.ts', ''],
    ['web/src/helpers/money.ts', ''],
    ['services/auth/session-manager.ts', ''],
    ['services/auth/sessionManager.ts', ''],
    ['services/wallet/payment-service.ts', ''],
    ['services/auth/session.ts', 'class SessionManager {}\n'],
    ['services/auth/session.ts', 'interface MailService {}\n'],
    ['services/auth/session.ts', 'type TestHelper<T> = T;\n'],
  ])('is not named %s %s', (path, text) => {
    expect(broken(textRules, 'no util', { [path]: text })).toHaveLength(1);
  });

  it('may be named for a process and use what others named', () => {
    const text = "import { type JetStreamManager } from 'x';\nexport interface Service {}\nfunction startService() {}\n";
    expect(broken(textRules, 'no util', { 'services/chassis/service.ts': text, 'proto/services.ts': '' })).toEqual([]);
  });

  it('leaves nothing for later', () => {
    const notes = ['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK'];
    for (const word of notes) expect(broken(textRules, 'no note', { 'README.md': `x\n<!-- ${word}: more -->\n` })).toEqual(['README.md:2']);
    expect(broken(textRules, 'no note', { 'a.ts': 'const todos = hackney;\n' })).toEqual([]);
  });

  it('draws chance from nowhere, save jitter', () => {
    const draw = 'const x = Math.random();';
    expect(
      broken(textRules, 'no Math.random', {
        'services/a/b.ts': `${draw} // jitter\n`,
        'services/a/c.ts': `// Jitter, so that they do not all come at once.\n${draw}\n`,
        'services/a/b.test.ts': draw,
        'web/src/a.ts': draw,
      }),
    ).toEqual([]);
    expect(
      broken(textRules, 'no Math.random', { 'services/a/b.ts': `x;\n${draw}\n`, 'gateway/a.ts': 'const jitter = Math.random();', 'proto/a.ts': draw }),
    ).toEqual(['services/a/b.ts:2', 'gateway/a.ts:1', 'proto/a.ts:1']);
  });

  it('leads to what is there', () => {
    const there = { 'services/README.md': '', 'services/auth/main.ts': '', 'deploy/tidy.test.ts': '' };
    const fine =
      '[a](README.md) [b](auth) [c](auth/) [d](../deploy/tidy.test.ts) [e](../proto/CATALOGUE.md#auth) [f](https://example.com) [g](#here) [h](picture.png)';
    expect(broken(textRules, 'a link', { ...there, 'services/README.md': fine })).toEqual([]);
    expect(broken(textRules, 'a link', { ...there, 'services/README.md': '[a](auth/README.md) [b](../gone)' })).toEqual([
      'services/README.md leads to services/auth/README.md',
      'services/README.md leads to gone',
    ]);
  });

  it('lies in a folder of the house', () => {
    expect(broken(textRules, 'the top', { 'README.md': '', '.ci/run': '', 'proto/a.ts': '', 'deploy/local/a.ts': '' })).toEqual([]);
    expect(broken(textRules, 'the top', { 'scripts/a.ts': '', 'scripts/b.ts': '', 'docs/a.md': '' })).toEqual(['scripts', 'docs']);
  });
});

it('a version is exact', () => {
  const manifest = (versions: Record<string, string>) => ({ 'web/package.json': JSON.stringify({ dependencies: versions }) });
  const fine = { a: '1.2.3', b: '18.4.0-beta.17', c: 'npm:@nats-io/transport-node@3.4.0', d: 'npm:left@1.0.0' };
  expect(broken(packageRules, 'versions', manifest(fine))).toEqual([]);
  const loose = ['^1.2.3', '~1.2.3', '1.2', '1.x', '*', 'latest', '>=1.0.0', 'npm:x@^1.0.0', 'file:../x', 'github:a/b'];
  for (const version of loose) expect(broken(packageRules, 'versions', manifest({ x: version })), version).toEqual([`web/package.json: x ${version}`]);
});

describe('contracts and rooms agree', () => {
  const refusals = { tooPoor: refusal('too_poor', 422, 'No') };
  const open = request('wallet', 'open', { summary: '', input: Empty, output: Empty, refusals: Object.values(refusals) });
  const opened = event('wallet', 'Opened', { summary: '', data: Empty });
  const registered = event('auth', 'Registered', { summary: '', data: Empty });
  const list = route('GET /api/wallet', { summary: '', access: 'player' });
  const nothing = { routes: {}, events: {}, answers: {}, asks: [], hears: [] };
  const services: Services = {
    auth: { ...nothing, events: { registered }, asks: [open] },
    wallet: { ...nothing, routes: { list }, events: { opened }, answers: { open }, hears: [registered] },
  };
  const good: Tree = {
    'proto/wallet.ts': "export const walletRefusals = {\n  tooPoor: refusal('too_poor', 422, 'No'),\n} as const;\n",
    'services/auth/commands.ts': 'await say(tx, authEvents.registered, id, 1, {});\n',
    'services/auth/peers.ts': 'bus.ask(walletRequests.open, input);\n',
    'services/wallet/routes.ts': 'export const routes = [handle(walletRoutes.list, () => 1)];\n',
    'services/wallet/requests.ts': 'answerBatch(walletRequests.open, {});\n',
    'services/wallet/consumers.ts': 'react(authEvents.registered, run);\n',
    'services/wallet/commands.ts': 'say(tx, walletEvents.opened, id, 1, {}); throw new Refusal(walletRefusals.tooPoor);\n',
    'services/wallet/wallet.int.test.ts': "expect(answer.code).toBe('too_poor');\n",
  };
  const rules = contractRules(services);

  it('when every promise is kept', () => {
    expect(rules.flatMap((rule) => rule.offenders(tree(good)))).toEqual([]);
  });

  it.each<[string, Tree, string[]]>([
    ['every declared event', { 'services/wallet/commands.ts': '// walletEvents.opened\nwalletRefusals.tooPoor;\n' }, ['evt.wallet.Opened.v1']],
    ['every declared event', { 'services/auth/commands.ts': '', 'services/auth/consumers.ts': 'authEvents.registered\n' }, ['evt.auth.Registered.v1']],
    ['every route', { 'services/wallet/routes.ts': '// handle(walletRoutes.list)\nwalletRoutes.list;\n' }, ['GET /api/wallet: wallet does not handle list']],
    ['every request', { 'services/wallet/requests.ts': '' }, ['rpc.wallet.open']],
    ['every fact', { 'services/wallet/consumers.ts': '' }, ['wallet hears authEvents.registered and has no line for it']],
    [
      'every fact',
      { 'services/auth/consumers.ts': 'react(walletEvents.opened, run);\n' },
      ['auth has a line for walletEvents.opened and does not hear it: declare it in proto/services.ts'],
    ],
    ['what a room asks', { 'services/auth/peers.ts': '' }, ['auth may ask rpc.wallet.open and never does']],
    ['what a room asks', { 'services/auth/commands.ts': 'ask(walletRequests.open)\n' }, ['services/auth/commands.ts asks walletRequests.open']],
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
  ])('%s: not when it is broken', (name, change, offenders) => {
    expect(broken(rules, name, { ...good, ...change })).toEqual(offenders);
  });

  it('the gateway need only name what it answers', () => {
    const own: Services = { gateway: { ...nothing, routes: { list } } };
    expect(broken(contractRules(own), 'every route', { 'gateway/stream.ts': 'app.get(gatewayRoutes.list.path, run);\n' })).toEqual([]);
    expect(broken(contractRules(own), 'every route', { 'gateway/stream.ts': '' })).toEqual(['GET /api/wallet: gateway does not handle list']);
  });

  it('an event may be said by the database', () => {
    const sql = "insert into outbox (type) values ('evt.wallet.Opened.v1');\n";
    const changed = { ...good, 'services/wallet/commands.ts': 'walletRefusals.tooPoor;\n' };
    expect(broken(rules, 'every declared event', { ...changed, 'services/wallet/sql/post.sql': sql })).toEqual([]);
    expect(broken(rules, 'every declared event', { ...changed, 'services/wallet/sql/post.sql': `-- ${sql}` })).toEqual(['evt.wallet.Opened.v1']);
  });

  it('a refusal may be answered by the database or said by a shape, but one code cannot stand for two refusals', () => {
    const changed = { ...good, 'services/wallet/commands.ts': '' };
    const sql = { 'services/wallet/sql/post.sql': "return 'too_poor';\n" };
    expect(broken(rules, 'every declared refusal is', { ...changed, ...sql })).toEqual([]);
    const shape = `${good['proto/wallet.ts']}const Amount = z.int(walletRefusals.tooPoor.message);\n`;
    expect(broken(rules, 'every declared refusal is', { ...changed, 'proto/wallet.ts': shape })).toEqual([]);
    const twice = "export const walletRefusals = {\n  a: refusal('too_poor', 422, 'A'),\n  b: refusal('too_poor', 422, 'B'),\n} as const;\n";
    expect(broken(rules, 'every declared refusal is', { ...changed, ...sql, 'proto/wallet.ts': twice })).toEqual([
      'walletRefusals.a (too_poor)',
      'walletRefusals.b (too_poor)',
    ]);
  });
});
