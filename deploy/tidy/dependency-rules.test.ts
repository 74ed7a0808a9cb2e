/** The import rules, each with imports that it forbids and imports that it allows. */
import { describe, expect, it } from 'vitest';
import { importRules } from './imports.ts';
import { broken, filesOf, importing, importingType } from './testing.ts';

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
    ['deploy/bench/rounds.ts', '@fairline/games/slot'],
    ['deploy/e2e/bet.test.ts', '../local/platform.ts'],
    ['vitest.config.ts', './deploy/local/setup.ts'],
  ])('%s may import %s', async (path, from) => {
    expect(await broken(importRules, 'parts', { [path]: importing(from) })).toEqual([]);
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
  ])('%s may not import %s', async (path, from) => {
    expect(await broken(importRules, 'parts', { [path]: importingType(from) })).toHaveLength(1);
  });

  it('proto takes zod alone, its tests and its generator more', async () => {
    const name = 'proto runs in the browser';
    expect(
      await broken(importRules, name, {
        'proto/a.ts': importing('zod') + importing('./b.ts'),
        'proto/a.test.ts': importing('vitest'),
        'proto/documents/x.ts': importing('zod-openapi'),
      }),
    ).toEqual([]);
    expect(await broken(importRules, name, { 'proto/a.ts': importing('node:crypto') + importing('jose') })).toHaveLength(2);
  });

  it('the contracts of all services are for risk, the streams and tests', async () => {
    const name = 'a service loads the contracts';
    const all = importing('@fairline/proto/services');
    expect(
      await broken(importRules, name, { 'services/risk/a.ts': all, 'services/chassis/messaging/streams.ts': all, 'services/auth/testing.ts': all }),
    ).toEqual([]);
    expect(await broken(importRules, name, { 'services/auth/a.ts': all, 'services/chassis/a.ts': all })).toHaveLength(2);
  });

  it('nothing that runs uses the generator', async () => {
    const name = 'what generates';
    expect(await broken(importRules, name, { 'proto/documents/a.ts': importing('./b.ts'), 'proto/a.test.ts': importing('./documents/a.ts') })).toEqual([]);
    expect(
      await broken(importRules, name, { 'gateway/docs.ts': importing('@fairline/proto/documents/openapi'), 'proto/a.ts': importing('./generate.ts') }),
    ).toHaveLength(2);
  });

  it('what tests share is for tests', async () => {
    const name = 'what tests share';
    const fine = { 'services/wallet/wallet.int.test.ts': importing('./testing.ts'), 'services/wallet/testing.ts': importing('@fairline/chassis/testing') };
    expect(await broken(importRules, name, fine)).toEqual([]);
    expect(await broken(importRules, name, { 'services/wallet/commands.ts': importing('./testing.ts') + importing('@fairline/chassis/testing') })).toHaveLength(
      2,
    );
  });

  it('the message client stays in chassis', async () => {
    expect(await broken(importRules, 'only chassis', { 'services/chassis/bus.ts': importing('nats') })).toEqual([]);
    expect(await broken(importRules, 'only chassis', { 'gateway/live.ts': importing('nats') + importingType('@nats-io/jetstream') })).toHaveLength(2);
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
    ['web/src/ui/button.tsx', '../i18n.ts'],
    ['web/src/ui/money.tsx', '@fairline/proto/money'],
  ])('%s may take from %s', async (path, from) => {
    expect(await broken(importRules, name, { [path]: importing(from) })).toEqual([]);
  });

  it.each([
    ['web/src/features/slip/slip.tsx', '../fixtures/list.tsx'],
    ['web/src/features/slip/slip.tsx', '../../player/shell.tsx'],
    ['web/src/player/sports.tsx', '../admin/shell.tsx'],
    ['web/src/player/sports.tsx', '../router.tsx'],
    ['web/src/ui/button.tsx', '../features/slip/slip.tsx'],
    ['web/src/ui/button.tsx', '../client/http.ts'],
    ['web/src/client/http.ts', '../ui/toast.tsx'],
    ['web/src/i18n.ts', './ui/button.tsx'],
  ])('%s may not take from %s', async (path, from) => {
    expect(await broken(importRules, name, { [path]: importing(from) })).toHaveLength(1);
  });
});

