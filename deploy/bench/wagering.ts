/**
 * A thousand settled bets a second for two instances of promotions, all by players who wager a bonus: how many are applied a second, and whether the lag grows.
 * The lag is the age of the newest applied event: the time from its publication until its claim has the progress.
 */
import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { packMessages } from '@fairline/chassis/messaging/relay';
import { betEvents } from '@fairline/proto/betting/bets';
import type { Envelope } from '@fairline/proto/contract';
import { promotionRules } from '@fairline/proto/promotions/offers';
import pg from 'pg';
import { root } from '../local/installation/profile.ts';
import { type Platform, startPlatform } from '../local/platform/platform.ts';
import { openVoice, type Voice } from '../local/platform/voice.ts';
import { type Bench, percentile, type Row } from './row.ts';
import { newPlayers } from './workers/tokens.ts';

const rate = 1_000;
const [warmUpSeconds, seconds] = [5, 20];
const claims = 500;
const stakeMinor = promotionRules.maxStakeMinor;
/** Interval of publishing, the same as that of a service's relay. */
const tickMs = 20;
const sampleMs = 200;
const giveUpMs = 60_000;

export const wagering: Bench = {
  title: 'wagering events applied',
  async run(log) {
    const platform = await startPlatform({
      temporary: true,
      demo: true,
      processes: ['promotions'],
      logLevel: 'warn',
      log,
    });
    const second = anotherPromotions(platform);
    const db = new pg.Client({ connectionString: platform.databaseOf('promotions') });
    const betting = await openVoice(platform, 'betting');
    try {
      await db.connect();
      const players = newPlayers(claims);
      await openClaims(db, players);
      log(`${claims} players wager a bonus`);
      await measure({ db, betting, players }, warmUpSeconds);
      const result = await measure({ db, betting, players }, seconds);
      return rowsOf(result, log);
    } finally {
      second.kill('SIGKILL');
      await betting.close();
      await db.end();
      await platform.stop();
    }
  },
};

/** One more instance, as an operator would start it on another machine. */
function anotherPromotions(platform: Platform) {
  const env = { ...platform.environmentOf('promotions'), HTTP_PORT: '0', INTERNAL_PORT: '0' };
  return spawn(process.execPath, [join(root, 'services/promotions/main.ts')], { env, cwd: root, stdio: 'ignore' });
}

/** One claim of bonus money per player, with a requirement that nobody meets. */
async function openClaims(db: pg.Client, players: readonly string[]): Promise<void> {
  const promotionId = randomUUIDv7();
  const reward = { type: 'percentage', value: 100, maxAmountMinor: 10_000, currency: 'USD', wageringFactor: 5 };
  const { contributionPercent, maxStakeMinor, minOddsMilli } = promotionRules;
  const products = ['sports', 'slots', 'table', 'lottery'];
  const terms = {
    reward,
    minDepositMinor: 0,
    wageringFactor: 5,
    products,
    contributionPercent,
    maxStakeMinor,
    minOddsMilli,
    sports: [],
  };
  await db.query(
    `insert into promotions (id, name, description, type, status, starts_at, ends_at, terms, eligibility, reward, created_at, updated_at)
     values ($1, 'Match', 'A bonus', 'deposit_bonus', 'active', now() - interval '1 day', now() + interval '30 days', 'Terms', $2, $3, now(), now())`,
    [promotionId, JSON.stringify({ newUsersOnly: false, countries: [], sports: [] }), JSON.stringify(reward)],
  );
  await db.query(
    `insert into claims (id, promotion_id, player_id, type, status, claimed_at, expires_at, started_at, country, jurisdiction, currency, terms,
       bonus_minor, wagering_required_minor, granted)
     select x.id, $2, x.player_id, 'deposit_bonus', 'active', now() - interval '1 hour', now() + interval '30 days', now() - interval '1 hour', 'US', 'open', 'USD', $3,
       10000, 1000000000000, true from unnest($1::uuid[], $4::uuid[]) as x (id, player_id)`,
    [players.map(() => randomUUIDv7()), promotionId, JSON.stringify(terms), players],
  );
  await db.query('vacuum (analyze) claims');
}

interface Ground {
  db: pg.Client;
  betting: Voice;
  players: readonly string[];
}

