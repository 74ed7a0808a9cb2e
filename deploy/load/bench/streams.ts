/**
 * Two thousand browsers on one gateway, each watching twenty fixtures while prices move: how old a price is when a browser receives it,
 * and how much memory of the gateway an open stream takes. The browsers run in another process; memory is read after a garbage collection.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import type { Bench, Row } from '../row.ts';
import { openFeed, type StagedFeed, type StagedFixture, waitForFixtures } from '../workers/staged-feed.ts';
import { accessTokens, newPlayers } from '../workers/tokens.ts';
import { residentMB } from '../workers/usage.ts';
import { openWatchers, type Reader, type Watchers } from '../workers/watchers.ts';

const world = { fixtures: 200, markets: 10 };
const browsers = 2_000;
const watched = 20;
const rate = 500;
const seconds = 25;
/** One browser in `readersIn` reads the contents of its frames; the others only count frames. */
const readersIn = 20;

export const streams: Bench = {
  title: 'streams of 2,000 browsers',
  async run(log) {
    const inspectPort = await freePort();
    const platform = await startPlatform({
      temporary: true,
      demo: true,
      processes: ['betting', 'gateway'],
      logLevel: 'warn',
      environment: { NODE_OPTIONS: `--max-semi-space-size=16 --inspect-port=127.0.0.1:${inspectPort}` },
      log,
    });
    const [feed, watchers] = [await openFeed(platform.environmentOf('feed')), await openWatchers()];
    try {
      return await measure(
        { platform, feed, watchers, collect: await collector(platform.pidOf('gateway') as number, inspectPort) },
        log,
      );
    } finally {
      watchers.end();
      feed.stop();
      await platform.stop();
    }
  },
};

interface Ground {
  platform: Platform;
  feed: StagedFeed;
  watchers: Watchers;
  /** Makes the gateway collect garbage. */
  collect: () => Promise<void>;
}

async function measure({ platform, feed, watchers, collect }: Ground, log: (line: string) => void): Promise<Row[]> {
  const fixtures = await feed.world(world);
  await waitForFixtures(platform, world.fixtures);
  const gateway = platform.pidOf('gateway') as number;
  const resident = async () => {
    for (let turn = 0; turn < 3; turn++) {
      await collect();
      await pause(1_000);
    }
    return residentMB(gateway);
  };
  const open = (count: number) => watchers.open(platform.url, readersOf(platform, fixtures, count));
  // A first run, because code is compiled and buffers are allocated only once.
  await open(100);
  await feed.change(rate, 5);
  await watchers.close();
  await pause(2_000);
  const before = await resident();
  await open(browsers);
  const opened = await resident();
  await feed.change(rate, 5);
  await watchers.begin();
  await feed.change(rate, seconds);
  const seen = await watchers.readResults();
  const after = await resident();
  if (seen.open !== browsers) throw new Error(`${seen.open} browsers were there at the end`);
  const kBEach = ((after - before) * 1_024) / browsers;
  log(
    `old when read: p50 ${seen.p50Ms} ms, p99 ${seen.p99Ms} ms over ${seen.prices.toLocaleString('en-US')} prices; load ${loadavg()[0]?.toFixed(1)}`,
  );
  log(
    `${(seen.frames / seen.seconds / browsers).toFixed(2)} frames a browser and second, ${Math.round(seen.bytes / seen.frames)} bytes each`,
  );
  log(
    `gateway: ${before.toFixed(0)} MB before, ${opened.toFixed(0)} MB with the streams open, ${after.toFixed(0)} MB after their frames`,
  );
  return [
    { name: 'price change to browser p99, 2,000 browsers', value: seen.p99Ms, unit: 'ms' },
    { name: 'price change to browser p50, 2,000 browsers', value: seen.p50Ms, unit: 'ms' },
    { name: 'frames of one browser of 2,000, at most', value: seen.mostFramesASecond, unit: 'frames/s' },
    { name: 'gateway memory of a stream', value: kBEach, unit: 'kB' },
  ];
}

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

// ---- The gateway's collector -------------------------------------------------------------------

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Triggers collections through the inspector, which a running process opens on SIGUSR1. */
async function collector(pid: number, port: number): Promise<() => Promise<void>> {
  process.kill(pid, 'SIGUSR1');
  const targets = async () =>
    (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
  let url: string | undefined;
  for (const deadline = Date.now() + 10_000; !url; await pause(100)) {
    url = (await targets().catch(() => []))[0]?.webSocketDebuggerUrl;
    if (!url && Date.now() > deadline) throw new Error('the gateway opened no inspector');
  }
  const socket = new WebSocket(url);
  await once(socket, 'open');
  return async () => {
    socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
    await once(socket, 'message');
  };
}
