/** The rules about texts and packages, each with text that it forbids and text that it allows. */
import { describe, expect, it } from 'vitest';
import { packageRules } from './packages.ts';
import { broken } from './testing.ts';
import { textRules } from './texts.ts';

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
  ])('%s opens with a comment', async (path, text) => {
    expect(await broken(textRules, 'a file opens', { [path]: text })).toEqual([]);
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
  ])('%s does not open with %j', async (path, text) => {
    expect(await broken(textRules, 'a file opens', { [path]: text })).toHaveLength(1);
  });

  it('names its tests in at most 90 characters, also those of a table', async () => {
    const name = 'refuses a stake above the available balance '.repeat(3);
    const written = (text: string) => broken(textRules, 'the name of a test', { 'services/wallet/bet.test.ts': `${promise}${text}` });
    expect(await written(`it('${name}', async () => {});\n`)).toHaveLength(1);
    expect(await written(`it.each([1, 2])('${name}', () => {});\n`)).toHaveLength(1);
    expect(await written(`it.each([\n  [1],\n])('${name}', () => {});\n`)).toHaveLength(1);
    expect(await written(`it('${name.slice(0, 90)}', () => {});\n`)).toEqual([]);
  });

  it('does not only hand on what others export', async () => {
    const handOn = "export { a } from './a.ts';\n";
    expect(await broken(textRules, 'no barrel', { 'proto/money.ts': `${handOn}export const b = 1;\n` })).toEqual([]);
    expect(await broken(textRules, 'no barrel', { 'web/src/ui/all.ts': `${promise}${handOn}export type { B } from './b.ts';\n` })).toHaveLength(1);
    expect(await broken(textRules, 'no barrel', { 'proto/index.ts': `${handOn}export const b = 1;\n` })).toHaveLength(1);
    expect(await broken(textRules, 'no barrel', { 'proto/money.ts': "export * from './a.ts';\nexport const b = 1;\n" })).toHaveLength(1);
  });

  it('exports nothing without a name', async () => {
    const nameless = 'export default {};\n';
    expect(
      await broken(textRules, 'no default', {
        'web/vite.config.ts': nameless,
        'deploy/load/bets.js': nameless,
        'deploy/e2e/platform.setup.ts': nameless,
        'a.ts': '// export default x\n',
      }),
    ).toEqual([]);
    expect(await broken(textRules, 'no default', { 'web/src/app.tsx': nameless, 'b.ts': 'const x = 1;\nexport { x as default };\n' })).toHaveLength(2);
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
  ])('is not named %s %s', async (path, text) => {
    expect(await broken(textRules, 'no util', { [path]: text })).toHaveLength(1);
  });

  it('may be named for a process and use what others named', async () => {
    const text = "import { type JetStreamManager } from 'x';\nexport interface Service {}\nfunction startService() {}\n";
    expect(await broken(textRules, 'no util', { 'services/chassis/service.ts': text, 'proto/services.ts': '' })).toEqual([]);
  });

  it('leaves nothing for later', async () => {
    const notes = ['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK'];
    for (const note of notes) expect(await broken(textRules, 'no note', { 'README.md': `x\n<!-- ${note}: more -->\n` })).toEqual(['README.md:2']);
    expect(await broken(textRules, 'no note', { 'a.ts': 'const todos = hackney;\n' })).toEqual([]);
  });

  it('draws chance from nowhere, save jitter', async () => {
    const draw = 'const x = Math.random();';
    expect(
      await broken(textRules, 'no Math.random', {
        'services/a/b.ts': `${draw} // jitter\n`,
        'services/a/c.ts': `// Jitter, so that they do not all come at once.\n${draw}\n`,
        'services/a/b.test.ts': draw,
        'web/src/a.ts': draw,
      }),
    ).toEqual([]);
    expect(
      await broken(textRules, 'no Math.random', { 'services/a/b.ts': `x;\n${draw}\n`, 'gateway/a.ts': 'const jitter = Math.random();', 'proto/a.ts': draw }),
    ).toEqual(['services/a/b.ts:2', 'gateway/a.ts:1', 'proto/a.ts:1']);
  });

  it('leads to what is there', async () => {
    const there = { 'services/README.md': '', 'services/auth/main.ts': '', 'deploy/tidy.test.ts': '' };
    const fine =
      '[a](README.md) [b](auth) [c](auth/) [d](../deploy/tidy.test.ts) [e](../proto/CATALOGUE.md#auth) [f](https://example.com) [g](#here) [h](picture.png)';
    expect(await broken(textRules, 'a link', { ...there, 'services/README.md': fine })).toEqual([]);
    expect(await broken(textRules, 'a link', { ...there, 'services/README.md': '[a](auth/README.md) [b](../gone)' })).toEqual([
      'services/README.md leads to services/auth/README.md',
      'services/README.md leads to gone',
    ]);
  });

  it('lies in a folder of the house', async () => {
    expect(await broken(textRules, 'the top', { 'README.md': '', '.ci/run': '', 'proto/a.ts': '', 'deploy/local/a.ts': '', 'docs/a.md': '' })).toEqual([]);
    expect(await broken(textRules, 'the top', { 'scripts/a.ts': '', 'scripts/b.ts': '' })).toEqual(['scripts']);
  });
});

it('a version is exact', async () => {
  const manifest = (versions: Record<string, string>) => ({ 'web/package.json': JSON.stringify({ dependencies: versions }) });
  const fine = { a: '1.2.3', b: '18.4.0-beta.17', c: 'npm:@nats-io/transport-node@3.4.0', d: 'npm:left@1.0.0' };
  expect(await broken(packageRules, 'versions', manifest(fine))).toEqual([]);
  const loose = ['^1.2.3', '~1.2.3', '1.2', '1.x', '*', 'latest', '>=1.0.0', 'npm:x@^1.0.0', 'file:../x', 'github:a/b'];
  for (const version of loose) expect(await broken(packageRules, 'versions', manifest({ x: version })), version).toEqual([`web/package.json: x ${version}`]);
});
