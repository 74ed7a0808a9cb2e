/**
 * Reads of wallet's jobs and of safe play over much data: an incremental proof of a book of a million entries, 30,000 mismatches stored again,
 * a month and a session of a player with a million transfers, and the search for due payments among 200,000.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { playerRequests } from '@fairline/proto/wallet/players';
import pg from 'pg';
import { Obstacle } from '../../local/installation/obstacle.ts';
import { internalPort, loopback } from '../../local/installation/ports.ts';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { openVoice } from '../../local/platform/voice.ts';
import { newPlayer } from '../bets.ts';
import { type Bench, percentile, type Row, timeRow } from '../row.ts';
import { openAsker, timed, timesOf } from './asker.ts';

const players = 30_000;
const transfers = 100_000;
const history = 1_000_000;
const payments = 200_000;
const accountsInTurn = 2_000;
const proofs = 5;
const reads = 50;

export const books: Bench = {
  title: 'books of a million entries',
  async run(log) {
    const platform = await startPlatform({
      temporary: true,
      demo: true,
      processes: ['auth', 'wallet', 'gateway'],
      logLevel: 'warn',
      log,
    });
    const db = new pg.Client({ connectionString: platform.databaseOf('wallet') });
    try {
      await db.connect();
      const [, claims = ''] = (await newPlayer(platform.url)).split('.');
      const { sub: playerId } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { sub: string };
      const rows = [...(await longHistory(platform, db, playerId)), await duePayments(platform, db, playerId)];
      // Wallet is stopped, because its own proofs and the measured ones would wait for each other.
      await platform.hold('wallet');
      rows.push(...(await largeBook(db)));
      for (const { name, value, unit } of rows) log(`${name}: ${value.toFixed(1)} ${unit}`);
      await platform.release('wallet');
      return rows;
    } finally {
      await db.end();
      await platform.stop();
    }
  },
};

async function longHistory(platform: Platform, db: pg.Client, playerId: string): Promise<Row[]> {
  await db.query(
    `insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
     select $1, uuidv7(make_interval(days => -100 * (1 + n % 4))), 'stake', 'USD', -1, 0, gen_random_uuid(), now() - make_interval(days => 100 * (1 + n % 4)) from generate_series(1, $2::int) n`,
    [playerId, history],
  );
  await db.query('vacuum analyze transfers');
  const [ask, voice] = [await openAsker(platform, 'wallet'), await openVoice(platform, 'risk')];
  const month = new Date().toISOString().slice(0, 7);
  const activityMs = await timesOf(reads, async () => {
    const startedAt = performance.now();
    await voice.request(playerRequests.activity, { playerId, month }, 30_000);
    return performance.now() - startedAt;
  });
  await voice.close();
  const statsMs = await timesOf(reads, () => timed(() => ask(playerId, 'GET', '/api/wallet/stats'), 200));
  return [
    timeRow('activity of a month beside 1,000,000 transfers, p50', percentile(activityMs, 0.5), 100),
    timeRow('figures of a session beside 1,000,000 transfers, p50', percentile(statsMs, 0.5), 50),
  ];
}

async function duePayments(platform: Platform, db: pg.Client, playerId: string): Promise<Row> {
  await db.query(
    `insert into payments (id, player_id, type, status, amount_minor, counts_minor, currency, book, method, reference, approvals_needed, provider_state, submitted_at, decided_at)
     select uuidv7(), $1, 'withdrawal', 'approved', 5000, 5000, 'USD', 'real', 'e_wallet', 'WDR-' || n, 1, 'paid', now(), now() from generate_series(1, $2::int) n`,
    [playerId, payments],
  );
  await db.query('vacuum analyze payments');
  const before = await runsOf(platform, 'provider');
  await pause(10_000);
  const after = await runsOf(platform, 'provider');
  if (after.runs === before.runs)
    throw new Obstacle('Wallet did not search for due payments within 10 s, so that search could not be measured.');
  return timeRow(
    'search for due payments among 200,000',
    (1_000 * (after.seconds - before.seconds)) / (after.runs - before.runs),
    20,
  );
}

/** How often a job of wallet has run, and its total time. */
async function runsOf(platform: Platform, job: string): Promise<{ runs: number; seconds: number }> {
  const text = await (await fetch(`http://${loopback}:${internalPort(platform.profile.ports.wallet)}/metrics`)).text();
  const read = (figure: string) => {
    const lines = text
      .split('\n')
      .filter((line) => line.startsWith(`fairline_job_seconds_${figure}{`) && line.includes(`job="${job}"`));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  return { runs: read('count'), seconds: read('sum') };
}

/** A book with ten entries per transfer. Every player got the welcome bonus more than once, so the proof finds a mismatch for each. */
async function largeBook(db: pg.Client): Promise<Row[]> {
  await db.query(`set session_replication_role = 'replica'`);
  for (const statement of bookRows) await db.query(statement);
  await db.query(`set session_replication_role = 'origin'`);
  await db.query('select prove_since(now(), $1)', [accountsInTurn]);
  const inPartMs: number[] = [];
  for (let turn = 0; turn < proofs; turn++)
    inPartMs.push(await timedSql(db, `select prove_since(now(), ${accountsInTurn})`));
  await db.query(
    `insert into mismatches (name, offender, found, found_at) select 'players begin once', player_id::text, '2', now() from accounts where version > 0 on conflict do nothing`,
  );
  const keepMs = await timedSql(
    db,
    `select keep_proof(now(), true, (select jsonb_agg(jsonb_build_object('name', l.name, 'checked', l.checked, 'wrong', l.wrong)) from (
       select name, count(*) as checked, jsonb_agg(jsonb_build_object('offender', offender, 'found', found)) as wrong from mismatches group by name) l))`,
  );
  return [
    timeRow('proof in part of a million entries, slowest', Math.max(...inPartMs), 1_000),
    timeRow('30,000 mismatches kept once more', keepMs, 2_000),
  ];
}

const bookRows = [
  `with made as (insert into players (player_id, book, currency, opened_at, level) select uuidv7(), 'real', 'USD', now(), 'verified' from generate_series(1, ${players}) returning player_id)
   insert into accounts (player_id, currency, book) select player_id, 'USD', 'real' from made`,
  `create temp table made as select a.player_id, uuidv7() as id, row_number() over (partition by a.player_id order by n) as turn
   from generate_series(1, ${transfers}) n join (select player_id, row_number() over (order by player_id desc) - 1 as place from accounts where version = 0) a on a.place = n % ${players}`,
  `insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
   select player_id, id, 'welcome', 'USD', 9, turn * 9, player_id, now() from made`,
  `insert into entries (xid, transfer_id, player_id, house, account, book, currency, amount_minor, balance_after_minor, version)
   select pg_current_xact_id()::text::bigint, m.id, m.player_id, l.house, l.account, 'real', 'USD', l.amount, l.after, l.version from made m cross join lateral (
     select false, 'cash', 9, m.turn * 9, m.turn union all select true, 'bonus_expense', -1, null, null from generate_series(1, 9)) as l (house, account, amount, after, version)`,
  `update accounts a set cash_minor = m.turn * 9, version = m.turn from (select player_id, max(turn) as turn from made group by player_id) m where a.player_id = m.player_id`,
  `select brin_summarize_new_values('entries_order')`,
  'vacuum analyze players, accounts, transfers, entries',
];

async function timedSql(db: pg.Client, text: string): Promise<number> {
  const startedAt = performance.now();
  await db.query(text);
  return performance.now() - startedAt;
}
