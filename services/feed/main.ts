/** A simulated sports feed. Nothing is stored: all it publishes is computed from its secret and the clock. */
import type { Env } from '@fairline/chassis/process/config';
import { type Running, run } from '@fairline/chassis/run';
import { Service } from '@fairline/chassis/service';
import { type FeedAlive, feedAliveMs, feedAliveSubject, feedKeptHours, feedSubject } from '@fairline/proto/feed';
import { hourMs } from '@fairline/proto/time';
import { feedConfig } from './config.ts';
import { secretBytes } from './models/random.ts';
import { Programme, publishAtStart } from './publishing/programme.ts';
import { timetable, worldOf } from './schedule/schedule.ts';

/** Fixtures are checked this often; they change at multiples of half a second in demo mode. */
const checkEveryMs = 200;

export async function start(env: Env): Promise<Running> {
  const feed = await Service.open('feed', env, feedConfig, import.meta.url);
  const {
    FEED_SECRET: secret,
    FEED_SPEED: speed,
    FEED_PACE: pace,
    FEED_INCIDENTS: incidents,
    FAIRLINE_DEMO: demo,
  } = feed.config;
  const plan = timetable(demo, { speed, pace, incidents });
  const catchUpHours = feed.config.FEED_CATCH_UP_HOURS ?? feedKeptHours(demo);
  const now = () => feed.clock.now().getTime();
  // The epoch depends only on secret and mode, so it survives a restart, which changes nothing that is published.
  const epoch = secretBytes(secret, `epoch/${worldOf(plan).replace(/^real/, 'false')}`).toString('hex', 0, 8);
  const programme = new Programme(secret, plan, (message) => {
    const named = message.kind === 'fixture_change' ? { ...message, epoch } : message;
    return feed.bus.publish(feedSubject(named), named, `${message.fixtureId}:${message.sequence}`);
  });

  programme.planCatchUp(now() - catchUpHours * hourMs, now());
  // After a start, publishing everything that is due takes a while. So the first heartbeat is the one due after that.
  await publishAtStart(() => programme.advance(now()), feed.log);
  let nextAlive = Math.floor(now() / feedAliveMs);
  const publishDue = async () => {
    const at = now();
    await programme.advance(at);
    // After a delay the overdue heartbeats are sent too. Everything due until then has been published, so no reader sees a gap.
    for (; nextAlive * feedAliveMs <= at; nextAlive++) {
      const alive: FeedAlive = {
        kind: 'alive',
        at: new Date(nextAlive * feedAliveMs).toISOString(),
        epoch,
        sequence: nextAlive,
      };
      feed.bus.hint(feedAliveSubject, alive);
    }
  };

  await publishAtStart(publishDue, feed.log);
  return feed.start({
    publishes: {},
    jobs: [
      { name: 'publish', everyMs: checkEveryMs, where: 'everywhere', run: publishDue },
      {
        name: 'catch up',
        everyMs: checkEveryMs,
        where: 'everywhere',
        run: async () => void (await programme.catchUp(now())),
      },
    ],
  });
}

if (import.meta.main) await run(start);
