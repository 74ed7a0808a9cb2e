/** Five thousand price changes a second from the feed: how old a price is when a browser receives it, and whether the lag grows. */
import { accessTokens, newPlayers } from '../players.ts';
import { bench } from './stage.ts';
import { openFeed } from './workers/staged-feed.ts';
import { openWatchers } from './workers/watchers.ts';

const world = { fixtures: 500, markets: 10 };
const rate = 5_000;
const seconds = 25;
/** Browsers that read every frame; each watches `watched` fixtures. */
const readers = 10;
const watched = 20;

export const prices = bench('price changes', { processes: ['betting', 'gateway'] }, async (stage) => {
  const { platform, log } = stage;
  const [feed, watchers] = [await openFeed(stage), await openWatchers(stage)];
  const fixtures = await feed.world(world);
  await watchers.open(
    platform.url,
    accessTokens(platform, newPlayers(readers)).map((token, at) => ({
      token,
      fixtures: fixtures.filter((_, place) => place % (world.fixtures / watched) === at).map(({ id }) => id),
      reads: true,
    })),
  );
  await feed.change(rate, 5);
  await watchers.begin();
  const sent = await feed.change(rate, seconds);
  const seen = await watchers.readResults();
  log(
    `${seen.prices.toLocaleString('en-US')} prices read by ${seen.open} browsers, p50 ${seen.p50Ms} ms, ` +
      `${seen.mostFramesASecond.toFixed(2)} frames a second at most`,
  );
  return [
    { name: 'price changes published by the feed', value: sent.rate, unit: 'changes/s' },
    { name: 'price change to browser p99', value: seen.p99Ms, unit: 'ms' },
    {
      name: 'price change to browser p99, last 5 s',
      value: seen.lastP99Ms,
      unit: 'ms',
      yardstick: 'the first 5 s',
      ratio: seen.lastP99Ms / seen.firstP99Ms,
    },
  ];
});
