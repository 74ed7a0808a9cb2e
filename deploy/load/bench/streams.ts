/**
 * Two thousand browsers on one gateway, each watching twenty fixtures while prices move: how old a price is when a browser receives it,
 * and how much memory of the gateway an open stream takes. The browsers run in another process; memory is read after a garbage collection.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '../../local/platform/platform.ts';
import { accessTokens, newPlayers } from '../players.ts';
import { residentMB } from '../usage.ts';
import { bench, poll } from './stage.ts';
import { openFeed, type StagedFixture } from './workers/staged-feed.ts';
import { openWatchers, type Reader } from './workers/watchers.ts';

const world = { fixtures: 200, markets: 10 };
const browsers = 2_000;
const watched = 20;
const rate = 500;
const seconds = 25;
/** One browser in `readersIn` reads the contents of its frames; the others only count frames. */
const readersIn = 20;
/** The inspector listens on a port that is free, once it is asked to. */
const environment = { NODE_OPTIONS: '--max-semi-space-size=16 --inspect-port=127.0.0.1:0' };

export const streams = bench(
  'streams of 2,000 browsers',
  { processes: ['betting', 'gateway'], environment },
  async (stage) => {
    const { platform, log } = stage;
    const [feed, watchers] = [await openFeed(stage), await openWatchers(stage)];
    const fixtures = await feed.world(world);
    const gateway = platform.pidOf('gateway') as number;
    const collect = await collector(gateway, platform.logOf('gateway'));
    const resident = async () => {
      for (let turn = 0; turn < 3; turn++) {
        await collect();
        await pause(1_000);
      }
      return residentMB(gateway);
    };
    // A first run, because code is compiled and buffers are allocated only once.
    await watchers.open(platform.url, readersOf(platform, fixtures, 100));
    await feed.change(rate, 5);
    await watchers.close();
    await pause(2_000);
    const before = await resident();
    await watchers.open(platform.url, readersOf(platform, fixtures, browsers));
    await feed.change(rate, 5);
    await watchers.begin();
    await feed.change(rate, seconds);
    const seen = await watchers.readResults();
    const after = await resident();
    if (seen.open !== browsers) throw new Error(`${seen.open} browsers were there at the end`);
    log(
      `${seen.prices.toLocaleString('en-US')} prices read, ${(seen.frames / seen.seconds / browsers).toFixed(2)} frames a browser and second; ` +
        `gateway: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after the frames`,
    );
    return [
      { name: 'price change to browser p99, 2,000 browsers', value: seen.p99Ms, unit: 'ms' },
      { name: 'price change to browser p50, 2,000 browsers', value: seen.p50Ms, unit: 'ms' },
      { name: 'gateway memory of a stream', value: ((after - before) * 1_024) / browsers, unit: 'kB' },
    ];
  },
);

/** Each reader is another player with other fixtures. */
function readersOf(platform: Platform, fixtures: readonly StagedFixture[], count: number): Reader[] {
  return accessTokens(platform, newPlayers(count)).map((token, at) => ({
    token,
    fixtures: Array.from(
      { length: watched },
      (_, place) => (fixtures[(at * 13 + place * 7) % fixtures.length] as StagedFixture).id,
    ),
    reads: at % readersIn === 0,
  }));
}

/** Triggers collections through the inspector, which a running process opens on SIGUSR1, and whose address it logs. */
async function collector(pid: number, logFile: string): Promise<() => Promise<void>> {
  process.kill(pid, 'SIGUSR1');
  const url = await poll(
    'the inspector of the gateway',
    10_000,
    async () => /Debugger listening on (ws:\S+)/.exec(readFileSync(logFile, 'utf8'))?.[1],
  );
  const socket = new WebSocket(url);
  await once(socket, 'open');
  return async () => {
    socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
    await once(socket, 'message');
  };
}
