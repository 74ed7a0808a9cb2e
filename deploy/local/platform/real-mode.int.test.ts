/** An installation without demo mode, by the commands of the README: generating secrets, `make up`, the first operator, `make down`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freeShift } from '../installation/ports.ts';
import { root } from '../installation/profile.ts';
import { runningPlatform, stopPlatform } from './platform.ts';

let dataDir: string;
let shift: number;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fairline-real-'));
  shift = await freeShift();
});
afterAll(async () => {
  await stopPlatform(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

async function run(script: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const { VITEST: _test, ...caller } = process.env;
  const env = { ...caller, FAIRLINE_DEMO: '0', FAIRLINE_DATA: dataDir, FAIRLINE_PORT_SHIFT: String(shift), GATEWAY_PORT: '' };
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}

it("starts by the README's commands, without the stand-in provider and demo mode", async () => {
  expect(await run('deploy/local/up.ts')).toMatchObject({ code: 1, output: expect.stringContaining('Without demo mode secrets are made only on purpose') });
  expect(await run('deploy/local/installation/secrets.ts', dataDir)).toMatchObject({ code: 0 });
  expect(await run('deploy/local/up.ts')).toMatchObject({ code: 0, output: expect.stringContaining('Fairline is up') });

  const platform = runningPlatform(dataDir);
  const processes = ['postgres', 'redis', 'nats', 'mongo', 'auth', 'wallet', 'betting', 'feed', 'gateway'] as const;
  for (const name of processes) expect(await platform?.isReady(name), name).toBe(true);
  expect(platform?.pidOf('psp')).toBeUndefined();
  const url = platform?.url ?? '';
  for (const path of ['/api/dev/mailbox?to=a@b.example', '/api/dev/', '/api/dev/anything']) expect((await fetch(url + path)).status, path).toBe(404);
  expect((await fetch(`${url}/api/betting/sports`)).status).toBe(200);

  const invited = await run(
    'deploy/local/as.ts',
    'auth',
    'services/auth/operator.ts',
    ...'--email a@b.example --first Ada --last Lovelace --role super_admin'.split(' '),
  );
  expect(invited).toMatchObject({ code: 0, output: expect.stringContaining('Made, as super_admin') });
  expect(await run('deploy/local/integrity.ts')).toMatchObject({
    code: 0,
    output: expect.stringContaining('✓ rounds of casino agree with wallet (0 checked)'),
  });
  expect(await run('deploy/local/down.ts')).toMatchObject({ code: 0 });
});
