/**
 * Recovery times: of a killed server or process, of a graceful stop, and of a registration while wallet hangs.
 * Also the time to refuse an extremely long email address.
 */
import { SignIn } from '@fairline/proto/auth/sessions';
import type { ProcessName } from '../../local/installation/ports.ts';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { newPlayer } from '../bets.ts';
import { type Bench, type Row, timeRow } from '../row.ts';

const deaths = 3;

const killed: readonly { name: ProcessName; mostMs: number }[] = [
  ...(['postgres', 'redis', 'nats'] as const).map((name) => ({ name, mostMs: 5_000 })),
  { name: 'auth', mostMs: 5_000 },
];
const stopped: readonly { name: ProcessName; mostMs: number }[] = [
  { name: 'feed', mostMs: 5_000 },
  { name: 'gateway', mostMs: 10_000 },
];

export const recovery: Bench = {
  title: 'recovery and stops',
  async run(log) {
    const processes = ['auth', 'wallet', 'betting', 'feed', 'gateway'] as const;
    const platform = await startPlatform({ temporary: true, demo: true, processes, logLevel: 'warn', log });
    try {
      const rows = [longAddress(), await registeredWithoutWallet(platform)];
      for (const { name, mostMs } of killed)
        rows.push(
          timeRow(`${name} ready after a kill, slowest of ${deaths}`, await measureRestart(platform, name), mostMs),
        );
      for (const { name, mostMs } of stopped)
        rows.push(timeRow(`graceful stop of ${name}`, await measureStop(platform, name), mostMs));
      for (const { name, value, unit } of rows) log(`${name}: ${value.toFixed(1)} ${unit}`);
      return rows;
    } finally {
      await platform.stop();
    }
  },
};

async function measureRestart(platform: Platform, name: ProcessName): Promise<number> {
  const times: number[] = [];
  for (let death = 0; death < deaths; death++) {
    const startedAt = performance.now();
    await platform.kill(name);
    await platform.ready(name, 60_000);
    times.push(performance.now() - startedAt);
  }
  return Math.max(...times);
}

async function measureStop(platform: Platform, name: ProcessName): Promise<number> {
  const startedAt = performance.now();
  await platform.hold(name);
  const tookMs = performance.now() - startedAt;
  await platform.release(name, 60_000);
  return tookMs;
}

/** The time of a registration while wallet hangs, so that the request to open a wallet times out. */
async function registeredWithoutWallet(platform: Platform): Promise<Row> {
  const pid = platform.pidOf('wallet') as number;
  process.kill(pid, 'SIGSTOP');
  try {
    const startedAt = performance.now();
    await newPlayer(platform.url);
    return timeRow('registration while wallet hangs', performance.now() - startedAt, 3_000);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

function longAddress(): Row {
  const startedAt = performance.now();
  if (SignIn.safeParse({ email: `a@${'.'.repeat(90_000)}@`, password: 'secret' }).success)
    throw new Error('the address was accepted');
  return timeRow('email address of 90,000 characters refused', performance.now() - startedAt, 500);
}
