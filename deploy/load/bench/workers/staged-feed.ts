/**
 * A feed for measurements, in a process of its own: it publishes fixtures, results, and price changes at a constant rate.
 * Each pair of prices encodes the instant of its publication, so any reader on this machine can compute its age.
 */
import { randomUUID } from 'node:crypto';
import { Bus } from '@fairline/chassis/messaging/bus';
import { readConfig } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { createMetrics } from '@fairline/chassis/process/metrics';
import { type FeedAlive, type FeedMessage, feedAliveMs, feedAliveSubject, feedSubject } from '@fairline/proto/feed';
import { poll, type Stage } from '../stage.ts';
import { openWorker, serve } from './worker.ts';

export interface StagedMarket {
  readonly id: string;
  readonly home: string;
  readonly away: string;
}

export interface StagedFixture {
  readonly id: string;
  readonly markets: readonly StagedMarket[];
}

interface World {
  readonly fixtures: number;
  readonly markets: number;
}

type Job = { world: World } | { change: { rate: number; seconds: number } } | { end: string };

export interface Changed {
  /** Price changes that the message server has acknowledged, and their rate a second. */
  readonly published: number;
  readonly rate: number;
}

export interface StagedFeed {
  /** Publishes soccer fixtures that start in two hours, with open markets; resolves once betting offers them. */
  world(world: World): Promise<StagedFixture[]>;
  /** Changes the prices of one market after the other, at a constant rate. */
  change(rate: number, seconds: number): Promise<Changed>;
  /** Publishes the end of a fixture, with the home side as winner of every market. Returns the time. */
  end(fixtureId: string): Promise<number>;
}

export async function openFeed(stage: Stage): Promise<StagedFeed> {
  const { platform } = stage;
  const worker = await openWorker<Job>(stage, import.meta.filename, platform.environmentOf('feed'));
  return {
    async world(world) {
      const staged = await worker.ask<StagedFixture[]>({ world });
      await poll(`an offer of ${world.fixtures} fixtures`, 60_000, async () => {
        const response = await fetch(`${platform.url}/api/betting/summary`);
        const { fixtures } = (await response.json()) as { fixtures: number };
        return fixtures >= world.fixtures ? fixtures : undefined;
      });
      return staged;
    },
    change: (rate, seconds) => worker.ask({ change: { rate, seconds } }),
    end: (fixtureId) => worker.ask({ end: fixtureId }),
  };
}

/** Odds near even, so that no change is large. The home price encodes the time divided by `steps`, the away price the remainder. */
const [least, steps] = [1_900, 200];

function oddsAt(nowMs: number): readonly [number, number] {
  const instant = Math.floor(nowMs) % (steps * steps);
  return [least + Math.floor(instant / steps), least + (instant % steps)];
}

/** The age of a pair of prices in ms; it wraps after 40 s. */
export function ageOf(home: number, away: number, nowMs: number): number {
  const instant = (home - least) * steps + (away - least);
  return (((nowMs - instant) % (steps * steps)) + steps * steps) % (steps * steps);
}

const kinds = ['moneyline', 'total', 'spread', 'btts', 'odd_even'] as const;
const startsInMs = 2 * 60 * 60 * 1_000;

class Feed {
  private readonly bus: Bus;
  private fixtures: StagedFixture[] = [];
  private readonly sequences = new Map<string, number>();
  private readonly startsAt = new Date(Date.now() + startsInMs).toISOString();

  constructor(bus: Bus) {
    this.bus = bus;
  }

  async world({ fixtures, markets }: World): Promise<StagedFixture[]> {
    const ids = () => ({ id: randomUUID(), home: randomUUID(), away: randomUUID() });
    this.fixtures = Array.from({ length: fixtures }, () => ({
      id: randomUUID(),
      markets: Array.from({ length: markets }, ids),
    }));
    for (const fixture of this.fixtures) {
      await this.fixture(fixture, 'upcoming');
      await Promise.all(fixture.markets.map((_, place) => this.odds(fixture, place)));
    }
    return this.fixtures;
  }

