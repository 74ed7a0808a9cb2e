/**
 * The operators' dashboard over much data: 100,000 players, 1,000,000 transactions of two months, and the sums behind the figures. All its routes are read at once, as the page does.
 * Then the search over all services: right after the start, with all services up, with one killed, and with one that hangs.
 */
import pg from 'pg';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { type Bench, percentile, type Row } from '../row.ts';

const players = 100_000;
const transactions = 1_000_000;
const days = 60;
const visits = 15;
const searches = 40;
const ranges = ['24h', '30d'] as const;

const processes = ['auth', 'wallet', 'betting', 'casino', 'promotions', 'kyc', 'support', 'risk', 'gateway'] as const;

export const dashboard: Bench = {
  title: 'dashboard figures and search',
  async run(log) {
    const platform = await startPlatform({ temporary: true, demo: true, processes, logLevel: 'warn', log });
    try {
      const rows = await firstSearches(platform, await signIn(platform), log);
      const startedAt = performance.now();
      await Promise.all([seed(platform, 'auth', authRows, log), seed(platform, 'wallet', walletRows, log)]);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
      log(
        `${players.toLocaleString('en-US')} players, ${transactions.toLocaleString('en-US')} transactions, in ${seconds} s`,
      );
      const token = await signIn(platform);
      for (const range of ranges) rows.push(await visit(platform, token, range, log));
      return [...rows, ...(await search(platform, token, log))];
    } finally {
      await platform.stop();
    }
  },
};

const idOf = (n: string) => `('00000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;

/** Statements for auth's database: players with names, and their sign-ins. */
const authRows = [
  `insert into users (id, email, email_key, password_hash, first_name, last_name, country, jurisdiction, date_of_birth, created_at, terms_accepted_at, level, status)
   select ${idOf('n')}, 'player' || n || '@bench.example', 'player' || n || '@bench.example', 'x', 'Name' || n % 5000, 'Family' || n / 20, 'DE', 'open', '1990-01-01',
     now() - make_interval(secs => n * ${days} * 0.864), now(), case n % 3 when 0 then 'verified' else 'unverified' end, case n % 200 when 0 then 'suspended' else 'active' end
   from generate_series(1, ${players}) n`,
  `insert into user_history (player_id, kind, at)
   select ${idOf(`1 + (n::bigint * 7919) % ${players}`)}, 'signed_in', now() - make_interval(secs => n * ${days} * 86400.0 / ${transactions / 2}) from generate_series(1, ${transactions / 2}) n`,
  'vacuum analyze users, user_history',
];

/** Statements for wallet's database: wallets, transfers, payments, and the sums that a job keeps of them by minute and by hour. */
const walletRows = [
  `insert into players (player_id, book, currency, opened_at) select ${idOf('n')}, 'real', 'USD', now() from generate_series(1, ${players}) n`,
  `insert into accounts (player_id, currency, book, cash_minor) select ${idOf('n')}, 'USD', 'real', 100 + n from generate_series(1, ${players}) n`,
  `insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
   select ${idOf(`1 + (n::bigint * 7919) % ${players}`)}, uuidv7(-make_interval(secs => n * ${days} * 86400.0 / ${transactions})),
     case n % 2 when 0 then 'stake' else 'win' end, 'USD', case n % 2 when 0 then -100 else 90 end, 10000, uuidv7(), now() - make_interval(secs => n * ${days} * 86400.0 / ${transactions})
   from generate_series(1, ${transactions}) n`,
  `insert into payments (id, player_id, type, status, amount_minor, counts_minor, currency, book, method, reference, email, submitted_at, decided_at)
   select uuidv7(-make_interval(mins => n)), ${idOf('n')}, case n % 2 when 0 then 'deposit' else 'withdrawal' end, case when n <= 300 then 'pending' else 'approved' end, 500, 500, 'USD',
     'real', 'bank_transfer', 'BENCH-' || n, 'player' || n || '@bench.example', now() - make_interval(mins => n), case when n > 300 then now() end from generate_series(1, ${players / 2}) n`,
  `insert into house_minutes (minute, book, currency, account, kind, amount_minor)
   select date_trunc('minute', now()) - make_interval(mins => n), 'real', c, a, k, case k when 'deposit' then -100 else 100 end
   from generate_series(0, ${days * 1440}) n, unnest(array['USD', 'EUR']) c,
     (values ('clearing_bank_transfer', 'deposit'), ('clearing_bank_transfer', 'withdrawal'), ('sports', 'stake'), ('sports', 'win'), ('casino', 'stake'), ('casino', 'win')) h(a, k)
   on conflict do nothing`,
  `insert into closed_minutes (minute, currency, wagered_minor, paid_minor, free_minor)
   select date_trunc('minute', now()) - make_interval(mins => n), c, 1000, 900, 0 from generate_series(0, ${days * 1440}) n, unnest(array['USD', 'EUR']) c on conflict do nothing`,
  `insert into house_hours select date_trunc('hour', minute, 'UTC'), book, currency, account, kind, sum(amount_minor) from house_minutes group by 1, 2, 3, 4, 5 on conflict do nothing`,
  `insert into closed_hours select date_trunc('hour', minute, 'UTC'), currency, sum(wagered_minor), sum(paid_minor), sum(free_minor) from closed_minutes group by 1, 2 on conflict do nothing`,
  `insert into staked_hours (hour, player_id) select distinct date_trunc('hour', created_at), player_id from transfers where kind = 'stake' on conflict do nothing`,
  'vacuum analyze players, accounts, transfers, payments, house_minutes, closed_minutes, house_hours, closed_hours, staked_hours',
];

async function seed(
  platform: Platform,
  service: 'auth' | 'wallet',
  statements: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  const db = new pg.Client({ connectionString: platform.databaseOf(service) });
  await db.connect();
  try {
    await db.query(`set session_replication_role = 'replica'`);
    for (const statement of statements) {
      const startedAt = performance.now();
      await db.query(statement);
      log(`${service}: ${statement.slice(0, 40)}...: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    }
  } finally {
    await db.end();
  }
}

