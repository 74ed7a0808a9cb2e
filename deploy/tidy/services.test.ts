/** The rules inside a service, each with code that it forbids and code that it allows. */
import { describe, expect, it } from 'vitest';
import { placesOf, serviceRules } from './services.ts';
import { broken, filesOf, importing, importingType, many, type Tree } from './testing.ts';

describe('inside a service', () => {
  const at = (files: Tree) => Object.fromEntries(Object.entries(files).map(([name, text]) => [`services/wallet/${name}`, text]));
  const flow = (files: Tree) => broken(serviceRules, 'inside a service', at(files));
  const stands = { 'store.ts': '', 'peers.ts': '', 'commands.ts': '', 'routes.ts': '', 'consumers.ts': '', 'bet.ts': '', 'config.ts': '', 'main.ts': '' };

  it('places a file by its name, else by what it takes', async () => {
    const files = at({
      ...stands,
      'store-payments.ts': '',
      'mail.ts': importing('nodemailer'),
      'prices.ts': importing('@fairline/chassis/redis'),
      'letters.ts': importing('./mail.ts'),
      'withdraw.ts': importing('./store.ts') + importing('./bet.ts'),
      'shape.ts': importingType('./store.ts'),
      'operator.ts': 'if (import.meta.main) go();',
    });
    const places = Object.fromEntries([...placesOf(await filesOf(files))].map(([path, place]) => [path.split('/')[2], place]));
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
  ])('%s may import %s', async (name, from) => {
    expect(await flow({ ...stands, 'odds.ts': '', [name]: importing(from) })).toEqual([]);
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
  ])('%s may not import %s', async (name, from) => {
    expect(await flow({ ...stands, [name]: importing(from) })).toHaveLength(1);
  });

  it('never imports what stands above it, not even a type; a type from below always', async () => {
    expect(await flow({ ...stands, 'bet.ts': importingType('./store.ts') })).toHaveLength(1);
    expect(await flow({ ...stands, 'store.ts': importingType('./commands.ts') })).toHaveLength(1);
    expect(await flow({ ...stands, 'consumers.ts': importingType('./store.ts'), 'commands.ts': importingType('./config.ts') })).toEqual([]);
  });

  it('parts of one entry point may import each other', async () => {
    expect(await flow({ ...stands, 'routes.ts': importing('./routes-admin.ts'), 'routes-admin.ts': '' })).toEqual([]);
  });

  it.each(['Date.now()', 'new Date()', 'performance.now()', 'Math.random()', 'randomUUID()', "fetch('x')", 'setTimeout(go, 1)', 'process.cwd()'])(
    'a rule does not call %s',
    async (call) => {
      expect(await broken(serviceRules, 'rules are pure', at({ 'bet.ts': `const x = ${call};\n` }))).toHaveLength(1);
      expect(
        await broken(serviceRules, 'rules are pure', at({ 'store.ts': `const x = ${call};\n`, 'bet.ts': `// ${call}\nconst at = new Date(now);\n` })),
      ).toEqual([]);
    },
  );

  it('reads the environment in one place', async () => {
    const reads = 'const url = process.env.URL;\n';
    expect(await broken(serviceRules, 'the environment', at({ 'main.ts': reads, 'bet.test.ts': reads }))).toEqual([]);
    expect(await broken(serviceRules, 'the environment', at({ 'store.ts': reads }))).toEqual(['services/wallet/store.ts']);
  });

  it('has a short main with a header', async () => {
    const header = '/** wallet owns accounts. Publishes x. Consumes y. Serves z. */\n';
    expect(await broken(serviceRules, 'main.ts', at({ 'main.ts': header + many(59) }))).toEqual([]);
    expect(await broken(serviceRules, 'main.ts', at({ 'main.ts': header + many(60) }))).toEqual(['services/wallet/main.ts has 61 lines']);
    expect(await broken(serviceRules, 'main.ts', at({ 'main.ts': '/** wallet owns accounts and publishes things. */\n' }))).toEqual([
      'services/wallet/main.ts does not say what it consumes, serves',
    ]);
    expect(await broken(serviceRules, 'main.ts', { 'gateway/main.ts': `/** The entry. */\n${many(60)}` })).toEqual(['gateway/main.ts has 61 lines']);
  });
});
