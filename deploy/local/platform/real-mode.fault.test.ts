/** An installation without demo mode, by the commands of the README: generating secrets, `make up`, the first operator, `make down`. In between, attacks on it are refused. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freeShift } from '../installation/ports.ts';
import { root } from '../installation/profile.ts';
import { runToEnd } from '../installation/shell.ts';
import { MailCatcher } from './mail-catcher.ts';
import { type Platform, runningPlatform, stopPlatform } from './platform.ts';
import {
  asksForFreshProof,
  callerOf,
  hasNothingOfDemoMode,
  keepsMoneyToTwoOperators,
  limitsRates,
  locksAfterTenGuesses,
  paysWelcomeOncePerPerson,
  signInWithCode,
} from './real-attacks.ts';

let dataDir: string;
let shift: number;
let mails: MailCatcher;
beforeAll(async () => {
  mails = await MailCatcher.listen();
  dataDir = mkdtempSync(join(tmpdir(), 'fairline-real-'));
  shift = await freeShift();
});
afterAll(async () => {
  await stopPlatform(dataDir);
  mails.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function run(script: string, ...args: string[]) {
  const { VITEST: _test, ...caller } = process.env;
  // Where mongod cannot be had, the stand-in without users takes its place.
  const env = {
    ...caller,
    FAIRLINE_DEMO: '0',
    FAIRLINE_MONGO_OPEN: '1',
    FAIRLINE_DATA: dataDir,
    FAIRLINE_PORT_SHIFT: String(shift),
    GATEWAY_PORT: '',
    SMTP_URL: mails.url,
  };
  return runToEnd(process.execPath, [script, ...args], { cwd: root, env });
}

it("starts by the README's commands, without the stand-in provider and demo mode", async () => {
  expect(await run('deploy/local/up.ts')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Without demo mode secrets are made only on purpose'),
  });
  expect(await run('deploy/local/installation/secrets.ts', dataDir)).toMatchObject({ code: 0 });
  expect(await run('deploy/local/up.ts')).toMatchObject({ code: 0, output: expect.stringContaining('Fairline is up') });

  const platform = runningPlatform(dataDir);
  if (!platform) throw new Error('no platform runs');
  const processes = ['postgres', 'redis', 'nats', 'mongo', 'auth', 'wallet', 'betting', 'feed', 'gateway'] as const;
  for (const name of processes) expect(await platform.isReady(name), name).toBe(true);
  expect(platform.pidOf('psp')).toBeUndefined();
  expect((await fetch(`${platform.url}/api/betting/sports`)).status).toBe(200);
  await refusesAttacks(platform);
  expect(await run('deploy/local/integrity.ts')).toMatchObject({
    code: 0,
    output: expect.stringContaining('✓ rounds of casino agree with wallet (0 checked)'),
  });
  expect(await run('deploy/local/down.ts')).toMatchObject({ code: 0 });
}, 240_000);

async function refusesAttacks(platform: Platform): Promise<void> {
  const call = callerOf(platform.url);
  await hasNothingOfDemoMode(call);
  const appoint = async (role: string) => {
    const email = `${role}@b.example`;
    const made = await run(
      'deploy/local/as.ts',
      'auth',
      'services/auth/operator.ts',
      ...`--email ${email} --first Ada --last Lovelace --role ${role}`.split(' '),
    );
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining(`Made, as ${role}`) });
    return signInWithCode(call, email, /token=([\w-]+)/.exec(made.output)?.[1] ?? '');
  };
  const operators = { admin: await appoint('super_admin'), finance: await appoint('finance') };
  await locksAfterTenGuesses(call);
  await paysWelcomeOncePerPerson(call, mails, operators.finance);
  await keepsMoneyToTwoOperators(call, operators);
  await asksForFreshProof(call, platform, operators);
  await limitsRates(call);
}