async function signIn(platform: Platform): Promise<string> {
  const body = JSON.stringify({ email: 'super_admin@fairline.example', password: 'Fairline-demo-1' });
  const response = await fetch(`${platform.url}/api/admin/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`the operator could not sign in: ${response.status}`);
  return ((await response.json()) as { accessToken: string }).accessToken;
}

const pathsOf = (range: (typeof ranges)[number]) => [
  `/api/admin/wallet/stats?range=${range}`,
  `/api/admin/auth/stats?range=${range}`,
  '/api/admin/system/health',
  '/api/admin/wallet/transactions',
  '/api/admin/wallet/payments?status=pending&type=deposit',
  '/api/admin/risk/alerts?severity=critical&status=open',
  '/api/admin/kyc/stats',
  '/api/admin/support/stats',
  '/api/admin/auth/users',
];

async function timed(platform: Platform, token: string, path: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${platform.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`);
  return performance.now() - startedAt;
}

async function visit(
  platform: Platform,
  token: string,
  range: (typeof ranges)[number],
  log: (line: string) => void,
): Promise<Row> {
  const whole: number[] = [];
  const slowest = new Map<string, number>();
  for (let at = 0; at < visits; at++) {
    const startedAt = performance.now();
    const times = await Promise.all(
      pathsOf(range).map(async (path) => [path, await timed(platform, token, path)] as const),
    );
    // The first visit does not count, because nothing is cached yet.
    if (at > 0) whole.push(performance.now() - startedAt);
    for (const [path, ms] of times) slowest.set(path, Math.max(at > 1 ? (slowest.get(path) ?? 0) : 0, ms));
  }
  whole.sort((a, b) => a - b);
  for (const [path, ms] of slowest) log(`${path}: at most ${ms.toFixed(0)} ms`);
  log(`all of it, ${range}: p50 ${percentile(whole, 0.5).toFixed(0)} ms, slowest ${(whole.at(-1) ?? 0).toFixed(0)} ms`);
  return { name: `dashboard, every figure of ${range}, slowest`, value: whole.at(-1) ?? 0, unit: 'ms' };
}

const queries = [
  'Family77',
  'name12',
  'BENCH-4711',
  'no such thing',
  'zz',
  '0199a000-0000-7000-8000-0123456789ab',
  'deadbeef',
];

/** One search; `unanswered`: the services that did not reply in time. */
async function searchOnce(
  platform: Platform,
  token: string,
  at: number,
): Promise<{ ms: number; unanswered: string[] }> {
  const startedAt = performance.now();
  const path = `/api/admin/search?q=${encodeURIComponent(queries[at % queries.length] ?? '')}`;
  const response = await fetch(`${platform.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const body = (await response.json()) as { unanswered: string[] };
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return { ms: performance.now() - startedAt, unanswered: body.unanswered };
}

/** Runs searches one after the other. Returns the slowest time, and logs which services did not reply. */
async function searchRow(
  platform: Platform,
  token: string,
  name: string,
  count: number,
  log: (line: string) => void,
): Promise<Row> {
  const found: Awaited<ReturnType<typeof searchOnce>>[] = [];
  for (let at = 0; at < count; at++) found.push(await searchOnce(platform, token, at));
  const times = found.map(({ ms }) => ms).sort((a, b) => a - b);
  const missing = found.flatMap(({ unanswered }) => unanswered);
  const slowest = times.at(-1) ?? 0;
  const without =
    missing.length > 0 ? `, ${missing.length} times without a reply of ${[...new Set(missing)].join(', ')}` : '';
  log(
    `search, ${name}: p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms${without}`,
  );
  return { name: `search over all services, ${name}, slowest`, value: slowest, unit: 'ms' };
}

/** The first searches after the start, while nothing is cached. */
async function firstSearches(platform: Platform, token: string, log: (line: string) => void): Promise<Row[]> {
  return [
    await searchRow(platform, token, 'first after the start', 1, log),
    await searchRow(platform, token, 'next after the start', queries.length, log),
  ];
}

async function search(platform: Platform, token: string, log: (line: string) => void): Promise<Row[]> {
  const row = (name: string) => searchRow(platform, token, name, searches, log);
  const rows = [await row('all up')];
  await platform.hold('promotions', 'SIGKILL');
  rows.push(await row('one killed'));
  await platform.release('promotions');
  const pid = platform.pidOf('risk') as number;
  process.kill(pid, 'SIGSTOP');
  try {
    rows.push(await row('one hangs'));
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  return rows;
}