describe('circles', () => {
  const name = 'no file imports itself';
  const chain = { 'services/a/a.ts': importing('./b.ts'), 'services/a/b.ts': importing('./c.ts') };

  it('are found among files, and for types', async () => {
    expect(await broken(importRules, name, { ...chain, 'services/a/c.ts': importing('./a.ts') })).toHaveLength(3);
    expect(await broken(importRules, name, { ...chain, 'services/a/c.ts': importingType('./a.ts') })).toHaveLength(3);
    expect(await broken(importRules, name, { ...chain, 'services/a/c.ts': "void import('./a.ts');\n" })).toHaveLength(3);
    expect(await broken(importRules, name, { ...chain, 'services/a/a.test.ts': importing('./a.ts') })).toEqual([]);
  });
});

describe('subjects', () => {
  const order = { 'services/wallet': ['payments', 'ledger', 'period.ts'] };
  const down = (path: string, text: string) => broken(importRules, 'subjects import down', { [path]: text }, order);
  const alone = (path: string, text: string) => broken(importRules, 'a subject does not', { [path]: text }, order);

  it('import down their order', async () => {
    expect(await down('services/wallet/payments/commands.ts', importing('../ledger/store.ts', '../period.ts'))).toEqual([]);
    expect(await down('services/wallet/ledger/store.ts', importing('../payments/store.ts'))).toHaveLength(1);
    expect(await down('services/wallet/ledger/store.ts', importingType('../payments/store.ts'))).toHaveLength(1);
    expect(await down('services/wallet/period.ts', importing('./ledger/store.ts'))).toHaveLength(1);
    expect(await down('services/wallet/ledger/store.int.test.ts', importing('../payments/store.ts'))).toEqual([]);
  });

  it('do not import the composition, save types of the configuration', async () => {
    expect(await alone('services/wallet/payments/commands.ts', importing('../routes.ts'))).toHaveLength(1);
    expect(await alone('services/wallet/payments/commands.ts', importing('../config.ts'))).toHaveLength(1);
    expect(await alone('services/wallet/payments/commands.ts', importingType('../config.ts') + importing('../period.ts'))).toEqual([]);
    expect(await alone('services/wallet/routes.ts', importing('./payments/routes.ts'))).toEqual([]);
    expect(await alone('services/wallet/ledger/store.int.test.ts', importing('../main.ts', '../testing.ts'))).toEqual([]);
  });
});

it('reads what is imported, how, and from where', async () => {
  const text = [
    "import { a } from './store.ts';",
    "import type { B } from '@fairline/proto/money';",
    "import { type C, type D } from '../chassis/bus.ts';",
    "import { z } from 'zod';",
    "import { readFile } from 'node:fs/promises';",
    "export { late } from './late.ts';",
    "const later = () => import('@fairline/games/slot');",
    "// import { no } from './no.ts';",
    'const said = "import x from \'./c.ts\'";',
  ];
  const files = await filesOf({ 'services/wallet/commands.ts': text.join('\n') });
  const imports = files.find(({ path }) => path === 'services/wallet/commands.ts')?.imports ?? [];
  const read = imports.map(({ from, to, typeOnly, exports }) => [from, to, ...(typeOnly ? ['type'] : []), ...(exports ? ['export'] : [])].join(' '));
  expect(read.sort()).toEqual([
    '../chassis/bus.ts services/chassis/bus.ts type',
    './late.ts services/wallet/late.ts export',
    './store.ts services/wallet/store.ts',
    '@fairline/games/slot services/casino/games/slot.ts',
    '@fairline/proto/money proto/money.ts type',
    'node:fs/promises ',
    'zod ',
  ]);
});
