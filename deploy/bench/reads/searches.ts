/**
 * Operators' searches over 200,000 players, payments, movements and bets: for terms without a match, terms that match everything, and the oldest row.
 * Each figure is the median time of the slowest search of its kind, with a target.
 */
import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { type Platform, startPlatform } from '../../local/platform/platform.ts';
import { type Bench, percentile, type Row, timeRow } from '../row.ts';
import { openAsker, timed, timesOf } from './asker.ts';

const kept = 200_000;
const repeats = 20;
const holder = '01900000-0000-7000-9000-000000000001';

interface Searched {
  readonly what: string;
  readonly service: 'auth' | 'wallet' | 'betting';
  readonly path: string;
  readonly targetMs: number;
  readonly queries: readonly Record<string, string>[];
}

const searched: readonly Searched[] = [
  {
    what: 'players',
    service: 'auth',
    path: '/api/admin/auth/users',
    targetMs: 100,
    queries: [
      ...['nobodyhaswhatthissays', 'qx', 'q.x', "%_\\'", 'common', 'co', 'ada', holder].map((q) => ({ q })),
      { q: 'qx', status: 'active' },
      ...['high', 'medium'].map((risk) => ({ risk })),
      { status: 'closed' },
    ],
  },
  {
    what: 'payments',
    service: 'wallet',
    path: '/api/admin/wallet/payments',
    targetMs: 200,
    queries: [
      ...['nobody-has-this', 'crowd zzqx', '100%_', 'zq', '§', 'crowd', 'oldest', holder].map((q) => ({ q })),
      { status: 'failed' },
      ...['nobody-has-this', 'crowd', '§'].map((q) => ({ q, order: 'queue' })),
      { order: 'queue', status: 'approved' },
      { type: 'withdrawal' },
    ],
  },
  {
    what: 'movements',
    service: 'wallet',
    path: '/api/admin/wallet/transactions',
    targetMs: 200,
    queries: [
      ...['nobody-has-this', randomUUIDv7(), 'welcome bonus'].map((q) => ({ q })),
      ...['conversion', 'cash_out', 'bonus', 'withdrawal'].map((type) => ({ type })),
      { type: 'adjustment', q: 'zzz' },
      { type: 'deposit', q: 'bank' },
    ],
  },
  {
    what: 'bets',
    service: 'betting',
    path: '/api/admin/betting/bets',
    targetMs: 200,
    queries: [
      ...['team 0007', 'nobody at all', 'team 001', 'team%blues', 'vs', 'winner', holder].map((q) => ({ q })),
      { q: 'team 0', minStakeMinor: '50000' },
      { q: 'vs', status: 'lost' },
      { q: 'vs', playerId: holder },
      ...['void', 'open', 'won'].map((status) => ({ status })),
      ...['500000', '50000'].map((minStakeMinor) => ({ minStakeMinor })),
      { playerId: holder },
    ],
  },
];

/** Statements that fill the databases. Of the bets, one in 1,000 is void, one in 500 is of 5,000.00 and one in 100 of 500.00; each selection has forty. */
const rowsOf = {
  auth: [
    `insert into users (email, email_key, password_hash, first_name, last_name, country, jurisdiction, created_at, terms_accepted_at, person_key)
     select n || '@bench.example', n || '@bench.example', '', case n when 1 then 'Ada' else 'Common' end, 'Last' || n, 'DE', 'open', now(), now(), 'bench' || n
     from generate_series(1, ${kept}) n`,
    'vacuum analyze users',
  ],
  wallet: [
    `insert into payments (id, player_id, type, status, amount_minor, counts_minor, currency, book, method, reference, customer_name, email, bank_transaction_id, submitted_at, decided_at)
     select uuidv7(), '${holder}', 'deposit', 'approved', 1000, 1000, 'USD', 'real', 'bank_transfer', 'DEP-' || n, case n when 1 then 'Oldest' else 'Crowd ' || md5(n::text) end,
       'c' || n || '@crowd.example', 'BT' || n, now(), now() from generate_series(1, ${kept}) n`,
    `insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
     select '${holder}', uuidv7(interval '-2 days'), 'stake', 'USD', -1, 0, gen_random_uuid(), now() - interval '2 days' from generate_series(1, ${kept}) n`,
    'vacuum analyze payments, transfers',
  ],
  betting: [
    `insert into bets (player_id, id, type, status, stake, book, currency, stake_minor, odds_milli, potential_minor, price_policy, delay_ms, placed_at, accepted_at, changed_at)
     select case when n % 2000 = 0 then '${holder}'::uuid else ('00000000-0000-7000-8000-' || lpad((n % 1000)::text, 12, '0'))::uuid end,
       ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'single', case when n % 1000 = 7 then 'void' else 'won' end, 'taken', 'real', 'USD',
       case when n % 500 = 3 then 500000 when n % 100 = 5 then 50000 else 1000 end, 2000, 1000000, 'any', 0, now(), now(), now() from generate_series(1, ${kept}) n`,
    `insert into bet_legs (player_id, bet_id, place, fixture_id, market_id, selection_id, fixture, market, selection, odds_milli, breaks)
     select player_id, id, 0, s, s, s, 'Team ' || to_char(g, 'FM0000') || ' vs 100%_Blues', 'Winner', 'Team ' || to_char(g, 'FM0000'), 2000, 0
     from (select player_id, id, (row_number() over (order by id) - 1) / 40 as g from bets) b, lateral (select ('00000000-0000-7000-a000-' || lpad(g::text, 12, '0'))::uuid as s) m`,
    `insert into leg_words select distinct selection_id, lower(fixture || ' ' || market || ' ' || selection) from bet_legs`,
    'vacuum analyze bets, bet_legs, leg_words',
  ],
};

export const searches: Bench = {
  title: 'searches over 200,000',
  async run(log) {
    const platform = await startPlatform({
      temporary: true,
      demo: true,
      processes: ['auth', 'wallet', 'betting', 'gateway'],
      logLevel: 'warn',
      log,
    });
    try {
      for (const service of ['auth', 'wallet', 'betting'] as const) await fill(platform, service);
      log(`${kept.toLocaleString('en-US')} players, payments, movements and bets are written`);
      const rows: Row[] = [];
      for (const one of searched) rows.push(await slowest(platform, one, log));
      return rows;
    } finally {
      await platform.stop();
    }
  },
};

async function fill(platform: Platform, service: keyof typeof rowsOf): Promise<void> {
  const db = new pg.Client({ connectionString: platform.databaseOf(service) });
  await db.connect();
  try {
    // Foreign keys are not checked, because the players and fixtures of these rows do not exist.
    await db.query(`set session_replication_role = 'replica'`);
    for (const statement of rowsOf[service]) await db.query(statement);
  } finally {
    await db.end();
  }
}

async function slowest(
  platform: Platform,
  { what, service, path, targetMs, queries }: Searched,
  log: (line: string) => void,
): Promise<Row> {
  const ask = await openAsker(platform, service);
  let [value, which] = [0, ''];
  for (const query of queries) {
    const asked = new URLSearchParams(query).toString();
    const medianMs = percentile(
      await timesOf(repeats, () => timed(() => ask('operator', 'GET', `${path}?${asked}`), 200)),
      0.5,
    );
    if (medianMs > value) [value, which] = [medianMs, asked];
  }
  log(`${what}: the slowest of ${queries.length} searches is ${which}, p50 ${value.toFixed(1)} ms`);
  return timeRow(`search of ${what}, the slowest term, p50`, value, targetMs);
}
