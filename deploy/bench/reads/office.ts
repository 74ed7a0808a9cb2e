/**
 * Reads and decisions about money over much data: the first page of a history of a million transactions, a hundred thousand of them
 * as CSV, and a thousand approvals one after another. The calls go directly to wallet, as the gateway sends them.
 */
import pg from 'pg';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { newPlayer } from '../bets.ts';
import { type Bench, percentile, type Row } from '../row.ts';
import { residentMB } from '../workers/usage.ts';
import { type Ask, openAsker, timed } from './asker.ts';

const history = 1_000_000;
const exported = 100_000;
const approvals = 1_000;
const reads = 200;

export const office: Bench = {
  title: 'history, export and approvals',
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
      const [rich, exporter, payer] = [
        await newPlayer(platform.url),
        await newPlayer(platform.url),
        await newPlayer(platform.url),
      ].map(playerOf);
      await waitForWallets(db, 3);
      await fill(db, rich as string, history);
      await fill(db, exporter as string, exported);
      await db.query('vacuum (analyze) transfers');
      log(`${history.toLocaleString('en-US')} transactions are in one history`);
      const ask = await openAsker(platform, 'wallet');
      return [
        ...(await firstPages(ask, rich as string, log)),
        ...(await csv(platform, ask, exporter as string, log)),
        ...(await approve(db, ask, payer as string, log)),
      ];
    } finally {
      await db.end();
      await platform.stop();
    }
  },
};

function playerOf(accessToken: string): string {
  const [, claims = ''] = accessToken.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { sub: string }).sub;
}

async function waitForWallets(db: pg.Client, count: number): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (Number((await db.query('select count(*) from players where opened_at is not null')).rows[0].count) >= count)
      return;
    if (Date.now() > deadline) throw new Error('the players’ wallets did not open');
  }
}

/** Inserts stakes and wins alternately, one per second up to now. Entries and balances are left out, because only the history is read. */
async function fill(db: pg.Client, playerId: string, count: number): Promise<void> {
  await db.query(
    `insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
     select $1, uuidv7(make_interval(secs => n - $2::int)), case n % 2 when 0 then 'stake' else 'win' end, 'USD', case n % 2 when 0 then -100 else 100 end, 10000, uuidv7(),
       now() + make_interval(secs => n - $2::int)
     from generate_series(1, $2::int) n`,
    [playerId, count],
  );
}

async function firstPages(ask: Ask, playerId: string, log: (line: string) => void): Promise<Row[]> {
  const times: number[] = [];
  for (let read = 0; read < reads; read++)
    times.push(await timed(() => ask(playerId, 'GET', '/api/wallet/transactions'), 200));
  times.sort((a, b) => a - b);
  log(`a first page: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`);
  return [
    { name: 'transactions, first page of 1,000,000, p50', value: percentile(times, 0.5), unit: 'ms' },
    { name: 'transactions, first page of 1,000,000, p99', value: percentile(times, 0.99), unit: 'ms' },
  ];
}

async function csv(platform: Platform, ask: Ask, playerId: string, log: (line: string) => void): Promise<Row[]> {
  const pid = platform.pidOf('wallet') as number;
  await (await ask(playerId, 'GET', '/api/wallet/transactions/export.csv?period=today')).arrayBuffer();
  const before = residentMB(pid);
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, residentMB(pid));
  }, 20);
  const startedAt = performance.now();
  const reply = await ask(playerId, 'GET', '/api/wallet/transactions/export.csv');
  let lines = 0;
  for await (const chunk of reply.body as ReadableStream<Uint8Array>)
    for (const byte of chunk) if (byte === 10) lines++;
  clearInterval(watching);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (lines < exported) throw new Error(`the export has ${lines} lines`);
  log(
    `${lines.toLocaleString('en-US')} lines in ${seconds.toFixed(1)} s; wallet grew from ${before.toFixed(0)} to ${most.toFixed(0)} MB`,
  );
  return [
    { name: 'CSV of 100,000 rows, memory growth', value: most - before, unit: 'MB' },
    { name: 'CSV of 100,000 rows', value: seconds, unit: 's' },
  ];
}

/** Approves one payment after another. The slowest call is an upper bound for the wait for a lock. The amounts together stay below the two-operator threshold of a day. */
async function approve(db: pg.Client, ask: Ask, playerId: string, log: (line: string) => void): Promise<Row[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into payments (id, player_id, type, amount_minor, counts_minor, currency, book, method, reference, submitted_at)
     select uuidv7(), $1, 'deposit', 500, 500, 'USD', 'real', 'bank_transfer', 'BENCH-' || n, now() from generate_series(1, $2::int) n returning id`,
    [playerId, approvals],
  );
  const times: number[] = [];
  for (const { id } of rows)
    times.push(await timed(() => ask('operator', 'POST', `/api/admin/wallet/payments/${id}/approve`), 200));
  times.sort((a, b) => a - b);
  const slowest = times.at(-1) ?? 0;
  log(`${approvals} approvals: p50 ${percentile(times, 0.5).toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms`);
  return [
    { name: 'approval of 1,000 payments, slowest', value: slowest, unit: 'ms' },
    { name: 'approval of 1,000 payments, p50', value: percentile(times, 0.5), unit: 'ms' },
  ];
}
