/** The watcher with simple test processes: deaths, holds, stops, and owners that leave or die. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beganTicks, heldFile, logFile, type ProcessSpec, pidFile, readPid, readTraces } from './processes.ts';
import { hasRemains, stopInstallation, Watch, watcherOf } from './watch.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fairline-watch-'));
});
afterEach(async () => {
  await stopInstallation(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

/** A process that creates `ready-<name>` once it handles signals, and writes its name to `order` when it is stopped. */
function patient(
  changes: Partial<ProcessSpec> = {},
  code = 'setInterval(() => {}, 1000)',
  onEnd = 'process.exit(0)',
): ProcessSpec {
  const name = changes.name ?? 'patient';
  const appendTo = (file: string) =>
    `require('fs').appendFileSync(${JSON.stringify(join(dataDir, file))}, ${JSON.stringify(`${name}\n`)});`;
  const script = `process.on('SIGTERM', () => { ${appendTo('order')} ${onEnd} }); ${appendTo(`ready-${name}`)} ${code}`;
  return {
    name,
    command: process.execPath,
    args: ['-e', script],
    cwd: '/',
    env: {},
    tier: 0,
    stopSignal: 'SIGTERM',
    stopMs: 5_000,
    ...changes,
  };
}

const listens = async (name: string) => existsSync(join(dataDir, `ready-${name}`));
const alive = async (name = 'patient') => beganTicks(readPid(dataDir, name) ?? 0) !== undefined;

async function until(holds: () => boolean | Promise<boolean>, what: string, withinMs = 10_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await holds()); await pause(10))
    if (Date.now() > deadline) throw new Error(`it never came to be: ${what}`);
}

function kill(name = 'patient'): number {
  const pid = readPid(dataDir, name) ?? 0;
  process.kill(pid, 'SIGKILL');
  return pid;
}

const backAfter = (pid: number, name = 'patient') =>
  until(async () => readPid(dataDir, name) !== pid && (await alive(name)), `${name} is back`);

it('starts again what dies, every time, and the pid file names the process itself', async () => {
  const watch = await Watch.begin(dataDir);
  await watch.start(patient(), alive);
  for (let death = 0; death < 6; death++) {
    await backAfter(kill());
  }
  expect(readFileSync(`/proc/${readPid(dataDir, 'patient')}/cmdline`, 'utf8')).toContain('setInterval');
});

