/** Each house rule reports a tree that breaks it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Empty, event, request, route } from '@fairline/proto/contract';
import { afterAll, expect, it } from 'vitest';
import { contractRules, type Services } from './contracts.ts';
import { importRules, readFiles } from './files.ts';
import { patternRules } from './patterns.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'fairline-rules-')));
afterAll(() => rmSync(root, { recursive: true }));

const importing = (...from: string[]) => from.map((one, at) => `import { x${at} } from '${one}';\n`).join('');
const laterNote = `// TO${'DO'}: finish\n`;

const tree: Record<string, string> = {
  'package.json': '{ "dependencies": { "zod": "^4.0.0" } }',
  'proto/money.ts': importing('node:crypto'),
  'proto/services.ts': '',
  'proto/documents/openapi.ts': '',
  'proto/wallet/ledger.ts': "export const ledgerRefusals = {\n  never: refusal('never', 409, 'Never'),\n} as const;\n",
  'gateway/docs.ts': importing('../proto/documents/openapi.ts'),
  'gateway/farewell.ts': `${laterNote}const later = Math.random();\n`,
  'services/auth/user.ts': 'const now = Date.now();\n',
  'services/auth/consumers.ts': 'consume(walletEvents.opened, run);\n',
  'services/wallet/main.ts': '',
  'services/wallet/config.ts': '',
  'services/wallet/testing.ts': '',
  'services/wallet/jobs.ts': '',
  'services/wallet/routes.ts': importing('./jobs.ts'),
  'services/wallet/commands.ts': `${importing('./config.ts', '../../proto/services.ts')}bus.request(authRequests.ask);\n`,
  'services/wallet/store.ts': `${importing('./commands.ts', 'nats')}db.rows<Player>('select 1');\n`,
  'services/wallet/limits.ts': importing('../auth/user.ts', './testing.ts'),
  'services/wallet/payments/payment.ts': '',
  'services/wallet/ledger/entry.ts': importing('../payments/payment.ts', '../main.ts'),
  'web/src/utils/text.ts': '',
  'web/src/features/slip/slip.ts': importing('../board/board.ts'),
  'web/src/features/board/board.ts': '',
};
for (const [path, text] of Object.entries(tree)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const shapes = { summary: '', input: Empty, output: Empty, refusals: [] };
const ask = request('auth', 'ask', shapes);
const opened = event('wallet', 'Opened', { summary: '', data: Empty });
const registered = event('auth', 'Registered', { summary: '', data: Empty });
/** What the tree does not do. */
const services: Services = {
  auth: { routes: {}, publishes: { registered }, serves: { ask }, requests: [], consumes: [] },
  wallet: {
    routes: { list: route('GET /api/wallet', { summary: '', access: 'player' }) },
    publishes: { opened },
    serves: {},
    requests: [ask],
    consumes: [registered],
  },
};

const files = await readFiles(root, ['proto', 'gateway', 'services', 'web']);

it.each([...importRules, ...contractRules(services), ...patternRules])('%s', (_, offenders) => {
  expect(offenders(files)).not.toEqual([]);
});