  async change({ rate, seconds }: { rate: number; seconds: number }): Promise<Changed> {
    const all = this.fixtures.flatMap((fixture) => fixture.markets.map((_, place) => ({ fixture, place })));
    // Consecutive changes are on different fixtures, as in a real feed.
    const order = all.map((_, at) => all[(at * 7_919) % all.length] as (typeof all)[number]);
    const startedAt = performance.now();
    const underway: Promise<void>[] = [];
    let published = 0;
    for (let next = 0; ; await new Promise((resolve) => setTimeout(resolve, 2))) {
      const elapsed = (performance.now() - startedAt) / 1_000;
      for (; next < Math.min(elapsed, seconds) * rate; next++) {
        const { fixture, place } = order[next % order.length] as (typeof all)[number];
        underway.push(
          this.odds(fixture, place).then(
            () => void published++,
            // The message server did not answer within 5 s: not published.
            () => undefined,
          ),
        );
      }
      if (elapsed >= seconds) break;
    }
    await Promise.all(underway);
    return { published, rate: (published * 1_000) / (performance.now() - startedAt) };
  }

  async end(fixtureId: string): Promise<number> {
    const fixture = this.fixtures.find(({ id }) => id === fixtureId) as StagedFixture;
    const publishedAt = Date.now();
    await this.fixture(fixture, 'ended');
    await Promise.all(
      fixture.markets.map(({ id, home, away }) =>
        this.publish(fixture.id, {
          kind: 'bet_settlement',
          marketId: id,
          certainty: 'confirmed',
          outcomes: [
            { selectionId: home, result: 'won' },
            { selectionId: away, result: 'lost' },
          ],
        }),
      ),
    );
    return publishedAt;
  }

  private fixture({ id }: StagedFixture, status: 'upcoming' | 'ended'): Promise<void> {
    const published = {
      sport: { id: 'soccer', name: 'Soccer' },
      competition: { id: 'bench', name: 'Bench League', country: 'GB' },
      startsAt: this.startsAt,
    };
    const teams = { homeTeam: `Home ${id.slice(0, 4)}`, awayTeam: `Away ${id.slice(0, 4)}` };
    return this.publish(id, { kind: 'fixture_change', ...published, ...teams, status, score: null, paceMilli: 1_000 });
  }

  private odds(fixture: StagedFixture, place: number): Promise<void> {
    const { id, home, away } = fixture.markets[place] as StagedMarket;
    const [forHome, forAway] = oddsAt(Date.now());
    const selections = [
      { id: home, name: 'Home', outcome: 'home', oddsMilli: forHome, active: true },
      { id: away, name: 'Away', outcome: 'away', oddsMilli: forAway, active: true },
    ];
    const type = kinds[place % kinds.length] as (typeof kinds)[number];
    const line = type === 'total' || type === 'spread' ? 2 + 4 * place : null;
    const market = {
      id,
      type,
      name: `Market ${place + 1}`,
      lineQuarters: line,
      status: 'active' as const,
      marginBp: 400,
      sortOrder: place,
      selections,
    };
    return this.publish(fixture.id, { kind: 'odds_change', market });
  }

  private publish(fixtureId: string, message: Unsent<FeedMessage>): Promise<void> {
    const sequence = (this.sequences.get(fixtureId) ?? 0) + 1;
    this.sequences.set(fixtureId, sequence);
    const whole = { ...message, fixtureId, sequence, at: new Date().toISOString() } as FeedMessage;
    return this.bus.publish(feedSubject(whole), whole, `${fixtureId}:${sequence}`);
  }
}

type Unsent<T> = T extends FeedMessage ? Omit<T, 'sequence' | 'at' | 'fixtureId'> : never;

if (import.meta.main) {
  const bus = await Bus.open(
    'feed',
    readConfig('feed', process.env, {}),
    createLog('feed', 'warn'),
    createMetrics('feed'),
  );
  const feed = new Feed(bus);
  const epoch = randomUUID();
  let beats = 0;
  setInterval(() => {
    const alive: FeedAlive = { kind: 'alive', at: new Date().toISOString(), epoch, sequence: ++beats };
    bus.hint(feedAliveSubject, alive);
  }, feedAliveMs);
  serve<Job>((job) =>
    'world' in job ? feed.world(job.world) : 'change' in job ? feed.change(job.change) : feed.end(job.end),
  );
}
