/**
 * Five thousand price changes a second from the feed: whether the lag grows, how old a price is when a browser receives it,
 * and how many frames a browser gets. Then how long betting takes for the list of a sport while prices move.
 */
import { loadavg } from 'node:os';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import type { Bench, Row } from '../row.ts';
import { openCallers } from '../workers/arrivals.ts';
import {
  type Changed,
  openFeed,
  type StagedFeed,
  type StagedFixture,
  waitForFixtures,
} from '../workers/staged-feed.ts';
import { accessTokens, newPlayers } from '../workers/tokens.ts';
import { openWatchers, type Reader, type Watched, type Watchers } from '../workers/watchers.ts';

const world = { fixtures: 500, markets: 10 };
const rate = 5_000;
const seconds = 25;
/** Browsers that read every frame; each watches `watched` fixtures. */
const readers = 10;
const watched = 20;
const listed = { rate: 20, seconds: 15, changes: 1_000 };

export const prices: Bench = {
  title: 'price changes, fixtures list',
  async run(log) {
    const platform = await startPlatform({
      temporary: true,
      demo: true,
      processes: ['betting', 'gateway'],
      logLevel: 'warn',
      log,
    });
    const [feed, watchers] = [await openFeed(platform.environmentOf('feed')), await openWatchers()];
    try {
      const fixtures = await feed.world(world);
      await waitForFixtures(platform, world.fixtures);
      log(`${world.fixtures} fixtures with ${world.markets} markets each are on offer`);
      return [
        ...(await measureChanges(platform, { feed, watchers, fixtures }, log)),
        ...(await measureList(platform, feed, log)),
      ];
    } finally {
      watchers.end();
      feed.stop();
      await platform.stop();
    }
  },
};

async function measureChanges(
  platform: Platform,
  { feed, watchers, fixtures }: { feed: StagedFeed; watchers: Watchers; fixtures: readonly StagedFixture[] },
  log: (line: string) => void,
): Promise<Row[]> {
  const tokens = accessTokens(platform, newPlayers(readers));
  const whole = tokens.map(
    (token, at): Reader => ({
      token,
      fixtures: fixtures.filter((_, place) => place % (world.fixtures / watched) === at).map(({ id }) => id),
      reads: true,
    }),
  );
  await watchers.open(platform.url, whole);
  await feed.change(rate, 5);
  await watchers.begin();
  const sent = await feed.change(rate, seconds);
  const seen = await watchers.readResults();
  await watchers.close();
  report(sent, seen, log);
  return [
    { name: 'price changes published by the feed', value: sent.rate, unit: 'changes/s' },
    { name: 'price change to browser p99, all the while', value: seen.p99Ms, unit: 'ms' },
    {
      name: 'price change to browser p99, last 5 s',
      value: seen.lastP99Ms,
      unit: 'ms',
      yardstick: 'the first 5 s',
      ratio: seen.lastP99Ms / seen.firstP99Ms,
    },
    { name: 'frames of one browser, at most', value: seen.mostFramesASecond, unit: 'frames/s' },
  ];
}

function report(sent: Changed, seen: Watched, log: (line: string) => void): void {
  log(
    `${Math.round(sent.rate).toLocaleString('en-US')} changes a second published; ${seen.prices.toLocaleString('en-US')} prices read by ${seen.open} browsers`,
  );
  log(
    `old when read: p50 ${seen.p50Ms} ms, p99 ${seen.p99Ms} ms; first fifth p99 ${seen.firstP99Ms} ms, last fifth p99 ${seen.lastP99Ms} ms`,
  );
  log(`${seen.mostFramesASecond.toFixed(2)} frames a second at most; load ${loadavg()[0]?.toFixed(1)}`);
}

async function measureList(platform: Platform, feed: StagedFeed, log: (line: string) => void): Promise<Row[]> {
  const callers = await openCallers();
  try {
    const direct = platform.environmentOf('gateway').BETTING_URL ?? '';
    const read = (during: number) =>
      callers.run({
        origin: direct,
        calls: [{ method: 'GET', path: '/api/betting/fixtures?sport=soccer' }],
        rate: listed.rate,
        seconds: during,
        status: 200,
      });
    await read(3);
    const still = await read(listed.seconds);
    const [moving] = await Promise.all([read(listed.seconds), feed.change(listed.changes, listed.seconds + 1)]);
    log(
      `the list of a sport: p50 ${moving.p50Ms.toFixed(2)} ms, p99 ${moving.p99Ms.toFixed(1)} ms; prices at rest ${still.p50Ms.toFixed(2)} and ${still.p99Ms.toFixed(1)} ms`,
    );
    return [
      {
        name: 'fixtures of a sport at 1,000 changes/s, p50',
        value: moving.p50Ms,
        unit: 'ms',
        yardstick: 'prices at rest',
        ratio: moving.p50Ms / still.p50Ms,
      },
      {
        name: 'fixtures of a sport at 1,000 changes/s, p99',
        value: moving.p99Ms,
        unit: 'ms',
        yardstick: 'prices at rest',
        ratio: moving.p99Ms / still.p99Ms,
      },
    ];
  } finally {
    callers.end();
  }
}