interface Measure {
  appliedASecond: number;
  publishedASecond: number;
  /** In order; `atMs` counts from the start. */
  lags: readonly { atMs: number; lagMs: number }[];
}

/** Publishes at a constant rate and samples meanwhile; resolves when the last event is applied. */
async function measure({ db, betting, players }: Ground, during: number): Promise<Measure> {
  const applied = async () =>
    Number(
      (await db.query('select sum(wagering_completed_minor) / $1::bigint as n from claims', [stakeMinor])).rows[0].n,
    );
  const before = await applied();
  const publishedAt: number[] = [];
  const startedAt = performance.now();
  const publishing = publishBets(betting, players, { startedAt, during, publishedAt });
  publishing.catch(() => undefined);
  const lags: { atMs: number; lagMs: number }[] = [];
  const total = rate * during;
  for (let done = 0; done < total; ) {
    await pause(sampleMs);
    done = (await applied()) - before;
    const now = performance.now();
    if (done > 0 && done < publishedAt.length)
      lags.push({ atMs: now - startedAt, lagMs: now - (publishedAt[done - 1] as number) });
    if (now - startedAt > during * 1_000 + giveUpMs) throw new Error(`${done} of ${total} settled bets were applied`);
  }
  const endedAt = performance.now();
  await publishing;
  const lastAt = publishedAt.at(-1) as number;
  return {
    appliedASecond: (total * 1_000) / (endedAt - startedAt),
    publishedASecond: (total * 1_000) / (lastAt - startedAt),
    lags,
  };
}

/** Publishes events as the relay of betting does: all that are due since the last tick, packed into few messages. */
async function publishBets(
  betting: Voice,
  players: readonly string[],
  { startedAt, during, publishedAt }: { startedAt: number; during: number; publishedAt: number[] },
): Promise<void> {
  const underway: Promise<void>[] = [];
  for (const total = rate * during; publishedAt.length < total; await pause(tickMs)) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * rate) / 1_000));
    const events: Envelope[] = [];
    while (publishedAt.length < due) {
      events.push(settledBet(players[publishedAt.length % players.length] as string));
      publishedAt.push(performance.now());
    }
    for (const { subject, id, data } of packMessages(events)) underway.push(betting.publish(subject, data, id));
  }
  await Promise.all(underway);
}

function settledBet(playerId: string): Envelope {
  const betId = randomUUIDv7();
  const time = new Date().toISOString();
  const wager = { placedAt: time, oddsMilli: 2_000, sports: ['soccer'] };
  const data = {
    betId,
    playerId,
    currency: 'USD',
    version: 3,
    stakeMinor,
    dueMinor: 0,
    closedStakeMinor: 0,
    status: 'lost',
    book: 'real',
    wager,
  };
  const type = betEvents.betSettled.subject;
  return {
    specversion: '1.0',
    id: randomUUIDv7(),
    source: '/fairline/betting',
    type,
    subject: betId,
    time,
    datacontenttype: 'application/json',
    version: 3,
    data,
  };
}

function rowsOf({ appliedASecond, publishedASecond, lags }: Measure, log: (line: string) => void): Row[] {
  const third = (seconds * 1_000) / 3;
  const medianOf = (from: number, to: number) =>
    percentile(
      lags
        .filter(({ atMs }) => atMs >= from && atMs < to)
        .map(({ lagMs }) => lagMs)
        .sort((a, b) => a - b),
      0.5,
    );
  const [first, last] = [medianOf(0, third), medianOf(2 * third, 3 * third)];
  const most = Math.max(...lags.map(({ lagMs }) => lagMs));
  log(
    `${Math.round(publishedASecond)} settled bets a second published, ${Math.round(appliedASecond)} applied; load ${loadavg()[0]?.toFixed(1)}`,
  );
  log(
    `age of the newest applied event: median ${first.toFixed(0)} ms in the first third, ${last.toFixed(0)} ms in the last third, ${most.toFixed(0)} ms at most`,
  );
  return [
    {
      name: 'wagering events applied',
      value: appliedASecond,
      unit: 'events/s',
      yardstick: 'published',
      ratio: appliedASecond / publishedASecond,
    },
    { name: 'wagering lag, last third', value: last, unit: 'ms', yardstick: 'the first third', ratio: last / first },
  ];
}