it('kills what a dead process left behind before it starts again', async () => {
  const den = mkdtempSync(join(dataDir, 'den-'));
  const spawnsOne = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd: ${JSON.stringify(den)}, stdio: 'ignore', detached: true }).on('spawn', function () { require('fs').writeFileSync(${JSON.stringify(join(den, 'child'))}, String(this.pid)) }); setInterval(() => {}, 1000)`;
  const watch = await Watch.begin(dataDir);
  await watch.start(patient({ den }, spawnsOne), async () => existsSync(join(den, 'child')));
  const child = Number(readFileSync(join(den, 'child'), 'utf8'));
  await backAfter(kill());
  expect(beganTicks(child)).toBeUndefined();
});

it('makes anew what a process may have lost, after each start but the first, until it succeeds', async () => {
  const tries = join(dataDir, 'tries');
  const script = `const { appendFileSync, readFileSync } = require('fs'); appendFileSync('${tries}', 'x'); process.exit(readFileSync('${tries}').length % 2);`;
  const watch = await Watch.begin(dataDir);
  await watch.start(
    patient({ afterRestart: { command: process.execPath, args: ['-e', script], cwd: '/', env: {} } }),
    alive,
  );
  await backAfter(kill());
  await until(
    () => readFileSync(logFile(dataDir, 'watcher'), 'utf8').includes('patient holds all it should'),
    'it was made anew',
  );
  expect(readFileSync(tries, 'utf8')).toBe('xx');
});

it('leaves a held process down until it is let go', async () => {
  const watch = await Watch.begin(dataDir);
  await watch.start(patient(), alive);
  writeFileSync(heldFile(dataDir, 'patient'), '');
  const pid = kill();
  await until(() => !existsSync(pidFile(dataDir, 'patient')), 'it is down');
  rmSync(heldFile(dataDir, 'patient'));
  await backAfter(pid);
});

it('stops higher tiers first and kills what does not stop in its time', async () => {
  const watch = await Watch.begin(dataDir);
  await watch.start(patient({ name: 'server' }), () => listens('server'));
  await watch.start(patient({ name: 'room', tier: 1 }), () => listens('room'));
  await watch.start(patient({ name: 'stubborn', tier: 2, stopMs: 200 }, undefined, ''), () => listens('stubborn'));
  const pids = readTraces(dataDir).map(({ pid }) => pid);
  await watch.stop();
  expect(readFileSync(join(dataDir, 'order'), 'utf8')).toBe('stubborn\nroom\nserver\n');
  expect(pids.map(beganTicks)).toEqual([undefined, undefined, undefined]);
  expect(watcherOf(dataDir)).toBeUndefined();
});

it('explains in one line why a process does not start', async () => {
  const watch = await Watch.begin(dataDir);
  const broken = patient({
    name: 'broken',
    args: ['-e', 'console.log(\'{"msg":"cannot start","error":"a key is missing"}\'); process.exit(3)'],
  });
  await expect(watch.start(broken, async () => false)).rejects.toThrow(
    `broken does not start (exit code 3): cannot start: a key is missing. See ${logFile(dataDir, 'broken')}.`,
  );
});

it('can be stopped although its watcher was killed', async () => {
  const watch = await Watch.begin(dataDir);
  await watch.start(patient(), alive);
  await watch.leave();
  const pid = readPid(dataDir, 'patient') ?? 0;
  kill('watcher');
  await until(() => watcherOf(dataDir) === undefined, 'the watcher is dead');
  expect(hasRemains(dataDir)).toBe(true);
  expect(await stopInstallation(dataDir)).toBe(true);
  expect(beganTicks(pid)).toBeUndefined();
  expect(await stopInstallation(dataDir)).toBe(false);
});

it('never kills a process that only has the number of one of ours', async () => {
  const watch = await Watch.begin(dataDir);
  await watch.start(patient(), alive);
  await watch.leave();
  kill('watcher');
  kill();
  await until(async () => !(await alive()), 'it is dead');
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const [trace] = readTraces(dataDir);
  writeFileSync(join(dataDir, 'run/started.json'), JSON.stringify([{ ...trace, pid: stranger.pid }]));
  expect(await stopInstallation(dataDir)).toBe(false);
  expect(stranger.exitCode).toBeNull();
  stranger.kill();
  await once(stranger, 'exit');
});

it.each([
  ['ends with its owner, and takes a temporary folder along', true, false],
  ['outlives an owner that leaves it', false, true],
])('%s', async (_what, temporary, lives) => {
  const owner = join(dataDir, 'owner.ts');
  const folder = join(dataDir, 'owned');
  const spec = patient();
  writeFileSync(
    owner,
    `import { Watch } from '${import.meta.dirname}/watch.ts';
     import { readPid } from '${import.meta.dirname}/processes.ts';
     const watch = await Watch.begin('${folder}', { temporary: ${temporary} });
     await watch.start(${JSON.stringify(spec)}, async () => readPid('${folder}', 'patient') !== undefined);
     ${lives ? 'await watch.leave();' : ''}
     console.log(readPid('${folder}', 'patient'));
     setInterval(() => {}, 1000);`,
  );
  const process_ = spawn(process.execPath, [owner], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(process_.stdout, 'data')) as [Buffer];
  const pid = Number(line);
  process_.kill('SIGKILL');
  await once(process_, 'exit');
  if (lives) {
    expect(watcherOf(folder)).toBeDefined();
    expect(beganTicks(pid)).toBeDefined();
    await stopInstallation(folder);
  } else {
    await until(() => !existsSync(folder), 'everything is gone');
  }
  expect(beganTicks(pid)).toBeUndefined();
});
